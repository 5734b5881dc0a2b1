"""A client that says what the SDK would not, in a thread beside the referee's real connection.

It speaks raw HTTP/2 on the Unix socket of its seat. No program is started and no box is needed:
what a referee makes of bytes is the same wherever they come from.
"""

import asyncio
import gzip
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, NoReturn

import grpc

from arena.bots.manifest import Bot
from arena.boxes.box import SOCKET, Box
from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.games import find_game
from arena.games.options import read_options
from arena.match.clock import TimeControl
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import make_plan
from arena.match.verdict import Exit, read_verdict
from arena.runner.play import run_referee
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec
from tests.match.playing import seed_of
from tests.match.scripted import ScriptedConnection

METHOD: Final = "/arena.v1.Referee/Play"
DATA, HEADERS, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
ACK, END_STREAM, END_HEADERS = 1, 1, 4
# Against what hangs: where the referee does not end a client, in seconds.
_PATIENCE: Final = 100.0


def varint(value: int) -> bytes:
    """Return a number as protobuf and HPACK write it."""
    return bytes([value & 127 | 128]) + varint(value >> 7) if value > 127 else bytes([value])


def tag(number: int, value: bytes) -> bytes:
    """Return a field of bytes as protobuf writes it."""
    return varint(number << 3 | 2) + varint(len(value)) + value


def frame(kind: int, flags: int = 0, stream: int = 1, payload: bytes = b"") -> bytes:
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags])
    return head + stream.to_bytes(4, "big") + payload


def text(value: bytes) -> bytes:
    """Return a string of HPACK, without compression."""
    size = bytes([len(value)]) if len(value) < 127 else b"\x7f" + varint(len(value) - 127)
    return size + value


def field(name: bytes, value: bytes) -> bytes:
    """Return a field of a header."""
    return b"\0" + text(name) + text(value)


@cache
def request(
    path: bytes = METHOD.encode(), method: bytes = b"POST", kind: bytes = b"application/grpc"
) -> bytes:
    """Return the header of a call."""
    return (
        field(b":method", method)
        + field(b":scheme", b"http")
        + field(b":path", path)
        + field(b":authority", b"bot")
        + field(b"te", b"trailers")
        + field(b"content-type", kind)
    )


def wrap(payload: bytes, compressed: int = 0) -> bytes:
    """Return a message as gRPC frames it."""
    return bytes([compressed]) + len(payload).to_bytes(4, "big") + payload


def window(size: int) -> bytes:
    """Say how much the referee may send on a stream."""
    return frame(SETTINGS, 0, 0, b"\0\4" + size.to_bytes(4, "big"))


HELLO: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0)
JOIN: Final = pb.BotMessage(join=pb.Join(revision=1)).SerializeToString()


def choose(turn: pb.Turn, number: int | None = None) -> bytes:
    """Return the Choice of the first legal move, for this question or that of another number."""
    number = turn.number if number is None else number
    return pb.BotMessage(choice=pb.Choice(turn=number, move=turn.legal[0])).SerializeToString()


class Gone(Exception):  # noqa: N818 - no error
    """The referee has ended this client."""


