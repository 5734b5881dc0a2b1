"""A bot that promises to push, which only a server may."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import END_HEADERS, PUSH, frame, request
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(frame(PUSH, END_HEADERS, 1, bytes(3) + b"\2" + request()))
answer(turn)
play_on()
