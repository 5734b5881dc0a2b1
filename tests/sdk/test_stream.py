"""The stream of a bot, with a referee that does what no real one does."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import grpc
from arena_sdk.stream import Stream

from arena.boxes.grpc_connection import SERVICE


def test_who_writes_again_before_the_last_message_is_sent_waits_for_that(tmp_path: Path) -> None:
    heard: list[bytes] = []

    def listen(requests: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
        heard.extend(islice(requests, 3))
        yield b"enough"

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(listen)
    server = grpc.server(ThreadPoolExecutor())
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),)
    )
    address = f"unix:{tmp_path / 'referee.sock'}"
    server.add_insecure_port(address)
    server.start()
    with Stream(address) as stream:
        for content in (b"one", b"two", b"three"):
            stream.write(content)
        assert stream.read() == b"enough"
        assert stream.read() is None
        # Nobody waits for this one.
        stream.write(b"four")
    server.stop(None).wait()
    assert heard == [b"one", b"two", b"three"]
