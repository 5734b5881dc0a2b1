"""The machine's engine, behind a socket at which removals are held up for as long as one likes."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingUnixStreamServer
from threading import Event, Thread

ENGINE = "/var/run/docker.sock"


class HeldEngine:
    """`asked` is set when a removal has come, which goes on to the engine after `free` is set."""

    def __init__(self) -> None:
        self.asked, self.free, self.over = Event(), Event(), Event()


@contextmanager
def held_engine(path: Path) -> Iterator[HeldEngine]:
    """Serve at a socket. What is held to the end is dropped."""
    held = HeldEngine()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            with socket.socket(socket.AF_UNIX) as engine:
                engine.connect(ENGINE)
                answers = Thread(target=_copy, args=(engine, self.request))
                answers.start()
                while asked := self.request.recv(1 << 16):
                    if asked.startswith(b"DELETE "):
                        held.asked.set()
                        held.free.wait()
                        if held.over.is_set():
                            break
                    engine.sendall(asked)
                engine.shutdown(socket.SHUT_RDWR)
                answers.join()

    with ThreadingUnixStreamServer(str(path), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield held
        finally:
            if not held.free.is_set():
                held.over.set()
                held.free.set()
            server.shutdown()
            thread.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        return  # Nobody listens any more.
