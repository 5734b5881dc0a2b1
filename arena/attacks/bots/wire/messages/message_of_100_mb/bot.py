"""A bot that sends a message of a hundred megabytes."""

import time

from hostile.client import connect, say, second_turn

connect()
turn = second_turn()
say(bytes(100_000_000))
time.sleep(60)
