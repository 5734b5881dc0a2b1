"""An OpenAI-compatible address that answers as a test says: right, or with any fault."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

# The answer to the number of the request and its conversation: a status, and a body or its parts;
# with the status RAW all that is sent.
RAW = 0
Script = Callable[[int, list[dict[str, str]]], tuple[int, bytes | Iterator[bytes]]]


def complete(text: object, finish: str = "stop", **more: object) -> tuple[int, bytes]:
    """Return an answer as a model gives it."""
    message = {"role": "assistant", "content": text, **more}
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    choices = [{"message": message, "finish_reason": finish}]
    return 200, json.dumps({"choices": choices, "usage": usage}).encode()


def first_legal(messages: list[dict[str, str]]) -> str:
    """Return the first legal move of the last question."""
    asked = [one["content"] for one in messages if "legal: " in one["content"]]
    return asked[-1].rpartition("legal: ")[2].split(", ")[0]


def play_first(messages: list[dict[str, str]]) -> tuple[int, bytes]:
    return complete(json.dumps({"move": first_legal(messages)}))


@contextmanager
def scripted(script: Script) -> Iterator[tuple[str, list[Any]]]:
    """Serve; give the address and the requests so far, each with its headers and body."""
    asked: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append((self.path, dict(self.headers), body))
            status, content = script(len(asked), body["messages"])
            with suppress(ConnectionError):
                if status != RAW:
                    self.send_response(status)
                    if isinstance(content, bytes) and status in {301, 302, 307}:
                        self.send_header("location", content.decode())
                    self.end_headers()
                for part in [content] if isinstance(content, bytes) else content:
                    self.wfile.write(part)

        def do_GET(self) -> None:
            asked.append((self.path, dict(self.headers), {}))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1", asked
        finally:
            server.shutdown()
