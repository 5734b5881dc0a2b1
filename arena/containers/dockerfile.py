"""The Dockerfile of an image, and what it copies, as an engine takes them: one tar."""

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.containers import tree
from arena.containers.recipe import SUPERVISOR, Recipe, host_minor, installed_files
from arena.errors import HostFailure

_STAGE_LABEL: Final = "arena.stage"

# The folder for everything in the container that makes the tree.
_FOLDER: Final = "/arena"
_DOWNLOAD: Final = (
    "RUN mkdir -p {folder}/packages/partial && apt-get update -q && apt-get install -q --yes"
    " --download-only --no-install-recommends -o Dir::Cache::archives={folder}/packages {packages}"
)


@dataclass(frozen=True, slots=True)
class Base:
    """The image that an image's interpreter and libraries are taken from."""

    minor: str
    """The version of its Python, as in `3.12`."""
    how: str
    """Its source, in a few words."""
    identity: tuple[str, ...]
    """The texts that tell its content from that of others."""
    load: Callable[[], str]
    """Has the engine have it, and returns what the engine knows it by, and no other: a digest."""
    has_packages: bool = False
    """Whether it has all packages of the language already, and nothing that is not wanted."""

    def lacks_packages(self, recipe: Recipe) -> bool:
        """Say whether packages are added to it, of versions that nobody knows before."""
        return bool(recipe.packages) and not self.has_packages


def stage_of(recipe: Recipe) -> str:
    """Return the label of all that is there only while the image is built."""
    return f"{_STAGE_LABEL}={recipe.digest}"


def write_dockerfile(recipe: Recipe, base: Base, labels: Mapping[str, str]) -> str:
    """Return the Dockerfile of a language's image."""
    download = []
    if base.lacks_packages(recipe):
        download = [_DOWNLOAD.format(folder=_FOLDER, packages=" ".join(recipe.packages))]
    lines = [
        f"FROM {base.load()} AS system",
        f"LABEL {stage_of(recipe)}",
        "ENV PYTHONHASHSEED=0",
        *download,
        f"COPY context {_FOLDER}",
        f'RUN ["python3", "-B", "{_FOLDER}/{Path(tree.__file__).name}"]',
        "FROM scratch",
        f"COPY --from=system {tree.TREE} /",
        *(f'LABEL "{name}"="{value}"' for name, value in labels.items()),
        'CMD ["python3"]',
    ]
    return "".join(f"{line}\n" for line in lines)


def write_context(recipe: Recipe, base: Base, labels: Mapping[str, str], archive: Path) -> None:
    """Write the Dockerfile with all that it copies to a tar file."""
    how = {"python": base.minor, "whole": base.has_packages, "links": dict(recipe.links)}
    with tarfile.open(archive, "w") as tar:
        for path, content in (
            ("Dockerfile", write_dockerfile(recipe, base, labels).encode()),
            ("context/tree.json", json.dumps(how).encode()),
            ("context/tree.py", Path(tree.__file__).read_bytes()),
            (f"context/ours/files/{SUPERVISOR}", recipe.supervisor),
            *((f"context/ours/files/{path}", content) for path, content in recipe.files.items()),
            *(
                (f"context/ours/modules/{path}", content)
                for path, content in _modules(recipe, base)
            ),
        ):
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(content), 0o644
            tar.addfile(member, io.BytesIO(content))


def _modules(recipe: Recipe, base: Base) -> Iterator[tuple[str, bytes]]:
    """Yield the libraries and our modules, as they lie in a folder of packages."""
    same = base.minor == host_minor()
    installed = installed_files(recipe.wheels) if same else None
    if installed is None:
        yield from _wheels(recipe, base)
    for path, source in (installed or {}).items():
        yield str(path), source.read_bytes()
    for path, content in recipe.modules.items():
        yield str(path), content


def _wheels(recipe: Recipe, base: Base) -> Iterator[tuple[str, bytes]]:
    """Have pip bring the wheels for an interpreter of another version than ours."""
    with TemporaryDirectory(prefix="wheels-") as target:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
        kind = ["--only-binary=:all:", "--python-version", base.minor, "--target", target]
        done = subprocess.run(
            [*pip, *kind, *recipe.wheels], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            last = done.stderr.strip().splitlines()[-1:]
            raise HostFailure(
                f"the image's Python is {base.minor} and ours is {host_minor()}, and pip could"
                f" not bring {', '.join(recipe.wheels)} for it: {' '.join(last)}"
            )
        for path in sorted(Path(target).rglob("*")):
            if path.is_file():
                yield path.relative_to(target).as_posix(), path.read_bytes()
