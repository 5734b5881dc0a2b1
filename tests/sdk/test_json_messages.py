"""Our JSON of messages is that of protobuf's own library, for all that a referee ever says."""

import json
from random import Random

import pytest
from arena_sdk.json_messages import UnreadableError, read_message, write_message
from google.protobuf import json_format
from google.protobuf.message import Message

from arena.games import Deal, find_game, game_names
from arena.games.messages import make_turn
from arena.match.clock import TimeControl, clock_message
from arena.v1 import arena_pb2 as pb


def write_as_protobuf(message: Message) -> object:
    return json_format.MessageToDict(message)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_question_of_a_game_is_written_as_protobuf_writes_it(name: str, seats: int) -> None:
    game, rng = find_game(name), Random(seats)
    state = game.start(seats, Deal(seats), game.Options())
    asked = 0
    while state.to_act and asked < 60:
        seat = state.to_act[0]
        turn = make_turn(game, state, seat)
        turn.number, turn.time_left_us, turn.last_wall_us = asked, 10_100_000, 0
        message = pb.RefereeMessage(turn=turn)
        line = write_message(message)
        assert line.count(b"\n") == 1
        assert line.endswith(b"\n")
        assert json.loads(line) == write_as_protobuf(message)
        state.play(seat, rng.choice(list(state.legal(seat))))
        asked += 1
    assert asked > 3


@pytest.mark.parametrize(
    "message",
    [
        pb.RefereeMessage(
            start=pb.Start(
                game="tonton",
                seats=4,
                options={"b": "2", "a": "ü\n\U0001f410"},
                seed=bytes(range(16)),
                clock=clock_message(TimeControl()),
            )
        ),
        pb.RefereeMessage(over=pb.Over(number=3, scores=[-7, 0, 12], ranks=[3, 2, 1])),
        pb.RefereeMessage(goodbye=pb.Goodbye()),
        pb.RefereeMessage(start=pb.Start(clock=pb.Clock(kind=9))),  # type: ignore[arg-type]
        pb.RefereeMessage(),
    ],
)
def test_all_else_is_written_so_too(message: pb.RefereeMessage) -> None:
    assert json.loads(write_message(message)) == write_as_protobuf(message)


def test_an_answer_is_read_by_the_names_of_json() -> None:
    said = pb.BotMessage()
    read_message(b'{"choice": {"turn": 7, "move": {"sixNimmt": {"card": 14}}}}\n', said)
    assert said.choice.turn == 7
    assert said.choice.move.six_nimmt.card == 14


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"hello\n", "no JSON"),
        (b"\n", "no JSON"),
        (b"\xff\xfe\n", "no UTF-8 from byte 1 on"),
        ('{"choice": {}}\n'.encode("utf-16"), "no UTF-8"),
        (b"\xef\xbb\xbf{}\n", "no JSON"),
        (b"\0\n", "no JSON"),
        (b'{"choice\0": {}}\n', "control character"),
        (b"[1]\n", "no JSON object"),
        (b'{"choice": {}} {"choice": {}}\n', "Extra data"),
        (b"[" * 100_000 + b"\n", "nested too deeply"),
        (b"7\n", "no JSON object"),
        (b'{"chioce": {}}\n', 'no field named "chioce"'),
        (b'{"choice": {"turn": "seven"}}\n', "turn"),
        (b'{"choice": {"turn": -1}}\n', "turn"),
        (b'{"join": {"revision": 1}, "choice": {"turn": 1}}\n', "oneof"),
        (b'{"choice": {"turn": 1e999}}\n', "turn"),
        (b'{"choice": {"turn": 1.5}}\n', "turn"),
        (b'{"choice": {"turn": true}}\n', "turn"),
        (b'{"choice": {"turn": NaN}}\n', "NaN is no number of JSON"),
        (b'{"choice": {"turn": -Infinity}}\n', "-Infinity is no number of JSON"),
        (b'{"choice": {"turn": ' + b"9" * 5000 + b"}}\n", "no JSON"),
        (b'{"choice": {"turn": 1, "turn": 2}}\n', "it has 'turn' twice"),
        (b'{"choice": 5}\n', "choice"),
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(line: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=why) as caught:
        read_message(line, pb.BotMessage())
    assert "\n" not in str(caught.value)
