"""A bot that connects three thousand times before it plays."""

from hostile.client import connect, join, play_on
from hostile.frames import dial

for _ in range(3000):
    dial().close()
connect()
join()
play_on()
