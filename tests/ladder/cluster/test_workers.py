"""A season on workers: real schedulers, workers, matches and signals."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

import arena
import ladder as ladder_package
from arena.boxes.host.process_tree import descendants
from bench.examine import find_losses
from ladder.log.entries import Played
from ladder.store.opening import create_store, open_store
from tests.bots.writing import choosing, write_bot
from tests.ladder.certificates import make_certificates
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import enter_files, open_log
from tests.ladder.scripted import PAIRS
from tests.ladder.servers import reserved_port, wait_for_line
from tests.ladder.sockets import answers_in_the_clear, listening
from tests.programs import Forked, Run
from tests.waiting import wait_until

# It plays when the gate is open, and until then says that it was asked.
GATED = """from pathlib import Path
        import os, time
        (Path({folder!r}) / f"asked-{{os.getpid()}}").touch()
        while not Path({folder!r}, "gate").exists():
            time.sleep(0.05)
        return turn.legal[0]"""


class Cluster:
    """A scheduler, and what was started with it."""

    def __init__(self, start: StartLadder, folder: Path, *tls: str, port: int = 0) -> None:
        self.start = start
        self.tls = tls
        self.folder = folder
        where = "tls://0.0.0.0" if tls else "tcp://127.0.0.1"
        self.scheduler, self.url = self.start_scheduler(f"{where}:{port}")

    def start_scheduler(self, url: str) -> tuple[Forked, str]:
        process = self.start("scheduler", url, *self.tls)
        said = wait_for_line(process, "listens at")
        return process, re.findall(r"t\w+://\S+", said)[0]

    def add_worker(self) -> Forked:
        worker = self.start("worker", self.url, "--trust", "--parallel=1", *self.tls)
        wait_for_line(worker, "Joined")
        return worker

    def play(self, matches: int, *words: str) -> Forked:
        words = ("--trust", f"--scheduler={self.url}", f"--matches={matches}", *self.tls, *words)
        return self.start("run", *words)

    def open_gate(self) -> None:
        (self.folder / "gate").touch()

    def asked(self) -> list[int]:
        """Return the processes of the bots that were asked for a move."""
        return [int(path.name.partition("-")[2]) for path in self.folder.glob("asked-*")]

    def plays(self, worker: Forked) -> bool:
        """Say whether a bot of a worker's is being asked for a move."""
        return bool({*self.asked()} & {*descendants(worker.pid)})


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A ladder of short matches between two bots that wait at a gate."""
    bot = write_bot(tmp_path / "bot", choosing(GATED.format(folder=str(tmp_path))))
    # Nobody's time is up while a test looks on.
    opened = msgspec.structs.replace(open_log(PAIRS, games_a_match=2), clock="10000+1")
    with create_store(str(tmp_path / "ladder.db"), opened) as store:
        for name in ("one", "other"):
            enter_files(store, name, bot)
    return tmp_path / "ladder.db"


@pytest.fixture
def cluster(place: Path, start_ladder: StartLadder, tmp_path: Path) -> Iterator[Cluster]:
    with reserved_port() as port:
        cluster = Cluster(start_ladder, tmp_path, port=port)
        yield cluster
    # Whatever still plays can end.
    cluster.open_gate()


def results(place: Path) -> list[int]:
    """Return the matches that the log has results of."""
    with open_store(str(place)) as store:
        return [one.body.match for one in store.entries() if isinstance(one.body, Played)]


def workers(ladder: Run) -> dict[str, dict[str, object]]:
    return {one["name"]: one for one in json.loads(ladder("workers", "--json").stdout)["workers"]}


def finish(season: Forked) -> str:
    said, _ = season.communicate()
    assert season.returncode == 0, said
    return said


def test_what_a_killed_worker_played_another_plays_and_it_counts_once(
    cluster: Cluster, place: Path, ladder: Run
) -> None:
    both = [cluster.add_worker(), cluster.add_worker()]
    season = cluster.play(3)
    # Of one at least: two bots have both CPUs of a machine that has no more.
    wait_until(lambda: any(map(cluster.plays, both)))
    next(filter(cluster.plays, both)).kill()
    cluster.open_gate()
    assert "3 matches played, 0 void" in finish(season)
    assert sorted(results(place)) == [1, 2, 3]
    assert list(find_losses(str(place))) == []
    states = {one["state"]: one["played"] for one in workers(ladder).values()}
    assert states == {"left": 0, "plays": 3}


@pytest.mark.soak  # By script: tests/ladder/cluster/test_executor.py.
def test_what_the_only_worker_played_when_it_was_killed_a_newcomer_plays(
    cluster: Cluster, place: Path, ladder: Run
) -> None:
    only = cluster.add_worker()
    season = cluster.play(1)
    wait_until(lambda: cluster.plays(only))
    only.kill()
    wait_for_line(season, f"{only.pid} has left")
    newcomer = cluster.add_worker()
    cluster.open_gate()
    assert "1 match played, 0 void" in finish(season)
    assert list(find_losses(str(place))) == []
    counts = {name.rpartition("-")[2]: one["played"] for name, one in workers(ladder).items()}
    assert counts == {str(only.pid): 0, str(newcomer.pid): 1}


def test_a_worker_that_is_told_to_leave_ends_its_match_and_a_newcomer_goes_on(
    cluster: Cluster, place: Path, ladder: Run
) -> None:
    leaving = cluster.add_worker()
    season = cluster.play(2)
    wait_until(lambda: cluster.plays(leaving))
    leaving.send_signal(signal.SIGTERM)
    wait_for_line(leaving, "Leaving")
    asked = cluster.asked()
    newcomer = cluster.add_worker()
    cluster.open_gate()
    assert "no match was lost" in leaving.communicate()[0]
    assert leaving.returncode == 0
    assert "2 matches played, 0 void" in finish(season)
    assert list(find_losses(str(place))) == []
    counts = {name.rpartition("-")[2]: one["played"] for name, one in workers(ladder).items()}
    assert counts == {str(leaving.pid): 1, str(newcomer.pid): 1}
    assert asked


def test_a_match_that_is_played_while_the_scheduler_is_away_is_handed_in_to_the_next(
    cluster: Cluster, place: Path, ladder: Run
) -> None:
    worker = cluster.add_worker()
    season = cluster.play(1)
    wait_until(lambda: cluster.plays(worker))
    cluster.scheduler.kill()
    wait_for_line(worker, "scheduler has gone")
    cluster.open_gate()
    asked = set(cluster.asked())
    cluster.start_scheduler(cluster.url)
    assert "1 match played, 0 void" in finish(season)
    assert list(find_losses(str(place))) == []
    # By the bots that were playing it, and by no others.
    assert asked <= set(cluster.asked())
    assert len(cluster.asked()) == 2
    assert [one["played"] for one in workers(ladder).values()] == [1]


def test_over_tls_a_match_is_played_a_stranger_refused_and_all_that_others_reach_encrypted(
    place: Path, start_ladder: StartLadder, ladder: Run
) -> None:
    tmp_path = place.parent
    ours, strangers = (make_certificates(tmp_path / name) for name in ("ours", "strangers"))
    cluster = Cluster(start_ladder, tmp_path, f"--tls={ours}")
    worker = cluster.add_worker()
    reached = [port for port, beyond in listening(cluster.scheduler, worker).items() if beyond]
    assert len(reached) == 2
    assert not [port for port in reached if answers_in_the_clear(port)]
    cluster.open_gate()
    assert "1 match played, 0 void" in finish(cluster.play(1))
    assert list(find_losses(str(place))) == []

    refused = ladder(
        "run", "--trust", f"--scheduler={cluster.url}", f"--tls={strangers}", check=None
    )
    assert refused.returncode == 2
    assert "does not accept TLS with us" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


# --- another image ---


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Have commands be those of an installation with a change in what the bots' image is made of.

    Until what is yielded is undone.
    """
    copy = tmp_path / "changed"
    for package in (arena, ladder_package):
        (folder,) = package.__path__
        copytree(folder, copy / package.__name__, ignore=ignore_patterns("*.pyc.*"))
    with (copy / "arena" / "errors.py").open("a") as module:
        module.write("# So bots have other files than before.\n")
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("PYTHONPATH", str(copy))
        yield elsewhere


