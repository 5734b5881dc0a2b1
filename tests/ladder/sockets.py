"""At which ports programs listen, and who reaches them."""

import socket
from ipaddress import ip_address
from itertools import chain

import psutil

from arena.boxes.host.process_tree import descendants
from tests.programs import Forked


def listening(*programs: Forked) -> dict[int, bool]:
    """Return the ports that these programs and all they started listen at.

    With each whether other machines reach it.
    """
    ports: dict[int, bool] = {}
    for pid in chain.from_iterable((one.pid, *descendants(one.pid)) for one in programs):
        for socket_ in psutil.Process(pid).net_connections("inet"):
            # Anyone who has a port of UDP hears what comes.
            if socket_.status == "LISTEN" or socket_.type is socket.SOCK_DGRAM:
                beyond = not ip_address(socket_.laddr.ip).is_loopback
                ports[socket_.laddr.port] = beyond or ports.get(socket_.laddr.port, False)
    return ports


def answers_in_the_clear(port: int) -> bool:
    """Say whether who listens at a port understands HTTP without TLS."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"GET / HTTP/1.0\r\n\r\n")
        try:
            return line.recv(5) == b"HTTP/"
        except ConnectionError:
            return False
