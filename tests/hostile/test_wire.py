"""Hostile frames of clients, byte by byte: the seat that attacks forfeits, and no other seat.

Each row is a client beside the real referee's connection, on its Unix socket and in this process.
Until its attack, and after one that comes to nothing, it plays the first legal move, as the referee
does for a lost seat. So the game has to be that of an honest client, move for move.
"""

import gc
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from arena.boxes.connection import grpc_connection
from arena.games import find_game, game_names
from arena.games.options import option_choices, write_options
from arena.games.testing.random_play import Table
from arena.match.verdict import Exit
from arena.v1 import arena_pb2 as pb
from tests.hostile.wire import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    HELLO,
    JOIN,
    METHOD,
    PING,
    PUSH,
    RESET,
    SETTINGS,
    WINDOW,
    Client,
    Row,
    choose,
    field,
    frame,
    play,
    request,
    tag,
    varint,
    window,
    wrap,
)

PROTOCOL, TIMEOUT, NO_START = ("protocol",), ("timeout",), ("no_start",)
ENDED = "ended its stream"
Make = Callable[[pb.Turn], bytes]

# --- attacks ---


def pours(*pieces: bytes) -> Row:
    """Return the attack by these bytes on another connection, before it plays."""

    def attack(client: Client) -> None:
        client.pour(*pieces)
        client.start()

    return Row(attack)


def says(make: Make, evidence: str = "", verdict: str = "protocol") -> Row:
    """Return the attack by this message in the place of its second answer."""

    def attack(client: Client) -> None:
        client.say(make(client.second_turn()))
        client.stay()

    return Row(attack, (verdict,), evidence)


def answers(make: Make) -> Row:
    """Return the attack by this message, which is a good answer all the same."""

    def attack(client: Client) -> None:
        client.say(make(client.second_turn()))
        client.play_on()

    return Row(attack)


def sends(make: Make, verdicts: tuple[str, ...] = PROTOCOL, evidence: str = "") -> Row:
    """Return the attack by these bytes in the place of an answer."""
    hurried = verdicts == TIMEOUT

    def attack(client: Client) -> None:
        # What time ends is done at once, so that all of it may be short.
        client.send(make(client.first_turn() if hurried else client.second_turn()))
        client.stay()

    return Row(attack, verdicts, evidence, hurried=hurried)


def inserts(*pieces: bytes, verdicts: tuple[str, ...] = ("ok",)) -> Row:
    """Return the attack by these bytes before its second answer."""

    def attack(client: Client) -> None:
        turn = client.second_turn()
        client.send(*pieces)
        client.say(choose(turn))
        client.play_on()

    return Row(attack, verdicts)


def in_every_turn(pieces: Callable[[int], bytes], verdicts: tuple[str, ...], crowd: int) -> Row:
    """Return the attack by these bytes before every answer, from this many seats."""

    def attack(client: Client) -> None:
        turn = client.first_turn()
        for number in range(1000):
            client.send(pieces(number))
            client.tried = True
            client.say(choose(turn))
            turn = client.wait_turn()

    return Row(attack, verdicts, crowd=crowd)


def begins(*messages: bytes, evidence: str = "", verdict: str = "protocol") -> Row:
    """Return the attack by these messages at the beginning."""

    def attack(client: Client) -> None:
        client.begin()
        for message in messages:
            client.say(message)
        client.stay()

    # Where a Join is all that is missing, its time runs out.
    return Row(attack, (verdict,), evidence, hurried=not messages)


def opens(stream: int, path: bytes = METHOD.encode()) -> bytes:
    return frame(HEADERS, END_HEADERS, stream, request(path))


def resets(stream: int, path: bytes = METHOD.encode()) -> bytes:
    return opens(stream, path) + frame(RESET, 0, stream, bytes(4))


def streams(make: Callable[..., bytes], first: int, *path: bytes) -> bytes:
    return b"".join(make(stream, *path) for stream in range(first, 20_001, 2))


def choice(turn: int, **index: int) -> bytes:
    return pb.BotMessage(choice=pb.Choice(turn=turn, **index)).SerializeToString()  # type: ignore[arg-type]


