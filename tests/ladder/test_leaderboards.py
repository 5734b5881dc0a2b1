"""Boards that were kept are those that the log gives, and nothing else is ever shown."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

import ladder
from ladder import leaderboards
from ladder.leaderboards import BOARD_MODEL, digest_of, keep_boards, listed, read_boards
from ladder.live_ratings import keep_ratings
from ladder.log import Admitted, AnyBody, Chosen, Entered, Excluded, SeasonBegun, Withdrawn
from ladder.ratings.board import Boards, to_json
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, make_ladder, play_on
from tests.programs import Run


def make_rated(place: Path) -> Store:
    store = make_ladder(place, "one", "two", "three", "four")
    play_on(store, 8)
    keep_ratings(store)
    keep_boards(store)
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    with open_store(str(golden.copy(tmp_path / "ladder.db", make_rated))) as store:
        yield store


def again(store: Store) -> Boards:
    """Return the boards without any that were kept."""
    return leaderboards.rate_season(store, store.roster().season)[1]


def test_boards_that_were_kept_are_read_and_no_result_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = again(store)
    assert {row.player for row in expected.overall} == {
        f"{n}@1" for n in ("one", "two", "three", "four")
    }

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("results were read")

    monkeypatch.setattr(Store, "results", refuse)
    assert read_boards(store) == expected


def test_after_whatever_comes_into_the_log_the_boards_are_those_of_now(store: Store) -> None:
    changes: list[AnyBody] = [
        Excluded("so", player="one@1"),
        Admitted("so", player="one@1"),
        Excluded("so", match=2),
        Withdrawn("two@1"),
        Chosen("two@1"),
    ]
    before = read_boards(store)
    for change in changes:
        store.append(change)
        assert read_boards(store) == again(store) != before
        before = read_boards(store)
        keep_boards(store)
        assert read_boards(store) == before
    digest, files = files_like("one@2")
    store.enter(Entered("one@2", "organiser", digest, ()), files)
    assert read_boards(store) == again(store) != before
    play_on(store, 2)
    assert read_boards(store) == again(store)
    store.append(SeasonBegun(2, "endless", ()))
    assert read_boards(store) == again(store)
    assert not any(row.games for row in read_boards(store).overall)


def test_who_had_to_make_many_keeps_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(store, 1)
    assert read_boards(store) == again(store)
    assert store.kept_boards(1, BOARD_MODEL) is None
    monkeypatch.setattr(leaderboards, "KEPT_EACH", 9)
    assert read_boards(store) == again(store)
    assert store.kept_boards(1, BOARD_MODEL) == to_json(again(store))


# What somebody may do to the database by hand, and nothing else in it.
EDITS = {
    "live ratings": (
        "UPDATE checkpoints SET state = json_set(state, '$.six_nimmt.\"one@1\"',"
        " json('[99.0, 0.5, 5, 20]'))"
    ),
    "boards": "UPDATE boards SET state = replace(state, 'three@1', 'first@1')",
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_what_was_kept_shows_in_no_table(store: Store, ladder: Run, name: str) -> None:
    ladder("export", "all.zip")
    board = ladder("rate", "all.zip", "--json").stdout
    assert ladder("table", "--json").stdout == board
    with store.connections.writing() as here:
        assert here.connection.execute(text(EDITS[name])).rowcount == 1
    assert ladder("table", "--json").stdout == board
    if name == "live ratings":
        with store.connections.writing() as here:
            here.connection.execute(text("DELETE FROM boards"))
        assert ladder("table", "--json").stdout == board
    assert "99.0" not in ladder("bot", "one", "--json").stdout


def table_of(program: Path, *words: str, folder: Path) -> str:
    """Run the ladder's command line from a copy of its program."""
    run = "import sys; from ladder.cli.app import main; sys.argv[0] = 'ladder'; main()"
    command = [sys.executable, "-c", run, *words]
    paths = f"{program}:{Path(ladder.__file__).parent.parent}"
    environment = {"PYTHONPATH": paths, "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.usefixtures("processes")
def test_with_another_constant_of_the_model_nothing_that_was_kept_is_used(
    store: Store, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    shutil.copytree(Path(ladder.__file__).parent, program / "ladder")
    same = table_of(program, "table", "--json", folder=tmp_path)
    assert same == to_json(read_boards(store))
    source = program / "ladder" / "ratings" / "live.py"
    changed = source.read_text().replace("DRAWS: Final = 0.05", "DRAWS: Final = 0.20")
    assert changed != source.read_text()
    source.write_text(changed)
    table_of(program, "export", "all.zip", folder=tmp_path)
    other = table_of(program, "table", "--json", folder=tmp_path)
    assert other == table_of(program, "rate", "all.zip", "--json", folder=tmp_path)
    assert other != same
    # And back again: what the other program has kept is not used either.
    table_of(program, "import", "all.zip", "--ladder=copy.db", folder=tmp_path)
    source.write_text(changed.replace("DRAWS: Final = 0.20", "DRAWS: Final = 0.05"))
    assert table_of(program, "table", "--json", "--ladder=copy.db", folder=tmp_path) == same


def test_boards_of_a_program_with_another_text_are_not_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert leaderboards.board_model() == leaderboards.BOARD_MODEL
    monkeypatch.setattr(leaderboards, "digest_of", lambda _: "another")
    assert leaderboards.board_model() != leaderboards.BOARD_MODEL


def test_the_digest_of_a_program_is_of_all_its_text(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    files = [tmp_path / "x.py", tmp_path / "a" / "y.py", tmp_path / "a" / "b" / "z.py"]
    for file in files:
        file.write_text("1")
    sources = [tmp_path / "x.py", tmp_path / "a"]
    before = digest_of(sources)
    (tmp_path / "a" / "notes.txt").write_text("so")
    assert digest_of(sources) == before
    for file in files:
        file.write_text("2")
        assert digest_of(sources) != before
        file.write_text("1")
    assert digest_of(sources) == before


# --- seasons ---


def test_a_season_that_is_over_has_the_board_that_it_had_but_for_what_counts_no_more(
    store: Store,
) -> None:
    first = read_boards(store)
    store.append(SeasonBegun(2, "endless", ("one@1", "two@1")))
    digest, files = files_like("one@2")
    store.enter(Entered("one@2", "organiser", digest, ()), files)
    assert [row.player for row in read_boards(store).overall] == ["two@1"]
    assert read_boards(store, 1) == first
    store.append(Excluded("so", player="two@1"))
    assert {row.player for row in read_boards(store, 1).overall} == {"one@1", "three@1", "four@1"}


def test_on_the_board_of_a_final_are_those_that_take_part(store: Store) -> None:
    store.append(SeasonBegun(2, "swiss 3", ("one@1", "three@1")))
    assert listed(store.roster()) == ["one@1", "three@1"]
    assert len(listed(store.roster(1))) == 4


def test_the_board_of_a_season_is_asked_for_by_its_number(store: Store, ladder: Run) -> None:
    first = ladder("table", "--json").stdout
    store.append(SeasonBegun(2, "endless", ()))
    assert json.loads(ladder("table", "--json").stdout) != json.loads(first)
    assert ladder("table", "--season=1", "--json").stdout == first
    said = ladder("table", "--season=3", check=2).stderr
    assert said.strip() == "There is no season 3 on this ladder; the last is 2."
    ladder("export", "all.zip")
    assert ladder("rate", "all.zip", "--season=1", "--json").stdout == first
