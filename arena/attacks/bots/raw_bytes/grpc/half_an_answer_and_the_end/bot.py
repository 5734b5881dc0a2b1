"""A bot that sends half an answer and ends its stream."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, END_STREAM, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
send(frame(DATA, END_STREAM, 1, wrap(chosen(turn))[:-2]))
time.sleep(60)
