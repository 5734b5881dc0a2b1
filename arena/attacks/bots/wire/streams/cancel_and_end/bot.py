"""A bot that cancels its own call in mid-game and ends."""

import os

from hostile.client import connect, second_turn

_, heard = connect()
turn = second_turn()
heard.cancel()
os._exit(7)
