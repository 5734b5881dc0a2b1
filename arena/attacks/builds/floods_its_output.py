"""A build that says a hundred megabytes."""

import os

for _ in range(100):
    os.write(1, bytes([97]) * (1 << 20))
