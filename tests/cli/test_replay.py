import json
from pathlib import Path

import pytest

from arena.match.record import write_record
from tests.match.test_record import RECORD, edited
from tests.programs import Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return write_record(RECORD, tmp_path)


def test_a_game_is_told_step_by_step(arena: Run, record: Path) -> None:
    shown = arena("replay", record, "--game=2").stdout
    assert shown.startswith("Game 2: 6 nimmt!\n")
    assert "> seat 0 (bot0): " in shown
    assert "Row 1" in shown
    assert "rank 1: " in shown
    assert shown.rstrip().endswith("--verify")


def test_a_folder_stands_for_its_newest_record(arena: Run, record: Path) -> None:
    assert arena("replay", record.parent, "--verify").stdout.startswith("verified: 3 games,")
    record.unlink()
    assert "no record in" in arena("replay", record.parent, check=2).stderr


def test_a_record_is_verified(arena: Run, record: Path) -> None:
    assert arena("replay", record, "--verify").stdout.startswith("verified: 3 games,")
    assert json.loads(arena("replay", record, "--verify", "--json").stdout)["verified"] is True


def test_an_edited_record_names_the_first_difference(arena: Run, tmp_path: Path) -> None:
    record = edited()
    record.games[1].entries[3].move.six_nimmt.card = 99
    errors = arena("replay", write_record(record, tmp_path), "--verify", check=2).stderr
    assert errors.startswith(
        f"game 2, entry 4, seat {RECORD.games[1].entries[3].seat}: 99 is not possible"
    )


def test_a_difference_is_named_even_without_verify(arena: Run, tmp_path: Path) -> None:
    record = edited()
    record.games[0].entries[0].move.six_nimmt.card = 99
    path = write_record(record, tmp_path)
    assert "Traceback" not in arena("replay", path, "--json", check=2).stderr


def test_what_is_no_whole_record_is_refused(arena: Run, record: Path, tmp_path: Path) -> None:
    whole = record.read_bytes()
    for data, sentence in (
        (whole[:-20], "not whole"),
        (whole[:30], "not whole"),
        (b"something else", "is no record"),
        (whole[:200] + b"x" + whole[201:], ""),
    ):
        (tmp_path / "broken").write_bytes(data)
        errors = arena("replay", "broken", check=2).stderr
        assert sentence in errors
        assert len(errors.splitlines()) == 1
    assert "cannot be read" in arena("replay", "nowhere", check=2).stderr
    assert "no game 9" in arena("replay", record, "--game=9", check=2).stderr
