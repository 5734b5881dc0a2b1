"""Products: bots of compiled languages, built once and kept by digest.

The digest is that of the bot's files and of what builds them: the image of the build box, or this
machine's compiler. So no two matches build the same, and no bot plays what was made of others'
files. What nobody has used for a month is removed.
"""

import fcntl
import os
import shutil
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from platformdirs import user_cache_path

from arena.bots.intake import unpacked
from arena.bots.manifest import Bot
from arena.boxes.build_box import (
    BuildBox,
    BuildError,
    ContainerBuildBox,
    ProcessBuildBox,
    require_compiler,
)
from arena.boxes.kinds import KINDS
from arena.boxes.leftovers import open_lock, runtime_folder
from arena.containers.engine import PATIENCE, Engine
from arena.containers.image import require_image
from arena.containers.recipe import digest_of
from arena.errors import UserError
from arena.languages import PYTHON, Language, find_language
from arena.match.person import Competitor
from arena.runner.task import Task

_KEPT_SECONDS: Final = 30 * 24 * 3600.0


def products_folder() -> Path:
    """Return where the products of this user lie."""
    return user_cache_path("card-arena") / "products"


def with_products(task: Task, say: Callable[[str], None] | None = None) -> Task:
    """Return a task with its bots built. What cannot be built enters with that as its defect.

    `say` is told before a bot is built, which takes seconds.
    """
    return replace(task, bots=tuple(_built(bot, task, say) for bot in task.bots))


def _built(bot: Competitor, task: Task, say: Callable[[str], None] | None) -> Competitor:
    if not isinstance(bot, Bot):
        return bot
    try:
        return build_bot(bot, task.plan.box, say, engine_answered=task.engine_answered)
    except BuildError as error:
        return replace(bot, defect=str(error))


def build_bot(
    bot: Bot,
    box: str,
    say: Callable[[str], None] | None = None,
    *,
    engine_answered: bool = False,
) -> Bot:
    """Return a bot with the folder that such boxes can run, built now if it was not yet.

    Its digest stays that of its sources. BuildError if they cannot be built, HostFailure if there
    is nothing to build them with.
    """
    language = find_language(bot.language)
    if bot.defect or language.name == PYTHON:
        return bot
    with closing(Engine(patience=PATIENCE, answered=engine_answered)) as engine:
        if KINDS[box].runtime is not None:
            require_image(engine, language.name)
        if not language.build:
            return bot
        digest = digest_of(bot.digest.encode(), _builder_of(language, box, engine))
        product = products_folder() / digest
        if say is not None and not product.exists():
            say(f"{bot.name} is written in {language.title}, and is being built ...")
        return replace(bot, folder=_product(bot, language, box, product, engine))


def _product(bot: Bot, language: Language, box: str, product: Path, engine: Engine) -> Path:
    """Return the folder of a product, which is made if it is not there."""
    if not product.exists():
        lock = open_lock("build")
        try:
            # One build at a time: it may take a gigabyte.
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not product.exists():
                _make(bot, language, box, product, engine)
        finally:
            os.close(lock)
    with suppress(OSError):
        os.utime(product)
    return product


def _builder_of(language: Language, box: str, engine: Engine) -> bytes:
    """Return what tells apart what builds."""
    if KINDS[box].runtime is not None:
        return require_image(engine, language.name, to_build=True).name.encode()
    compiler = require_compiler(language).resolve()
    return f"{compiler} {compiler.stat().st_mtime_ns} {language.build}".encode()


def _make(bot: Bot, language: Language, box: str, product: Path, engine: Engine) -> None:
    product.parent.mkdir(parents=True, exist_ok=True)
    _remove_unused(product.parent)
    with (
        runtime_folder() as scratch,
        TemporaryDirectory(prefix=".making-", dir=product.parent) as making,
    ):
        archive = Path(making) / "product.tar"
        _build_box(language, box, scratch / "seat", engine).build(bot.folder, archive)
        try:
            with unpacked(archive, Path(making), whole=True) as made:
                made.rename(product)
        except UserError as error:
            raise BuildError(f"What its build makes cannot be a bot: {error}") from error


def _build_box(language: Language, box: str, seat: Path, engine: Engine) -> BuildBox:
    runtime = KINDS[box].runtime
    if runtime is None:
        return ProcessBuildBox(language, seat)
    runtime.require(engine)
    image = require_image(engine, language.name, to_build=True).name
    return ContainerBuildBox(language, seat, image, engine, runtime)


def _remove_unused(folder: Path) -> None:
    for product in folder.iterdir():
        with suppress(OSError):
            if time.time() - product.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(product)
