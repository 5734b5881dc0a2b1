"""A bot that says what is no protobuf."""

import time

from hostile.client import connect, say, second_turn

connect()
turn = second_turn()
say(b"\xff\xff")
time.sleep(60)
