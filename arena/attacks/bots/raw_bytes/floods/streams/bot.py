"""A bot that opens ten thousand streams beside its own."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import END_HEADERS, HEADERS, frame, request
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(*[frame(HEADERS, END_HEADERS, stream, request()) for stream in range(3, 20_001, 2)])
answer(turn)
play_on()
