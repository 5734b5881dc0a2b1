"""A bot that thinks after every answer, when it is not asked any more."""

import time

from hostile.client import answer, connect, join, wait_turn

connect()
join()
while True:
    answer(wait_turn())
    end = time.process_time() + 2
    while time.process_time() < end:
        pass
