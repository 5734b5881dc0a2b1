"""A bot that sends ten thousand settings before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import HELLO, SETTINGS, frame, pour

pour(HELLO, *[frame(SETTINGS, 0, 0) * 1000] * 10)
connect()
join()
play_on()
