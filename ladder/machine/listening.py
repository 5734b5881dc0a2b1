"""The addresses at which the project listens: on loopback, or where the connection is encrypted.

Every program that opens a port asks here: server, metrics, scheduler and worker. Tokens pass by a
server, and anyone who reaches a scheduler or a worker runs programs there.
"""

import ipaddress

from arena.errors import UserError


def is_loopback(host: str) -> bool:
    """Say whether only programs of this machine reach an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_safe(host: str, *, safe: bool, remedy: str) -> None:
    """UserError if others reach this address and nothing makes that safe; it names the remedy."""
    if not (safe or is_loopback(host)):
        raise UserError(f"Others in the network reach {host or 'every address'}; {remedy}.")
