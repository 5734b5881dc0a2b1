"""Posts to the webhook of a course, by HTTP, and to no other place than the one that was meant.

A host's name is resolved once a try, and the connection goes to the address that was checked: no
second answer of a name server leads it elsewhere. No redirect is followed, and no answer is read
but its status.
"""

import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError, SSLError
from urllib3.exceptions import TimeoutError as TooLate

from arena.errors import HostFailure
from ladder.settings.webhook import SIGNATURE, Webhook, sign

Address: TypeAlias = IPv4Address | IPv6Address


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
    """How long a connection may take, and each part of its answer, in seconds."""
    resolve: Callable[[str], list[Address]] = resolve
    trusted: ssl.SSLContext | None = None
    """The certificates that are trusted; None: those that the system trusts."""

    def post(self, webhook: Webhook, body: bytes) -> None:
        """Post a body, signed. NotPosted if it was not taken."""
        host = webhook.host
        if host not in self.hosts:
            raise NotPosted(
                f"the server may not post to {host}; start it by ladder serve --webhooks-to {host}"
            )
        addresses = self._find_addresses(host)
        try:
            status = self._send(webhook, addresses, body)
        except HTTPError as error:
            raise NotPosted(self._describe(host, error)) from error
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

    def _send(self, webhook: Webhook, addresses: list[Address], body: bytes) -> int:
        """Return the status of the answer at the first address that can be reached."""
        parts = urlsplit(webhook.url)
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        headers = {
            "Host": parts.netloc,
            "Content-Type": "application/json",
            "User-Agent": "card-arena",
            SIGNATURE: sign(webhook.secret, int(time.time()), body),
        }
        *others, last = (self._pool(parts, address) for address in addresses)
        for pool in others:
            with suppress(NewConnectionError, ConnectTimeoutError):
                return _post(pool, path, body, headers)
        return _post(last, path, body, headers)

    def _pool(self, parts: SplitResult, address: Address) -> HTTPConnectionPool:
        """Return what connects to an address, and to no other one."""
        if parts.scheme == "http":
            return HTTPConnectionPool(str(address), parts.port, timeout=self.timeout)
        return HTTPSConnectionPool(
            str(address),
            parts.port,
            timeout=self.timeout,
            ssl_context=self.trusted,
            server_hostname=parts.hostname,
        )

    def _describe(self, host: str, error: HTTPError) -> str:
        match error:
            case NewConnectionError():
                return f"nothing answers at {host}"
            case TooLate():
                return f"{host} does not answer within {self.timeout:g} seconds"
            case SSLError() if "CERTIFICATE" in str(error):
                return f"the certificate of {host} is not one that this system trusts: {error}"
            case _:
                return f"{host} does not answer as a server for HTTP does"


def _post(pool: HTTPConnectionPool, path: str, body: bytes, headers: Mapping[str, str]) -> int:
    # The answer is not read: it may be without end. Without retries no redirect is followed.
    with (
        closing(pool),
        closing(
            pool.urlopen("POST", path, body, headers, retries=False, preload_content=False)
        ) as answer,
    ):
        return answer.status


def _is_public(address: Address) -> bool:
    """Say whether an address is of the internet, and leads to nothing else, as by a gateway."""
    if isinstance(address, IPv6Address) and (address.is_site_local or address.sixtofour):
        return False
    # Reserved are those within which NAT64 and others put an address of version 4.
    return address.is_global and not address.is_multicast and not address.is_reserved
