"""A bot that repeats its answer in one message, where the last one counts."""

from hostile.client import choose, connect, play_on, say, second_turn

connect()
turn = second_turn()
once = choose(turn).SerializeToString()
say(once * (16384 // len(once)))
play_on()