class Client:
    """One seat's client. `send` and `hear` on a connection that was cut wait to be ended."""

    def __init__(self, path: Path, end: Callable[[Exit], None]) -> None:
        self.path = path
        self.end = end
        """Ends it as a program ends, while its connection may stay."""
        self.tried = False
        """It has come to the end of its attack."""
        self.over = Event()
        self.ports: list[socket.socket] = []
        self.compressed = False
        self._kept = self._messages = b""
        # How much the referee takes on the stream.
        self._room = self._usual_room = 65535

    def dial(self) -> socket.socket:
        port = socket.socket(socket.AF_UNIX)
        self.ports.append(port)
        port.settimeout(_PATIENCE)
        port.connect(str(self.path))
        return port

    def call(self, name: str, *sent: bytes) -> grpc.StatusCode:
        """Call a method on a connection of gRPC's own; return how it is refused."""
        with grpc.insecure_channel(f"unix:{self.path}") as channel:
            method: Any = channel.stream_stream(name)
            try:
                next(method(iter(sent), timeout=_PATIENCE))
            except grpc.RpcError as error:
                code: grpc.StatusCode = error.code()
                return code
        raise AssertionError(f"{name} is served")

    def pour(self, *pieces: bytes) -> None:
        """Send these on a connection of its own, which may be cut: that is its affair."""
        port = self.dial()
        port.settimeout(0.5)
        with suppress(OSError):
            for piece in pieces:
                port.sendall(piece)
            port.settimeout(0.1)
            while port.recv(65536):
                pass
        self.ports.remove(port)
        port.close()

    def begin(self, size: int = 2**31 - 1, header: bytes = b"") -> None:
        """Open the connection and the stream."""
        try:
            self.port = self.dial()
        except OSError:
            self.stay()
        self.send(HELLO, window(size), frame(WINDOW, 0, 0, (2**30).to_bytes(4, "big")))
        self.send(frame(HEADERS, END_HEADERS, 1, request() + header))

    def send(self, *pieces: bytes) -> None:
        try:
            for piece in pieces:
                self.port.sendall(piece)
        except OSError:
            self.stay()

    def say(self, message: bytes) -> None:
        wrapped = wrap(gzip.compress(message), 1) if self.compressed else wrap(message)
        for at in range(0, len(wrapped), 8192):
            piece = wrapped[at : at + 8192]
            while self._room < len(piece):
                self._hear_frame()
            self._room -= len(piece)
            self.send(frame(DATA, 0, 1, piece))

    def hear(self) -> pb.RefereeMessage:
        while len(self._messages) < 5 or len(self._messages) < self._size():
            self._hear_frame()
        size = self._size()
        message, self._messages = self._messages[5:size], self._messages[size:]
        return pb.RefereeMessage.FromString(message)

    def _hear_frame(self) -> None:
        head = self._receive(9)
        payload = self._receive(int.from_bytes(head[:3], "big"))
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
        if kind == DATA:
            assert stream == 1, f"stream {stream} is served"
            self._messages += payload
        elif kind == WINDOW and stream == 1:
            self._room += int.from_bytes(payload, "big")
        elif kind in {SETTINGS, PING} and not flags & ACK:
            self.send(frame(kind, ACK, 0, payload if kind == PING else b""))
            for at in range(0, len(payload) if kind == SETTINGS else 0, 6):
                if payload[at : at + 2] == b"\0\4":
                    room = int.from_bytes(payload[at + 2 : at + 6], "big")
                    self._room, self._usual_room = self._room + room - self._usual_room, room

    def _size(self) -> int:
        return 5 + int.from_bytes(self._messages[1:5], "big")

    def _receive(self, size: int) -> bytes:
        while len(self._kept) < size:
            try:
                got = self.port.recv(65536)
            except OSError:
                got = b""
            if not got:
                self.stay()
            self._kept += got
        taken, self._kept = self._kept[:size], self._kept[size:]
        return taken

    def wait_turn(self) -> pb.Turn:
        """Wait for a question; Gone where the referee says goodbye."""
        while (message := self.hear()).WhichOneof("message") != "turn":
            if message.WhichOneof("message") == "goodbye":
                raise Gone
        return message.turn

    def first_turn(self) -> pb.Turn:
        self.begin()
        self.say(JOIN)
        return self.wait_turn()

    def second_turn(self) -> pb.Turn:
        self.say(choose(self.first_turn()))
        return self.wait_turn()

    def play_on(self) -> NoReturn:
        """Play the first legal move to the end of the match, with the attack behind it."""
        self.tried = True
        while True:
            self.say(choose(self.wait_turn()))

    def start(self) -> NoReturn:
        """Join and play, with the attack behind it."""
        self.begin()
        self.say(JOIN)
        self.play_on()

    def stay(self) -> NoReturn:
        """Run on, and do nothing, until the referee ends it."""
        self.over.wait(_PATIENCE)
        raise Gone


Attack = Callable[[Client], object]


