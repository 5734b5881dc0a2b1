"""A bot that sets a deadline on its call that passes in mid-game."""

import time

from hostile.client import answer, connect, join, wait_turn

time.sleep(0.8)
connect(timeout=0.7)
join()
answer(wait_turn())
wait_turn()
time.sleep(60)
