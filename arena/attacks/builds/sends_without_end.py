"""A build that sends its product itself, a byte now and then, and never ends."""

import socket
import time

with socket.socket(socket.AF_UNIX) as port:
    port.connect("/run/seat/product.sock")
    while True:
        port.sendall(b"x")
        time.sleep(0.2)
