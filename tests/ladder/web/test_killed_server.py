"""The server is killed 20 times while a season runs, and the season while the server runs.

Nothing is lost of the ladder, and the pages say what goes on.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from bench.examine import find_losses
from ladder.store.opening import open_reader
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import make_ladder
from tests.ladder.web.test_server import started

KILLS = 20


def fetch(address: str) -> str:
    with urlopen(address) as response:  # noqa: S310 - our own server
        return str(response.read().decode())


def eventually(look: Callable[[], Any], seconds: float = 40) -> Any:
    end = time.monotonic() + seconds
    while True:
        try:
            if found := look():
                return found
        except URLError:
            pass
        assert time.monotonic() < end
        time.sleep(0.05)


def kill(process: "subprocess.Popen[str]") -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.mark.timeout(400)
def test_whichever_is_killed_nothing_is_lost_and_the_pages_say_what_goes_on(
    tmp_path: Path, start_ladder: StartLadder
) -> None:
    make_ladder(tmp_path / "ladder.db", "one", "two", "three").close()
    season = start_ladder("run", "--trust", "--parallel", "1")
    server = start_ladder("serve", "--port", "0")
    address = started(server)
    port = address.rstrip("/").rpartition(":")[2]
    for _ in range(KILLS):
        assert season.poll() is None
        fetch(f"{address}live")
        kill(server)
        server = start_ladder("serve", "--port", port)
        assert started(server) == address
    eventually(lambda: json.loads(fetch(f"{address}api/v1/live"))["season"]["running"])
    played = len(json.loads(fetch(f"{address}api/v1/matches")))
    assert played > 0
    with urlopen(f"{address}events") as events:  # noqa: S310 - our own server
        kill(season)
        said = "No season runs. The last one was last seen"
        eventually(lambda: said in fetch(f"{address}live"))
        assert said in eventually(lambda: said in fetch(f"{address}season") and said)
        season = start_ladder("run", "--trust", "--parallel", "1", "--matches", "3", "--json")
        eventually(lambda: "A season runs on" in fetch(f"{address}live"))
        assert json.loads(season.communicate(timeout=120)[0].splitlines()[-1])["played"] == 3
        eventually(lambda: "No season runs. The last one ended" in fetch(f"{address}live"))
        heard = events.read1(1_000_000).decode()
    assert "event: season" in heard
    assert find_losses(str(tmp_path / "ladder.db")) == []
    with open_reader(str(tmp_path / "ladder.db")) as store:
        assert store.count_results() >= played + 3
