"""A bot that sends its answer on stream 0."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
send(frame(DATA, 0, 0, wrap(chosen(turn))))
time.sleep(60)
