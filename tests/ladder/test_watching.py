"""What a season tells those who watch it: its journal, and its metrics."""

import json
import re
import signal
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from arena.bots.samples import SAMPLES
from arena.boxes.timings import Timings
from arena.v1 import record_pb2 as rec
from ladder.cli.season_journal import SeasonJournal
from ladder.intake import UploadBegun, UploadOver
from ladder.log import Benched, LogEntry, Planned
from ladder.metrics import SeasonMetrics
from ladder.queue import Queued
from ladder.requests import RequestState
from ladder.season import (
    GameOver,
    Logged,
    MatchBegun,
    MatchMeasured,
    MatchVoided,
    RequestOver,
    SeasonEvent,
    TrialOver,
    Waiting,
)
from ladder.uploads import UploadLine, UploadState
from tests.bots.writing import choosing, write_bot
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import enter_files
from tests.ladder.scripted import PAIRS, make_ladder
from tests.programs import seeded
from tests.screens import on_screen
from tests.waiting import wait_until


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A ladder of short matches with a good bot and one that forfeits whenever it is asked."""
    raising = write_bot(tmp_path / "raising", choosing("raise ValueError('\\x1b[31mred')"))
    with make_ladder(tmp_path, divisions=[PAIRS]) as store:
        enter_files(store, "good", SAMPLES / "random")
        enter_files(store, "bad", raising)
    return tmp_path / "ladder.db"


def read_metrics(address: str) -> dict[tuple[str, ...], float]:
    """Return the samples of a page of metrics, by their names and the values of their labels."""
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own
        families = text_string_to_metric_families(answer.read().decode())
    return {
        (one.name, *one.labels.values()): one.value for family in families for one in family.samples
    }


@pytest.mark.usefixtures("place")
def test_a_season_tells_of_every_match_in_its_journal_and_its_metrics(
    start_ladder: StartLadder,
) -> None:
    season = start_ladder("run", "--trust", "--parallel=1", "--metrics=127.0.0.1:0")
    assert season.stdout is not None
    address = json.loads(season.stdout.readline())["address"]
    lines: list[dict[str, Any]] = []
    while sum(line["event"] == "match_played" for line in lines) < 2:
        lines.append(json.loads(season.stdout.readline()))
    # What a line tells of is counted just after it.
    played_two = "ladder_matches_played_total", "six_nimmt"
    wait_until(lambda: read_metrics(address)[played_two] >= 2)
    found = read_metrics(address)
    assert found["ladder_box_start_seconds_count",] >= 4
    assert found["ladder_clock_late_seconds_count",] >= 2
    assert found["ladder_forfeits_total", "six_nimmt", "crashed"] >= 2
    assert found["ladder_forfeits_total", "six_nimmt", "timeout"] == 0
    season.send_signal(signal.SIGTERM)
    rest, _ = season.communicate()
    assert season.returncode == 130
    with pytest.raises(urllib.error.URLError):
        read_metrics(address)

    lines += [json.loads(line) for line in rest.splitlines() if line.startswith("{")]
    assert (lines[0]["event"], lines[0]["bots"]) == ("season_begun", 2)
    last = next(line for line in lines if line["event"] == "season_over")
    played = [line for line in lines if line["event"] == "match_played"]
    assert (last["played"], last["stopped"]) == (len(played), True)
    for line in played:
        (begun,) = (one for one in lines if one["event"] == "match_begun" and _is(one, line))
        forfeits = [one for one in lines if one["event"] == "forfeit" and _is(one, line)]
        assert {*begun["bots"]} == {"good@1", "bad@1"}
        # Sitting out is not to be blamed a third time, but is a forfeit as well.
        assert line["forfeits"] == {"crashed": len(forfeits)} != {"crashed": 0}
        assert {(one["bot"], one["verdict"]) for one in forfeits} == {("bad@1", "crashed")}
        assert len(line["box_starts"]) >= 2


def _is(one: dict[str, object], other: dict[str, object]) -> bool:
    return one.get("match") == other["match"]


@pytest.mark.usefixtures("processes")
def test_on_a_terminal_there_is_a_screen_and_no_journal(place: Path) -> None:
    said = on_screen([*seeded("ladder"), "run", "--trust", "--matches=1"], place.parent)
    assert re.search("1 match played", said)
    assert '"event"' not in said


def begun(match: int, request: int | None = None) -> MatchBegun:
    return MatchBegun(Queued(match, 0, rec.Plan(game="tonton")), request=request)


def upload(state: UploadState) -> UploadLine:
    return UploadLine(1, "ada", "a.zip", datetime.now(UTC), state, None, "", None)


def entry(body: Benched | Planned) -> Logged:
    return Logged(LogEntry(7, datetime.now(UTC), body, ""))


@pytest.mark.parametrize(
    ("events", "counted"),
    [
        ([begun(1)], {"ladder_matches_playing": 1}),
        (
            [begun(1), MatchVoided(1, (), "", put_off=False)],
            {"ladder_matches_playing": 0, "ladder_matches_void_total": 1},
        ),
        (
            [begun(-1), TrialOver(-1, "one@1", "the machine sneezed")],
            {"ladder_matches_playing": 0, "ladder_matches_void_total": 0},
        ),
        (
            [
                begun(-1, request=3),
                GameOver(-1, rec.GameRecord()),
                MatchMeasured(-1, Timings([0.3, 0.4], 0.002)),
                RequestOver(-1, 3, RequestState.PLAYED, ""),
            ],
            {
                "ladder_matches_playing": 0,
                "ladder_box_start_seconds_count": 2,
                "ladder_clock_late_seconds_sum": 0.002,
            },
        ),
        ([RequestOver(-1, 3, RequestState.FAILED, "")], {"ladder_matches_playing": 0}),
        ([Waiting("it is away")], {"ladder_database_waits_total": 1}),
        ([entry(Benched("one@1", "it failed", ()))], {"ladder_bots_benched_total": 1}),
        (
            [
                UploadBegun(upload(UploadState.CHECKING)),
                UploadOver(upload(UploadState.WAITING)),
                UploadBegun(upload(UploadState.CHECKING)),
                UploadOver(upload(UploadState.REFUSED)),
            ],
            {"ladder_check_seconds_count": 1},
        ),
    ],
)
def test_what_happens_in_a_season_is_counted(
    events: list[SeasonEvent], counted: dict[str, float]
) -> None:
    metrics = SeasonMetrics()
    metrics.begin(["tonton"], "container")
    for event in events:
        metrics.take(event, waiting=5)
    assert {name: metrics.registry.get_sample_value(name) for name in counted} == counted
    assert metrics.registry.get_sample_value("ladder_matches_waiting") == 5


def test_a_journal_says_that_a_season_waits_for_its_database() -> None:
    with capture_logs() as lines:
        SeasonJournal().note(Waiting("it is away"), "Waiting: it is away")
    (line,) = lines
    assert (line["event"], line["reason"]) == ("database_awaited", "it is away")
    assert line["message"] == "Waiting: it is away"
