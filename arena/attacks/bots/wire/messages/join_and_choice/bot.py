"""A bot that says a Choice and a Join in one message."""

import time

from hostile.client import choose, connect, say, second_turn, tag

connect()
turn = second_turn()
say(choose(turn).SerializeToString() + tag(1, b"\x08\x01"))
time.sleep(60)
