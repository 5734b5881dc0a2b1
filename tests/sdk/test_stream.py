"""The stream of a bot, with a referee that does what no real one does."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import grpc
import pytest
from arena_sdk.direct_stream import DirectStream, open_stream
from arena_sdk.stream import Stream, StreamEndedError

from arena import grpc_versions
from arena.boxes.connection.grpc_connection import SERVICE
from arena.grpc_versions import TESTED
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, forfeit_of, play

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


BOTH = pytest.mark.parametrize("kind", [Stream, DirectStream])


@BOTH
def test_an_end_that_is_an_error_is_told_as_one(kind: type[Stream], tmp_path: Path) -> None:
    def fail(_: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        yield b"a question"
        context.abort(grpc.StatusCode.INTERNAL, "the referee fell over")

    with served(tmp_path, fail) as address, kind(address) as stream:
        stream.write(b"one")
        assert stream.read() == b"a question"
        with pytest.raises(StreamEndedError, match="has ended: the referee fell over"):
            stream.read()


@BOTH
def test_messages_are_sent_in_order_and_one_that_nobody_waits_for_is_lost(
    kind: type[Stream], tmp_path: Path
) -> None:
    heard: list[bytes] = []

    def listen(requests: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
        heard.extend(islice(requests, 3))
        yield b"enough"

    with served(tmp_path, listen) as address, kind(address) as stream:
        for content in (b"one", b"two", b"three"):
            stream.write(content)
        assert stream.read() == b"enough"
        assert stream.read() is None
        # Nobody waits for this one.
        stream.write(b"four")
    assert heard == [b"one", b"two", b"three"]


def test_a_referee_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    for kind in (Stream, DirectStream):
        with kind(f"unix:{tmp_path / 'referee.sock'}") as stream:
            stream.write(b"one")
            with pytest.raises(StreamEndedError, match=r"^the stream to the referee has ended: ."):
                stream.read()


@pytest.mark.parametrize(("tested", "kind"), [(("0",), Stream), (TESTED, DirectStream)])
def test_a_version_of_grpc_that_was_not_tested_is_spoken_to_in_public(
    tested: tuple[str, ...], kind: type[Stream], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grpc_versions, "TESTED", tested)
    with open_stream(f"unix:{tmp_path / 'referee.sock'}") as stream:
        assert type(stream) is kind


# What a bot begins with that has one way to its referee, and fails by the other.
ONE_WAY = {
    "private": "from arena_sdk import direct_stream\ndirect_stream.Stream = None\n",
    "public": (
        "from arena import grpc_versions\ngrpc_versions.TESTED = ('0',)\n"
        "from arena_sdk import direct_stream\ndirect_stream.DirectStream = None\n"
    ),
}


@pytest.mark.usefixtures("processes")
def test_a_bot_that_ends_looks_for_no_garbage_in_what_it_has_loaded(tmp_path: Path) -> None:
    body = "import gc; print(len(gc.get_objects()) < gc.get_freeze_count()); raise SystemExit(3)"
    forfeit = forfeit_of(write_bot(tmp_path / "bot", choosing(body)), FIRST, box="process")
    assert forfeit.log_tail == "True"


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize("way", ONE_WAY)
def test_a_bot_plays_in_its_box_by_either_way(way: str, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", ONE_WAY[way] + choosing("return turn.legal[0]"))
    record = play(bot, FIRST)
    assert not record.forfeits
    assert {entry.seat for entry in record.entries} == {0, 1}
