"""A bot that sends five hundred answers in one frame."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
send(frame(DATA, 0, 1, wrap(chosen(turn)) * 500))
time.sleep(60)
