"""The stream to the referee without the second thread that gRPC's public interfaces have.

A bot does one thing at a time: it waits for a message, and answers it. So its one thread can wait
for the socket itself. `grpc` and `grpc.aio` have another thread that hands messages on to it; their
core, `grpc._cython.cygrpc`, can do without, as gRPC does for a single answer. The stream then costs
half as much CPU a decision, 50 µs for 100 to 130, which a bot pays for with its clock. The core is
no public interface, so it is used only with the versions of gRPC that the tests were run with.
`stream.py` plays with any other.
"""

from typing import Any

from arena.grpc_versions import is_tested
from arena_sdk.stream import METHOD, Stream, StreamEndedError, older_poller

_NO_FLAGS = 0
_SENT, _READ, _END = "sent", "read", "end"


def open_stream(address: str) -> Stream:
    """Open the stream of a seat in the way that costs least with this version of gRPC."""
    with older_poller():
        return (DirectStream if is_tested() else Stream)(address)


class DirectStream(Stream):
    """Waits in the thread that reads; nothing goes on but within `read`.

    The making of the connection included: so it is to be opened when there is something to write,
    and read after that.
    """

    def __init__(self, address: str) -> None:
        from grpc._cython import cygrpc  # type: ignore[attr-defined] # noqa: PLC0415

        self._grpc: Any = cygrpc
        # How the stream ended, when it has.
        self._end: Any = None
        self._is_sending = False
        self._channel = cygrpc.Channel(address.encode(), (), None)
        self._call: Any = self._channel.segregated_call(
            _NO_FLAGS, METHOD.encode(), None, None, (), None, self._opening(), None
        )

    def close(self) -> None:
        self._channel.close(self._grpc.StatusCode.cancelled, "the bot has ended")

    def write(self, content: bytes) -> None:
        # The next question may be read before gRPC says that the last answer is sent, and while it
        # sends a message it refuses to send another.
        if self._is_sending:
            self._wait_for(_SENT)
        if self._end is None:
            self._call.operate((self._grpc.SendMessageOperation(content, _NO_FLAGS),), _SENT)
            self._is_sending = True

    def read(self) -> bytes | None:
        if self._end is None:
            self._call.operate((self._grpc.ReceiveMessageOperation(_NO_FLAGS),), _READ)
            content: bytes | None = self._wait_for(_READ).message()
            if content is not None:
                return content
        self._end = self._end or self._wait_for(_END)
        if self._end.code() != self._grpc.StatusCode.ok:
            raise StreamEndedError(self._end.details())
        return None

    def _wait_for(self, tag: str) -> Any:
        """Return the result of an operation, once it is done."""
        while True:
            event = self._call.next_event()
            if event.tag == _END:
                self._end = event.batch_operations[0]
            elif event.tag == _SENT:
                self._is_sending = False
            if event.tag == tag:
                return event.batch_operations[0]

    def _opening(self) -> tuple[Any, ...]:
        """The operations that begin a stream, and report its end."""
        return (
            ((self._grpc.SendInitialMetadataOperation((), _NO_FLAGS),), None),
            ((self._grpc.ReceiveInitialMetadataOperation(_NO_FLAGS),), None),
            ((self._grpc.ReceiveStatusOnClientOperation(_NO_FLAGS),), _END),
        )
