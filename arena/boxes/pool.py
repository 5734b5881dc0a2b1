"""Boxes that are ready before their bots are: a fresh one in milliseconds, used once.

The keeper, a process of its own, holds containers in which the interpreter, gRPC and the SDK are
loaded and no stranger's code has ever run. Whoever asks it over its socket gets one box for good:
its names, and the connection to its warden. The keeper's lock travels with it, so that the folder
of the pool counts as alive for as long as one of its boxes is used.
"""

import json
import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from arena.boxes.container import BOT_ENVIRONMENT, container_settings, host_settings
from arena.boxes.engine import Engine
from arena.boxes.guarded import WARDEN_SOCKET, peer_of
from arena.boxes.image import require_image
from arena.boxes.leftovers import LOCK, hold, runtime_folder, sweep_containers, sweep_folders
from arena.boxes.runtime import USUAL
from arena.match.verdict import HostFailure

# What a waiting box costs at most, in bytes, and how many a pool ever has.
MEMORY_A_BOX: Final = 20 * 1024**2
MOST_BOXES: Final = 16

_SOCKET: Final = "pool.sock"
_TAKE: Final = b"take\n"
_WARM: Final = {
    "command": ["python3", "-m", "arena_sdk.waiting"],
    "folder": "/",
    "environment": BOT_ENVIRONMENT,
}
# How long a container may take to be ready, in seconds.
_READY_LIMIT: Final = 30.0
_MAKERS: Final = 2


@dataclass(frozen=True)
class ReadyBox:
    """A container that waits for its bot. `warden` and `lock` are open descriptors."""

    name: str
    id: str
    pid: int
    """The warden's number on this host."""
    folder: str
    """The seat's folder; that of the bot's files, `files`, is empty."""
    files: str
    warden: int
    lock: int


def take_box(address: str) -> ReadyBox | None:
    """Get a box from the keeper at this socket; None if it has none ready, or is gone."""
    try:
        with socket.socket(socket.AF_UNIX) as port:
            port.settimeout(1)
            port.connect(address)
            port.sendall(_TAKE)
            said, descriptors, _, _ = socket.recv_fds(port, 65536, 2)
    except OSError:
        return None
    if len(descriptors) != 2:
        return None
    warden, lock = descriptors
    return ReadyBox(**json.loads(said), warden=warden, lock=lock)


class Keeper:
    """Makes boxes and gives them away."""

    def __init__(self, engine: Engine, image: str, folder: Path, size: int) -> None:
        self._engine = engine
        self._image = image
        self._folder = folder
        self._lock = os.open(folder / LOCK, os.O_RDONLY)
        hold(self._lock)
        self._numbers = iter(range(10**9))
        self._makers = ThreadPoolExecutor(_MAKERS)
        self._boxes: deque[Future[ReadyBox]] = deque()
        for _ in range(min(size, MOST_BOXES)):
            self._make_another()

    def serve(self, port: socket.socket) -> None:
        """Give a box to everybody who asks, for ever."""
        while True:
            asker, _ = port.accept()
            with asker, suppress(OSError):
                if asker.recv(len(_TAKE)) == _TAKE:
                    self._give(asker)

    def close(self) -> None:
        """Remove the boxes that nobody took."""
        self._makers.shutdown(cancel_futures=True)
        for box in self._boxes:
            with suppress(HostFailure, OSError):
                if not box.cancelled():
                    self._engine.remove_container(box.result().name)

    def _give(self, asker: socket.socket) -> None:
        """Send the first box that is ready, if any, and have another one made."""
        for _ in range(len(self._boxes)):
            waiting = self._boxes.popleft()
            if not waiting.done():
                self._boxes.append(waiting)
                continue
            self._make_another()
            with suppress(HostFailure):  # Whoever asks makes a box, and meets the failure.
                box = waiting.result()
                said = asdict(box)
                descriptors = [said.pop("warden"), said.pop("lock")]
                socket.send_fds(asker, [json.dumps(said).encode()], descriptors)
                os.close(box.warden)
                return
        asker.sendall(b"{}")

    def _make_another(self) -> None:
        self._boxes.append(self._makers.submit(self._make, next(self._numbers)))

    def _make(self, number: int) -> ReadyBox:
        """Start a container and wait until everything is loaded in it."""
        seat, files = self._folder / f"pool{number}", self._folder / f"pool{number}-bot"
        for folder in (seat, files):
            folder.mkdir()
            folder.chmod(0o755)
        name = f"{self._folder.name}-{seat.name}"
        settings, host = container_settings(seat), host_settings(seat, files, USUAL)
        made = self._engine.create_container(name, self._image, settings, host)
        try:
            warden = self._start(name, seat / WARDEN_SOCKET)
            _warm_up(warden)
        except BaseException:
            self._engine.remove_container(name)
            raise
        return ReadyBox(
            name, made, peer_of(warden), str(seat), str(files), warden.detach(), self._lock
        )

    def _start(self, name: str, path: Path) -> socket.socket:
        """Start a container and return the connection of its warden."""
        with socket.socket(socket.AF_UNIX) as port:
            port.bind(str(path))
            path.chmod(0o666)
            port.listen(1)
            port.settimeout(_READY_LIMIT)
            self._engine.start_container(name)
            try:
                warden, _ = port.accept()
            except TimeoutError as error:
                raise HostFailure(f"the warden of {name} did not come") from error
        path.unlink()
        return warden


def _warm_up(warden: socket.socket) -> None:
    """Have the warden load what every bot needs, and wait for its word."""
    warden.settimeout(_READY_LIMIT)
    try:
        warden.sendall(json.dumps({"warm": _WARM}).encode() + b"\n")
        said = warden.recv(4096)
    except OSError as error:
        raise HostFailure(f"a box did not become ready: {error}") from error
    if json.loads(said or b"{}") != {"warm": "ready\n"}:
        raise HostFailure(f"a box did not become ready: {said.decode(errors='replace')}")
    warden.settimeout(None)


@contextmanager
def keeping(size: int) -> Iterator[tuple[Keeper, socket.socket, str]]:
    """Make a pool; give its keeper, its socket and that one's address. HostFailure if it cannot."""
    engine = Engine()
    image = require_image(engine).name
    sweep_folders()
    sweep_containers(engine)
    with runtime_folder() as folder, socket.socket(socket.AF_UNIX) as port:
        address = str(folder / _SOCKET)
        port.bind(address)
        port.listen(64)
        keeper = Keeper(engine, image, folder, size)
        try:
            yield keeper, port, address
        finally:
            keeper.close()


def keep(size: int, report: Callable[[str], None]) -> None:
    """Be the keeper until a signal comes; tell the pool's address, or nothing if there is none."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
    with suppress(HostFailure, KeyboardInterrupt), keeping(size) as (keeper, port, address):
        report(address)
        keeper.serve(port)
    with suppress(OSError):
        report("")


def _stop(*_: object) -> None:
    raise KeyboardInterrupt