def padded(turn: pb.Turn, size: int) -> bytes:
    valid = choose(turn)
    whole = valid + tag(1000, bytes(size - 4 - len(valid)))
    assert len(whole) == size
    return whole


def index_before_its_move(turn: pb.Turn) -> bytes:
    move = tag(2, turn.legal[0].SerializeToString())
    return tag(2, b"\x08" + varint(turn.number) + b"\x18" + varint(2**32 - 1) + move)


def unknown_fields(turn: pb.Turn) -> bytes:
    move = tag(90, b"\xff") + turn.legal[0].SerializeToString()
    said = tag(77, b"\xc3\x28") + b"\x08" + varint(turn.number) + tag(2, move)
    return tag(2, said) + tag(1000, b"\xff\xfe")


def in_frames_of_a_byte(between: bytes) -> Row:
    def attack(client: Client) -> None:
        for byte in wrap(choose(client.second_turn())):
            client.send(between, frame(DATA, 0, 1, bytes([byte])), between)
        client.play_on()

    return Row(attack)


def descriptors(client: Client) -> None:
    turn = client.second_turn()
    sent = 0
    for _ in range(60):
        kept_end, sent_end = socket.socketpair()
        ends = [os.dup(sent_end.fileno()) for _ in range(19)] + [sent_end.detach()]
        try:
            socket.send_fds(client.port, [frame(99, 0, 0, b"x")], ends)
            sent += len(ends)
        except OSError:
            pass
        for end in ends:
            os.close(end)
        kept_end.settimeout(100)
        # It is over once the referee holds none of the other ends.
        assert kept_end.recv(1) == b""
        kept_end.close()
    assert sent
    client.say(choose(turn))
    client.play_on()


def half_open_connections(client: Client) -> None:
    held = [client.dial() for _ in range(40)]
    for port in held[::2]:
        port.send(HELLO[:9])
    client.start()


def thousands_of_connections(client: Client) -> None:
    for _ in range(3000):
        client.dial().close()
        client.ports.pop()
    client.start()


def path_in_mid_game(client: Client) -> None:
    second = client.dial()
    turn = client.second_turn()
    second.sendall(HELLO + opens(1, b"/\xff\xfe"))
    client.say(choose(turn))
    client.play_on()


def odd_requests(client: Client) -> None:
    for odd in (
        request(b""),
        request(b"arena"),
        request(method=b"GET"),
        b"",
        b"\xff" * 50,
        request(b"/a/b", kind=b"text/html"),
        field(b"\xff", b"\0"),
    ):
        client.pour(HELLO, frame(HEADERS, END_HEADERS, 1, odd))
    client.start()


def garbage(client: Client) -> None:
    for number in range(10):
        client.pour(bytes(range(number, 256)) * 400)
    client.start()


def http1(client: Client) -> None:
    client.pour(b"GET / HTTP/1.1\r\nHost: bot\r\n\r\n")
    client.pour(b"POST " + METHOD.encode() + b" HTTP/1.1\r\nUpgrade: h2c\r\n\r\n")
    client.pour(b"GET / HTTP/1.1\r\n", b"X-Y: z\r\n" * 100_000)
    client.start()


def unknown_methods(client: Client) -> None:
    for name in (
        "/arena.v1.Referee/Peek",
        "/arena.v1.Referee/",
        "/a/b",
        "/",
        "/grpc.health.v1.Health/Check",
        "/grpc.health.v1.Health/Watch",
        "/grpc.channelz.v1.Channelz/GetServers",
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    ):
        assert client.call(name, b"") is grpc.StatusCode.UNIMPLEMENTED
    client.start()


def slowly(client: Client, whole: bytes) -> None:
    for byte in whole:
        client.send(bytes([byte]))
        if client.over.wait(1):
            return


def join_slowly(client: Client) -> None:
    client.port = client.dial()
    slowly(client, HELLO)


def resets_of_play(client: Client) -> None:
    client.pour(HELLO, streams(resets, 1))
    client.stay()


def two_parts(client: Client) -> None:
    whole = frame(DATA, 0, 1, wrap(choose(client.second_turn())))
    client.send(whole[:11])
    client.over.wait(0.2)
    client.send(whole[11:])
    client.play_on()


def closed_window(client: Client) -> None:
    turn = client.first_turn()
    client.send(window(0))
    client.say(choose(turn))
    client.stay()


