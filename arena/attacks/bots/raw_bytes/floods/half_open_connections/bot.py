"""A bot that holds forty connections on which it says nothing, or half of the greeting."""

from hostile.client import connect, join, play_on
from hostile.frames import HELLO, dial

held = [dial() for _ in range(40)]
for port in held[::2]:
    port.send(HELLO[:9])
connect()
join()
play_on()
