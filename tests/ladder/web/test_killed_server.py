"""The server is killed again and again while a season runs, and the season while the server runs.

Nothing is lost of the ladder, and the pages say what goes on.
"""

import json
import os
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from bench.examine import find_losses
from ladder.store.opening import open_reader
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import make_ladder
from tests.ladder.servers import reserved_port
from tests.programs import Forked
from tests.waiting import wait_until


class Server:
    """A server, which is begun and killed any number of times."""

    def __init__(self, start_ladder: StartLadder, port: int) -> None:
        self._start = start_ladder
        self._port = port
        self.address = f"http://127.0.0.1:{self._port}/"

    def __enter__(self) -> Self:
        self._process = self._start("serve", "--port", str(self._port))
        wait_until(self._answers)
        return self

    def _answers(self) -> bool:
        try:
            return bool(self.fetch("live"))
        except (URLError, ConnectionError):
            return False

    def __exit__(self, *_: object) -> None:
        kill(self._process)

    def fetch(self, path: str) -> str:
        with urlopen(self.address + path) as response:  # noqa: S310 - our own server
            return str(response.read().decode())


def kill(process: Forked) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize("kills", [2, pytest.param(40, marks=pytest.mark.soak)])
def test_whichever_is_killed_nothing_is_lost_and_the_pages_say_what_goes_on(
    tmp_path: Path, start_ladder: StartLadder, kills: int
) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one", "two", "three").close()
    with reserved_port() as port:
        kill_both(place, Server(start_ladder, port), start_ladder, kills)


def kill_both(place: Path, server: Server, start_ladder: StartLadder, kills: int) -> None:
    season = start_ladder("run", "--trust", "--parallel", "1")
    for _ in range(kills):
        with server:
            server.fetch("season")
    assert season.poll() is None
    with server, ExitStack() as held:
        fetch = server.fetch
        wait_until(lambda: json.loads(fetch("api/v1/live"))["season"]["running"])
        played = len(wait_until(lambda: json.loads(fetch("api/v1/matches"))))
        events = held.enter_context(urlopen(f"{server.address}api/v1/events"))  # noqa: S310 - ours
        kill(season)
        wait_until(
            lambda: (
                "No season runs, or it waits for the database. The last one was last seen"
                in fetch("live")
            )
        )
        wait_until(
            lambda: (
                "No season runs, or it waits for the database. The last one was last seen"
                in fetch("season")
            )
        )
        season = start_ladder("run", "--trust", "--parallel", "1", "--matches", "3", "--json")
        wait_until(lambda: "The season is running since" in fetch("live"))
        assert '"played": 3' in season.communicate()[0]
        wait_until(lambda: "No season runs. The last one ended" in fetch("live"))
        told = (line for line in events if line == b"event: live\n")
        # At once, and when the season was killed, begun again, or over.
        assert all(next(told) for _ in range(2))
    assert [*find_losses(str(place))] == []
    with open_reader(str(place)) as store:
        assert store.count_results() >= played + 3
