"""`ladder run` carries out what is planned, and goes on with the final."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ladder.log.entries import Frozen, SeasonBegun
from ladder.settings.dates import ActName, PlannedAct
from ladder.settings.webhook import Webhook
from ladder.store.dates import keep_dates
from ladder.store.opening import open_store
from ladder.store.outbox import first_posting, keep_webhook
from tests.ladder.uploading import open_ladder
from tests.programs import Run


def test_a_season_without_end_ends_for_its_final_which_is_played(
    ladder: Run, tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    acts = [
        PlannedAct(ActName.DEADLINE, now),
        PlannedAct(ActName.FINAL, now + timedelta(seconds=3), format="round-robin 1"),
        PlannedAct(ActName.PUBLISH, now + timedelta(seconds=3.1), folder=str(tmp_path / "site")),
    ]
    place = tmp_path / "ladder.db"
    with open_ladder(place, "one", "two") as store, store.connections.writing() as here:
        keep_dates(here.connection, [(act, False) for act in acts])
        keep_webhook(here.connection, Webhook("https://hooks.example.org", "s" * 16))
    done = ladder("run", "--trust", "--parallel", "1")
    assert "The season is at its end, since its format is round-robin 1" in done.stdout
    with open_store(str(place)) as store:
        decided = [entry.body for entry in store.entries(kinds=["frozen", "begun"])]
        assert decided == [
            Frozen(frozen=True, by=""),
            SeasonBegun(2, "round-robin 1", (), by=""),
        ]
        assert len([*store.results(season=2)]) == 1
        assert all(store.dates().values())
        with store.connections.reading() as connection:
            posting = first_posting(connection)
        assert posting is not None
        assert json.loads(posting.body)["text"].startswith("Season 2 is over:")
    assert (tmp_path / "site" / "index.html").is_file()


def test_pages_that_are_due_are_written_when_the_season_is_over(
    ladder: Run, tmp_path: Path
) -> None:
    act = PlannedAct(ActName.PUBLISH, datetime.now(UTC), folder=str(tmp_path / "site"))
    place = tmp_path / "ladder.db"
    with open_ladder(place, "one", "two") as store, store.connections.writing() as here:
        keep_dates(here.connection, [(act, False)])
    ladder("run", "--trust", "--parallel", "1", "--matches", "1")
    assert (tmp_path / "site" / "matches" / "1.html").is_file()
