"""A bot that says its question's number in another type of the wire."""

import time

from hostile.client import connect, say, second_turn, tag

connect()
turn = second_turn()
say(tag(2, b"\x0d" + turn.number.to_bytes(4, "little")))
time.sleep(60)
