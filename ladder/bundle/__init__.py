"""A bundle: all that an event needs, as one tar file for a machine without a network.

It holds wheels of what is installed here, the bots' images, the sample bots and the documents, with
the SHA-256 of each file in `bundle.json`; and `start.py`, which needs nothing but Python.
"""

import gzip
import json
import shutil
import tarfile
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, cast
from zipfile import ZipFile

from arena.bots.samples import SAMPLES
from arena.containers.engine import Engine
from arena.containers.image import build_image, find_image
from arena.containers.recipe import Recipe, read_recipe
from arena.errors import UserError
from arena.extras import PROJECT
from arena.languages import find_language, require_language
from ladder.bundle import start
from ladder.bundle.wheels import EXTRA, write_wheels

FOLDER: Final = "card-arena-event"
"""What the archive unpacks to."""

_DOCUMENTS: Final = Path(__file__).parent / "documents"
_CHECKOUT: Final = Path(__file__).parents[2]
_PAGES: Final = (
    *("README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"),
    *("constraints.txt", "bench/README.md", "docs"),
)
_LEFT_OUT: Final = shutil.ignore_patterns("__pycache__")


@dataclass(frozen=True, slots=True)
class Bundle:
    """What was written."""

    files: int
    size: int
    """In bytes."""
    digest: str
    """The SHA-256 of the archive, in hexadecimal."""
    version: str
    platform: str
    """Where it can be started."""
    images: tuple[str, ...]
    """The names of the images in it, as the engine knows them."""


def write_bundle(file: Path, languages: Collection[str], watch: Callable[[str], None]) -> Bundle:
    """Write a bundle with the images of these languages; made, if the engine lacks them.

    `watch` is told what is being done. The file is there whole or not at all. UserError if there is
    one already, if it cannot be written, or if something that belongs in it is not installed here;
    HostFailure if an image cannot be had.
    """
    if file.exists():
        raise UserError(f"{file} is there already; name another file, or remove it.")
    for language in languages:
        require_language(language)
    try:
        with TemporaryDirectory(prefix=f"{file.name}.", dir=file.parent) as scratch:
            tree, partial = Path(scratch, FOLDER), Path(scratch, "bundle")
            images = _collect(tree, languages, watch)
            manifest = _describe(tree, images)
            watch("writing the archive")
            digest = _pack(tree, manifest, partial)
            partial.replace(file)
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}.") from error
    count = len(manifest["files"])
    where = manifest["platform"]
    return Bundle(count, file.stat().st_size, digest, manifest["version"], where, (*images,))


def _collect(
    tree: Path, languages: Collection[str], watch: Callable[[str], None]
) -> dict[str, Path]:
    """Put everything into a tree; return the images' files by the images' names."""
    for folder in ("wheels", "images"):
        (tree / folder).mkdir(parents=True)
    # The engine first: what may be missing is said before anything takes long.
    images = dict(_save_images(tree / "images", languages, watch))
    for wheel in write_wheels(tree / "wheels"):
        watch(f"packing {wheel.name.partition('-')[0]}")
    shutil.copytree(SAMPLES, tree / "sample_bots", ignore=_LEFT_OUT)
    source = _DOCUMENTS if _DOCUMENTS.exists() else _CHECKOUT
    for name in _PAGES:
        (tree / name).parent.mkdir(exist_ok=True)
        if (source / name).is_dir():
            shutil.copytree(source / name, tree / name, ignore=_LEFT_OUT)
        else:
            shutil.copyfile(source / name, tree / name)
    shutil.copyfile(start.__file__, tree / "start.py")
    (tree / "start.py").chmod(0o755)
    return images


def _save_images(
    folder: Path, languages: Collection[str], watch: Callable[[str], None]
) -> Iterator[tuple[str, Path]]:
    if not languages:
        return
    with closing(Engine()) as engine:
        for language in languages:
            for kind, recipe in _recipes(language):
                watch(f"saving the image {kind}")
                image = find_image(engine, recipe) or build_image(engine, watch, recipe)
                yield image.name, _save(engine, image.name, folder / f"{kind}.tar.gz")


def _recipes(language: str) -> Iterator[tuple[str, Recipe]]:
    """Return the recipes of a language's images, with names for their files."""
    yield language, read_recipe(language)
    if find_language(language).build:
        yield f"{language}-build", read_recipe(language, to_build=True)


def _save(engine: Engine, name: str, file: Path) -> Path:
    with (
        file.open("wb") as raw,
        gzip.GzipFile("", "wb", compresslevel=1, fileobj=raw, mtime=0) as target,
        engine.patient() as patient,
    ):
        patient.save_image(name, cast("IO[bytes]", target))
    return file


def _describe(tree: Path, images: dict[str, Path]) -> dict[str, Any]:
    """Return what `bundle.json` says."""
    files = {
        path.relative_to(tree).as_posix(): {
            "size": path.stat().st_size,
            "sha256": start.digest_of(path),
        }
        for path in sorted(tree.rglob("*"))
        if path.is_file()
    }
    number = version(PROJECT)
    return {
        "version": number,
        "platform": start.describe_platform(),
        "install": f"{PROJECT}[{EXTRA}]=={number}",
        # What is compiled at the installation takes as much again as its source.
        "installed": 2 * sum(_unpacked(path) for path in (tree / "wheels").iterdir()),
        "images": [path.relative_to(tree).as_posix() for path in images.values()],
        "files": files,
    }


def _unpacked(wheel: Path) -> int:
    with ZipFile(wheel) as content:
        return sum(entry.file_size for entry in content.infolist())


def _pack(tree: Path, manifest: dict[str, Any], file: Path) -> str:
    """Write the archive, what starts it first; return its SHA-256."""
    names = ["start.py", *(name for name in manifest["files"] if name != "start.py")]
    content = json.dumps({**manifest, "seal": start.seal(manifest)}, indent=1).encode()
    with tarfile.open(file, "w", format=tarfile.PAX_FORMAT) as tar:
        entry = tarfile.TarInfo(f"{FOLDER}/{start.MANIFEST}")
        entry.size, entry.mode = len(content), 0o644
        tar.addfile(entry, BytesIO(content))
        for name in names:
            tar.add(tree / name, f"{FOLDER}/{name}", filter=_neutral)
    return start.digest_of(file)


def _neutral(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o755 if member.mode & 0o100 else 0o644
    return member
