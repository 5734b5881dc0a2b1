"""A bot that answers question 0."""

import time

from hostile.client import choose, connect, say, second_turn

connect()
turn = second_turn()
say(choose(turn, 0))
time.sleep(60)
