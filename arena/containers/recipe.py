"""The content of an image beside an interpreter: our files, and those of its language."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Final

import arena
from arena.games.compiled import compiled_rules
from arena.languages import FOLDER, PYTHON, find_language
from arena.languages.javascript import JAVASCRIPT, image_files

# The SDK's dependencies from PyPI, and theirs.
DISTRIBUTIONS: Final = ("grpcio", "mypy_extensions", "protobuf", "typing_extensions")
# The place of the supervisor among our modules, and in the image.
_SUPERVISOR: Final = "boxes/supervision/supervisor.py"
SUPERVISOR: Final = "opt/arena/supervisor.py"

# But for what the games are tested with.
_PARTS: Final = ("__init__.py", "errors.py", "grpc_versions.py", "games/**/*.py", "v1/*.py")
# These say how an image is made, so a change of them makes another one.
_BUILDERS: Final = ("recipe.py", "image.py", "dockerfile.py", "tree.py", "debian.py")


@dataclass(frozen=True)
class Recipe:
    """Our part of an image."""

    modules: Mapping[PurePosixPath, bytes]
    """Our modules, by their path in a folder of packages."""
    supervisor: bytes
    wheels: tuple[str, ...]
    """The distributions, as pip names them."""
    builders: tuple[bytes, ...]
    language: str = PYTHON
    """The language of its bots."""
    packages: tuple[str, ...] = ()
    """Debian packages beside the interpreter's."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Links in the image: where, and to what."""
    files: Mapping[PurePosixPath, bytes] = field(default_factory=dict)
    """Our files for its language, by the path in the image."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that."""
        ours = (*self.modules.items(), *self.files.items())
        named = (part for path, content in ours for part in (str(path).encode(), content))
        wheels = (wheel.encode() for wheel in self.wheels)
        more = (word.encode() for word in (*self.packages, *chain(*self.links.items())))
        return digest_of(*named, self.supervisor, *wheels, *self.builders, *more)


def read_recipe(language: str = PYTHON, *, to_build: bool = False) -> Recipe:
    """Read the recipe of a language's image off this installation.

    Bots run in that image; `to_build` is the one that they are built in, which has nothing of the
    SDK, so that products stay good when that changes.
    """
    here, ours = Path(__file__).parent, Path(arena.__file__).parent
    said = find_language(language)
    return Recipe(
        {} if to_build else dict(_modules()),
        (ours / _SUPERVISOR).read_bytes(),
        () if to_build else tuple(_pin(name) for name in (*DISTRIBUTIONS, *said.wheels)),
        (
            *((here / name).read_bytes() for name in _BUILDERS),
            # So one digest names the images of all languages.
            *(path.read_bytes() for path in sorted(FOLDER.glob("*.toml"))),
        ),
        language,
        (*said.packages, *(said.tools if to_build else ())),
        said.links if said.packages else {},
        dict(image_files()) if language == JAVASCRIPT else {},
    )


def _pin(name: str) -> str:
    """Return a distribution of the version that is installed here, or of any if there is none."""
    try:
        return f"{name}=={version(name)}"
    except PackageNotFoundError:
        return name


def digest_of(*parts: bytes) -> str:
    """Return the SHA-256 of a list of byte strings, in hexadecimal."""
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def installed_files(wheels: Iterable[str]) -> dict[PurePosixPath, Path] | None:
    """Return the files of distributions as they are installed here, or None if they are not.

    They fit another interpreter of the same minor version on this kind of machine.
    """
    found: dict[PurePosixPath, Path] = {}
    for wheel in wheels:
        try:
            files = distribution(wheel.partition("==")[0]).files
        except PackageNotFoundError:
            return None
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
    # An interpreter of another version than ours does not find these, and plays the sources.
    compiled = compiled_rules()
    files += compiled.files() if compiled else []
    for path in sorted([*files, *Path(spec.origin).parent.rglob("*.py")]):
        package = ours if path.is_relative_to(ours) else Path(spec.origin).parent
        yield PurePosixPath(path.relative_to(package.parent)), path.read_bytes()
