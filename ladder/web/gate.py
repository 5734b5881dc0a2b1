"""The server's way to the network, and whether it is safe to listen there."""

import ssl
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path

from arena.errors import UserError
from ladder.machine.listening import require_safe


@dataclass(frozen=True, slots=True)
class Gate:
    """TLS of the server's own, a proxy, or nothing."""

    certificate: Path | None = None
    """With all certificates up to that of the authority, in PEM."""
    key: Path | None = None
    """Without a password, in PEM."""
    proxy: str | None = None
    """The address of a proxy: only what comes from there may say for whom it comes."""
    plain_http: bool = False
    """Others in the network may read along, tokens too."""
    fingerprint: str = ""
    """The SHA-256 of a certificate of the server's own, for which no authority vouches."""

    @property
    def is_at_root(self) -> bool:
        """Say whether the server itself speaks TLS, so that its path is that of the browser."""
        return self.certificate is not None and self.proxy is None

    def require_safe(self, host: str) -> None:
        """UserError if others reach an address, and nothing stands between them and tokens."""
        safe = self.plain_http or self.proxy is not None or self.certificate is not None
        remedy = (
            "expected --tls self, --certificate with --key, --proxy ADDRESS, or --plain-http, by"
            " which they can read tokens"
        )
        require_safe(host, safe=safe, remedy=remedy)

    def check(self) -> None:
        """UserError if nobody could be served so."""
        if self.proxy is not None:
            try:
                ip_network(self.proxy)
            except ValueError as error:
                raise UserError(
                    f"{self.proxy!r} is no address of a proxy; expected one like 127.0.0.1, or a"
                    " network like 10.0.0.0/8."
                ) from error
        if (self.certificate is None) != (self.key is None):
            raise UserError("TLS takes both, --certificate FILE and --key FILE.")
        if self.certificate is not None and self.key is not None:
            _check_certificate(self.certificate, self.key)


def _check_certificate(certificate: Path, key: Path) -> None:
    for file in (certificate, key):
        try:
            file.read_bytes()
        except OSError as error:
            raise UserError(f"{file} cannot be read: {error.strerror}.") from error
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)

    def ask() -> str:
        raise UserError(f"{key} has a password; a server needs a key without one.")

    try:
        context.load_cert_chain(certificate, key, ask)
    except ssl.SSLError as error:
        same = "KEY_VALUES_MISMATCH" in str(error)
        why = "do not belong together" if same else "are not a certificate and its key, in PEM"
        raise UserError(f"{certificate} and {key} {why}.") from error
