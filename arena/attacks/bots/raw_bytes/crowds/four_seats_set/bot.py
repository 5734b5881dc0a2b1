"""A bot that sends two thousand settings in every turn, from four seats."""

from hostile import tried
from hostile.client import answer, join, wait_turn
from hostile.frames import SETTINGS, frame
from hostile.own_connection import begin, send

begin()
join()
while True:
    turn = wait_turn()
    send(frame(SETTINGS, 0, 0) * 2000)
    tried()
    answer(turn)
