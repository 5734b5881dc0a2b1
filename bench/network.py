"""A season on three hosts of a network that breaks, made of the kernel's network namespaces.

    sudo .venv/bin/python -m bench.network

With mutual TLS. One worker is cut off for a minute, one killed, one stopped for a minute, and the
scheduler killed. Then nothing may be lost, and every match, played again on one host, has to go as
it went. Takes about five minutes; it is root who makes networks.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from arena.bots.manifest import open_bot
from arena.cli.bots import SAMPLES
from arena.match.record import unpack_record
from arena.runner.referee_process import MatchPlayed, MatchVoid
from bench.examine import find_losses
from ladder.cluster.votes import count_votes
from ladder.executor import LocalExecutor, MatchTask
from ladder.log import ORGANISER, Entered, Played
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submissions import pack_folder
from tests.ladder.certificates import make_certificates

LADDER = Path(sys.executable).with_name("ladder")
DIVISION = "six_nimmt limit=none rounds=1 seats=2"
SWITCH = "arena-switch"
ADDRESSES = {"scheduler": 1, "season": 2, "one": 3, "two": 4, "three": 5}
URL = "tls://10.213.0.1:8786"
MINUTE = 60.0
# So many matches are over before the first thing breaks, and after the last has been mended.
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

    def __init__(self, folder: Path, held: ExitStack) -> None:
        self.folder = folder
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
            env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        self._held.callback(end, process)
        return process

    def worker(self, host: str) -> "subprocess.Popen[bytes]":
        return self.start(host, "worker", URL, "--trust", "--parallel=1")

    def tell(self, text: str) -> None:
        print(f"{time.monotonic() - self._begun:5.0f} s  {count(self.folder):3} matches  {text}")


def end(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGCONT)
    process.terminate()
    process.wait()


def run(folder: Path, *words: str) -> bytes:
    return subprocess.run([LADDER, *words], cwd=folder, capture_output=True, check=True).stdout


def count(folder: Path) -> int:
    with open_store(str(folder / "ladder.db")) as store:
        return sum(isinstance(entry.body, Played) for entry in store.entries())


def wait_for_matches(folder: Path, season: "subprocess.Popen[bytes]", more: int) -> None:
    enough = count(folder) + more
    while count(folder) < enough:
        if season.poll() is not None:
            sys.exit((folder / "season.log").read_text())
        time.sleep(1)


def break_and_mend(hosts: Hosts) -> None:
    """Have happen what may happen to a season."""
    folder = hosts.folder
    scheduler = hosts.start("scheduler", "scheduler", URL)
    time.sleep(5)
    workers = {name: hosts.worker(name) for name in ("one", "two", "three")}
    season = hosts.start("season", "run", "--trust", f"--on={URL}", "--twice=10", "--slowest=0")
    wait_for_matches(folder, season, AROUND)
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
    time.sleep(MINUTE)
    workers["three"].send_signal(signal.SIGCONT)
    hosts.tell("worker three goes on")
    scheduler.kill()
    hosts.tell("the scheduler is killed")
    time.sleep(MINUTE / 6)
    hosts.start("scheduler", "scheduler", URL)
    hosts.tell("the scheduler is begun again")
    wait_for_matches(folder, season, AROUND)
    run(folder, "pause")
    hosts.tell("no more matches are planned")
    season.wait()
    hosts.tell("the season is over")


def play_here(store: Store) -> Iterator[int]:
    """Play every match of the log again, on this host; yield those that went otherwise."""
    with LocalExecutor(store.submission, "process", slots=1) as executor:
        for body in (entry.body for entry in store.entries()):
            if not isinstance(body, Played):
                continue
            content = store.record(body.match)
            assert content is not None
            record = unpack_record(content, f"match {body.match}")
            attempt = record.games[0].attempt
            executor.start(MatchTask(body.match, record.plan.SerializeToString(), attempt))
            here = next(
                event
                for events in iter(executor.wait, None)
                for _, event in events
                if isinstance(event, MatchPlayed | MatchVoid)
            )
            if not count_votes([("there", MatchPlayed(record)), ("here", here)]).agreed:
                yield body.match


def check(folder: Path) -> None:
    place = str(folder / "ladder.db")
    print("lost or doubled:", [*find_losses(place)] or "nothing")
    run(folder, "doctor")
    run(folder, "export", "all.zip")
    run(folder, "verify", "all.zip")
    same = run(folder, "rate", "all.zip", "--json") == run(folder, "table", "--json")
    print("ladder doctor and ladder verify find nothing; the boards from the log alone:", same)
    with open_store(place) as store:
        print("played again on one host, went otherwise:", [*play_here(store)] or "none")
    for one in json.loads(run(folder, "workers", "--json"))["workers"]:
        print(*(f"{key} {one[key]}" for key in ("name", "state", "played", "void", "agreed")))


def main() -> None:
    with tempfile.TemporaryDirectory() as place, ExitStack() as held:
        folder = Path(place)
        make_certificates(folder / "tls")
        run(folder, "init", "--division", DIVISION, "--games-a-match", "10")
        with open_store(str(folder / "ladder.db")) as store:
            for name in ("first", "random", "careful"):
                digest = open_bot(SAMPLES / name).digest
                entered = Entered(f"{name}@1", ORGANISER, digest, ())
                store.enter(entered, pack_folder(SAMPLES / name))
        held.enter_context(network())
        break_and_mend(Hosts(folder, held))
        print((folder / "season.log").read_text())
        check(folder)


if __name__ == "__main__":
    main()
