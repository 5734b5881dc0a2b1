"""No bot can know by its random numbers that it is checked; and yet a check can be repeated."""

import re
from pathlib import Path

from arena.bots.finding import BotSource
from arena.check.check import run_check
from arena.check.scenario import draw_scenarios, scheduled
from arena.games import find_game
from arena.runner.host import Host
from tests.bots.writing import write_bot
from tests.check.broken import BROKEN
from tests.check.broken.bot import playing

# It notes all random seeds that it is given.
NOTER = """
from pathlib import Path
from arena_sdk import Bot, run

class Noter(Bot):
    def start(self, start):
        with Path({notes!r}).open("a") as notes:
            print(start.seed.hex(), file=notes)

    def choose(self, turn):
        return turn.legal[0]

run(Noter)
"""


def test_a_bot_is_given_the_luck_of_the_seed(tmp_path: Path) -> None:
    seed = bytes(range(16))
    notes = tmp_path / "notes"
    bot = write_bot(tmp_path / "bot", NOTER.format(notes=str(notes)), playing("tonton"))
    report = run_check(BotSource(bot), Host("inline"), records=tmp_path / "records", seed=seed)
    assert (report.failed, report.seed) == (None, seed.hex())
    matches = map(scheduled, draw_scenarios(find_game("tonton"), seed))
    games = [game for match in matches for game in match]
    seeds = [game.seeds[game.seating.index(0)].hex() for game in games]
    assert notes.read_text().split()[: len(seeds)] == seeds


def test_without_a_seed_every_check_draws_one(tmp_path: Path) -> None:
    bot = BROKEN["that_plays_chess"].write(tmp_path / "bot")
    seeds = {
        run_check(BotSource(bot), Host("process"), records=tmp_path / "records").seed
        for _ in range(2)
    }
    assert len(seeds) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)
