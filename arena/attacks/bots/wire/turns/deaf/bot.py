"""A bot that stops reading while it is asked."""

import time

from hostile.client import connect, second_turn

connect()
turn = second_turn()
time.sleep(60)
