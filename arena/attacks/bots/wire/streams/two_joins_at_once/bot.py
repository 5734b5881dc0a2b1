"""A bot that joins twice before anything else."""

import time

from hostile.client import connect, join

connect()
join()
join()
time.sleep(60)
