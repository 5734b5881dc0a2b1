"""A bot that answers this question and, unasked, the next one."""

import time

from hostile.client import choose, connect, say, second_turn

connect()
turn = second_turn()
say(choose(turn))
turn.legal[0].CopyFrom(turn.legal[-1])
say(choose(turn, turn.number + 1))
time.sleep(60)