def window_never_open(client: Client) -> None:
    client.begin(0)
    client.say(JOIN)
    client.stay()


def closes(client: Client) -> None:
    client.second_turn()
    client.port.close()
    client.stay()


def shuts(client: Client) -> None:
    client.second_turn()
    client.port.shutdown(socket.SHUT_WR)
    client.stay()


def compressed(client: Client) -> None:
    client.compressed = True
    client.begin(header=field(b"grpc-encoding", b"gzip"))
    client.say(JOIN)
    client.play_on()


def gzip_bomb(client: Client) -> None:
    client.begin(header=field(b"grpc-encoding", b"gzip"))
    client.say(JOIN)
    client.say(choose(client.wait_turn()))
    client.wait_turn()
    client.compressed = True
    client.say(bytes(12_000_000))
    client.stay()


def deadline(client: Client) -> None:
    client.begin(header=field(b"grpc-timeout", b"2S"))
    client.say(JOIN)
    client.wait_turn()
    client.stay()


def huge_metadata(client: Client) -> None:
    with grpc.insecure_channel(f"unix:{client.path}") as channel:
        call: Any = channel.stream_stream(METHOD)
        with suppress(grpc.RpcError):
            next(call(iter([JOIN]), metadata=[("x", "y" * 2**20)]))
        client.stay()


def late_connection(client: Client) -> None:
    turn = client.second_turn()
    with pytest.raises(OSError, match="No such file"):
        client.dial()
    client.say(choose(turn))
    client.play_on()


def second_connection(client: Client) -> None:
    with grpc.insecure_channel(f"unix:{client.path}") as second:
        grpc.channel_ready_future(second).result(100)
        turn = client.second_turn()
        call: Any = second.stream_stream(METHOD)
        with pytest.raises(grpc.RpcError) as refused:
            next(call(iter([JOIN]), timeout=100))
        assert refused.value.code() is grpc.StatusCode.PERMISSION_DENIED
    client.say(choose(turn))
    client.play_on()


def second_stream(client: Client) -> None:
    turn = client.second_turn()
    client.send(opens(3), frame(DATA, 0, 3, wrap(JOIN)))
    client.say(choose(turn))
    client.say(choose(client.wait_turn()))
    client.play_on()


def second_stream_after_cancel(client: Client) -> None:
    client.second_turn()
    client.send(frame(RESET, 0, 1, (8).to_bytes(4, "big")), opens(3))
    client.send(frame(DATA, 0, 3, wrap(JOIN)))
    client.hear()


def cancel_and_end(client: Client) -> None:
    client.second_turn()
    client.send(frame(RESET, 0, 1, (8).to_bytes(4, "big")))
    client.end(Exit(code=7))
    client.stay()


def unary_play(client: Client) -> None:
    client.begin()
    client.send(frame(DATA, END_STREAM, 1, wrap(JOIN)))
    client.stay()


def half_close(client: Client) -> None:
    client.send(frame(DATA, END_STREAM, 1, wrap(choose(client.second_turn()))))
    client.stay()


def half_close_instead_of_join(client: Client) -> None:
    client.begin()
    client.send(frame(DATA, END_STREAM))
    client.stay()


def answers_in_advance(client: Client) -> None:
    turn = client.second_turn()
    client.say(choose(turn))
    turn.legal[0].CopyFrom(turn.legal[-1])
    client.say(choose(turn, turn.number + 1))
    client.stay()


def says_often(number: int) -> Row:
    """Return the attack that sends this number of answers to one question."""

    def attack(client: Client) -> None:
        answer = choose(client.second_turn())
        for _ in range(number):
            client.say(answer)
        client.stay()

    return Row(attack, PROTOCOL)


HEADER_BOMB = b"\x40\1x\x7f\xa1\x1e" + b"y" * 4000 + b"\xbe" * 10_000
ENDLESS = [frame(CONTINUATION, 0, 3, field(b"x", b"y" * 100) * 100)] * 1000
ELSEWHERE = [frame(CONTINUATION, 0, 1, field(b"x", b"y" * 100) * 100)] * 1000
PINGS = frame(PING, 0, 0, bytes(8))
SET = frame(SETTINGS, 0, 0)

