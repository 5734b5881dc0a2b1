"""A local match that was void: what was played stays, what is missing is dealt again.

The bot that brings it about ends the referee that asks it, as any program of the same user may.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.samples import SAMPLES
from arena.errors import HostFailure
from arena.match.record import read_record
from arena.match.replay import describe, open_replays, verify
from arena.runner.host import Host
from arena.runner.referee_process import MatchVoid, Report, check_replay, play_and_report
from arena.v1 import record_pb2 as rec
from tests.bots.writing import write_bot
from tests.boxes.containers import plan_match
from tests.programs import Run

# It takes down every hand that it is dealt, and ends its referee in the third game of a match.
KILLER = """
import os, signal
from pathlib import Path
from arena_sdk import Bot, run

SEEN = Path("{seen}")

def parent_of(pid):
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])

class Killer(Bot):
    games = 0

    def start(self, start):
        self.games += 1
        self.begun = True

    def choose(self, turn):
        if self.begun:
            self.begun = False
            print("hello")
            with SEEN.open("a") as seen:
                seen.write(" ".join(map(str, turn.view.hand)) + "\\n")
            if self.games == 3 and len(SEEN.read_text().splitlines()) <= 3 * {times}:
                os.kill(parent_of(os.getppid()), signal.SIGKILL)
        return turn.legal[0]

run(Killer)
"""
WORDS = ["play", "six_nimmt", "killer", "first", "--option=rounds=1", "--box=process"]


def write_killer(folder: Path, times: int) -> Path:
    """Write a bot that makes this many matches void; return the file of the hands that it saw."""
    source = KILLER.replace("{times}", str(times)).replace("{seen}", str(folder / "seen"))
    write_bot(folder / "killer", source)
    return folder / "seen"


def hands(record: rec.Record, name: str) -> list[tuple[int, ...]]:
    """Return the hands that a bot was dealt in the games of a record, each sorted."""
    found = []
    for replay in open_replays(record):
        seat = replay.names.index(name)
        moves = [move for move in describe(replay)["moves"] if move["seat"] == seat]
        cards = [int(move["move"]) for move in moves if move["move"].isdigit()]
        found.append(tuple(sorted(cards)))
    return found


def test_what_was_played_stays_and_the_rest_is_dealt_anew(arena: Run, tmp_path: Path) -> None:
    seen = write_killer(tmp_path, times=1)
    done = arena(*WORDS, "--games=6", "--json")
    record = read_record(tmp_path / json.loads(done.stdout)["record"])
    verify(record)
    assert [game.attempt for game in record.games] == [0, 0, 1, 1, 1, 1]
    dealt = [tuple(sorted(map(int, line.split()))) for line in seen.read_text().splitlines()]
    assert len(dealt) == 7
    assert hands(record, "bot") == dealt[:2] + dealt[3:]
    assert len({*dealt}) == len(dealt)


def test_a_void_is_told_with_what_happens_next(arena: Run, tmp_path: Path) -> None:
    write_killer(tmp_path, times=1)
    done = arena(*WORDS, "--games=6")
    assert (
        "The match is void, and its 4 missing games are played again with new cards: the referee's"
        " process ended with exit code -9" in " ".join(done.stderr.split())
    )
    assert "but for 4 games, which were dealt again" in done.stdout
    assert "verified: 6 games" in arena("replay", "records", "--verify").stdout


def test_a_void_match_of_a_comparison_is_played_again_whole_with_the_cards_of_the_other_arm(
    arena: Run, tmp_path: Path
) -> None:
    seen = write_killer(tmp_path, times=1)
    words = ["--game=six_nimmt", "--option=rounds=1", "--against=first", "--pairs=12"]
    done = arena("compare", "first", "killer", *words, "--margin=0.9", "--parallel=1", "--json")
    (found,) = json.loads(done.stdout)["games"]
    record = read_record(tmp_path / found["folder"] / "00000-new.arena")
    assert [game.attempt for game in record.games] == [0] * 12
    dealt = [tuple(sorted(map(int, line.split()))) for line in seen.read_text().splitlines()]
    assert dealt[:3] == dealt[3:6]
    assert hands(record, "bot") == dealt[3:]


def test_after_three_voids_a_match_waits_and_goes_on_with_other_cards(
    arena: Run, tmp_path: Path
) -> None:
    seen = write_killer(tmp_path, times=3)
    errors = arena(*WORDS, "--games=12", check=1).stderr
    assert "The match so far is in records/" in errors
    assert "no bot is to blame: the referee's process ended with exit code -9" in errors
    done = arena(*WORDS, "--games=12", "--json")
    assert len(seen.read_text().splitlines()) == 12 + 3
    assert len({*seen.read_text().splitlines()}) == 12 + 3
    record = read_record(tmp_path / json.loads(done.stdout)["record"])
    assert [game.attempt for game in record.games] == [0, 0, 1, 1, 2, 2, *[3] * 6]
    verify(record)


def test_what_was_printed_before_a_void_is_kept_beside_what_was_printed_after(
    arena: Run, tmp_path: Path
) -> None:
    # Asked to end, a referee still writes the log of whom it asks; so the bot gives no answer.
    asked = "os.kill(parent_of(os.getppid()), signal.SIGTERM), signal.pause()"
    killing = "os.kill(parent_of(os.getppid()), signal.SIGKILL)"
    source = KILLER.replace("{times}", "1").replace("{seen}", str(tmp_path / "seen"))
    write_bot(tmp_path / "killer", source.replace(killing, asked))
    arena(*WORDS, "--games=6", "--logs=logs")
    said = {path.parent.name: path.read_text() for path in (tmp_path / "logs").rglob("bot.log")}
    assert {folder: text.count("hello") for folder, text in said.items()} == {
        "logs": 3,
        "attempt-1": 4,
    }


def test_a_match_that_is_void_after_its_last_game_is_over(arena: Run, tmp_path: Path) -> None:
    # The end of the last game is told with the goodbye.
    ending = """def over(self, over):
        if self.games == 2:
            os.kill(parent_of(os.getppid()), signal.SIGKILL)

    def choose"""
    source = KILLER.replace("{times}", "0").replace("{seen}", str(tmp_path / "seen"))
    write_bot(tmp_path / "killer", source.replace("def choose", ending))
    done = arena(*WORDS, "--games=2")
    assert "void" not in done.stderr
    assert len((tmp_path / "seen").read_text().splitlines()) == 2
    (path,) = (tmp_path / "records").iterdir()
    record = read_record(path)
    assert [game.attempt for game in record.games] == [0, 0]


def test_a_fault_of_the_referees_own_is_told_and_not_met_again() -> None:
    task = plan_match([SAMPLES / "first", SAMPLES / "random"], box="inline")
    task = replace(task, bots=())
    events: list[Report] = []
    with pytest.raises(IndexError):
        play_and_report(Host("inline"), task, events.append)
    (void,) = events
    assert isinstance(void, MatchVoid)
    assert "the referee has failed, by a fault of its own: IndexError: " in void.reason
    with pytest.raises(HostFailure, match="by a fault of its own"):
        check_replay(void, 0)
