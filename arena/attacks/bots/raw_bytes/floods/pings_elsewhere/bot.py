"""A bot that pings ten thousand times before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import HELLO, PING, frame, pour

pour(HELLO, *[frame(PING, 0, 0, bytes(8)) * 1000] * 10)
connect()
join()
play_on()
