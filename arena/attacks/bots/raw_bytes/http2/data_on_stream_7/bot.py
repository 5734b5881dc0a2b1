"""A bot that sends its answer on a stream that it never opened."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
send(frame(DATA, 0, 7, wrap(chosen(turn))))
time.sleep(60)
