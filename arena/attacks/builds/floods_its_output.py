"""A build that says a gigabyte."""

import os

for _ in range(1000):
    os.write(1, bytes([97]) * (1 << 20))
