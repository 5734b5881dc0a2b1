"""Products: bots of compiled languages, built once and kept by digest.

The digest is that of the bot's files and of what builds them: the image of the build box, or this
machine's compiler. So what was built is not built again, and no bot plays what was made of others'
files. What nobody has used for a month is removed.
"""

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Final

from platformdirs import user_cache_path

from arena.bots.intake import unpacked
from arena.bots.manifest import Bot
from arena.boxes.box import Box
from arena.boxes.build import (
    PROGRAM,
    BuildError,
    build,
    build_command,
    require_compiler,
    require_interpreter,
)
from arena.boxes.container import ContainerBox
from arena.boxes.container_host import find_engine, find_name
from arena.boxes.cpus import Cpus
from arena.boxes.kinds import KINDS
from arena.boxes.leftovers import open_lock, runtime_folder, runtime_parent
from arena.boxes.memory import BUILD, claim_memory
from arena.boxes.process import ProcessBox
from arena.containers.engine import Engine
from arena.containers.recipe import digest_of
from arena.containers.runtime import USUAL, Runtime
from arena.errors import CannotPlay, HostFailure, Unavailable, UserError
from arena.languages import PYTHON, Language, find_language
from arena.match.person import Competitor
from arena.runner.task import Task
from arena.system import try_lock

_KEPT_SECONDS: Final = 30 * 24 * 3600.0
# How often who waits for another's build looks again, in seconds.
_POLL: Final = 0.1


def products_folder(say: Callable[[str], None] = lambda _: None) -> Path:
    """Return where the products of this user lie: in its cache, or, if that cannot be written,
    where matches run, and `say` is told so.
    """
    folder = user_cache_path("card-arena") / "products"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        instead = runtime_parent() / "products"
        instead.mkdir(exist_ok=True)
        say(
            f"Nothing can be written in {folder} ({error.strerror}), so what is built is kept in"
            f" {instead}."
        )
        return instead
    return folder


async def with_products(task: Task) -> Task:
    """Return a task with its bots built. What cannot be built enters with that as its defect.

    CannotPlay for one whose language is not on this machine.
    """
    return replace(task, bots=tuple([await _built(bot, task) for bot in task.bots]))


async def _built(bot: Competitor, task: Task) -> Competitor:
    if not isinstance(bot, Bot):
        return bot
    plan = task.plan
    try:
        return await build_bot(
            bot, plan.box, plan.allow_missing, engine_answered=task.engine_answered
        )
    except BuildError as error:
        return replace(bot, defect=str(error))
    except Unavailable as lack:
        raise CannotPlay(bot.name, str(lack)) from lack


async def build_bot(
    bot: Bot,
    box: str,
    allow_missing: Collection[str] = (),
    say: Callable[[str], None] = lambda _: None,
    *,
    engine_answered: bool = False,
) -> Bot:
    """Return a bot with the folder that such boxes can run, built now if it was not yet.

    Its digest stays that of its sources; `say` is told before it is built. BuildError if it cannot
    be, HostFailure if there is nothing to build it with.
    """
    language = find_language(bot.language)
    if bot.defect or language.name == PYTHON:
        return bot
    if (runtime := KINDS[box].runtime) is not None:
        engine = find_engine(runtime, allow_missing, engine_answered=engine_answered)
        find_name(engine, language.name)
        compiler: Compiler = ContainedCompiler(language, engine, runtime.to_build(), allow_missing)
    elif language.build:
        compiler = compiler_for_processes(language)
    if runtime is None and bot.command == language.run:
        require_interpreter(language)
    return await _with_product(bot, compiler, say) if language.build else bot


def compiler_for_processes(language: Language) -> "Compiler":
    """Return the image's compiler where there is one, or else this machine's own.

    So a bot is the same program in every box, and nobody needs a compiler.
    """
    try:
        compiler = ContainedCompiler(language, find_engine(USUAL), USUAL.to_build(), ())
        compiler.identity()
    except HostFailure:
        return Compiler(language)
    return compiler


