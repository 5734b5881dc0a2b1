"""Ladders of earlier programs: they are verified and imported, and rate to the same bytes for ever.

In that of format 3 a bot plays that had just been withdrawn, and one is planned that was benched.
"""

from pathlib import Path

from ladder.exchange import import_export, read_exported_log, write_export
from ladder.leaderboards import rate_season
from ladder.ratings.board import to_json
from ladder.store.opening import open_store
from tests.ladder.ladders import finish, plan_match

GOLDEN = Path(__file__).parent / "golden_ladders"


def test_a_ladder_of_format_3_is_imported_rated_and_played_on(tmp_path: Path) -> None:
    place, file = str(tmp_path / "ladder.db"), GOLDEN / "format_3.zip"
    import_export(place, file)
    log = read_exported_log(file)
    with open_store(place) as store:
        assert list(store.entries(last=len(log))) == log
        assert to_json(rate_season(store, 1)[1]) == (GOLDEN / "format_3.json").read_text()
        finish(store, plan_match(store, ["one@1", "three@1"]))
        write_export(store, tmp_path / "again.zip", submissions=False)
    assert read_exported_log(tmp_path / "again.zip")[: len(log)] == log