ROWS: dict[str, Row] = {
    # Raw bytes: protocols, floods, crowds, HTTP/2, gRPC, slowness.
    "garbage": Row(garbage),
    "http1": Row(http1),
    "odd_requests": Row(odd_requests),
    "tls": pours(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(502)),
    "path_of_invalid_utf8": Row(
        pours(HELLO, opens(1, b"/\xff\xfe/\xc3")).attack, NO_START, "which is no UTF-8"
    ),
    "path_of_invalid_utf8_in_mid_game": Row(path_in_mid_game),
    "play_and_hang_up": Row(
        pours(HELLO, frame(HEADERS, END_HEADERS, 1, request(kind=b"text/html"))).attack,
        NO_START,
        "closed its stream",
    ),
    "100_mb_sent": sends(
        lambda _: (
            frame(DATA, 0, 1, b"\0" + (10**8).to_bytes(4, "big"))
            + frame(DATA, 0, 1, bytes(10_000)) * 10_000
        )
    ),
    "continuations": inserts(frame(HEADERS, 0, 3, request()), *ENDLESS, verdicts=PROTOCOL),
    "continuations_elsewhere": pours(HELLO, frame(HEADERS, 0, 1, request(b"/a/b")), *ELSEWHERE),
    "descriptors": Row(descriptors),
    "empty_data": inserts(*[frame(DATA) * 1000] * 50, verdicts=PROTOCOL),
    "empty_messages": sends(lambda turn: frame(DATA, 0, 1, wrap(choose(turn)) + wrap(b"") * 2000)),
    "half_open_connections": Row(half_open_connections),
    "header_bomb": inserts(frame(HEADERS, END_HEADERS, 3, request() + HEADER_BOMB)),
    "messages_in_one_frame": sends(lambda turn: frame(DATA, 0, 1, wrap(choose(turn)) * 500)),
    "pings": inserts(*[PINGS * 100] * 100, verdicts=PROTOCOL),
    "pings_elsewhere": pours(HELLO, *[PINGS * 1000] * 10),
    "resets": inserts(streams(resets, 3)),
    "resets_elsewhere": pours(HELLO, streams(resets, 1, b"/a/b")),
    "resets_of_play": Row(resets_of_play, NO_START, hurried=True),
    "settings": inserts(*[SET * 1000] * 10),
    "settings_elsewhere": pours(HELLO, *[SET * 1000] * 10),
    "streams": inserts(streams(opens, 3)),
    "streams_elsewhere": pours(HELLO, streams(opens, 1, b"/a/b")),
    "thousands_of_connections": Row(thousands_of_connections),
    "four_seats_ping": in_every_turn(lambda _: PINGS * 1000, PROTOCOL, 4),
    "four_seats_set": in_every_turn(lambda _: SET * 2000, ("ok",), 4),
    "nine_seats_open_streams": in_every_turn(
        lambda number: b"".join(map(resets, range(2000 * number + 3, 2000 * number + 2003, 2))),
        ("ok",),
        9,
    ),
    "nine_seats_send_nothing": in_every_turn(lambda _: frame(DATA) * 50_000, PROTOCOL, 9),
    "closed_socket": Row(closes, PROTOCOL),
    "shut_socket": Row(shuts, PROTOCOL),
    "data_on_stream_0": sends(lambda turn: frame(DATA, 0, 0, wrap(choose(turn))), TIMEOUT),
    "data_on_stream_7": sends(lambda turn: frame(DATA, 0, 7, wrap(choose(turn))), TIMEOUT),
    "garbage_in_mid_game": sends(lambda _: bytes(range(256)) * 100, PROTOCOL, ENDED),
    "goaway": inserts(frame(GOAWAY, 0, 0, bytes(8))),
    "huge_frame": sends(lambda _: b"\xff" * 3 + frame(DATA, 0, 1, bytes(1000))[3:]),
    "push_promise": inserts(frame(PUSH, END_HEADERS, 1, bytes(3) + b"\2" + request())),
    "reset": sends(lambda _: frame(RESET, 0, 1, bytes(4))),
    "trailers": sends(
        lambda _: frame(HEADERS, END_STREAM | END_HEADERS, 1, field(b"x", b"y")), PROTOCOL
    ),
    "window_overflow": inserts(*[frame(WINDOW, 0, 0, b"\x7f" + b"\xff" * 3)] * 3),
    "100_mb_declared": sends(lambda _: frame(DATA, 0, 1, b"\0" + (10**8).to_bytes(4, "big"))),
    "4_gb_declared": sends(lambda _: frame(DATA, 0, 1, b"\0" + b"\xff" * 4)),
    "compressed_by_nothing": sends(lambda turn: frame(DATA, 0, 1, wrap(choose(turn), 1))),
    "half_an_answer": sends(lambda turn: frame(DATA, 0, 1, wrap(choose(turn))[:-2]), TIMEOUT),
    "half_an_answer_and_the_end": sends(
        lambda turn: frame(DATA, END_STREAM, 1, wrap(choose(turn))[:-2])
    ),
    "unknown_flags": sends(lambda turn: frame(DATA, 0, 1, wrap(choose(turn), 255)), TIMEOUT),
    "answer_a_byte_a_second": Row(
        lambda client: slowly(client, frame(DATA, 0, 1, wrap(choose(client.first_turn())))),
        TIMEOUT,
        hurried=True,
    ),
    "answer_among_settings": in_frames_of_a_byte(SET),
    "answer_in_two_parts": Row(two_parts),
    "closed_window": Row(closed_window, TIMEOUT, hurried=True),
    "crumbs": in_frames_of_a_byte(frame(DATA)),
    "join_a_byte_a_second": Row(join_slowly, NO_START, "no Join within", hurried=True),
    "window_never_open": Row(window_never_open, TIMEOUT, hurried=True),
    # Messages.
    "cut_message": says(lambda turn: choose(turn)[:-1], "no BotMessage"),
    "deep_nesting": says(lambda _: b"\x5b" * 5000 + b"\x5c" * 5000, "no BotMessage"),
    "empty_message": says(lambda _: b"", "with no Choice"),
    "endless_varint": says(lambda _: b"\x12\x0c\x08" + b"\xff" * 10 + b"\x01", "no BotMessage"),
    "gzip_answers": Row(compressed),
    "gzip_bomb": Row(gzip_bomb, PROTOCOL),
    "index_before_its_move": answers(index_before_its_move),
    "join_and_choice": says(lambda turn: choose(turn) + tag(1, b"\x08\x01"), "with no Choice"),
    "message_of_100_mb": says(lambda _: bytes(100_000_000)),
    "message_of_16_kib": answers(lambda turn: padded(turn, 16384)),
    "message_of_16_kib_and_1": says(lambda turn: padded(turn, 16385), verdict="flooded"),
    "no_protobuf": says(lambda _: b"\xff\xff", "no BotMessage"),
    "second_join": says(lambda _: JOIN, "with no Choice"),
    "trailing_garbage": says(lambda turn: choose(turn) + b"\xff\xff\xff", "no BotMessage"),
    "turn_of_another_type": says(
        lambda turn: tag(2, b"\x0d" + turn.number.to_bytes(4, "little")), "for turn 0"
    ),
    "unknown_fields": answers(unknown_fields),
    # Streams.
    "answer_right_after_join": begins(JOIN, choice(turn=1)),
    "cancel": sends(lambda _: frame(RESET, 0, 1, (8).to_bytes(4, "big")), PROTOCOL, ENDED),
    "cancel_and_end": Row(cancel_and_end, ("crashed",), "exit code 7"),
    "choice_instead_of_join": begins(choice(turn=1), JOIN, evidence="no Join"),
    # On a machine that is slow enough it passes before the Join.
    "deadline": Row(deadline, ("protocol", "no_start")),
    "half_close": Row(half_close, PROTOCOL, ENDED),
    "half_close_instead_of_join": Row(half_close_instead_of_join, NO_START, "closed its stream"),
    "huge_metadata": Row(huge_metadata, NO_START, hurried=True),
    "join_of_revision_0": begins(
        pb.BotMessage(join=pb.Join()).SerializeToString(), evidence="revision was 0"
    ),
    "join_of_the_last_revision": begins(
        pb.BotMessage(join=pb.Join(revision=2**32 - 1)).SerializeToString(),
        evidence="revision was 4294967295",
    ),
    "late_connection": Row(late_connection),
    "no_join": begins(evidence="no Join", verdict="no_start"),
    "second_connection": Row(second_connection),
    "second_stream": Row(second_stream),
    "second_stream_after_cancel": Row(second_stream_after_cancel, PROTOCOL, ENDED),
    "two_joins_at_once": begins(JOIN, JOIN),
    "unary_play": Row(unary_play, PROTOCOL),
    "unknown_methods": Row(unknown_methods),
    # Turns.
    "answer_in_advance": Row(answers_in_advance, PROTOCOL),
    "deaf": sends(lambda _: b"", TIMEOUT),
    "future_turn": says(lambda turn: choose(turn, turn.number + 1)),
    "last_turn": says(lambda turn: choose(turn, 2**32 - 1), "for turn 4294967295"),
    "old_turn": says(lambda turn: choose(turn, turn.number - 1), "with a Choice for turn"),
    "turn_0": says(lambda turn: choose(turn, 0), "for turn 0"),
    "two_answers": says_often(2),
    "two_thousand_answers": says_often(2000),
    "two_thousand_messages_after_join": begins(JOIN, *[choice(turn=1)] * 2000),
}


