"""The images: an interpreter, gRPC, the SDK, the games, and a language. Made from this project.

The interpreter is that of a `python:*-slim` image if a registry can be reached, or else comes from
Debian packages. All that an image is made of is named in its tag, so the same things make the same
name; and a label says by which recipe it was made, so that the present one is found in a moment.
"""

import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.containers.debian import Apt, take_from_packages
from arena.containers.engine import Engine
from arena.containers.interpreter import (
    Interpreter,
    base_image,
    identify_base_image,
    take_from_image,
)
from arena.containers.recipe import (
    SUPERVISOR,
    Recipe,
    digest_of,
    host_minor,
    installed_files,
    read_recipe,
)
from arena.errors import HostFailure, Unavailable
from arena.languages import PYTHON, find_language

REPOSITORY: Final = "arena-bot"
RECIPE_LABEL: Final = "arena.recipe"
HOW_LABEL: Final = "arena.how"
BUILD_COMMAND: Final = "arena image"

_LINKS: Final = {"bin": "usr/bin", "sbin": "usr/bin", "lib": "usr/lib", "lib64": "usr/lib64"}
_USERS: Final = "root:x:0:0:root:/root:/nologin\nbot:x:65534:65534:bot:/tmp:/nologin\n"
_GROUPS: Final = "root:x:0:\nbot:x:65534:\n"

_OURS: Final = "arena_sdk, arena.v1.arena_pb2_grpc, grpc, arena.games as games"
_GAMES: Final = "list(map(games.find_game, games.game_names()))"
_TRIAL: Final = ("python3", "-c", f"import {_OURS}; {_GAMES}")
# Of an image to build in.
_TRIAL_OF_TOOLS: Final = ("python3", "-c", "import json, socket, subprocess, tarfile")


@dataclass(frozen=True, slots=True)
class Image:
    """A bot image that the engine has."""

    name: str
    how: str
    """Where its interpreter came from, in a few words."""


def find_image(engine: Engine, recipe: Recipe | None = None) -> Image | None:
    """Return the image that the present recipe makes, if the engine has it."""
    recipe = recipe or read_recipe()
    found = engine.find_images(f"{RECIPE_LABEL}={recipe.digest}")
    return next((Image(name, labels.get(HOW_LABEL, "")) for name, labels in found.items()), None)


def require_image(engine: Engine, language: str = PYTHON, *, to_build: bool = False) -> Image:
    """Return a language's present image; Unavailable with the line to type if there is none."""
    image = find_image(engine, read_recipe(language, to_build=to_build))
    if image is None and language == PYTHON:
        raise Unavailable(f"there is no image for the bots yet; type: {BUILD_COMMAND}")
    if image is None:
        title = find_language(language).title
        raise Unavailable(
            f"there is no image for bots in {title} yet; type: {BUILD_COMMAND} {language}"
        )
    return image


def build_image(
    engine: Engine, progress: Callable[[str], None], recipe: Recipe | None = None
) -> Image:
    """Make the image, unless the engine has the very same. HostFailure if there is no way."""
    recipe = recipe or read_recipe()
    engine.version()
    base = base_image()
    # What Debian's packages add fits Debian's Python.
    identity = None if recipe.packages else identify_base_image(engine, base, progress)
    with TemporaryDirectory(prefix="bot-image-") as scratch:
        root = Path(scratch) / "root"
        if identity is not None:
            name = image_name(recipe, identity)
            return _present(engine, name) or _make(
                engine, recipe, name, take_from_image(engine, base, root), progress
            )
        why = "" if recipe.packages else f"no registry has {base}; "
        progress(f"{why}taking Debian packages ...")
        try:
            packages = Apt(Path(scratch) / "apt", recipe.packages).fetch()
        except HostFailure as failure:
            if recipe.packages:
                wanted = ", ".join(recipe.packages)
                raise HostFailure(
                    f"the image needs the Debian packages {wanted}, which cannot be had here"
                    f" ({failure})"
                ) from failure
            raise HostFailure(
                f"the image needs {base} or Debian packages, and neither can be had ({failure});"
                f" where a registry can be reached, type: docker pull {base}"
            ) from failure
        name = image_name(recipe, *(file.name for file in packages.files))
        return _present(engine, name) or _make(
            engine,
            recipe,
            name,
            take_from_packages(packages, root, tools=bool(recipe.packages)),
            progress,
        )


def image_name(recipe: Recipe, *identity: str) -> str:
    """Return the name of the image that our part and an interpreter of this identity make."""
    digest = digest_of(recipe.digest.encode(), *(part.encode() for part in identity))
    return f"{REPOSITORY}:{digest[:12]}"


def _present(engine: Engine, name: str) -> Image | None:
    image = engine.inspect_image(name)
    return None if image is None else Image(name, image["Config"]["Labels"][HOW_LABEL])


