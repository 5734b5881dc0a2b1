"""A bot that ends in the middle of HTTP/2's greeting."""

import os
import socket

from hostile.client import PATH

port = socket.socket(socket.AF_UNIX)
port.connect(PATH)
port.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x06\x04")
os._exit(5)
