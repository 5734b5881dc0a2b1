"""A bot that lets the referee send nothing from its second question on."""

import time

from hostile.client import answer, join, wait_turn
from hostile.own_connection import begin, send, window

begin()
join()
turn = wait_turn()
send(window(0))
answer(turn)
time.sleep(60)
