"""What goes into the bot image beside an interpreter: our files, and three distributions."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import distribution, version
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

import arena

# What the SDK needs from PyPI, and all that those need.
DISTRIBUTIONS: Final = ("grpcio", "protobuf", "typing_extensions")
# Where the supervisor lies among our modules, and in the image.
_SUPERVISOR: Final = "boxes/supervisor.py"
SUPERVISOR: Final = "opt/arena/supervisor.py"

# But for what the games are tested with.
_PARTS: Final = ("__init__.py", "errors.py", "games/**/*.py", "v1/*.py")
# These say how an image is made, so a change of them makes another one.
_BUILDERS: Final = ("recipe.py", "image.py", "interpreter.py", "debian.py")


@dataclass(frozen=True)
class Recipe:
    """Our part of an image."""

    modules: Mapping[PurePosixPath, bytes]
    """Our modules, by their path in a folder of packages."""
    supervisor: bytes
    wheels: tuple[str, ...]
    """The distributions, as pip names them."""
    builders: tuple[bytes, ...]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that."""
        named = (part for path in self.modules for part in (str(path).encode(), self.modules[path]))
        wheels = (wheel.encode() for wheel in self.wheels)
        return digest_of(*named, self.supervisor, *wheels, *self.builders)


def read_recipe() -> Recipe:
    """Read the recipe off this installation."""
    here, ours = Path(__file__).parent, Path(arena.__file__).parent
    return Recipe(
        dict(_modules()),
        (ours / _SUPERVISOR).read_bytes(),
        tuple(f"{name}=={version(name)}" for name in DISTRIBUTIONS),
        tuple((here / name).read_bytes() for name in _BUILDERS),
    )


def digest_of(*parts: bytes) -> str:
    """Return the SHA-256 of a list of byte strings, in hexadecimal."""
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def installed_files() -> dict[PurePosixPath, Path] | None:
    """Return the files of the distributions as they are installed here, or None if unknown.

    They fit another interpreter of the same minor version on this kind of machine.
    """
    found: dict[PurePosixPath, Path] = {}
    for name in DISTRIBUTIONS:
        files = distribution(name).files
        if files is None:
            return None
        for file in files:
            if ".." not in file.parts and "__pycache__" not in file.parts:
                found[PurePosixPath(file)] = Path(str(file.locate()))
    return found


def host_minor() -> str:
    """Return the minor version of the Python that runs this, as in `3.12`."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def _modules() -> Iterator[tuple[PurePosixPath, bytes]]:
    spec = find_spec("arena_sdk")
    assert spec is not None and spec.origin is not None  # noqa: S101, PT018 - part of this project
    ours = Path(arena.__file__).parent
    files = [path for part in _PARTS for path in ours.glob(part) if "testing" not in path.parts]
    for path in sorted([*files, *Path(spec.origin).parent.rglob("*.py")]):
        package = ours if path.is_relative_to(ours) else Path(spec.origin).parent
        yield PurePosixPath(path.relative_to(package.parent)), path.read_bytes()
