"""A bot that marks its answer as compressed and names no compression."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
send(frame(DATA, 0, 1, wrap(chosen(turn), 1)))
time.sleep(60)
