"""The stream of a bot, with a referee that does what no real one does."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import grpc
import pytest
from arena_sdk.stream import Stream, StreamEndedError

from arena.boxes.grpc_connection import SERVICE

Play = Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[bytes]]


@contextmanager
def served(folder: Path, play: Play) -> Iterator[str]:
    """Have a referee play so; yield its address."""
    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(play)
    server = grpc.server(ThreadPoolExecutor())
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),)
    )
    address = f"unix:{folder / 'referee.sock'}"
    server.add_insecure_port(address)
    server.start()
    yield address
    server.stop(None).wait()


def test_an_end_that_is_an_error_is_told_as_one(tmp_path: Path) -> None:
    def fail(_: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        yield b"a question"
        context.abort(grpc.StatusCode.INTERNAL, "the referee fell over")

    with served(tmp_path, fail) as address, Stream(address) as stream:
        stream.write(b"one")
        assert stream.read() == b"a question"
        with pytest.raises(StreamEndedError, match="has ended: the referee fell over"):
            stream.read()


def test_who_writes_again_before_the_last_message_is_sent_waits_for_that(tmp_path: Path) -> None:
    heard: list[bytes] = []

    def listen(requests: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
        heard.extend(islice(requests, 3))
        yield b"enough"

    with served(tmp_path, listen) as address, Stream(address) as stream:
        for content in (b"one", b"two", b"three"):
            stream.write(content)
        assert stream.read() == b"enough"
        assert stream.read() is None
        # Nobody waits for this one.
        stream.write(b"four")
    assert heard == [b"one", b"two", b"three"]
