"""A bot that sends fifty thousand frames without data in every turn, from nine seats."""

from hostile.client import answer, join, wait_turn
from hostile.frames import DATA, frame
from hostile.own_connection import begin, send

begin()
join()
while True:
    turn = wait_turn()
    send(frame(DATA) * 50_000)
    answer(turn)
