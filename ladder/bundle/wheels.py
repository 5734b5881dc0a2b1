"""Wheels of this installation: card-arena and all that it needs, each packed again as it is here.

A wheel is a zip file of what it installs, with a list of that (PEP 427). So what is installed can
be packed without asking a package index: a bundle is made wherever a ladder runs, and what it
installs is to the byte what was tried out here. Programs that pip makes of a wheel it makes again;
pages of manuals and the like, which lie outside of the packages, stay behind.
"""

import os
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from email.parser import Parser
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from packaging.requirements import Requirement
from packaging.tags import parse_tag, sys_tags
from packaging.utils import canonicalize_name

from arena.errors import UserError
from arena.extras import PROJECT, find_checkout
from arena.games.compiled import FOLDER, compiled_rules

EXTRA: Final = "web"
# What installs the others, where Debian's Python has no pip.
INSTALLER: Final = "pip"

# What an installation adds to what was in the wheel; the list of files is written again.
_ADDED: Final = {"INSTALLER", "REQUESTED", "direct_url.json", "RECORD"}
_ANYWHERE: Final = ["py3-none-any"]
# Half the time of the usual level, and a twentieth more to carry.
_LEVEL: Final = 1


def write_wheels(folder: Path) -> Iterator[Path]:
    """Write the wheels of all that a ladder needs; each is given when it is there.

    UserError if something of it is not installed, or not by its wheel.
    """
    for found in required_distributions():
        root = find_checkout(found)
        yield pack_installed(found, folder) if root is None else _pack_checkout(found, root, folder)


def pack_own(folder: Path) -> Path:
    """Write this project's own wheel for every Python that it runs on: its rules are interpreted.

    UserError if it cannot be made of this installation.
    """
    found = _find(PROJECT)
    root = find_checkout(found)
    if root is None:
        return pack_installed(found, folder, pure=True)
    return _pack_checkout(found, root, folder, pure=True)


