"""A bot that sends headers that do not end in mid-game."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import CONTINUATION, HEADERS, field, frame, request
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(
    frame(HEADERS, 0, 3, request()),
    *[frame(CONTINUATION, 0, 3, field(b"x", b"y" * 100) * 100)] * 1000,
)
answer(turn)
play_on()