class WireBox(Box):
    """Runs a client in a thread, in the place of a bot's program. It takes no CPU time."""

    def __init__(self, attack: Attack) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._attack = attack
        self._thread: Thread | None = None
        self.client: Client | None = None
        self.failure: BaseException | None = None

    async def start(self, seat_folder: Path) -> None:
        self.client = Client(seat_folder / SOCKET, self._end)

    def _end(self, end: Exit) -> None:
        self._loop.call_soon_threadsafe(self.exited.set_result, end)

    def launch(self) -> None:
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        assert self.client is not None
        try:
            self._attack(self.client)
        except Gone:
            # Said goodbye to, its program ends.
            if not self.client.over.is_set():
                self._end(Exit(code=0))
        except BaseException as failure:  # noqa: BLE001 - of another thread
            if not self.client.over.is_set():
                self.failure = failure

    async def kill(self) -> None:
        if self.client is None or self._thread is None:
            return
        self.client.over.set()
        # What waits for a socket in another thread is woken so, and by `close` is not.
        for port in self.client.ports:
            with suppress(OSError):
                port.shutdown(socket.SHUT_RDWR)
        await asyncio.to_thread(self._thread.join)
        for port in self.client.ports:
            port.close()

    def cpu(self) -> float | None:
        return 0.0

    def waited(self) -> float | None:
        return 0.0


@dataclass(frozen=True)
class Row:
    """An attack on the wire, and what its seat must get for it."""

    attack: Attack
    verdicts: tuple[str, ...] = ("ok",)
    evidence: str = ""
    crowd: int = 1
    """At how many seats it sits."""
    hurried: bool = False
    """Its time is to run out, and is short."""


def play(
    row: Row,
    folder: Path,
    game: str = "six_nimmt",
    options: Mapping[str, str] = {"limit": "none", "rounds": "1"},
    *,
    same: bool = True,
) -> list[str]:
    """Play a game against it through the real referee; return all that it should not have got.

    With `same` the game has to be that of an honest client, move for move.
    """
    bank = 0.05 if row.hurried else _PATIENCE
    start = 0.3 if row.hurried else _PATIENCE
    boxes: list[WireBox] = []
    control = TimeControl(bank=bank, increment=0.0, start=start)

    def attacker(seat: int) -> Connection:
        boxes.append(box := WireBox(row.attack))
        return GrpcConnection("attacker", {}, box, folder / str(seat), time.perf_counter)

    rules = find_game(game)
    number = max(row.crowd + 1, rules.seats_for(read_options(rules, options))[0])
    attackers = [partial(attacker, seat) for seat in range(row.crowd)]
    innocents: list[Callable[[], Connection]] = [ScriptedConnection] * (number - row.crowd)
    played = _play(game, options, control, [*attackers, *innocents])
    found = [repr(box.failure) for box in boxes if box.failure is not None]
    lost = {played.seating[one.seat]: one for one in played.forfeits}
    for index in range(number):
        verdict = str(read_verdict(lost[index].verdict)) if index in lost else "ok"
        right = row.verdicts if index < row.crowd else ("ok",)
        if verdict not in right:
            found.append(
                f"bot {index} got {verdict}: {lost[index].detail if lost.get(index) else ''}"
            )
        elif index in lost and row.evidence not in lost[index].detail:
            found.append(f"the evidence is {lost[index].detail}")
        elif index < row.crowd and verdict == "ok" and not boxes[index].client.tried:  # type: ignore[union-attr]
            found.append("it was not tried")
    if same and _moves(played) != _moves(
        _play(game, options, control, [ScriptedConnection] * number)
    ):
        found.append("the game is not that of an honest client")
    return found


def _play(
    name: str,
    options: Mapping[str, str],
    control: TimeControl,
    connect: Sequence[Callable[[], Connection]],
) -> rec.GameRecord:
    game = find_game(name)
    bots = [Bot(f"bot{index}", Path(), str(index)) for index in range(len(connect))]
    plan = make_plan(
        game,
        read_options(game, options),
        bots,
        games=1,
        control=control,
        box="process",
        seed=seed_of(1),
    )
    return run_referee(play_match(plan, connect, lambda _: None)).games[0]


def _moves(record: rec.GameRecord) -> list[tuple[int, bytes]]:
    """Return who made which move, without what was refused."""
    made = [entry for entry in record.entries if entry.fallback or entry.verdict == rec.VERDICT_OK]
    return [(entry.seat, entry.move.SerializeToString(deterministic=True)) for entry in made]
