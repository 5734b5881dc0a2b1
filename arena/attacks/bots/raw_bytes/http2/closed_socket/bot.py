"""A bot that closes its socket and runs on."""

import time

from hostile.client import second_turn
from hostile.own_connection import begin, port

begin()
turn = second_turn()
port.close()
time.sleep(60)
