"""A bot that nests groups five thousand deep."""

import time

from hostile.client import connect, say, second_turn

connect()
turn = second_turn()
say(b"\x5b" * 5000 + b"\x5c" * 5000)
time.sleep(60)
