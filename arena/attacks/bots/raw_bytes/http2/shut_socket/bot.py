"""A bot that shuts the writing side of its socket."""

import socket
import time

from hostile.client import second_turn
from hostile.own_connection import begin, port

begin()
turn = second_turn()
port.shutdown(socket.SHUT_WR)
time.sleep(60)
