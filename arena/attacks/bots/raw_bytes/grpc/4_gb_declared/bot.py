"""A bot that announces a message of 2^32-1 bytes and sends none of it."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(frame(DATA, 0, 1, b"\0" + b"\xff" * 4))
time.sleep(60)
