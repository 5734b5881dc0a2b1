"""A bot that says nothing at all."""

import time

from hostile.client import connect, say, second_turn

connect()
turn = second_turn()
say(b"")
time.sleep(60)
