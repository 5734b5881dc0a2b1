"""The tree of an image while it is being made: a Python interpreter and the libraries it needs."""

import os
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from arena.containers.engine import Engine
from arena.containers.recipe import host_minor
from arena.errors import HostFailure

# Before these lines of directories became links into /usr; trees of both kinds are made the same.
_MERGED: Final = {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}
# Of a registry, how long it may show no sign of life.
_REGISTRY_LIMIT: Final = 10.0
# Python knows filters from 3.11.4 on, and Debian 12 has an older one. What is unpacked is signed.
_FILTER: Final[dict[str, Any]] = {"filter": "tar"} if hasattr(tarfile, "tar_filter") else {}

_PROGRAMS: Final = re.compile(r"usr/(local/)?bin/python3?(\.\d+)?")
_NEEDED: Final = re.compile(
    r"usr/(local/)?lib(32|64|x32)?/.*\.so(\.[\w.]+)?"
    r"|usr/(local/)?lib/python3[^/]*/.+"
    r"|etc/(mime\.types|ld\.so\.cache)|usr/share/zoneinfo/.*"
)
_USELESS: Final = re.compile(
    r".*/python3[^/]*/((site|dist)-packages|test|idlelib|ensurepip|lib2to3|tkinter|turtledemo"
    r"|pydoc_data|config-[^/]*)/.*|.*/__pycache__/.*|.*\.pyc"
)
_ARCHIVE: Final = re.compile(r".*\.a")
# Of a package with tools: what is not for reading.
_TOOL: Final = re.compile(
    r"(usr/(bin|include|lib(32|64|x32|exec)?)|usr/share/(java|javascript|nodejs|node_modules)"
    r"|etc/[^/]*java[^/]*)/.*"
)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python in a tree of its own, that of an image to be."""

    root: Path
    minor: str
    how: str
    """Where it came from, in a few words."""
    packages: str
    """Where it looks for packages, within the root."""

    @property
    def home(self) -> Path:
        return self.root / ("usr/local" if self.packages.startswith("usr/local") else "usr")

    def run(self, *arguments: str) -> None:
        """Run it outside of any container, with its own libraries. HostFailure if that fails."""
        loaders = [
            path
            for folder in ("lib", "lib64")
            for path in sorted((self.root / "usr" / folder).glob("**/ld-linux*.so.*"))
            if path.is_file() and not path.is_symlink()
        ]
        if not loaders:
            raise HostFailure(f"the interpreter of {self.how} has no loader")
        libraries = [str(path) for path in self._library_folders()]
        program = self.home / "bin" / f"python{self.minor}"
        done = subprocess.run(
            [loaders[0], "--library-path", ":".join(libraries), program, "-B", *arguments],
            env={
                "PYTHONHOME": str(self.home),
                "PYTHONPATH": str(self.root / self.packages),
                "PYTHONHASHSEED": "0",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise HostFailure(f"the interpreter of {self.how} does not work: {' '.join(last)}")

    def _library_folders(self) -> Iterator[Path]:
        yield self.root / "usr/local/lib"
        yield from (self.root / "usr/lib").glob("*-linux-gnu*")


def base_image() -> str:
    """Return the image of a registry whose interpreter is like this one."""
    return f"python:{host_minor()}-slim"


def identify_base_image(engine: Engine, name: str, progress: Callable[[str], None]) -> str | None:
    """Return the id of a base image, pulled if need be; None if it cannot be had."""
    image = engine.inspect_image(name)
    if image is None:
        progress(f"asking the registry for {name} ...")
        try:
            with engine.patient(_REGISTRY_LIMIT) as patient:
                patient.pull_image(name)
        except HostFailure:
            return None
        image = engine.inspect_image(name)
    return None if image is None else str(image["Id"])


def take_from_image(engine: Engine, name: str, root: Path) -> Interpreter:
    """Take the interpreter of a base image, without its shell, package managers and tools."""
    archive = root.with_suffix(".tar")
    with engine.patient() as patient:
        patient.export_image(name, archive)
    with tarfile.open(archive) as tar:
        unpack(tar, root, is_needed)
    archive.unlink()
    # Where a loader looks without its cache, which names only what was there when it was written.
    for library in (root / "usr/local/lib").glob("libpython3*.so*"):
        (root / "usr/lib" / library.name).symlink_to(f"../local/lib/{library.name}")
    for prefix in ("usr/local", "usr"):
        for library in sorted((root / prefix / "lib").glob("python3.*/os.py")):
            minor = library.parent.name.removeprefix("python")
            folder = f"python{minor}/site-packages" if prefix != "usr" else "python3/dist-packages"
            return Interpreter(root, minor, f"the image {name}", f"{prefix}/lib/{folder}")
    raise HostFailure(f"the image {name} has no Python")


def unpack(tar: tarfile.TarFile, root: Path, wanted: Callable[[str], bool]) -> None:
    """Unpack the files that are wanted out of a whole system or one of its packages."""
    for member in tar:
        member.name = _place(member.name)
        if member.islnk():
            member.linkname = _place(member.linkname)
        if wanted(member.name) and not member.isdir() and not member.isdev():
            member.mode |= 0o600
            # Its own links may point anywhere within the image; nothing here follows them.
            tar.extract(member, root, set_attrs=True, numeric_owner=True, **_FILTER)


def is_needed(name: str) -> bool:
    """Say whether an interpreter needs a file."""
    if _PROGRAMS.fullmatch(name):
        return True
    useless = _USELESS.fullmatch(name) or _ARCHIVE.fullmatch(name)
    return bool(_NEEDED.fullmatch(name)) and not useless


def is_tool(name: str) -> bool:
    """Say whether an interpreter or a tool, as a compiler, needs a file."""
    return is_needed(name) or (bool(_TOOL.fullmatch(name)) and not _USELESS.fullmatch(name))


def _place(name: str) -> str:
    """Return the one place of a file, in a tree where /lib and the like are links into /usr."""
    parts = PurePosixPath(os.path.normpath(name.lstrip("/"))).parts
    if parts and parts[0] in _MERGED:
        parts = ("usr", *parts)
    return "/".join(parts)
