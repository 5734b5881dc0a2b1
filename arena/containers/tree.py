"""Makes the tree of an image: an interpreter, its libraries and our files, and nothing else.

    python3 tree.py

Runs alone, on the standard library, in a container of the base image, of which it takes what is
needed. Beside it lie `packages` with the Debian packages to add, none of whose scripts is ever run,
`ours` with what is added of ours, and `tree.json`, which says how. The tree comes to be in /tree.
The same files make the same tree, wherever and whenever it is made.
"""

import compileall
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from py_compile import PycInvalidationMode
from tempfile import TemporaryFile
from typing import Any

TREE = Path("/tree")
PACKAGES = Path("/opt/arena/packages.txt")
"""The list in an image of the packages added to its base, by the names of their files."""

_HERE = Path(__file__).parent
# Before these lines of directories became links into /usr; trees of both kinds are made the same.
_MERGED = {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}
_LINKS = {"bin": "usr/bin", "sbin": "usr/bin", "lib": "usr/lib", "lib64": "usr/lib64"}
_FOLDERS = ("etc", "proc", "sys", "dev", "run/seat", "bot")
_USERS = "root:x:0:0:root:/root:/nologin\nbot:x:65534:65534:bot:/tmp:/nologin\n"
_GROUPS = "root:x:0:\nbot:x:65534:\n"
# Python knows filters from 3.11.4 on, and Debian 12 has an older one. The archives are signed.
_FILTER: dict[str, Any] = {"filter": "tar"} if hasattr(tarfile, "tar_filter") else {}

_PROGRAMS = re.compile(r"usr/(local/)?bin/python3?(\.\d+)?")
_NEEDED = re.compile(
    r"usr/(local/)?lib(32|64|x32)?/.*\.so(\.[\w.]+)?"
    r"|usr/(local/)?lib/python3[^/]*/.+"
    r"|etc/(mime\.types|ld\.so\.cache)|usr/share/zoneinfo/.*"
)
_USELESS = re.compile(
    r".*/python3[^/]*/((site|dist)-packages|test|idlelib|ensurepip|lib2to3|tkinter|turtledemo"
    r"|pydoc_data|config-[^/]*)/.*|.*/__pycache__/.*|.*\.pyc"
)
_ARCHIVE = re.compile(r".*\.a")
# The files of a package with tools that are not only documents.
_TOOL = re.compile(
    r"(usr/(bin|include|lib(32|64|x32|exec)?)|usr/share/(java|javascript|nodejs|node_modules)"
    r"|etc/[^/]*java[^/]*)/.*"
)


class BrokenPackageError(Exception):
    """A package that cannot be unpacked; says which, and why."""


def main() -> None:
    """Make the tree in /tree."""
    how = json.loads((_HERE / "tree.json").read_text())
    minor = f"{sys.version_info.major}.{sys.version_info.minor}"
    if minor != how["python"]:
        sys.exit(f"the base image has Python {minor}, and it should have {how['python']}")
    _take_system(TREE, is_tool if how["whole"] else is_needed)
    packages = sorted((_HERE / "packages").glob("*.deb"))
    for package in packages:
        unpack(package, TREE, is_tool)
    _write(TREE / PACKAGES.relative_to("/"), "".join(f"{file.name}\n" for file in packages))
    complete(TREE, minor)
    _add_links(TREE, how["links"])
    home = Path(sys.base_prefix).relative_to("/")
    folder = f"python{minor}/site-packages" if home.name == "local" else "python3/dist-packages"
    for part, place in (("modules", home / "lib" / folder), ("files", Path())):
        if (_HERE / "ours" / part).exists():
            shutil.copytree(_HERE / "ours" / part, TREE / place, dirs_exist_ok=True)
    _compile(TREE, (home / "lib" / f"python{minor}", home / "lib" / folder, Path("opt/arena")))
    # A program is compiled at every start, unless what is started is what was compiled.
    for program in (TREE / "opt/arena").glob("*.py"):
        compiled = f"{program.stem}.{sys.implementation.cache_tag}.pyc"
        program.with_suffix(".pyc").symlink_to(f"__pycache__/{compiled}")
    _neutralise(TREE)


