"""A season on three hosts of a network that breaks, made of the kernel's network namespaces.

    sudo .venv/bin/python -m bench.network

With mutual TLS, on a PostgreSQL server of its own. One worker is cut off for a minute, one killed,
one stopped for a minute; PostgreSQL is killed and begun again, and so is the scheduler. Nothing may
be lost then, and all matches, played again on one host, have to go as they went and to lead to the
same official board. Takes about five minutes; it is root who makes networks.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from arena.match.record import unpack_record
from arena.runner.host import Host
from arena.runner.referee_process import MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from bench.examine import find_losses
from bench.postgres import Server, find_programs
from ladder.log.entries import ORGANISER, Entered, LogEntry, Played, result_of
from ladder.log.proof import conclude
from ladder.matches import Selection
from ladder.ratings.board import Row, fold_log, make_boards
from ladder.season.executor import LocalExecutor, MatchTask
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from tests.ladder.certificates import make_certificates

LADDER = Path(sys.executable).with_name("ladder")
GAME, DIVISION = "six_nimmt", "six_nimmt limit=none rounds=1 seats=2"
BOTS = ("first", "random", "careful")
SWITCH = "arena-switch"
ADDRESSES = {"scheduler": 1, "season": 2, "one": 3, "two": 4, "three": 5}
URL = "tls://10.213.0.1:8786"
MINUTE = 60.0
# This many matches are over before the first thing breaks, and after the last has been mended.
AROUND = 8


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


@contextmanager
def network() -> Iterator[None]:
    """Make a host of the name `arena-NAME` for each address, all on one switch."""
    with ExitStack() as held:
        # A host of its own, since a container engine's rules may stop what passes through this one.
        ip("netns", "add", SWITCH)
        held.callback(ip, "netns", "del", SWITCH)
        ip("-n", SWITCH, "link", "add", "switch", "type", "bridge")
        ip("-n", SWITCH, "link", "set", "switch", "up")
        for name, number in ADDRESSES.items():
            host = f"arena-{name}"
            ip("netns", "add", host)
            held.callback(ip, "netns", "del", host)
            port = ("link", "add", name, "type", "veth", "peer", "eth0", "netns", host)
            ip("-n", SWITCH, *port)
            ip("-n", SWITCH, "link", "set", name, "master", "switch", "up")
            ip("-n", host, "address", "add", f"10.213.0.{number}/24", "dev", "eth0")
            ip("-n", host, "link", "set", "eth0", "up")
            ip("-n", host, "link", "set", "lo", "up")
        yield


class Hosts:
    """What runs on them, and what is broken."""

    def __init__(self, folder: Path, server: Server, held: ExitStack) -> None:
        self.folder = folder
        self.server = server
        self._held = held
        self._begun = time.monotonic()

    def start(self, host: str, *words: str) -> "subprocess.Popen[bytes]":
        # Its own, since hosts do not share their CPUs.
        runtime = self.folder / f"{host}.d"
        runtime.mkdir(mode=0o700, exist_ok=True)
        log = self._held.enter_context((self.folder / f"{host}.log").open("ab"))
        process = subprocess.Popen(
            ["ip", "netns", "exec", f"arena-{host}", LADDER, *words, "--tls=tls"],
            cwd=self.folder,
            env={**os.environ, "LADDER": self.server.url, "ARENA_RUNTIME_DIR": str(runtime)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        self._held.callback(end, process)
        return process

    def worker(self, host: str) -> "subprocess.Popen[bytes]":
        return self.start(host, "worker", URL, "--trust", "--parallel=1")

    def tell(self, text: str) -> None:
        print(
            f"{time.monotonic() - self._begun:5.0f} s  {count(self.server.url):3} matches  {text}"
        )


def end(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGCONT)
    process.terminate()
    process.wait()


def run(hosts: Hosts, *words: str) -> bytes:
    environment = {**os.environ, "LADDER": hosts.server.url}
    done = subprocess.run(
        [LADDER, *words], cwd=hosts.folder, env=environment, capture_output=True, check=True
    )
    return done.stdout


def count(place: str) -> int:
    with open_store(place) as store:
        return sum(isinstance(entry.body, Played) for entry in store.entries())


def wait_for_matches(hosts: Hosts, season: "subprocess.Popen[bytes]", more: int) -> None:
    enough = count(hosts.server.url) + more
    while count(hosts.server.url) < enough:
        if season.poll() is not None:
            sys.exit((hosts.folder / "season.log").read_text())
        time.sleep(1)


def break_and_mend(hosts: Hosts) -> None:
    """Have happen what may happen to a season."""
    scheduler = hosts.start("scheduler", "scheduler", URL)
    time.sleep(5)
    workers = {name: hosts.worker(name) for name in ("one", "two", "three")}
    season = hosts.start("season", "run", "--trust", f"--scheduler={URL}")
    wait_for_matches(hosts, season, AROUND)
    hosts.tell("worker one is cut off")
    ip("-n", SWITCH, "link", "set", "one", "down")
    time.sleep(MINUTE / 6)
    hosts.tell("worker two is killed")
    workers["two"].kill()
    time.sleep(MINUTE - MINUTE / 6)
    ip("-n", SWITCH, "link", "set", "one", "up")
    hosts.tell("worker one has its network again")
    hosts.worker("two")
    workers["three"].send_signal(signal.SIGSTOP)
    hosts.tell("worker three is stopped, and two begun again")
    time.sleep(MINUTE / 3)
    hosts.tell("PostgreSQL is killed")
    hosts.server.kill()
    time.sleep(MINUTE / 6)
    hosts.server.start()
    hosts.tell("PostgreSQL is begun again")
    time.sleep(MINUTE / 2)
    workers["three"].send_signal(signal.SIGCONT)
    hosts.tell("worker three goes on")
    scheduler.kill()
    hosts.tell("the scheduler is killed")
    time.sleep(MINUTE / 6)
    hosts.start("scheduler", "scheduler", URL)
    hosts.tell("the scheduler is begun again")
    wait_for_matches(hosts, season, AROUND)
    run(hosts, "set", "--pause")
    hosts.tell("no more matches are planned")
    season.wait()
    hosts.tell("the season is over")


def play_here(store: Store, played: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """Play matches of the log again, on this host; yield what the log would say of each then."""
    with LocalExecutor(store.submission, Host("process"), slots=1) as executor:
        for entry in played:
            assert isinstance(entry.body, Played)
            match, season = entry.body.match, entry.body.season
            record = read_record(store, match)
            attempt = record.games[0].attempt
            executor.start(MatchTask(f"match {match}", record.plan.SerializeToString(), attempt))
            here = wait_for_end(executor)
            body = conclude(match, season, here.record, entry.body.record)
            if body != entry.body:
                print(f"match {match}, played again on one host, went otherwise")
            yield msgspec.structs.replace(entry, body=body)


def read_record(store: Store, match: int) -> rec.Record:
    content = store.record(match)
    assert content is not None
    return unpack_record(content, f"match {match}")


def wait_for_end(executor: LocalExecutor) -> MatchPlayed:
    while True:
        for _, event in executor.wait():
            if isinstance(event, MatchVoid):
                sys.exit(event.reason)
            if isinstance(event, MatchPlayed):
                return event


def make_board(entries: Iterable[LogEntry]) -> Sequence[Row]:
    results = [*map(result_of, entries)]
    players = [f"{name}@1" for name in BOTS]
    return make_boards(*fold_log(results, Selection(GAME)), [GAME], players).games[GAME]


def check(hosts: Hosts) -> None:
    place = hosts.server.url
    print("lost or doubled:", [*find_losses(place)] or "nothing")
    run(hosts, "doctor")
    run(hosts, "export", "all.zip")
    run(hosts, "verify", "all.zip")
    same = run(hosts, "rate", "all.zip", "--json") == run(hosts, "table", "--json")
    print("ladder doctor and ladder verify find nothing; the boards from the log alone:", same)
    with open_store(place) as store:
        played = [entry for entry in store.entries() if isinstance(entry.body, Played)]
        same = make_board(played) == make_board(play_here(store, played))
    print(f"{len(played)} matches played again on one host; the same official board:", same)
    for one in json.loads(run(hosts, "workers", "--json"))["workers"]:
        print(*(f"{key} {one[key]}" for key in ("name", "state", "played", "void")))


def main() -> None:
    programs = find_programs()
    if programs is None:
        sys.exit("There is no PostgreSQL server here; apt-get install postgresql brings it.")
    with ExitStack() as held:
        # Of a name each: the server's folder is its user's.
        folder, data = (Path(held.enter_context(TemporaryDirectory())) for _ in range(2))
        make_certificates(folder / "tls")
        server = held.enter_context(Server(programs, data))
        hosts = Hosts(folder, server, held)
        run(hosts, "init", "--division", DIVISION, "--games-a-match", "10")
        with open_store(server.url) as store:
            for name in BOTS:
                digest = open_bot(SAMPLES / name).digest
                entered = Entered(f"{name}@1", ORGANISER, digest, ())
                store.enter(entered, pack_folder(SAMPLES / name))
        held.enter_context(network())
        break_and_mend(hosts)
        print((folder / "season.log").read_text())
        check(hosts)


if __name__ == "__main__":
    main()
