"""A bot that cancels its own call in mid-game and runs on."""

import time

from hostile.client import connect, second_turn

_, heard = connect()
turn = second_turn()
heard.cancel()
time.sleep(60)
