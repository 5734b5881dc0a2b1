"""A build that changes the bot's files where they lie, and the image."""

import sys

for place in (
    "/bot/build.py",
    "/bot/new",
    "/usr/bin/new",
    "/opt/arena/supervisor.py",
    "/run/seat/new",
):
    try:
        open(place, "ab").close()
    except OSError:
        continue
    sys.exit(f"ESCAPED: error: {place} can be written")
