"""A build that leaves a file that nobody may read."""

import os

with open("locked", "wb") as file:
    file.write(bytes(1 << 16))
os.chmod("locked", 0)
