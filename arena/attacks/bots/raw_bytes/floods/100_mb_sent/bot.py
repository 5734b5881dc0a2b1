"""A bot that sends a message of a hundred megabytes, whatever the window."""

import time

from hostile.client import second_turn
from hostile.frames import DATA, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(frame(DATA, 0, 1, b"\0" + (10**8).to_bytes(4, "big")))
send(*[frame(DATA, 0, 1, bytes(10_000))] * 10_000)
time.sleep(60)
