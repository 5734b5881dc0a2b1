"""A build that sends its product itself, a gigabyte of it."""

import socket

with socket.socket(socket.AF_UNIX) as port:
    port.connect("/run/seat/product.sock")
    for _ in range(1000):
        port.sendall(bytes(1 << 20))