async def _with_product(bot: Bot, compiler: "Compiler", say: Callable[[str], None]) -> Bot:
    """Return a bot with the folder of its product, which is made if it is not there."""
    parts = (bot.digest.encode(), compiler.identity(), PROGRAM.encode())
    product = products_folder(say) / digest_of(*parts)
    if not product.exists():
        say(f"{bot.name} is written in {compiler.language.title}, and is being built ...")
        async with _alone_with(product):
            if not product.exists():
                await _make(bot, compiler, product)
    with suppress(OSError):
        os.utime(product)
    return replace(bot, folder=product)


@asynccontextmanager
async def _alone_with(product: Path) -> AsyncIterator[None]:
    """Keep out other matches of this user that would build the same; few others share the lock."""
    lock = open_lock(f"build-{product.name[:2]}")
    try:
        while not try_lock(lock):  # noqa: ASYNC110 - for other processes
            await asyncio.sleep(_POLL)
        yield
    finally:
        os.close(lock)


async def _make(bot: Bot, compiler: "Compiler", product: Path) -> None:
    try:
        product.parent.mkdir(parents=True, exist_ok=True)
        _remove_unused(product.parent)
        with TemporaryDirectory(prefix=".making-", dir=product.parent) as making:
            archive = Path(making) / "product.tar"
            await compiler.build(bot.folder, archive)
            with _unpacked(archive, Path(making)) as made:
                _keep(made, product)
    except OSError as error:
        raise HostFailure(f"a product could not be kept: {error.strerror}") from error


@contextmanager
def _unpacked(archive: Path, scratch: Path) -> Iterator[Path]:
    """Give the folder that a build has sent, read as strictly as an upload: it is a stranger's."""
    try:
        with unpacked(archive, scratch, whole=True) as made:
            yield made
    except UserError as error:
        raise BuildError(f"What its build makes cannot be a bot: {error}") from error


def _keep(made: Path, product: Path) -> None:
    try:
        made.rename(product)
    except OSError:
        # Another host may have the same cache, and have built the same meanwhile.
        if not product.exists():
            raise


class Compiler:
    """This machine's compiler of a language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def identity(self) -> bytes:
        """Return what tells it apart from other compilers."""
        compiler = require_compiler(self.language).resolve()
        return f"{compiler} {compiler.stat().st_mtime_ns} {self.language.build}".encode()

    async def build(self, files: Path, archive: Path) -> None:
        """Build the bot of these files into a tar."""
        with runtime_folder() as folder, ThreadPoolExecutor(1) as removals, Cpus() as cpus:
            seat = folder / "seat"
            box = await self._box(files, seat, cpus, removals)
            await build(box, self.language, seat, archive)

    async def _box(self, files: Path, seat: Path, cpus: Cpus, _: Executor) -> Box:
        command = build_command(self.language, files, seat)
        return ProcessBox(command, files, cpus, {**os.environ, "LC_ALL": "C.UTF-8"})


class ContainedCompiler(Compiler):
    """The compiler of an image, in containers."""

    def __init__(
        self, language: Language, engine: Engine, runtime: Runtime, allow_missing: Collection[str]
    ) -> None:
        super().__init__(language)
        self._engine = engine
        self._runtime = runtime
        self._allow_missing = allow_missing

    def identity(self) -> bytes:
        return self._image().encode()

    def _image(self) -> str:
        return find_name(self._engine, self.language.name, to_build=True)

    async def _box(self, files: Path, seat: Path, cpus: Cpus, removals: Executor) -> Box:
        await claim_memory(seat.parent, self._runtime, 1, self._engine, BUILD)
        return ContainerBox(
            build_command(self.language, files),
            files,
            cpus,
            self._image(),
            self._engine,
            removals=removals,
            runtime=self._runtime,
            allow_missing=self._allow_missing,
        )


def _remove_unused(folder: Path) -> None:
    for product in folder.iterdir():
        with suppress(OSError):
            if time.time() - product.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(product)
