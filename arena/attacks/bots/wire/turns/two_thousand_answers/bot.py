"""A bot that answers one question two thousand times."""

import time

from hostile.client import answer, connect, second_turn

connect()
turn = second_turn()
for _ in range(2000):
    answer(turn)
time.sleep(60)
