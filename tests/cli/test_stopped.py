"""A match that was stopped is kept game by game, and the same command goes on with it."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.bots.manifest import Bot, open_bot
from arena.bots.samples import SAMPLES
from arena.errors import UserError
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.plan import make_plan, read_plan
from arena.match.replay import verify
from arena.match.unfinished import SUFFIX, UnfinishedMatch, keep_match, read_match
from arena.v1 import record_pb2 as rec
from tests.bots.writing import gated, write_bot
from tests.match.records import RECORD
from tests.programs import Run, killed_alone, seeded
from tests.waiting import wait_until

PLAN = read_plan(RECORD.plan)
MATCH = ["--games=400", "--option=rounds=1", "--box=inline"]
WORDS = ["play", "six_nimmt", "random", "first", *MATCH]
# The second one waits in its 13th game until somebody lets it go on.
GATED = ["play", "six_nimmt", "random", "gated", *MATCH]


def play_some(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    """Begin the match, and return it when some games have been kept and it waits."""
    write_bot(folder / "gated", gated(folder / "gate", "self.game >= 12"), 'name = "gated"')
    process = subprocess.Popen(
        [*seeded("arena"), *GATED, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_until(lambda: kept(folder) >= 10)
    return process


def kept(folder: Path) -> int:
    return sum(len(read_match(path).games) for path in whole(folder))


def whole(folder: Path) -> list[Path]:
    """Return the files of unfinished matches that say already what is played."""
    found = folder.glob(f"records/*{SUFFIX}")
    return [path for path in found if path.stat().st_size > 200]


# The command, whose referee is told to stop while its loop of events is being closed.
LATE = """
import os, signal, sys
from asyncio.selector_events import BaseSelectorEventLoop

close, command = BaseSelectorEventLoop.close, os.getpid()

def close_late(loop):
    was_open = not loop.is_closed()
    close(loop)
    if was_open and os.getpid() != command:
        print("told to stop", file=sys.stderr)
        os.kill(os.getpid(), signal.SIGTERM)

