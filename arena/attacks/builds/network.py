"""A build that looks for a network, as if to load a library or to tell what it has seen."""

import socket
import sys

for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET):
    try:
        socket.socket(family)
    except OSError:
        continue
    sys.exit(f"ESCAPED: error: a socket of the family {family}")
