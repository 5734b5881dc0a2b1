"""A bot that opens ten thousand streams to no method before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import END_HEADERS, HEADERS, HELLO, frame, pour, request

pour(
    HELLO,
    *[frame(HEADERS, END_HEADERS, stream, request(b"/a/b")) for stream in range(1, 20_001, 2)],
)
connect()
join()
play_on()
