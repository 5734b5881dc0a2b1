"""A bot that pads its answer to one byte more than is allowed."""

import time

from hostile.client import choose, connect, say, second_turn, tag

connect()
turn = second_turn()
valid = choose(turn).SerializeToString()
say(padded := valid + tag(1000, bytes(16385 - 4 - len(valid))))
assert len(padded) == 16385
time.sleep(60)
