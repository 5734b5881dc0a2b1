"""A bot that says that it goes away, and stays."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import GOAWAY, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(frame(GOAWAY, 0, 0, bytes(8)))
answer(turn)
play_on()
