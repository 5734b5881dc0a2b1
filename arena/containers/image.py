"""The images: an interpreter, gRPC, the SDK, the games, and a language. Made from this project.

An engine builds each by a Dockerfile, on a `python:*-slim` image if a registry can be reached, or
else on one made of the Debian packages of this host. The digest of that image and the versions of
all packages are in the name, so one name means one content; and a label says by which recipe an
image was made, so that the present one is found in a moment.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from arena.containers import tree
from arena.containers.debian import Apt, pack_base
from arena.containers.dockerfile import Base, stage_of, write_context
from arena.containers.engine import Engine
from arena.containers.recipe import Recipe, digest_of, host_minor, read_recipe
from arena.errors import HostFailure, Unavailable
from arena.languages import PYTHON, find_language

REPOSITORY: Final = "arena-bot"
RECIPE_LABEL: Final = "arena.recipe"
HOW_LABEL: Final = "arena.how"
BUILD_COMMAND: Final = "arena image"

# How long a registry may show no sign of life, and how long a step of a build may take.
_REGISTRY_LIMIT: Final = 10.0
_BUILD_LIMIT: Final = 900.0

Progress: TypeAlias = Callable[[str], None]

_OURS: Final = "arena_sdk, arena.v1.arena_pb2_grpc, grpc, arena.games as games"
_GAMES: Final = "list(map(games.find_game, games.game_names()))"
_TRIAL: Final = ("python3", "-c", f"import {_OURS}; {_GAMES}")
# The trial of an image to build in.
_TRIAL_OF_TOOLS: Final = ("python3", "-c", "import json, socket, subprocess, tarfile")


@dataclass(frozen=True, slots=True)
class Image:
    """A bot image that the engine has."""

    name: str
    how: str
    """The source of its interpreter, in a few words."""


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


def build_image(engine: Engine, progress: Progress, recipe: Recipe | None = None) -> Image:
    """Make the image, unless the engine has the very same. HostFailure if there is no way."""
    recipe = recipe or read_recipe()
    engine.version()
    reasons = []
    for find_base in (_base_of_registry, _base_of_packages):
        try:
            with (
                find_base(engine, recipe, progress) as base,
                engine.patient(_BUILD_LIMIT) as patient,
            ):
                return _build(patient, recipe, base, progress)
        except HostFailure as failure:
            reasons.append(str(failure))
            progress(reasons[-1])
    raise HostFailure(
        f"the image needs {base_image()} or Debian packages, and neither can be had"
        f" ({'; '.join(reasons)}); where a registry can be reached, type: docker pull"
        f" {base_image()}"
    )


def base_image() -> str:
    """Return the image of a registry whose interpreter is like this one."""
    return f"python:{host_minor()}-slim"


def image_name(recipe: Recipe, *identity: str) -> str:
    """Return the name of the image that our part, a base and packages of this identity make."""
    digest = digest_of(recipe.digest.encode(), *(part.encode() for part in identity))
    return f"{REPOSITORY}:{digest[:12]}"


@contextmanager
def _base_of_registry(engine: Engine, _: Recipe, progress: Progress) -> Iterator[Base]:
    """Give the base image of a registry, pulled if the engine lacks it."""
    name = base_image()
    image = engine.inspect_image(name) or _pull(engine, name, progress)
    # One that was made here, and not pulled, has only the digest of its description.
    reference = str((image["RepoDigests"] or [image["Id"]])[0])
    identity = (reference.rpartition("@")[2], image["Architecture"])
    yield Base(host_minor(), f"the image {name}", identity, lambda: reference)


def _pull(engine: Engine, name: str, progress: Progress) -> Mapping[str, Any]:
    progress(f"asking the registry for {name} ...")
    with suppress(HostFailure), engine.patient(_REGISTRY_LIMIT) as patient:
        patient.pull_image(name)
    image = engine.inspect_image(name)
    if image is None:
        raise HostFailure(f"no registry has {name}")
    return image


@contextmanager
def _base_of_packages(engine: Engine, recipe: Recipe, progress: Progress) -> Iterator[Base]:
    """Give an image of this host's Debian packages, those of the language among them."""
    progress("taking Debian packages ...")
    with TemporaryDirectory(prefix="bot-image-") as scratch:
        packages = Apt(Path(scratch) / "apt", recipe.packages).fetch()

        def load() -> str:
            archive = pack_base(packages, Path(scratch), tools=bool(recipe.packages))
            with engine.patient() as patient:
                return patient.import_image(archive, [f"LABEL {stage_of(recipe)}"])

        names = tuple(file.name for file in packages.files)
        how = f"packages of {packages.release}"
        yield Base(packages.minor, how, names, load, has_packages=True)


def _build(engine: Engine, recipe: Recipe, base: Base, progress: Progress) -> Image:
    """Build the image on a base, and name it by what is in it, unless it is there already."""
    if not base.lacks_packages(recipe):
        name = image_name(recipe, *base.identity)
        if there := engine.inspect_image(name):
            return Image(name, there["Config"]["Labels"][HOW_LABEL])
    more = f" with {', '.join(recipe.packages)}" if recipe.packages else ""
    how = f"Python {base.minor}{more} of {base.how}"
    ours = "the SDK, the games and gRPC" if recipe.modules else "the supervisor"
    progress(f"adding {ours} to {how} ...")
    image = _make(engine, recipe, base, {RECIPE_LABEL: recipe.digest, HOW_LABEL: how})
    if complaint := engine.try_image(image, _TRIAL if recipe.modules else _TRIAL_OF_TOOLS):
        engine.remove_image(image)
        raise HostFailure(f"an image of {how} does not work: {complaint.splitlines()[-1]}")
    added = engine.read_image_file(image, PurePosixPath(tree.PACKAGES)).decode().split()
    name = image_name(recipe, *base.identity, *added)
    engine.tag_image(image, name)
    return Image(name, how)


def _make(engine: Engine, recipe: Recipe, base: Base, labels: Mapping[str, str]) -> str:
    """Have the engine build an image, and remove what only building it took; return its id."""
    with TemporaryDirectory(prefix="bot-image-") as scratch:
        context = Path(scratch) / "context.tar"
        try:
            write_context(recipe, base, labels, context)
            network = "host" if base.lacks_packages(recipe) else "none"
            return engine.build_image(context, network)
        finally:
            engine.remove_nameless_images(stage_of(recipe))
