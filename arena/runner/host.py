"""The host: what this machine gives matches, opened once by a command, a worker or a referee.

It opens boxes and builds programs, each within a claim on memory; it hands out CPUs, asks the
container engine once, and removes what killed matches have left.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from arena.bots.folder import copy_files
from arena.bots.intake import TakenBot
from arena.boxes.box import Box
from arena.boxes.host.cpus import Cpus
from arena.boxes.host.leftovers import runtime_folder, sweep_containers, sweep_folders
from arena.boxes.host.memory import BUILD, MATCH, claim_memory, release_memory
from arena.boxes.kinds import KINDS
from arena.boxes.kinds.process import ProcessBox
from arena.containers.protections import missing_protections, require
from arena.containers.runtime import USUAL, Runtime
from arena.errors import HostFailure, Unavailable, UserError
from arena.languages import PYTHON, Language, find_language
from arena.languages.javascript import JAVASCRIPT, environment_here

if TYPE_CHECKING:
    # Which takes a tenth of a second to load.
    from arena.containers.engine import Engine


class Host:
    """This machine, for matches in boxes of one kind. To be used as a context.

    A match that `gives_way` lets all others go before. `allow_missing` are the protections that
    containers may lack. An engine that has `answered` is waited for if it is away. In another
    process it is another host, that has to be opened there.
    """

    def __init__(
        self,
        box: str,
        allow_missing: Iterable[str] = (),
        *,
        gives_way: bool = False,
        answered: bool = False,
    ) -> None:
        self.box = box
        self.kind = KINDS[box]
        self.allow_missing = tuple(allow_missing)
        self.gives_way = gives_way
        self.answered = answered
        self._runtime = self.kind.runtime or USUAL
        self._held: ExitStack | None = None
        self._engine: Engine | None = None
        self._images: dict[tuple[str, bool], str] = {}
        self._copies: dict[Path, Path] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        make = partial(Host, gives_way=self.gives_way, answered=self.answered)
        return make, (self.box, self.allow_missing)

    def __enter__(self) -> Self:
        sweep_folders()
        self._held = ExitStack()
        return self

    def __exit__(self, *_: object) -> None:
        held, self._held = self._held, None
        self._copies.clear()
        if held is not None:
            held.close()
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    @property
    def held(self) -> ExitStack:
        """The resources that end with the host. Unavailable if it is closed."""
        if self._held is None:
            raise Unavailable("this host is closed; boxes are opened within `with Host(...)`")
        return self._held

    def folder(self) -> Path:
        """Make a runtime folder that is there as long as the host is."""
        return self.held.enter_context(runtime_folder())

    def copy(self, files: Path) -> Path:
        """Return the host's own copy of a bot's files, which is made once."""
        if files not in self._copies:
            copied = self.folder() / "bot"
            try:
                copy_files(files, copied)
            except (OSError, UserError) as error:
                raise HostFailure(f"the files of a bot could not be copied: {error}") from error
            self._copies[files] = copied
        return self._copies[files]

    # --- the container engine ---

    @property
    def engine(self) -> "Engine":
        """The engine, once what dead processes left there is removed; HostFailure if it cannot
        give such containers.
        """
        if self._engine is None:
            from arena.containers.engine import PATIENCE, Engine  # noqa: PLC0415

            engine = Engine(patience=PATIENCE, answered=self.answered)
            info = engine.require_docker()
            self._runtime.require(info)
            require(missing_protections(info), self.allow_missing)
            sweep_containers(engine)
            engine.remove_left()
            self._engine = engine
        return self._engine

    def image(self, language: str, *, to_build: bool = False) -> str:
        """Return the name of a language's image; HostFailure if there is none."""
        if (language, to_build) not in self._images:
            from arena.containers.image import require_image  # noqa: PLC0415

            image = require_image(self.engine, language, to_build=to_build)
            self._images[language, to_build] = image.name
        return self._images[language, to_build]

    # --- boxes ---

    @asynccontextmanager
    async def claim(self, boxes: int) -> AsyncIterator["Boxes"]:
        """Wait until this machine has the memory for this many boxes at once, and give them.

        HostFailure if there are no such boxes here, or never will be this many.
        """
        async with self._claim(self.kind.runtime, boxes, MATCH) as given:
            yield given

    @asynccontextmanager
    async def _claim(
        self, runtime: Runtime | None, boxes: int, what: str
    ) -> AsyncIterator["Boxes"]:
        folder = self.folder()
        with Cpus(gives_way=self.gives_way) as cpus:
            if runtime is not None:
                engine = await asyncio.to_thread(lambda: self.engine)
                await claim_memory(folder, runtime, boxes, engine, what)
            try:
                yield Boxes(self, runtime, folder, cpus)
            finally:
                release_memory(folder)

    # --- builds ---

    async def build(self, bot: TakenBot, say: Callable[[str], None] = lambda _: None) -> TakenBot:
        """Return a bot with the folder that its boxes can run, built now if it was not yet.

        Its digest stays that of its sources; `say` is told before it is built. BuildError if it
        cannot be, HostFailure if there is nothing to build or to run it with.
        """
        language = find_language(bot.language)
        if bot.defect or bot.is_built or language.name == PYTHON:
            return bot
        # Here, since most matches begin without it.
        from arena.boxes.kinds.build import require_interpreter  # noqa: PLC0415
        from arena.runner.products import find_product  # noqa: PLC0415

        if self.kind.runtime is not None:
            self.image(language.name)
        elif bot.command == language.run:
            require_interpreter(language)
        if not language.build:
            return bot
        image = self._find_compiler(language)
        compiler = partial(self.compile, language, bot.folder, image)
        product = await find_product(bot, image, compiler, say)
        # The engine may see nothing of this user's cache; and others may tidy up there.
        return replace(bot, folder=self.copy(product), is_built=True)

    def _find_compiler(self, language: Language) -> str:
        """Return the image with the compiler; nothing for this machine's own.

        So a bot is the same program in every box, and nobody needs a compiler.
        """
        try:
            return self.image(language.name, to_build=True)
        except HostFailure:
            if self.kind.runtime is not None:
                raise
            return ""

    async def compile(
        self, language: Language, files: Path, image: str, archive: Path, limit: float | None = None
    ) -> None:
        """Build the bot of these files into a tar, in a box that has claimed its memory."""
        from arena.boxes.kinds.build import BUILD_SECONDS, build, build_command  # noqa: PLC0415

        runtime = self._runtime.to_build() if image else None
        async with self._claim(runtime, 1, BUILD) as boxes:
            if image:
                command = build_command(language, files)
                box, seat = boxes.contain(command, files, image)
            else:
                seat = self.folder() / "seat"
                command = build_command(language, files, seat)
                box = ProcessBox(command, files, boxes.cpus, {**os.environ, "LC_ALL": "C.UTF-8"})
            await build(box, language, seat, archive, limit or BUILD_SECONDS)


