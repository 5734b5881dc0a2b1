"""A bot that closes its side of the stream instead of joining."""

import time

from hostile.client import connect, out

connect()
out.put(None)
time.sleep(60)
