"""A bot that gives the referee more window than there is."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import WINDOW, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(*[frame(WINDOW, 0, 0, b"\x7f" + b"\xff" * 3)] * 3)
answer(turn)
play_on()
