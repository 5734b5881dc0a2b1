"""No bot can know by its luck that it is checked; and yet a check can be repeated."""

import re
from pathlib import Path

import pytest

from arena.check.check import run_check
from tests.bots.writing import write_bot
from tests.check.broken.bot import playing

pytestmark = pytest.mark.usefixtures("processes")

# It notes all luck that it is given.
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


def luck_of_a_check(folder: Path, seed: bytes | None = None) -> tuple[list[str], str]:
    """Check a bot; return what it was given of the luck of all games, and the check's seed."""
    folder.mkdir()
    notes = folder / "notes"
    bot = write_bot(folder / "bot", NOTER.format(notes=str(notes)), playing("tonton"))
    report = run_check(bot, "process", records=folder / "records", seed=seed)
    assert report.failed is None
    return notes.read_text().split(), report.seed


def test_no_luck_of_a_check_is_known_before_and_its_seed_gives_it_again(tmp_path: Path) -> None:
    one, seed = luck_of_a_check(tmp_path / "one")
    other, another = luck_of_a_check(tmp_path / "other")
    assert not {*one} & {*other}
    assert seed != another
    assert re.fullmatch("[0-9a-f]{32}", seed)
    assert luck_of_a_check(tmp_path / "again", bytes.fromhex(seed)) == (one, seed)
