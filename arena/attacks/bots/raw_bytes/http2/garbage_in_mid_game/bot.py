"""A bot that sends garbage in mid-game."""

import time

from hostile.client import second_turn
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(bytes(range(256)) * 100)
time.sleep(60)
