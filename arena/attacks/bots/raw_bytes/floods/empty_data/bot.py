"""A bot that sends fifty thousand frames without data before its answer."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import DATA, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(*[frame(DATA) * 1000] * 50)
answer(turn)
play_on()