def _make(
    engine: Engine,
    recipe: Recipe,
    name: str,
    interpreter: Interpreter,
    progress: Callable[[str], None],
) -> Image:
    """Complete the interpreter's tree and hand it to the engine."""
    root = interpreter.root
    more = f" with {', '.join(recipe.packages)}" if recipe.packages else ""
    how = f"Python {interpreter.minor}{more} of {interpreter.how}"
    ours = "the SDK, the games and gRPC" if recipe.modules else "the supervisor"
    progress(f"adding {ours} to {how} ...")
    _add_system(interpreter)
    _add_links(recipe, root)
    _add_modules(recipe, interpreter)
    _compile(interpreter)
    archive = root.with_suffix(".tar")
    _pack(root, archive)
    changes = [f'LABEL "{RECIPE_LABEL}"="{recipe.digest}"', f'LABEL "{HOW_LABEL}"="{how}"']
    with engine.patient() as patient:
        patient.import_image(archive, name, [*changes, 'CMD ["python3"]'])
    complaint = engine.try_image(name, _TRIAL if recipe.modules else _TRIAL_OF_TOOLS)
    if complaint:
        engine.remove_image(name)
        raise HostFailure(f"an image of {how} does not work: {complaint.splitlines()[-1]}")
    return Image(name, how)


def _add_system(interpreter: Interpreter) -> None:
    """Add the few things without which a container does not start, or Python is not found."""
    root = interpreter.root
    for link, target in _LINKS.items():
        (root / target).mkdir(parents=True, exist_ok=True)
        (root / link).symlink_to(target)
    for folder in ("etc", "proc", "sys", "dev", "run/seat", "bot"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    # An engine gives the mode of this folder to what it mounts there.
    (root / "tmp").mkdir()
    (root / "tmp").chmod(0o1777)
    (root / "etc/passwd").write_text(_USERS)
    (root / "etc/group").write_text(_GROUPS)
    for name in ("python3", "python"):
        link_path = interpreter.home / "bin" / name
        if not link_path.is_symlink():
            link_path.symlink_to(f"python{interpreter.minor}")


def _add_links(recipe: Recipe, root: Path) -> None:
    """Add the links that a package's scripts would make, which are never run."""
    for name, target in recipe.links.items():
        link = root / name
        if not link.is_symlink() and (link.parent / target).exists():
            link.symlink_to(target)


def _add_modules(recipe: Recipe, interpreter: Interpreter) -> None:
    packages = interpreter.root / interpreter.packages
    packages.mkdir(parents=True, exist_ok=True)
    same = interpreter.minor == host_minor()
    installed = installed_files(recipe.wheels) if same else None
    if installed is None:
        _install_wheels(recipe, interpreter)
    for path, source in (installed or {}).items():
        _write(packages / path, source.read_bytes())
    for path, content in recipe.modules.items():
        _write(packages / path, content)
    for path, content in recipe.files.items():
        _write(interpreter.root / path, content)
    _write(interpreter.root / SUPERVISOR, recipe.supervisor)


def _install_wheels(recipe: Recipe, interpreter: Interpreter) -> None:
    """Have pip bring the wheels for an interpreter of another version than ours."""
    target = interpreter.root / interpreter.packages
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
    kind = ["--only-binary=:all:", "--python-version", interpreter.minor, "--target", str(target)]
    done = subprocess.run(
        [*pip, *kind, *recipe.wheels], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:]
        raise HostFailure(
            f"the image's Python is {interpreter.minor} and ours is {host_minor()}, and pip could"
            f" not bring {', '.join(recipe.wheels)} for it: {' '.join(last)}"
        )


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _compile(interpreter: Interpreter) -> None:
    """Compile all modules, since a container cannot keep what it compiles.

    What is compiled is never compared with its source again, so the times of files do not matter.
    """
    root = interpreter.root
    library = (interpreter.home / "lib" / f"python{interpreter.minor}").relative_to(root)
    folders = {str(library), interpreter.packages, str(Path(SUPERVISOR).parent)}
    interpreter.run(
        *("-m", "compileall", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash"),
        *("-s", str(root), "-p", "/"),
        *(str(root / folder) for folder in sorted(folders)),
    )
    # A program is compiled at every start, unless what is started is what was compiled.
    supervisor = root / SUPERVISOR
    compiled = f"{supervisor.stem}.cpython-{interpreter.minor.replace('.', '')}.pyc"
    supervisor.with_suffix(".pyc").symlink_to(f"__pycache__/{compiled}")


def _pack(root: Path, archive: Path) -> None:
    """Write the tree to a tar file that is the same whenever and by whom it is made."""
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(root.rglob("*")):
            tar.add(path, path.relative_to(root).as_posix(), recursive=False, filter=_neutral)


def _neutral(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = 0
    if not member.issym() and member.name != "tmp":
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member
