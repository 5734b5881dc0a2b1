"""`ladder suspects` on a ladder with a helper, and on one where hardly anything was played."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from ladder.log.entries import (
    BEGINNING,
    AnyBody,
    Entered,
    Joined,
    LogEntry,
    Planned,
    Played,
    make_entry,
)
from ladder.store.opening import fill_store
from tests.ladder.bad_input.mistakes import refused
from tests.ladder.ladders import SHORT, make_ladder, open_log
from tests.ladder.ratings.colluding import season
from tests.programs import Run

BOTS = 20


def log(helpers: int) -> Iterator[LogEntry]:
    """Yield the log of a season in which this many bots throw their games to bot0."""
    results = season(1, bots=BOTS, matches=600, helpers=helpers, throws=50)
    players = sorted({player for result in results for player in result.players})
    bodies: list[AnyBody] = [open_log(SHORT), Joined("anna")]
    bodies += [Entered(player, "anna", "0" * 64, ()) for player in players]
    for one in results:
        nobody: tuple[dict[str, int], ...] = ({},) * 4
        match, plan = 1 + one.match, f"{one.match:064x}"
        bodies.append(Planned(match, 1, one.game, one.players, plan))
        bodies.append(
            Played(
                match=match,
                season=1,
                game=one.game,
                options={},
                players=one.players,
                ranks=one.ranks,
                teams=(),
                scores=(0,) * 4,
                forfeits=nobody,
                attempt=0,
                box="container",
                allow_missing=(),
                record="0" * 64,
            )
        )
    before = BEGINNING
    for number, body in enumerate(bodies, start=1):
        entry = make_entry(before, number, datetime(2026, 1, 1, tzinfo=UTC), body)
        before = entry.digest
        yield entry


def test_a_helper_is_listed_with_whom_it_helps(ladder: Run, tmp_path: Path) -> None:
    fill_store(str(tmp_path / "ladder.db"), ((one, None) for one in log(helpers=1)), [])
    said = ladder("suspects").stdout
    heading, first, *_ = said.splitlines()
    assert heading.split()[:3] == ["game", "bot", "with"]
    assert "bot0 bot1" in " ".join(first.split())
    assert "against it" in first
    assert "100%" in first
    assert first.rstrip().endswith("anna")
    assert said.endswith("ladder bot bot1 --against bot0\n")
    assert max(map(len, said.splitlines())) <= 80
    told = json.loads(ladder("suspects", "six_nimmt", "--json").stdout)
    assert told["suspicions"][0]["profits"] == "bot0"
    assert told["false_alarms"] == 0.05


def test_where_all_are_honest_it_says_how_many_pairs_it_has_looked_at(
    ladder: Run, tmp_path: Path
) -> None:
    fill_store(str(tmp_path / "ladder.db"), ((one, None) for one in log(helpers=0)), [])
    assert ladder("suspects").stdout.startswith(
        "Nobody does better with anybody than expected, of 760 pairs and ways that were looked at,"
    )


def test_without_matches_there_is_nothing_to_look_at(ladder: Run, tmp_path: Path) -> None:
    make_ladder(tmp_path / "ladder.db", "one", "two").close()
    assert ladder("suspects").stdout.startswith(
        "There is nothing to look at yet: no two bots have met in 5 matches."
    )
    assert "'chess' is not played on this ladder" in refused(ladder("suspects", "chess", check=2))
