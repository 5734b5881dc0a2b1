"""A bot that plays a list of fifteen thousand cards at once."""

import time

from hostile.client import answer, connect, second_turn

connect()
turn = second_turn()
turn.legal[0].goat_n_goat.cards[:] = [1] * 15_000
answer(turn)
time.sleep(60)