def test_a_worker_with_another_image_is_set_aside_and_what_it_would_have_played_is_not_lost(
    cluster: Cluster, place: Path, ladder: Run, changed: pytest.MonkeyPatch
) -> None:
    other = cluster.add_worker()
    changed.undo()
    season = cluster.play(1)
    aside = wait_for_line(season, "is set aside")
    assert re.search(
        rf"{other.pid} is set aside: it has image \w{{12}}, and the season \w{{12}}\.", aside
    )
    said, _ = other.communicate()
    assert other.returncode == 1
    assert "The season has set this worker aside: it has image " in said.splitlines()[-1]
    right = cluster.add_worker()
    cluster.open_gate()
    assert "1 match played, 0 void" in finish(season)
    assert results(place) == [1]
    assert list(find_losses(str(place))) == []
    counts = {name.rpartition("-")[2]: one["played"] for name, one in workers(ladder).items()}
    assert counts == {str(other.pid): 0, str(right.pid): 1}


@pytest.mark.usefixtures("changed")
def test_a_machine_without_the_bots_image_is_no_worker_and_is_told_what_to_type(
    start_ladder: StartLadder,
) -> None:
    worker = start_ladder("worker", "tcp://127.0.0.1:1")
    said, _ = worker.communicate()
    assert worker.returncode == 2
    (line,) = said.splitlines()
    assert "This machine cannot be a worker, bot image: " in line
    assert line.endswith("; type: arena image")


# --- the ports and the journal ---


def test_without_tls_no_other_machine_reaches_anything(cluster: Cluster) -> None:
    worker = cluster.add_worker()
    season = cluster.play(1)
    wait_until(lambda: cluster.plays(worker))
    # Not the scheduler, not the worker, not the season, and none of what they have started.
    ports = listening(cluster.scheduler, worker, season)
    assert urlsplit(cluster.url).port in ports
    assert not any(ports.values())
    # What happens stands in a journal where nobody sits before them.
    cluster.open_gate()
    finish(season)
    worker.send_signal(signal.SIGTERM)
    # What is no line of the journal is the answer of the command, on stdout.
    *told, left, _ = worker.communicate()[0].splitlines()
    assert left == "Left; no match was lost."
    name = rf"\S+-{worker.pid}"
    assert [*map(read_line, told)] == [
        {"event": "match_played", "job": "match 1", "games": 2},
        {"event": "leaving", "message": "Leaving when what is being played is over."},
    ]
    for word in ("worker_joined", "worker_left"):
        line = read_line(wait_for_line(cluster.scheduler, word))
        assert line["event"] == word
        assert re.fullmatch(name, line["worker"])


def read_line(text: str) -> dict[str, Any]:
    """Return what a line of a journal says, but for what every line has and is never the same."""
    line = json.loads(text)
    assert line.keys() >= {"time", "level", "event"}
    left_out = {"time", "level", "logger", "seconds"}
    return {name: fact for name, fact in line.items() if name not in left_out}
