"""Certificates, as docs/workers.md says to make them."""

import subprocess
from pathlib import Path


def make_certificates(folder: Path, *, authority: Path | None = None, days: int = 30) -> Path:
    """Make a certificate for this many days, of this folder's authority or of one of its own."""
    folder.mkdir()
    new = ["-newkey", "rsa:2048", "-nodes", "-subj"]
    if authority is None:
        _openssl(folder, "req", "-x509", *new, "/CN=us", "-keyout", "ca.key", "-out", "ca.pem")
    else:
        for name in ("ca.pem", "ca.key"):
            (folder / name).write_bytes((authority / name).read_bytes())
    _openssl(folder, "req", *new, "/CN=a host", "-keyout", "key.pem", "-out", "csr")
    signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "certificate.pem"]
    _openssl(folder, "x509", "-req", "-in", "csr", *signed, "-days", str(days))
    return folder


def _openssl(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, capture_output=True, check=True)
