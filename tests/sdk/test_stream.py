"""The stream of a bot, with a referee that does what no real one does."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import grpc
import pytest
from arena_sdk.stream import Stream, StreamEndedError

from arena.boxes.connection.grpc_connection import SERVICE
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, forfeit_of

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


def test_messages_are_sent_in_order_and_one_that_nobody_waits_for_is_lost(tmp_path: Path) -> None:
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


def test_a_referee_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    with Stream(f"unix:{tmp_path / 'referee.sock'}") as stream:
        stream.write(b"one")
        with pytest.raises(StreamEndedError, match=r"^the stream to the referee has ended: ."):
            stream.read()


@pytest.mark.usefixtures("processes")
def test_a_bot_that_ends_looks_for_no_garbage_in_what_it_has_loaded(tmp_path: Path) -> None:
    body = "import gc; print(len(gc.get_objects()) < gc.get_freeze_count()); raise SystemExit(3)"
    forfeit = forfeit_of(write_bot(tmp_path / "bot", choosing(body)), FIRST, box="process")
    assert forfeit.log_tail == "True"
