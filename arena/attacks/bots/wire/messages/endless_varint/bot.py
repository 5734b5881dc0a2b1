"""A bot that says a number of more than 64 bits."""

import time

from hostile.client import connect, say, second_turn

connect()
turn = second_turn()
say(b"\x12\x0c\x08" + b"\xff" * 10 + b"\x01")
time.sleep(60)