def required_distributions() -> list[Distribution]:
    """Return this project with all that it needs on this platform, and the installer."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(PROJECT, EXTRA), (INSTALLER, "")]
    while waiting:
        name, extra = waiting.pop()
        key = (canonicalize_name(name), extra)
        if key in seen:
            continue
        seen.add(key)
        found[key[0]] = _find(name)
        for requirement in map(Requirement, found[key[0]].requires or ()):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                waiting += [(requirement.name, more) for more in ("", *requirement.extras)]
    return [found[name] for name in sorted(found)]


def pack_installed(found: Distribution, folder: Path, *, pure: bool = False) -> Path:
    """Write the wheel of what was installed by one; a pure one is without compiled rules.

    UserError if its files are not known.
    """
    if not found.files:
        raise UserError(
            f"{found.name} was not installed by pip, so nobody knows what belongs to it. Make the"
            f" bundle in a virtual environment in which pip has installed '{PROJECT}[{EXTRA}]'."
        )
    files = {
        PurePosixPath(file): Path(str(file.locate()))
        for file in found.files
        if not file.is_absolute() and ".." not in file.parts and "__pycache__" not in file.parts
    }
    if not pure:
        return _write_wheel(found, files, folder, _tags_of(found))
    sources = {path: file for path, file in files.items() if FOLDER.name not in path.parts}
    return _write_wheel(found, sources, folder, _ANYWHERE)


def _find(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError as error:
        raise UserError(
            f"A bundle has all that a ladder needs, and {name} is not installed here; type:"
            f" {sys.executable} -m pip install {name}"
        ) from error


def _pack_checkout(found: Distribution, root: Path, folder: Path, *, pure: bool = False) -> Path:
    """Write our own wheel of a checkout, with the very modules that are used here.

    So nothing is generated or compiled again: the bots' image of this installation is the bundle's.
    """
    with TemporaryDirectory(prefix="wheel-") as scratch:
        done = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", scratch],
            cwd=root,
            env={**os.environ, "HATCH_BUILD_NO_HOOKS": "true"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise UserError(
                f"No wheel could be made of {root}: {' '.join(last)}; make setup installs what"
                " that needs."
            )
        (built,) = Path(scratch).glob("*.whl")
        tree = Path(scratch, "tree")
        with zipfile.ZipFile(built) as wheel:
            wheel.extractall(tree)
        files = {PurePosixPath(path.relative_to(tree)): path for path in _files_in(tree)}
        rules = None if pure else compiled_rules()
        if rules is None:
            return _write_wheel(found, files, folder, _ANYWHERE)
        top = FOLDER.parents[2]
        files |= {PurePosixPath(path.relative_to(top)): path for path in rules.files()}
        return _write_wheel(found, files, folder, [str(next(sys_tags()))])


def _files_in(tree: Path) -> Iterator[Path]:
    return (path for path in sorted(tree.rglob("*")) if path.is_file())


def _tags_of(found: Distribution) -> list[str]:
    """Return for which Pythons and platforms a wheel was."""
    said = Parser().parsestr(found.read_text("WHEEL") or "")
    return said.get_all("Tag") or _ANYWHERE


def _write_wheel(
    found: Distribution, files: Mapping[PurePosixPath, Path], folder: Path, tags: list[str]
) -> Path:
    """Write a wheel of files, by their place in a folder of packages."""
    kept = {path: source for path, source in files.items() if path.name not in _ADDED}
    info = next(path.parent for path in kept if path.name == "METADATA" and _is_info(path.parent))
    kept.pop(info / "WHEEL", None)
    target = folder / _name_of(info, tags)
    lines = [f"{_quoted(info / 'RECORD')},,\n"]
    with zipfile.ZipFile(target, "w") as wheel:
        for path, source in sorted(kept.items()):
            content, mode = _read(found, source), source.stat().st_mode
            lines.append(_add(wheel, path, content, 0o755 if mode & 0o100 else 0o644))
        lines.append(_add(wheel, info / "WHEEL", _describe(tags)))
        _add(wheel, info / "RECORD", "".join(lines).encode())
    return target


def _add(wheel: zipfile.ZipFile, path: PurePosixPath, content: bytes, mode: int = 0o644) -> str:
    """Add a file, the same whenever that is; return its line in the list."""
    entry = zipfile.ZipInfo(str(path))
    entry.external_attr = mode << 16
    wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, _LEVEL)
    digest = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
    return f"{_quoted(path)},sha256={digest},{len(content)}\n"


def _is_info(folder: PurePosixPath) -> bool:
    return folder.suffix == ".dist-info" and len(folder.parts) == 1


def _name_of(info: PurePosixPath, tags: list[str]) -> str:
    """Return the file name of a wheel, which says for what it is."""
    parsed = [tag for text in tags for tag in parse_tag(text)]
    kinds = [(tag.interpreter, tag.abi, tag.platform) for tag in parsed]
    parts = [".".join(sorted(set(part))) for part in zip(*kinds, strict=True)]
    return "-".join([info.stem, *parts]) + ".whl"


def _describe(tags: list[str]) -> bytes:
    """Return the file that says for what a wheel is."""
    expanded = sorted({str(tag) for text in tags for tag in parse_tag(text)})
    pure = "true" if all(tag.endswith("-none-any") for tag in expanded) else "false"
    head = ["Wheel-Version: 1.0", "Generator: ladder bundle", f"Root-Is-Purelib: {pure}"]
    return "\n".join([*head, *(f"Tag: {tag}" for tag in expanded), ""]).encode()


def _read(found: Distribution, source: Path) -> bytes:
    try:
        return source.read_bytes()
    except OSError as error:
        raise UserError(
            f"{source} of {found.name} cannot be read: {error.strerror}; type: {sys.executable} -m"
            f" pip install --force-reinstall {found.name}=={found.version}"
        ) from error


def _quoted(path: PurePosixPath) -> str:
    return f'"{path}"' if "," in str(path) else str(path)
