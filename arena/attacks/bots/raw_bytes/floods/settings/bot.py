"""A bot that sends ten thousand settings in mid-game."""

from hostile.client import answer, play_on, second_turn
from hostile.frames import SETTINGS, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(*[frame(SETTINGS, 0, 0) * 1000] * 10)
answer(turn)
play_on()
