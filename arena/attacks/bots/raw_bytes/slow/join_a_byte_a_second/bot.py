"""A bot that joins at a byte a second."""

import time

from hostile.frames import HELLO
from hostile.own_connection import send

for byte in HELLO:
    send(bytes([byte]))
    time.sleep(1)
