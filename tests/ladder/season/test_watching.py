"""What a season tells those who watch it: its journal, and its metrics."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from arena.bots.samples import SAMPLES
from arena.boxes.connection.watch import Timings
from arena.runner.referee_process import Event, MatchPlayed
from ladder.cli.screen import Progress
from ladder.cli.telling import tell
from ladder.cli.watching import note
from ladder.log.entries import ORGANISER, Benched, LogEntry
from ladder.queue.plans import MOST_VOIDS
from ladder.season.jobs import CheckOver, Logged, MatchBegun, SeasonEvent, Waiting
from ladder.season.metrics import SeasonMetrics
from ladder.season.season import Season
from ladder.store.requests import Requests
from ladder.wire import UploadLine, UploadState
from tests.bots.writing import choosing, write_bot
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import enter_files
from tests.ladder.scripted import PAIRS, VOID, Scripted, follow, make_ladder, make_season
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


def read_metrics(file: Path) -> dict[tuple[str, ...], float]:
    """Return the samples of a file of metrics, by their names and the values of their labels."""
    families = text_string_to_metric_families(file.read_text())
    return {
        (one.name, *one.labels.values()): one.value for family in families for one in family.samples
    }


def test_a_season_tells_of_every_match_in_its_journal_and_its_metrics(
    place: Path, start_ladder: StartLadder
) -> None:
    metrics = place.parent / "season.prom"
    season = start_ladder("run", "--trust", "--parallel=1", f"--metrics-file={metrics}")
    lines: list[dict[str, Any]] = []
    while sum(line["event"] == "match_played" for line in lines) < 2:
        lines.append(json.loads(season.stdout.readline()))
    # What a line tells of is counted just after it.
    played_two = "ladder_matches_played_total", "six_nimmt"
    wait_until(lambda: read_metrics(metrics)[played_two] >= 2)
    found = read_metrics(metrics)
    assert found["ladder_box_start_seconds_count",] >= 4
    assert found["ladder_clock_late_seconds_count",] >= 2
    assert found["ladder_forfeits_total", "six_nimmt", "crashed"] >= 2
    assert found["ladder_forfeits_total", "six_nimmt", "timeout"] == 0
    season.send_signal(signal.SIGTERM)
    rest, _ = season.communicate()
    assert season.returncode == 130
    assert not metrics.exists()

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


def upload(state: UploadState) -> UploadLine:
    return UploadLine(1, "ada", "a.zip", datetime.now(UTC), state, None, "", None)


BENCHED = Logged(LogEntry(7, datetime.now(UTC), Benched("one@1", "it failed", ()), ""))


@pytest.mark.parametrize(
    ("event", "counted"),
    [
        (Waiting("it is away"), {"ladder_database_waits_total": 1}),
        (BENCHED, {"ladder_bots_benched_total": 1}),
        (CheckOver(upload(UploadState.WAITING), 3.0), {"ladder_check_seconds_count": 0}),
        (CheckOver(upload(UploadState.REFUSED), 3.0), {"ladder_check_seconds_sum": 3}),
    ],
)
def test_what_happens_in_a_season_is_counted(event: SeasonEvent, counted: dict[str, float]) -> None:
    metrics = SeasonMetrics()
    metrics.begin(["tonton"], "container")
    metrics.take(event, playing=2, waiting=5)
    assert {name: metrics.registry.get_sample_value(name) for name in counted} == counted
    assert metrics.registry.get_sample_value("ladder_matches_playing") == 2
    assert metrics.registry.get_sample_value("ladder_matches_waiting") == 5


class Measuring(Scripted):
    """Says of each match how well the machine did."""

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        measured = Timings([0.3, 0.4], 0.002)
        return [
            (job, replace(event, timings=measured) if isinstance(event, MatchPlayed) else event)
            for job, event in super().wait(limit)
        ]


class Watching:
    """Watches a season as `ladder run` does."""

    def __init__(self, season: Season) -> None:
        self.screen = Progress(season)
        self.metrics = SeasonMetrics()
        self._season = season

    def tell(self, event: SeasonEvent) -> None:
        self.screen.take(event)
        for told in tell(event):
            note(told)
        self.metrics.take(event, len(self._season.playing), self._season.waiting)

    def shown(self) -> list[object]:
        """Return what the screen says is being played."""
        return [*next(iter(self.screen.__rich__().columns)).cells]

    def count(self, name: str) -> float | None:
        return self.metrics.registry.get_sample_value(f"ladder_{name}")


def test_a_match_that_another_program_cancels_stays_with_nobody_who_watches(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store, capture_logs() as lines:
        season = make_season(store, Scripted())
        watching = Watching(season)
        for event in follow(season, 2):
            watching.tell(event)
            if isinstance(event, MatchBegun) and event.job.key == 1:
                assert watching.shown() == ["1"]
                store.cancel(1, "by hand")
        assert season.playing == []
        assert watching.shown() == []
        assert watching.count("matches_playing") == 0
        assert watching.screen.played == 1
    said = [(line["event"], line.get("match")) for line in lines]
    assert ("match_cancelled", 1) in said
    assert ("match_played", 1) not in said


def test_what_is_played_for_nobodys_rating_is_shown_measured_and_counts_for_nothing(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        Requests(store.connections).ask(ORGANISER, ["a@1", "b@1"])
        season = make_season(store, Measuring(VOID, VOID, None, VOID, VOID))
        watching, shown = Watching(season), []
        for event in follow(season, 1):
            watching.tell(event)
            shown += watching.shown()
        assert {"1", "request 1", "trial a@1", "trial b@1"} <= {*shown}
        assert watching.shown() == []
        # The request was void once, which nobody is told of but who asked for it.
        assert watching.screen.void == watching.count("matches_void_total") == MOST_VOIDS
        assert watching.screen.played == 1
        played = watching.count("match_seconds_count")
        assert played == 4
        assert watching.count("box_start_seconds_count") == 2 * played
        assert watching.count("clock_late_seconds_sum") == pytest.approx(0.002 * played)


def test_a_journal_says_that_a_season_waits_for_its_database() -> None:
    with capture_logs() as lines:
        for told in tell(Waiting("it is away")):
            note(told)
    (line,) = lines
    assert (line["event"], line["reason"]) == ("database_awaited", "it is away")
    assert line["message"] == "Waiting: it is away"


# A signal that comes while the library gives a connection back.
INTERRUPTED = """
from sqlalchemy import create_engine, event
from ladder.machine.journal import JournalForm, keep_journal

keep_journal(JournalForm.JSON)
engine = create_engine("sqlite://")

@event.listens_for(engine, "reset")
def interrupt(*_):
    raise {error}

try:
    engine.connect().close()
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize(
    ("error", "answer", "lines"),
    [("KeyboardInterrupt", "stopped\n", 0), ("ValueError", "", 1)],
)
def test_a_library_that_is_interrupted_writes_no_line(
    processes: None, error: str, answer: str, lines: int
) -> None:
    code = INTERRUPTED.format(error=error)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, len(done.stderr.splitlines())) == (answer, lines)
