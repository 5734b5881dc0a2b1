"""Posts to the webhook of a course, by HTTP, and to no other place than the one that was meant.

A host's name is resolved once a try, and the connection goes to the address that was checked: no
second answer of a name server leads it elsewhere. No redirect is followed, and no answer is read
but its status.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from arena.errors import HostFailure
from ladder.webhook import SIGNATURE, Webhook, sign

Address: TypeAlias = IPv4Address | IPv6Address
# Addresses of version 6 that lead to one of version 4, by a gateway.
_NAT64: Final = IPv6Network("64:ff9b::/96")


class NotPosted(HostFailure):
    """It was not taken; why, as a sentence without its stop."""


def resolve(host: str) -> list[Address]:
    """Return the addresses of a host. OSError or UnicodeError if it has none."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]


@dataclass(frozen=True, slots=True)
class Poster:
    """Posts to the hosts that the organiser has named, and to no others."""

    hosts: frozenset[str]
    private: bool = False
    """Whether they may be of this machine or its network."""
    timeout: float = 10.0
    """How long a connection may take, and then its answer, in seconds."""
    resolve: Callable[[str], list[Address]] = resolve
    trusted: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def post(self, webhook: Webhook, body: bytes) -> None:
        """Post a body, signed. NotPosted if it was not taken."""
        parts, host = urlsplit(webhook.url), webhook.host
        if host not in self.hosts:
            raise NotPosted(
                f"the server may not post to {host}; start it by ladder serve --webhooks-to {host}"
            )
        with _saying_what_fails(host, self.timeout):
            status = self._send(parts, self._find_addresses(host), webhook.secret, body)
        if 300 <= status < 400:
            raise NotPosted(
                f"{host} answers {status}, a redirect, which is not followed; name the address"
                " that it leads to"
            )
        if not 200 <= status < 300:
            raise NotPosted(f"{host} answers {status}; expected 200 to 299")

    def _find_addresses(self, host: str) -> list[Address]:
        """Return where a host is. NotPosted if that is nowhere, or where it may not be."""
        try:
            found = self.resolve(host)
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise NotPosted(f"the address of {host} is not known here")
        private = [address for address in found if not _is_public(address)]
        if private and not self.private:
            raise NotPosted(
                f"{host} is at {private[0]}, which is private; ladder serve --private-webhooks"
                " allows that"
            )
        return found

    def _send(self, parts: SplitResult, addresses: list[Address], secret: str, body: bytes) -> int:
        """Return the status of the answer."""
        host, encrypted = parts.hostname or "", parts.scheme == "https"
        usual = 443 if encrypted else 80
        port = parts.port or usual
        named = f"[{host}]" if ":" in host else host
        headers = {
            "Host": named if port == usual else f"{named}:{port}",
            "Content-Type": "application/json",
            "User-Agent": "card-arena",
            SIGNATURE: sign(secret, int(time.time()), body),
        }
        with ExitStack() as opened:
            connected = opened.enter_context(self._connect(addresses, port))
            # Each wait has its limit, and this one is for all of them together.
            alarm = Timer(self.timeout, _shut, [connected])
            opened.callback(alarm.cancel)
            alarm.start()
            if encrypted:
                wrapped = self.trusted.wrap_socket(connected, server_hostname=host)
                connected = opened.enter_context(wrapped)
            connection = opened.enter_context(closing(http.client.HTTPConnection(host, port)))
            connection.sock = connected
            path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
            connection.request("POST", path, body, headers)
            return connection.getresponse().status

    def _connect(self, addresses: list[Address], port: int) -> socket.socket:
        """Connect to the first of some addresses that can be reached. OSError if none can."""
        *others, last = (str(address) for address in addresses)
        for address in others:
            with suppress(OSError):
                return socket.create_connection((address, port), self.timeout)
        return socket.create_connection((last, port), self.timeout)


def _is_public(address: Address) -> bool:
    """Say whether an address is of the internet, and leads to nothing else."""
    if isinstance(address, IPv6Address):
        within = IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None
        inner = address.ipv4_mapped or address.sixtofour or within
        if inner is not None:
            return _is_public(inner)
    return address.is_global and not address.is_multicast


def _shut(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


@contextmanager
def _saying_what_fails(host: str, timeout: float) -> Iterator[None]:
    begun = time.monotonic()
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise NotPosted(
            f"the certificate of {host} is not one that this system trusts: {error.verify_message}"
        ) from error
    except (OSError, http.client.HTTPException) as error:
        if time.monotonic() - begun >= timeout:
            raise NotPosted(f"{host} does not answer within {timeout:g} seconds") from error
        if isinstance(error, ConnectionRefusedError):
            raise NotPosted(f"nothing answers at {host}") from error
        raise NotPosted(f"{host} does not answer as a server for HTTP does") from error
