"""A build that tells the host in the supervisor's place how it has ended."""

import socket
import sys

with socket.socket(socket.AF_UNIX) as port:
    try:
        port.connect("/run/seat/supervisor.sock")
    except OSError:
        sys.exit(0)
sys.exit("ESCAPED: error: the host listens to others than the supervisor")
