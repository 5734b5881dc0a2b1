"""A bot that sends two thousand empty messages in one frame behind its answer."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
send(frame(DATA, 0, 1, wrap(chosen(turn)) + wrap(b"") * 2000))
time.sleep(60)
