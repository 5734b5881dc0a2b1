"""A bot that resets its own stream."""

import time

from hostile.client import second_turn
from hostile.frames import RESET, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(frame(RESET, 0, 1, bytes(4)))
time.sleep(60)
