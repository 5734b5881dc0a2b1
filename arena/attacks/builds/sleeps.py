"""A build that never ends, and sleeps."""

import time

time.sleep(10_000)
