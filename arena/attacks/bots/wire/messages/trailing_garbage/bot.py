"""A bot that says garbage after a valid answer."""

import time

from hostile.client import choose, connect, say, second_turn

connect()
turn = second_turn()
say(choose(turn).SerializeToString() + b"\xff\xff\xff")
time.sleep(60)
