"""Ladders of earlier programs: they are verified and imported, and rate to the same bytes for ever.

In that of format 3 a bot plays that had just been withdrawn, and one is planned that was benched.
That of format 4 has two games, an author, a void, forfeits, a bench, an exclusion and two seasons.
In another one of format 4 most games have a forfeit, and many of these are of partners.
That of format 5 has the same, and acts of an author and of a season by itself.
The backup has something in every table and a season in the middle of two matches; it was made by
the program of 1.0, whose tables are the first from which a ladder is upgraded.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from ladder.archive.backup import restore_backup
from ladder.archive.exchange import import_export, read_exported_log, write_export
from ladder.cli.app import app
from ladder.leaderboards import read_boards
from ladder.log.entries import FORMATS
from ladder.log.proof import prove
from ladder.queries.health import Examination
from ladder.ratings.board import to_json
from ladder.rerating import rate_rest
from ladder.settings.about import About, Logo
from ladder.settings.dates import ActName, PlannedAct
from ladder.settings.webhook import NOWHERE
from ladder.store.derived import Derived
from ladder.store.opening import open_store
from tests.ladder.ladders import finish, plan_match, play

GOLDEN = Path(__file__).parent / "golden_ladders"
# Who plays at the end of each.
PLAYS = {
    "format_3": ["one@1", "three@1"],
    "format_4": ["one@1", "two@1"],
    "format_5": ["one@1", "two@1"],
    "forfeits": ["good@1", "other@1"],
}


def test_there_is_a_ladder_of_each_format() -> None:
    assert {f"format_{number}" for number in FORMATS} <= {*PLAYS}


@pytest.mark.parametrize("name", PLAYS)
def test_a_ladder_of_an_earlier_program_is_imported_rated_and_played_on(
    tmp_path: Path, name: str
) -> None:
    place, file = str(tmp_path / "ladder.db"), GOLDEN / f"{name}.zip"
    import_export(place, file)
    log = read_exported_log(file)
    with open_store(place) as store:
        assert list(store.entries(last=len(log))) == log
        assert not store.is_rated()
        rate_rest(store)
        boards = to_json(read_boards(store, store.roster(1)))
        assert boards == (GOLDEN / f"{name}.json").read_text()
        finish(store, plan_match(store, PLAYS[name]))
        write_export(store, tmp_path / "again.zip", submissions=False)
    assert read_exported_log(tmp_path / "again.zip")[: len(log)] == log


def test_an_old_log_is_told_by_its_format_and_by_what_it_is_not_asked() -> None:
    told = {name: _verify(name) for name in PLAYS}
    assert " of format 3, the last digest is" in told["format_3"]
    assert " of format 4, the last digest is" in told["format_4"]
    assert " of format 5, the last digest is" in told["format_5"]
    unasked = "is not asked whether benched, withdrawn or excluded bots played on."
    assert [name for name, said in told.items() if unasked in said] == ["format_3"]
    unasked = "is not asked who decided, or whether what it speaks of is there"
    older = ["format_3", "format_4", "forfeits"]
    assert [name for name, said in told.items() if unasked in said] == older


def _verify(name: str) -> str:
    done = CliRunner().invoke(app, ["verify", str(GOLDEN / f"{name}.zip")])
    assert done.exit_code == 0
    return done.stdout


def test_the_season_of_a_program_before_goes_on_where_it_was(place: str, tmp_path: Path) -> None:
    copied = restore_backup(GOLDEN / "revision_21.backup", place, lambda *_: None)
    # Nothing of a term is lost.
    assert all(copied.rows.values())
    with open_store(place) as store:
        assert (store.setting(About()), store.setting(Logo())) == (
            About(title="Cards"),
            Logo(b"\x89PNG"),
        )
        assert store.setting(NOWHERE).host == "hooks.example.org"
        assert store.dates() == {
            PlannedAct(ActName.OPENING, datetime(2026, 1, 1, tzinfo=UTC)): True
        }
        pulse = store.pulse()
        assert pulse is not None
        assert (pulse.over, pulse.machine.python) == (True, "3.11.7")
        assert store.setting(Derived()).counted == 10
        log = list(store.entries())
        rate_rest(store)
        boards = to_json(read_boards(store, store.roster(1)))
        assert boards == (GOLDEN / "revision_21.backup.json").read_text()
        waiting = store.queue()
        assert [(one.match, one.attempt) for one in waiting] == [(4, 1), (5, 0)]
        for one in waiting:
            record = play(one.plan, attempt=one.attempt)
            assert store.finish(one.match, prove(record)) is not None
        finish(store, plan_match(store))
        assert [finding for finding in Examination(store).findings() if not finding.ok] == []
        write_export(store, tmp_path / "ladder.zip", submissions=True)
    assert read_exported_log(tmp_path / "ladder.zip")[: len(log)] == log
