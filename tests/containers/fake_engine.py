"""An engine that says what it is told to, and never answers anything else."""

import json
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingUnixStreamServer
from threading import Event, Thread
from typing import Any

# What every engine answers before it is asked for anything.
HELLO: Mapping[str, Any] = {"_ping": {}, "version": {"ApiVersion": "1.41", "Version": "0"}}


@contextmanager
def fake_engine(path: Path, answers: Mapping[str, Any]) -> Iterator[None]:
    """Serve at a socket; the keys are the last words of paths, the values are sent as JSON.

    A deque has the answers to one call after the other, each with its status.
    """
    over = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = answers.get(self.path.partition("?")[0].rpartition("/")[2])
            if answer is None:
                over.wait()
                return
            status, said = answer.popleft() if isinstance(answer, deque) else (200, answer)
            body = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_DELETE = do_GET  # noqa: N815 - named by http.server

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - named there
            pass

    with ThreadingUnixStreamServer(str(path), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield
        finally:
            over.set()
            server.shutdown()
            thread.join()
