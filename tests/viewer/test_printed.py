"""What bots have printed, beside the turns of a replay: where it stands, and how much of it."""

from collections import Counter
from pathlib import Path

import pytest

from arena.boxes.supervision.bot_log import CUT
from arena.match.index import read_questions, read_steps
from arena.match.replay import open_replays
from arena.viewer.printed import merge_logs, printed_in, read_log_files
from tests.viewer.matches import erring, recorded


def heading(game: int, seat: int, turn: int) -> str:
    return f"--- game {game}, seat {seat} ---\n--- turn {turn} ---\n"


@pytest.mark.parametrize("game", ["six_nimmt", "goat_n_goat"])
def test_turns_are_counted_as_the_referee_asks(game: str) -> None:
    for replay in open_replays(recorded(game, 3, 1)):
        steps = read_steps(replay)
        turns = Counter[int]()
        for question in read_questions(replay):
            turns[question.seat] += 1
            assert (question.seat, turns[question.seat]) in steps
        assert sum(turns.values()) == len(steps)
        for number, step in enumerate(replay.steps()):
            asked = {seat for (seat, _), at in steps.items() if at == number}
            assert asked == {entry.seat for entry in step.entries}


def test_a_seat_that_has_forfeited_is_asked_nothing_more() -> None:
    for replay in open_replays(erring("six_nimmt")):
        steps = read_steps(replay)
        for forfeit in replay.recorded.forfeits:
            last = max(at for (seat, _), at in steps.items() if seat == forfeit.seat)
            answered = [
                number
                for number, step in enumerate(replay.steps())
                if any(one.seat == forfeit.seat and not one.fallback for one in step.entries)
            ]
            assert last <= max(answered, default=0) + 1


def test_what_was_printed_stands_at_its_step_and_in_no_other_game() -> None:
    first, second = open_replays(recorded("six_nimmt", 2, 2))
    logs = [heading(1, 0, 3) + "a\n" + heading(2, 0, 1) + "b\n", heading(1, 1, 99) + "c\n"]
    printed = merge_logs(logs)
    assert printed_in(first, printed) == {(0, read_steps(first)[0, 3]): "a"}
    assert printed_in(second, printed) == {(0, read_steps(second)[0, 1]): "b"}
    assert printed_in(first, {}) == {}


def test_of_a_game_that_was_dealt_again_the_last_time_counts(tmp_path: Path) -> None:
    again = tmp_path / "attempt-1"
    again.mkdir()
    (tmp_path / "mine.log").write_text(heading(1, 0, 1) + "kept\n" + heading(2, 1, 4) + "old\n")
    (again / "mine.log").write_text(heading(2, 1, 1) + "new\n")
    found = merge_logs(read_log_files(tmp_path))
    assert found == {(1, 0, 1): "kept", (2, 1, 1): "new"}


def test_of_a_long_text_the_beginning_and_the_end_are_shown() -> None:
    (replay,) = open_replays(recorded("six_nimmt", 2, 1))
    ((_, text),) = printed_in(replay, merge_logs([f"{heading(1, 0, 1)}a{'x' * 10**6}z\n"])).items()
    assert len(text) < 5000
    assert (text[0], text[-1], f"\n{CUT}\n" in text) == ("a", "z", True)