@dataclass(frozen=True, slots=True)
class Boxes:
    """The boxes that a claim is for. Their leftovers are removed with their host."""

    host: Host
    _runtime: Runtime | None
    _claim: Path
    cpus: Cpus

    def open(self, bot: TakenBot) -> tuple[Box, Path]:
        """Return a fresh box for a bot, and the folder of its seat; HostFailure if there is none.

        The folder's path can be read in the box, so it tells neither the match nor the seat.
        """
        language = find_language(bot.language)
        if self._runtime is not None:
            image = self.host.image(language.name)
            return self.contain(bot.program, bot.folder, image, language.environment)
        # A copy of the host's own, since a process may write all that this user may.
        files = self.host.copy(bot.folder)
        more = environment_here() if language.name == JAVASCRIPT else {}
        return ProcessBox(bot.program, files, self.cpus, more), self.host.folder() / "seat"

    def contain(
        self,
        command: Sequence[str],
        files: Path,
        image: str,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[Box, Path]:
        """Return a container box that runs a command beside these files, and its seat's folder."""
        from arena.boxes.kinds.container import ContainerBox  # noqa: PLC0415

        assert self._runtime is not None  # noqa: S101 - it has claimed its memory
        folder = self.host.folder()
        box = ContainerBox(
            command,
            files,
            self.cpus,
            image,
            self.host.engine,
            claim=self._claim,
            removals=self.host.held.enter_context(ThreadPoolExecutor(1)),
            runtime=self._runtime,
            allow_missing=self.host.allow_missing,
            environment=environment,
        )
        return box, folder / "seat"
