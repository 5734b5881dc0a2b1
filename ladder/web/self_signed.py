"""A certificate that a server makes for itself, where no authority gives one (cryptography).

Browsers warn of it, since nobody vouches for it. Its fingerprint tells that it is the right one:
`ladder login --fingerprint` asks for that.
"""

import socket
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from arena.errors import UserError
from ladder.machine.private import write_private

# In the folder in which the server is started.
OWN: Final = Path("server.pem")
_LASTS: Final = timedelta(days=365)
# With less left than this it is made again, so that no event ends in the middle.
_LEAST: Final = timedelta(days=14)


def keep_certificate(file: Path) -> str:
    """Have a certificate with its key in a file, 0600; return its SHA-256, in hexadecimal.

    It is made again when it is nearly over. UserError if something else is in its place.
    """
    if not file.exists() or _read(file).not_valid_after_utc < datetime.now(UTC) + _LEAST:
        write_private(file, _make())
    return _read(file).fingerprint(hashes.SHA256()).hex()


def _read(file: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"{file} has no certificate; move it away, and one is made.") from error


def _make() -> bytes:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "card-arena")])
    here = {"localhost", socket.gethostname()}
    names = [
        *map(x509.DNSName, sorted(here)),
        *(x509.IPAddress(ip_address(one)) for one in ("127.0.0.1", "::1")),
    ]
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + _LASTS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return made.public_bytes(serialization.Encoding.PEM) + secret
