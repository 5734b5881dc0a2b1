"""A bot that answers question 2^32-1."""

import time

from hostile.client import choose, connect, say, second_turn

connect()
turn = second_turn()
say(choose(turn, 2**32 - 1))
time.sleep(60)
