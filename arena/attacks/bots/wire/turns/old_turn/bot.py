"""A bot that answers the question before this one."""

import time

from hostile.client import choose, connect, say, second_turn

connect()
turn = second_turn()
say(choose(turn, turn.number - 1))
time.sleep(60)
