"""Packages of Debian that are not what they should be."""

import shutil
from pathlib import Path

import pytest

from arena.containers.debian import Packages, pack_base
from arena.errors import HostFailure
from tests.conftest import required

pytestmark = pytest.mark.usefixtures("processes")

BROKEN = {
    "empty": b"",
    "no package": b"hello " * 100,
    # With what is a package's beginning.
    "cut short": b"!<arch>\ndebian-binary   0           0     0     100644  4         `\n2.0\n",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_package_is_named_and_no_traceback(content: bytes, tmp_path: Path) -> None:
    with required():
        if shutil.which("dpkg-deb") is None:
            raise HostFailure("there is no dpkg-deb here")
    package = tmp_path / "libfoo_1.deb"
    package.write_bytes(content)
    with pytest.raises(HostFailure, match=r"libfoo_1\.deb cannot be unpacked: .*dpkg-deb"):
        pack_base(Packages("bookworm", "3.11", (package,)), tmp_path)