PATHS = [name for name in ROWS if name.startswith("path_of_invalid_utf8")]


@pytest.mark.parametrize("name", [name for name in ROWS if name not in PATHS])
def test_the_seat_that_attacks_pays_and_nobody_else(name: str, tmp_path: Path) -> None:
    assert play(ROWS[name], tmp_path) == []


@pytest.mark.parametrize("name", PATHS)
def test_a_path_in_no_utf8_is_evidence_and_no_traceback(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert play(ROWS[name], tmp_path) == []
    gc.collect()  # A task's exception that nobody has fetched is reported when the task is gone.
    assert capfd.readouterr().err == ""
    assert not [record for record in caplog.records if record.name == "asyncio"]


# --- moves, in every game and variant ---

LAST = 2**32 - 1
Edit = Callable[[Message], object]


def is_number(one: FieldDescriptor) -> bool:
    return one.message_type is None and one.enum_type is None


def absurd(message: Message) -> None:
    for one in message.DESCRIPTOR.fields:
        if one.message_type:
            absurd(getattr(message, one.name))
        elif one.is_repeated:
            getattr(message, one.name).extend([0, 105, LAST] * 50)
        else:
            setattr(message, one.name, LAST if one.enum_type is None else 2**31 - 1)


def each_number(value: int) -> Edit:
    """Return what gives cards, rows and sides of a move this number."""

    def edit(message: Message) -> None:
        for one, content in message.ListFields():
            if one.message_type:
                edit(content)
            elif one.is_repeated:
                content[:] = [value for _ in content]
            elif is_number(one):
                setattr(message, one.name, value)

    return edit


def fifteen_thousand(message: Message) -> None:
    for one in message.DESCRIPTOR.fields:
        if one.is_repeated:
            getattr(message, one.name)[:] = [1] * 15_000


def unknown_enum_value(message: Message) -> None:
    message.Clear()
    for one in message.DESCRIPTOR.fields:
        if one.enum_type:
            setattr(message, one.name, -(2**31))


NUMBERS: list[Edit] = [each_number(0), each_number(LAST)]
EDITS: dict[str, Edit] = {
    **dict(zip(["numbers of 0", "numbers of 32 bits"], NUMBERS, strict=True)),
    "fifteen thousand cards": fifteen_thousand,
    "unknown enum value": unknown_enum_value,
}


def changes(edit: Edit, game: str) -> bool:
    """Say whether moves of a game have what this changes."""
    move = getattr(pb.Move(), game)
    edit(move)
    return edit in NUMBERS or bool(move.ListFields())


def edited(game: str, edit: Edit) -> Make:
    """Return what answers with the first legal move, changed so."""

    def make(turn: pb.Turn) -> bytes:
        edit(getattr(turn.legal[0], game))
        return choose(turn)

    return make


def other_move(game: str) -> Make:
    """Return what answers with a move of another game."""
    other = next(name for name in game_names() if name != game)

    def make(turn: pb.Turn) -> bytes:
        said = pb.Choice(turn=turn.number)
        getattr(said.move, other).SetInParent()
        return pb.BotMessage(choice=said).SerializeToString()

    return make


def insists(make: Make, evidence: str = "") -> Row:
    """Return the attack by such answers from the second on: a rulebook may forgive the first."""

    def attack(client: Client) -> None:
        client.say(choose(client.first_turn()))
        while True:
            client.say(make(client.wait_turn()))

    return Row(attack, ("illegal",), evidence)


def forgives(name: str) -> bool:
    """Say whether the rulebook has a penalty of its own, so that the game goes otherwise."""
    state = Table(game := find_game(name), game.seats[0], game.Options(), 1).start()
    return state.refuse(state.to_act[0])


VARIANTS = [
    (game.name, write_options(options))
    for game in map(find_game, game_names())
    for options in option_choices(game)
]


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=str)
def test_an_absurd_move_is_illegal_in_every_variant(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    row = insists(edited(game, absurd))
    assert play(row, tmp_path, game, options, same=not forgives(game)) == []


@pytest.mark.parametrize(
    ("name", "game"),
    [(name, game) for name, edit in EDITS.items() for game in game_names() if changes(edit, game)],
)
def test_a_changed_move_is_illegal_in_every_game(name: str, game: str, tmp_path: Path) -> None:
    row = insists(edited(game, EDITS[name]))
    assert play(row, tmp_path, game, find_game(game).short, same=not forgives(game)) == []


@pytest.mark.parametrize("game", game_names())
def test_what_names_no_move_of_the_game_is_illegal(game: str, tmp_path: Path) -> None:
    for number, row in enumerate(
        (
            insists(other_move(game), "no move of"),
            insists(lambda turn: choice(turn=turn.number), "neither a move nor an index"),
            insists(
                lambda turn: choice(turn=turn.number, index=LAST),
                "4294967295 is no index of Turn.legal",
            ),
        )
    ):
        place = tmp_path / str(number)
        assert play(row, place, game, find_game(game).short, same=not forgives(game)) == []


@pytest.mark.parametrize("game", game_names())
def test_of_an_answer_a_thousand_times_over_the_last_counts(game: str, tmp_path: Path) -> None:
    def repeated(turn: pb.Turn) -> bytes:
        once = choose(turn)
        whole = once * (16384 // len(once))
        # Lists grow, so it is another move where moves have lists.
        said = pb.BotMessage.FromString(whole).choice.move
        return whole if said == turn.legal[0] else once

    assert play(answers(repeated), tmp_path, game, find_game(game).short) == []


# --- without its protection ---


def counted(line: Any) -> int:
    """Number the questions of a seat from 1 on."""
    number: int = line.__dict__.setdefault("number", 0) + 1
    line.number = number
    return number


def with_options(**changed: int) -> tuple[tuple[str, int], ...]:
    """Return gRPC's options with these values."""
    return tuple(
        (name, changed.get(name.split(".")[-1], old)) for name, old in grpc_connection._OPTIONS
    )


ANY_METADATA = with_options(max_metadata_size=2**24, absolute_max_metadata_size=2**24)
# An attack, and what is replaced on the referee's side for it to get through.
OFF: dict[str, tuple[str, object, str, Any]] = {
    "numbers that nobody guesses": (
        "answer_in_advance",
        grpc_connection.GrpcConnection,
        "next_number",
        counted,
    ),
    "the most that is read": ("message_of_16_kib_and_1", grpc_connection, "MAX_RECEIVE", 2**20),
    "the most of metadata": ("huge_metadata", grpc_connection, "_OPTIONS", ANY_METADATA),
    "the most of pings": ("pings", grpc_connection, "_OPTIONS", with_options(max_ping_strikes=0)),
    "a socket for one": ("late_connection", Path, "unlink", lambda *_, **__: 0),
}


@pytest.mark.parametrize("off", OFF)
def test_without_its_protection_an_attack_is_reported(
    off: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, owner, attribute, weaker = OFF[off]
    row = replace(ROWS[name], hurried=name != "pings")
    with monkeypatch.context() as patch:
        patch.setattr(owner, attribute, weaker)
        assert play(row, tmp_path) != []
