"""A bot that chooses an action that is not in the contract."""

import time

from hostile.client import answer, connect, second_turn

connect()
turn = second_turn()
turn.legal[0].goat_n_goat.action = -(2**31)
answer(turn)
time.sleep(60)
