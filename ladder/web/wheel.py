"""The wheel of this installation, for every Python that it runs on: its rules are interpreted.

A wheel is a zip file of what it installs, with a list of that (PEP 427). So what was installed by
one can be packed again, and no package index is asked.
"""

import os
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from typing import Final

from arena.errors import UserError
from arena.extras import PROJECT, find_checkout
from arena.games.compiled import FOLDER

# Files that an installation adds to those of the wheel.
_ADDED: Final = {"INSTALLER", "REQUESTED", "direct_url.json", "RECORD"}
_TAG: Final = "py3-none-any"
_KIND: Final = f"Wheel-Version: 1.0\nGenerator: card-arena\nRoot-Is-Purelib: true\nTag: {_TAG}\n"
# Half the time of the usual level, and a twentieth more to carry.
_LEVEL: Final = 1


def pack_own(folder: Path) -> Path:
    """Write this project's own wheel. UserError if it cannot be made of this installation."""
    try:
        found = distribution(PROJECT)
    except PackageNotFoundError as error:
        raise UserError(
            f"{PROJECT} is not installed here, so no wheel of it can be made; type:"
            f" {sys.executable} -m pip install '{PROJECT}[web]'"
        ) from error
    root = find_checkout(found)
    return pack_installed(found, folder) if root is None else _build(root, folder)


def pack_installed(found: Distribution, folder: Path) -> Path:
    """Write the wheel of what was installed by one. UserError if its files are not known."""
    contents: dict[PurePosixPath, tuple[bytes, int]] = {}
    for path in map(PurePosixPath, found.files or ()):
        if _is_packed(path):
            contents[path] = _read(found, Path(str(found.locate_file(path))))
    if not contents:
        raise UserError(
            f"{found.name} was not installed by pip, so nobody knows what belongs to it; expected"
            " a virtual environment in which pip has installed it."
        )
    (info,) = (path.parent for path in contents if path.match("*.dist-info/METADATA"))
    contents[info / "WHEEL"] = (_KIND.encode(), 0o644)
    listed = [f"{info / 'RECORD'},,\n"]
    listed += [f"{path},{_sum(content)}\n" for path, (content, _) in sorted(contents.items())]
    contents[info / "RECORD"] = ("".join(listed).encode(), 0o644)
    target = folder / f"{info.stem}-{_TAG}.whl"
    with zipfile.ZipFile(target, "w") as wheel:
        for path, (content, mode) in contents.items():
            entry = zipfile.ZipInfo(str(path))
            entry.external_attr = mode << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, _LEVEL)
    return target


def _is_packed(path: PurePosixPath) -> bool:
    """Say whether a file was in the wheel and fits every Python."""
    left_out = {"..", "__pycache__", FOLDER.name}
    return not path.is_absolute() and path.name not in _ADDED and not left_out & {*path.parts}


def _build(root: Path, folder: Path) -> Path:
    """Build the wheel of a checkout with the modules that are used here: nothing is generated."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder.absolute())],
        cwd=root,
        env={**os.environ, "HATCH_BUILD_NO_HOOKS": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise UserError(
            f"No wheel could be made of {root}: {' '.join(last)}; make setup installs what that"
            " needs."
        )
    (built,) = folder.glob("*.whl")
    return built


def _read(found: Distribution, source: Path) -> tuple[bytes, int]:
    """Return the content of a file, and its mode in a wheel."""
    try:
        return source.read_bytes(), 0o755 if source.stat().st_mode & 0o100 else 0o644
    except OSError as error:
        raise UserError(
            f"{source} of {found.name} cannot be read: {error.strerror}; type: {sys.executable} -m"
            f" pip install --force-reinstall {found.name}=={found.version}"
        ) from error


def _sum(content: bytes) -> str:
    digest = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
    return f"sha256={digest},{len(content)}"
