"""A bot that opens its stream for another content, hangs up and comes back."""

from hostile.client import connect, join, play_on
from hostile.frames import END_HEADERS, HEADERS, HELLO, frame, pour, request

pour(HELLO, frame(HEADERS, END_HEADERS, 1, request(kind=b"text/html")))
connect()
join()
play_on()
