"""The SDK for JavaScript: its place, and how Node finds it, in an image and in a process here."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

JAVASCRIPT: Final = "javascript"
# Node looks in the folder of this name beside a program's own, and in all above it.
_IN_IMAGE: Final = PurePosixPath("node_modules/arena-sdk")


@cache
def sdk_folder() -> Path:
    """Return the package's folder: in an installation within the SDK for Python, or beside it."""
    spec = find_spec("arena_sdk")
    assert spec is not None and spec.origin is not None  # noqa: S101, PT018 - part of this project
    python = Path(spec.origin).parent
    installed = python / "javascript"
    return installed if installed.is_dir() else python.parent.parent / "javascript"


def sdk_files() -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the files of the package by their path in it, without its sources."""
    folder = sdk_folder()
    for path in (folder / "package.json", *sorted((folder / "dist").rglob("*.*"))):
        yield PurePosixPath(path.relative_to(folder).as_posix()), path.read_bytes()


def image_files() -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the same, by their path in an image."""
    return ((_IN_IMAGE / path, content) for path, content in sdk_files())


def environment_here() -> Mapping[str, str]:
    """Return the variables with which Node finds the package for a bot that lies anywhere."""
    return {"NODE_OPTIONS": f"--import={(sdk_folder() / 'dist' / 'resolve.js').as_uri()}"}
