"""A bot that sends garbage on ten connections before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import pour

for number in range(10):
    pour(bytes(range(number, 256)) * 400)
connect()
join()
play_on()
