"""A bot that answers at a byte a second."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
for byte in frame(DATA, 0, 1, wrap(chosen(turn))):
    send(bytes([byte]))
    time.sleep(1)
