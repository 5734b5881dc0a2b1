"""A bot that sends half of its answer, and the other half when a while has gone by."""

import time

from hostile.client import play_on, second_turn
from hostile.frames import DATA, frame, wrap
from hostile.own_connection import begin, chosen, send

begin()
turn = second_turn()
whole = frame(DATA, 0, 1, wrap(chosen(turn)))
send(whole[:11])
time.sleep(0.2)
send(whole[11:])
play_on()
