"""A bot that answers one question twice."""

import time

from hostile.client import answer, connect, second_turn

connect()
turn = second_turn()
answer(turn)
answer(turn)
time.sleep(60)
