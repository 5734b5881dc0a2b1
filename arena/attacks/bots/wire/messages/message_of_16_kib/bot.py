"""A bot that pads its answer to the 16384 bytes that are allowed."""

from hostile.client import choose, connect, play_on, say, second_turn, tag

connect()
turn = second_turn()
valid = choose(turn).SerializeToString()
say(padded := valid + tag(1000, bytes(16384 - 4 - len(valid))))
assert len(padded) == 16384
play_on()
