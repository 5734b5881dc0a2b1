"""A bot that opens its stream with a megabyte of metadata."""

import time

from hostile.client import connect, join

connect(metadata=[("x", "y" * 2**20)])
join()
time.sleep(60)
