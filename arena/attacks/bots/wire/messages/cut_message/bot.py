"""A bot that leaves off the last byte of its answer."""

import time

from hostile.client import choose, connect, say, second_turn

connect()
turn = second_turn()
say(choose(turn).SerializeToString()[:-1])
time.sleep(60)