def complete(root: Path, minor: str) -> None:
    """Add the few things without which a container does not start, or Python is not found."""
    for link, target in _LINKS.items():
        (root / target).mkdir(parents=True, exist_ok=True)
        if not (root / link).is_symlink():
            (root / link).symlink_to(target)
    for folder in _FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    # An engine gives the mode of this folder to what it mounts there.
    (root / "tmp").mkdir(exist_ok=True)
    _write(root / "etc/passwd", _USERS)
    _write(root / "etc/group", _GROUPS)
    for home in (root / "usr/local/bin", root / "usr/bin"):
        if (home / f"python{minor}").exists():
            for name in ("python3", "python"):
                if not (home / name).is_symlink():
                    (home / name).symlink_to(f"python{minor}")


def unpack(package: Path, root: Path, wanted: Callable[[str], bool]) -> None:
    """Unpack the files of a Debian package that are wanted; BrokenPackageError if it is none."""
    with _open_package(package) as tar:
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


@contextmanager
def _open_package(package: Path) -> Iterator[tarfile.TarFile]:
    """Return the files of a package as a tar stream."""
    with TemporaryFile() as complaints:
        process = subprocess.Popen(
            ["dpkg-deb", "--fsys-tarfile", package],
            stdout=subprocess.PIPE,
            stderr=complaints,
        )
        broken = ""
        with process:
            assert process.stdout is not None  # noqa: S101 - it was asked for
            try:
                with tarfile.open(fileobj=process.stdout, mode="r|") as tar:
                    yield tar
            except tarfile.TarError as error:
                broken = str(error)
            # It fails by itself if nobody takes what it says at its end.
            deque(process.stdout, maxlen=0)
        if broken or process.returncode != 0:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").split("\n")[0] or broken
            raise BrokenPackageError(f"{package.name} cannot be unpacked: {said}")


def _place(name: str) -> str:
    """Return the one place of a file, in a tree where /lib and the like are links into /usr."""
    parts = PurePosixPath(os.path.normpath(name.lstrip("/"))).parts
    if parts and parts[0] in _MERGED:
        parts = ("usr", *parts)
    return "/".join(parts)


def _take_system(root: Path, wanted: Callable[[str], bool]) -> None:
    """Take the files of this container that are wanted."""
    device = Path("/").stat().st_dev
    for top, folders, files in os.walk("/"):
        inner = [name for name in folders if not (Path(top) / name).is_symlink()]
        files += [name for name in folders if name not in inner]
        outer = [Path(top) / name for name in inner]
        folders[:] = [p.name for p in outer if p.stat().st_dev == device and p not in (root, _HERE)]
        for path in (Path(top) / name for name in files):
            place = _place(str(path))
            if wanted(place):
                (root / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, root / place, follow_symlinks=False)
    # A loader looks here without its cache, which names only older files.
    for library in (root / "usr/local/lib").glob("libpython3*.so*"):
        (root / "usr/lib" / library.name).symlink_to(f"../local/lib/{library.name}")


def _add_links(root: Path, links: dict[str, str]) -> None:
    """Add the links that a package's scripts would make, which are never run."""
    for name, target in links.items():
        link = root / name
        if not link.is_symlink() and (link.parent / target).exists():
            link.symlink_to(target)


def _compile(root: Path, folders: tuple[Path, ...]) -> None:
    """Compile all modules, since a container cannot keep compiled ones.

    A compiled module is never compared with its source again, so the times of files do not matter.
    """
    for folder in folders:
        done = compileall.compile_dir(
            root / folder,
            quiet=1,
            workers=0,
            stripdir=str(root),
            prependdir="/",
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )
        if not done:
            sys.exit(f"/{folder} has a module that cannot be compiled")


def _neutralise(root: Path) -> None:
    """Give all files the modes and times that they have whenever the tree is made."""
    for top, folders, files in os.walk(root):
        for path in (Path(top), *(Path(top) / name for name in (*folders, *files))):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
            os.utime(path, (0, 0), follow_symlinks=False)
    (root / "tmp").chmod(0o1777)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    main()
