"""A bot that ends its stream with trailers."""

import time

from hostile.client import second_turn
from hostile.frames import END_HEADERS, END_STREAM, HEADERS, field, frame
from hostile.own_connection import begin, send

begin()
turn = second_turn()
send(frame(HEADERS, END_STREAM | END_HEADERS, 1, field(b"x", b"y")))
time.sleep(60)
