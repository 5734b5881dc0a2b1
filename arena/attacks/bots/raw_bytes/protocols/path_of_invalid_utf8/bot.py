"""A bot that asks for a path of invalid UTF-8 before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import END_HEADERS, HEADERS, HELLO, frame, pour, request

pour(HELLO, frame(HEADERS, END_HEADERS, 1, request(b"/\xff\xfe/\xc3")))
connect()
join()
play_on()
