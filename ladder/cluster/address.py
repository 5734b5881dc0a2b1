"""The address of a scheduler, and access to it: mutual TLS beyond this machine.

Without TLS anybody who reaches a scheduler or a worker can run programs on it. So without TLS only
addresses of this machine itself are taken, for all of them.
"""

import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from distributed import Security

from arena.errors import UserError
from ladder.cluster import PATIENCE
from ladder.machine.listening import require_safe

PORT: Final = 8786
# The address of Dask's own HTTP server, which cannot be left out.
HTTP: Final = "127.0.0.1:0"
AUTHORITY: Final = "ca.pem"
CERTIFICATE: Final = "certificate.pem"
KEY: Final = "key.pem"


@dataclass(frozen=True, slots=True)
class Address:
    """Address of a scheduler, and the certificates for it."""

    url: str
    security: Security

    @property
    def worker_host(self) -> str | None:
        """The interface of its workers: without TLS this machine's alone, else any (None)."""
        parts = urlsplit(self.url)
        return parts.hostname if parts.scheme == "tcp" else None

    def require_answer(self) -> None:
        """UserError, in a sentence, if nobody is there, or somebody who does not know us."""
        parts = urlsplit(self.url)
        where = (parts.hostname or "", parts.port or PORT)
        try:
            with socket.create_connection(where, PATIENCE) as connection:
                if parts.scheme == "tls":
                    _shake_hands(connection, self.security)
        except ssl.SSLError as error:
            raise UserError(
                f"{self.url} does not accept TLS with us: {_explain(error)}."
            ) from error
        except OSError as error:
            raise UserError(
                f"No scheduler answers at {self.url} ({error.strerror or error}); on its host,"
                " type: ladder scheduler"
            ) from error


def read_address(url: str, tls: Path | None) -> Address:
    """Return the address that is meant; UserError if it is none, or is not safe.

    `tls` is the folder with this machine's certificate, its key, and the authority's certificate.
    """
    parts = urlsplit(url)
    try:
        port = PORT if parts.port is None else parts.port
    except ValueError:
        port = -1
    if parts.scheme not in {"tls", "tcp"} or not parts.hostname or port < 0 or parts.path:
        raise UserError(f"{url} is no address of a scheduler; one is tls://HOST:{PORT}.")
    remedy = f"only tls://HOST:{PORT} is safe there, with --tls"
    require_safe(parts.hostname, safe=parts.scheme == "tls", remedy=remedy)
    if (parts.scheme == "tls") != (tls is not None):
        raise UserError("tls:// needs --tls FOLDER, with certificates, and tcp:// has none.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return Address(f"{parts.scheme}://{host}:{port}", _read_security(tls))


def _read_security(tls: Path | None) -> Security:
    if tls is None:
        return Security(require_encryption=False)
    paths = {name: str(tls / name) for name in (AUTHORITY, CERTIFICATE, KEY)}
    security = Security(
        require_encryption=True,
        tls_ca_file=paths[AUTHORITY],
        **{
            f"tls_{role}_{part}": paths[name]
            for role in ("client", "worker", "scheduler")
            for part, name in (("cert", CERTIFICATE), ("key", KEY))
        },
    )
    try:
        security.get_connection_args("client")
    except (OSError, ValueError) as error:
        raise UserError(
            f"{tls} has to have {AUTHORITY}, {CERTIFICATE} and {KEY}, which belong together:"
            f" {error}."
        ) from error
    return security


def _shake_hands(connection: socket.socket, security: Security) -> None:
    """Agree on TLS; whether they take our certificate is known with the first byte from them."""
    context = security.get_connection_args("client")["ssl_context"]
    with context.wrap_socket(connection) as port:
        port.recv(1)


def _explain(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"of its certificate, {error.verify_message}"
    return (error.reason or str(error)).replace("_", " ").lower()
