"""A build that tells the host in the builder's place what came of it."""

import socket
import sys

with socket.socket(socket.AF_UNIX) as port:
    try:
        port.connect("/run/seat/build.sock")
        port.settimeout(1)
        port.sendall(b'{"code": 0, "said": ""}\n' + bytes(1024))
        heard = port.recv(100)
    except OSError:
        heard = b""
if heard:
    sys.exit("ESCAPED: error: the host has listened")
