"""A build that opens the supervisor's memory, to report in its place."""

import os
import sys

for name in ("mem", "environ", "fd/3", "map_files"):
    place = f"/proc/1/{name}"
    try:
        if os.path.isdir(place):
            os.listdir(place)
        else:
            os.close(os.open(place, os.O_RDWR if name == "mem" else os.O_RDONLY))
    except OSError:
        continue
    sys.exit(f"ESCAPED: error: {place} can be opened")
