"""A build that starts processes without end."""

import os
import sys

try:
    while True:
        if os.fork() == 0:
            while True:
                pass
except OSError as refused:
    sys.exit(f"error: {refused}")
