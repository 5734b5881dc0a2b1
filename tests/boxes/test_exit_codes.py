"""How the engine's word of a container's end is read: a code, or a signal, and never neither."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from arena.bots.samples import SAMPLES
from arena.boxes.host.cpus import Cpus
from arena.boxes.kinds.container import ContainerBox, read_end
from arena.boxes.supervision.supervised import SUPERVISOR_SOCKET
from arena.containers.protections import FREEZING, PINNING
from arena.match.verdict import Exit, describe_end


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (0, "ended with exit code 0"),
        (127, "ended with exit code 127"),
        (128, "ended with exit code 128"),
        (137, "was ended by signal 9"),
        (255, "ended with exit code 255"),
    ],
)
def test_every_code_says_something(code: int, said: str) -> None:
    assert describe_end(read_end({"ExitCode": code})) == said


def test_the_engine_may_have_seen_the_kernel_kill_it_for_memory() -> None:
    assert read_end({"ExitCode": 137, "OOMKilled": True}) == Exit(signal=9, out_of_memory=True)


class DyingEngine:
    """An engine whose container has ended as soon as its supervisor has come."""

    def __init__(self, seat_folder: Path, state: dict[str, Any]) -> None:
        self._socket, self._state = seat_folder / SUPERVISOR_SOCKET, {"Running": False, **state}

    def create_container(self, *_: object) -> str:
        return "0" * 64

    def start_container(self, _: str) -> None:
        with socket.socket(socket.AF_UNIX) as supervisor:
            supervisor.connect(str(self._socket))

    def inspect_container(self, _: str) -> dict[str, Any]:
        return {"State": self._state}

    def remove_container(self, _: str) -> None:
        """It is gone."""


@pytest.mark.parametrize("out_of_memory", [True, False])
def test_a_supervisor_that_goes_with_its_bots_memory_is_the_bots_fault_and_else_ours(
    out_of_memory: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = tmp_path / "seat"
    seat.mkdir()
    engine: Any = DyingEngine(seat, {"ExitCode": 137, "OOMKilled": out_of_memory})

    async def end() -> tuple[Exit, str]:
        with Cpus() as cpus, ThreadPoolExecutor() as removals:
            box = ContainerBox(
                *(["python3", "bot.py"], SAMPLES / "first", cpus, "image", engine),
                claim=tmp_path,
                removals=removals,
                allow_missing=[FREEZING.name, PINNING.name],
            )
            await box.start(seat)
            ended = await box.exited
            await box.kill()
            return ended, box.host_fault()

    fault = "" if out_of_memory else "the supervisor of a bot was killed from outside its box"
    assert asyncio.run(end()) == (Exit(signal=9, out_of_memory=out_of_memory), fault)