BaseSelectorEventLoop.close = close_late
from arena.cli import main
main()
"""


@pytest.mark.usefixtures("programs")
def test_a_signal_to_a_referee_that_ends_is_told_to_nobody(tmp_path: Path) -> None:
    words = ("play", "six_nimmt", "first", "random", "--games=2", "--box=process")
    done = subprocess.run(
        [sys.executable, "-c", LATE, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == "told to stop"


def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(
    arena: Run, tmp_path: Path
) -> None:
    with play_some(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        (tmp_path / "gate").touch()
        shown, errors = (said.decode() for said in process.communicate())
    assert process.returncode == 130
    (unfinished,) = whole(tmp_path)
    before = read_match(unfinished)
    assert 10 <= len(before.games) < 400
    assert f"Stopped after {len(before.games)} of 400 games, which are in records/" in shown
    assert "Traceback" not in errors
    assert f"verified: {len(before.games)} games" in arena("replay", "records", "--verify").stdout
    result = json.loads(arena(*GATED, "--json").stdout)
    after = read_match(tmp_path / result["record"])
    assert len(after.games) == 400
    attempts = [game.attempt for game in after.games]
    assert attempts == [0] * len(before.games) + [1] * (400 - len(before.games))
    assert list(after.games)[: len(before.games)] == list(before.games)
    assert after.plan == before.plan
    verify(after)
    assert not whole(tmp_path)


def test_a_match_that_was_killed_goes_on_where_it_was(arena: Run, tmp_path: Path) -> None:
    with play_some(tmp_path, "--parallel=2") as process, killed_alone(process):
        (unfinished,) = whole(tmp_path)
        numbers = [game.number for game in read_match(unfinished).games]
        (tmp_path / "gate").touch()
        done = arena(*GATED)
    said = f"{len(numbers)} of 400 games are played, the others are dealt again."
    assert said in " ".join(done.stderr.split())
    assert "verified: 400 games" in arena("replay", "records", "--verify").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--option=limit=100"], "limit=66, not 100"),
        (["--games=6"], "another --games"),
        (["--clock=5+0"], "another --clock"),
        (["--box=process"], "another --box"),
        ([f"--seed={'0123456789abcdef' * 2}"], "another --seed"),
    ],
)
def test_another_match_does_not_go_on_with_it(
    arena: Run, tmp_path: Path, words: list[str], sentence: str
) -> None:
    stopped(tmp_path / "records")
    given = [*WORDS, "--games=4", *words]
    errors = arena(*given).stderr
    assert "Stopped matches that stay in records: 1; the newest was begun with" in errors
    assert sentence in errors
    assert "Stopped" not in arena(*given, "--fresh").stderr
    assert len(whole(tmp_path)) == 1


def stopped(folder: Path) -> None:
    """Leave a match of these bots that has one game."""
    game = find_game("six_nimmt")
    bots = [open_bot(SAMPLES / name) for name in ("random", "first")]
    plan = make_plan(
        game, game.Options(rounds=1), bots, games=4, control=TimeControl(), box="inline"
    )
    match = keep_match(folder, plan, fresh=True, same_luck=False)
    match.add(rec.GameRecord(number=0))
    match.close()


def test_other_files_of_a_bot_do_not_go_on_with_it(tmp_path: Path) -> None:
    make(tmp_path, "1").close()
    said: list[str] = []
    other = make(tmp_path, "2", fresh=False, say=said.append)
    assert "was begun with other files of a. This is another match." in said[0]
    other.close()
    again = make(tmp_path, "1", fresh=False, say=said.append)
    assert (again.attempt, len(said)) == (1, 1)
    again.close()


def test_stopped_matches_are_told_in_one_sentence_and_those_without_a_game_not_at_all(
    tmp_path: Path,
) -> None:
    for digest in ("1", "2", "3"):
        make(tmp_path, digest).close()
    empty = next(tmp_path.iterdir())
    empty.write_bytes(_without_games(empty))
    said: list[str] = []
    make(tmp_path, "4", fresh=False, say=said.append).close()
    (sentence,) = said
    assert sentence == (
        f"Stopped matches that stay in {tmp_path}: 2; the newest was begun with other files of a."
        " This is another match."
    )


def _without_games(file: Path) -> bytes:
    """Return what the file of a match holds before its first game."""
    with TemporaryDirectory() as folder:
        match = keep_match(
            Path(folder), read_plan(read_match(file).plan), fresh=True, same_luck=False
        )
        with closing(match):
            return match.path.read_bytes()


def make(
    folder: Path,
    digest: str,
    *,
    fresh: bool = True,
    say: Callable[[str], None] = lambda _: None,
) -> UnfinishedMatch:
    """Begin a match of which one game is played, or go on with it."""
    game = find_game("six_nimmt")
    bots = [Bot("a", Path(), digest), Bot("b", Path(), "3")]
    plan = make_plan(game, game.Options(), bots, games=4, control=TimeControl(), box="inline")
    match = keep_match(folder, plan, fresh=fresh, same_luck=False, say=say)
    match.add(rec.GameRecord(number=2))
    return match


def test_nobody_goes_on_with_a_match_that_is_being_played(tmp_path: Path) -> None:
    playing = make(tmp_path, "1")
    other = make(tmp_path, "1", fresh=False)
    assert other.path != playing.path
    playing.close()
    other.close()


def test_a_match_without_a_game_leaves_nothing(tmp_path: Path) -> None:
    match = keep_match(tmp_path, PLAN, fresh=False, same_luck=False)
    assert match.path.exists()
    assert match.path.stat().st_mode & 0o777 == 0o600
    match.close()
    assert not [*tmp_path.iterdir()]


def test_what_was_cut_off_is_dropped_and_what_follows_is_whole(tmp_path: Path) -> None:
    match = keep_match(tmp_path, PLAN, fresh=False, same_luck=False)
    for game in RECORD.games:
        match.add(game)
    match.close()
    data = match.path.read_bytes()
    for cut in (1, 2, 100):
        match.path.write_bytes(data[:-cut])
        again = keep_match(tmp_path, PLAN, fresh=False, same_luck=True)
        assert again.missing() == [2]
        again.add(RECORD.games[2])
        assert read_match(again.path) == again.record == RECORD
        again.close()


def test_a_match_is_dealt_anew_each_time_that_it_goes_on_even_if_no_game_was_kept(
    tmp_path: Path,
) -> None:
    match = keep_match(tmp_path, PLAN, fresh=False, same_luck=False)
    match.add(RECORD.games[0])
    for attempt in range(4):
        assert match.attempt == attempt
        match.close()
        match = keep_match(tmp_path, PLAN, fresh=False, same_luck=True)
    match.redeal()
    match.close()
    again = keep_match(tmp_path, PLAN, fresh=False, same_luck=False)
    assert (again.attempt, again.missing()) == (6, [1, 2])
    again.close()


def test_what_another_program_calls_unfinished_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / f"six_nimmt-notes{SUFFIX}"
    path.write_bytes(b"what another program has to remember")
    keep_match(tmp_path, PLAN, fresh=False, same_luck=False).close()
    assert path.read_bytes() == b"what another program has to remember"


def test_a_file_that_says_not_what_was_to_be_played_is_refused(tmp_path: Path) -> None:
    path = tmp_path / f"six_nimmt-1{SUFFIX}"
    path.write_bytes(b"ARENAv1 unfinished\n\x05")
    with pytest.raises(UserError, match="does not say what was to be played"):
        read_match(path)
    keep_match(tmp_path, PLAN, fresh=False, same_luck=False).close()
