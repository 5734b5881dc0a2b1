"""A bot that opens and resets ten thousand Play streams instead of joining."""

import time

from hostile.frames import END_HEADERS, HEADERS, HELLO, RESET, frame, request
from hostile.own_connection import send

send(
    HELLO,
    *[
        frame(HEADERS, END_HEADERS, stream, request()) + frame(RESET, 0, stream, bytes(4))
        for stream in range(1, 20_001, 2)
    ],
)
time.sleep(60)
