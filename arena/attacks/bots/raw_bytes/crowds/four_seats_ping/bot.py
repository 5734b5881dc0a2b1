"""A bot that pings a thousand times in every turn, from four seats."""

from hostile.client import answer, join, wait_turn
from hostile.frames import PING, frame
from hostile.own_connection import begin, send

begin()
join()
while True:
    turn = wait_turn()
    send(frame(PING, 0, 0, bytes(8)) * 1000)
    answer(turn)
