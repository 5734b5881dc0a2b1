"""Debian packages: a base image where no registry can be reached. Needs a Debian host, and no root.

The packages are those of the release that this host has, or of a relative of Debian's. apt resolves
their dependencies, as if nothing were installed but its own tools.
"""

import os
import re
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.containers.tree import BrokenPackageError, complete, is_needed, is_tool, unpack
from arena.errors import HostFailure

# Dependencies of packages to be installed and configured, which ours never are.
_TOOLS: Final = ("debconf", "debconf-2.0", "dpkg", "install-info", "tar")
# Libraries that the wheel of gRPC links to besides the C library.
_LIBRARIES: Final = ("libstdc++6",)
_LIMIT: Final = 300.0


@dataclass(frozen=True, slots=True)
class Packages:
    """Packages to unpack, and from which release they are."""

    release: str
    minor: str
    files: tuple[Path, ...]
    """As they were downloaded; a name has the package's version."""


class Apt:
    """The host's apt with folders of its own, so that nothing of the host is changed."""

    def __init__(self, scratch: Path, more: Sequence[str] = ()) -> None:
        self._scratch = scratch
        self._more = more
        self._own_lists = False
        (scratch / "archives" / "partial").mkdir(parents=True)
        (scratch / "lists" / "partial").mkdir(parents=True)
        (scratch / "status").write_text("".join(map(_installed, _TOOLS)))

    def fetch(self) -> Packages:
        """Find and download the packages, with lists of its own if the host's do not serve."""
        try:
            return self._fetch()
        except HostFailure:
            # The host has no lists, or older ones than what the mirror still has.
            self._run("apt-get", "update", own_lists=True)
            return self._fetch()

    def _fetch(self) -> Packages:
        found = re.search(r"Depends: python(3\.\d+)", self._run("apt-cache", "depends", "python3"))
        if found is None:
            raise HostFailure("apt knows no package python3")
        wanted = (f"python{found[1]}", *_LIBRARIES, *self._more)
        self._run("apt-get", "install", "--download-only", "--yes", *wanted)
        files = sorted((self._scratch / "archives").glob("*.deb"))
        return Packages(_release(), found[1], tuple(files))

    def _run(self, command: str, *arguments: str, own_lists: bool = False) -> str:
        self._own_lists = self._own_lists or own_lists
        options = {
            "Dir::State::status": f"{self._scratch}/status",
            "Dir::Cache": str(self._scratch),
            "APT::Install-Recommends": "false",
            "APT::Sandbox::User": "",
            "Debug::NoLocking": "true",
        }
        if self._own_lists:
            options["Dir::State::lists"] = f"{self._scratch}/lists"
        settings = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return run_tool(command, "-qq", *settings, *arguments)


def pack_base(packages: Packages, scratch: Path, *, tools: bool = False) -> Path:
    """Return a tar of what an interpreter needs of the packages; or all programs, as `tools`."""
    root, archive = scratch / "root", scratch / "root.tar"
    for package in packages.files:
        try:
            unpack(package, root, is_tool if tools else is_needed)
        except BrokenPackageError as error:
            raise HostFailure(str(error)) from error
    complete(root, packages.minor)
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as tar:
        tar.add(root, ".", filter=_of_root)
    return archive


def _of_root(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def run_tool(*words: str) -> str:
    """Run a program of the host and return what it prints; HostFailure if it cannot."""
    try:
        done = subprocess.run(
            words,
            env={**os.environ, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=_LIMIT,
        )
    except FileNotFoundError as error:
        raise HostFailure(f"{words[0]} is not on this machine") from error
    except subprocess.TimeoutExpired as error:
        raise HostFailure(f"{words[0]} took over {_LIMIT:g} s") from error
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:]
        raise HostFailure(f"{words[0]} failed: {' '.join(last)}")
    return done.stdout


def _installed(name: str) -> str:
    return (
        f"Package: {name}\nStatus: install ok installed\nVersion: 999\nArchitecture: all\n"
        "Multi-Arch: foreign\nMaintainer: none\nDescription: not needed\n\n"
    )


def _release() -> str:
    """Return the host's release, as in `Debian GNU/Linux 12 (bookworm)`."""
    text = Path("/etc/os-release").read_text(encoding="utf-8")
    names = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', text, re.MULTILINE))
    return str(names.get("PRETTY_NAME", "this host"))
