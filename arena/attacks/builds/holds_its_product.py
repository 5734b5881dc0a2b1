"""A build that leaves a process, which holds the socket of the product and sends nothing."""

import os
import socket
import time

begin, told = os.pipe()
if os.fork() == 0:
    os.setsid()
    with socket.socket(socket.AF_UNIX) as port:
        port.connect("/run/seat/product.sock")
        os.write(told, b"x")
        time.sleep(10_000)
os.read(begin, 1)
# Until the host has met it, and listens no more.
try:
    while True:
        with socket.socket(socket.AF_UNIX) as port:
            port.connect("/run/seat/product.sock")
        time.sleep(0.05)
except ConnectionRefusedError:
    pass
