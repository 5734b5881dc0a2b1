"""A bot that announces a frame of 2^24-1 bytes."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(b"\xff" * 3 + frame(DATA, 0, 1, bytes(1000))[3:])
time.sleep(60)
