"""The build: a bot of a compiled language is made of its sources, in a box like a bot's.

The compiler is a stranger's program, so it runs as one: under the supervisor, with a bot's walls
and more room, by turns on a CPU for bots. Its output is a tar, treated as untrusted input; the
supervisor reports how it ended. One limit holds for all of it, charged as a bot's answer is: its
CPU time, or a part of the wall time for which it had a CPU if that is more.
"""

import asyncio
import shutil
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from arena.bots.archive import MAX_ARCHIVE_BYTES
from arena.boxes.box import Box
from arena.boxes.event_loop import wait_readable
from arena.boxes.kinds import build_program
from arena.boxes.kinds.container import BOT, SEAT
from arena.errors import HostFailure, Unavailable, UserError
from arena.languages import Language
from arena.match.clock import WALL_FACTOR
from arena.match.verdict import Exit, describe_end

_MB: Final = 1024**2
BUILD_SECONDS: Final = 120.0
"""The CPU seconds of a build at most; of wall time with a CPU, WALL_FACTOR times as many."""
PROGRAM: Final = Path(build_program.__file__).read_text(encoding="utf-8")
_PROGRAM_WORDS: Final = ("-I", "-S", "-c", PROGRAM)
_SOCKET: Final = "product.sock"
# The place in a container for a copy of the sources.
_WORK: Final = "/tmp/bot"  # noqa: S108 - the container's
# How long a build is awake before others have their turn, in seconds.
_TURN: Final = 1.0
# How long what was sent before the end may take to arrive, in seconds.
_LAG: Final = 30.0
_CHUNK: Final = 1 << 16
_LINE_LETTERS: Final = 300


class BuildError(UserError):
    """A bot could not be built of its sources. Its text is one sentence."""

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.output = output
        """The output of the compiler, its beginning and its end."""


def build_command(language: Language, files: Path, seat: Path | None = None) -> list[str]:
    """Return what a box is to run that builds the bot of these files.

    In a container, or, if the folder of its seat is given, in a process. BuildError for a file
    whose name a compiler takes for an option.
    """
    words = list(expand(language.build, files))
    if seat is None:
        return ["python3", *_PROGRAM_WORDS, f"{SEAT}/{_SOCKET}", BOT, _WORK, *words]
    places = (str(seat / _SOCKET), str(files.resolve()), str(seat.with_name("work")))
    return [sys.executable, *_PROGRAM_WORDS, *places, *words]


def require_compiler(language: Language) -> Path:
    """Return this machine's compiler; Unavailable, with what brings one, if there is none."""
    found = shutil.which(language.build[0])
    if found is None:
        raise Unavailable(
            f"{language.build[0]} is not on this machine, which builds bots in {language.title}"
            f"{_say_tools(language)}"
        )
    return Path(found)


def _say_tools(language: Language) -> str:
    packages = " ".join((*language.packages, *language.tools))
    return (
        f"; type: sudo apt-get install {packages}, or with a container engine arena image"
        f" {language.name}"
    )


def require_interpreter(language: Language) -> None:
    """Unavailable, with what brings it, if this machine lacks what runs bots of a language."""
    if language.packages and shutil.which(language.run[0]) is None:
        raise Unavailable(
            f"{language.run[0]} is not on this machine, which runs bots in {language.title}; type:"
            f" sudo apt-get install {' '.join(language.packages)}"
        )


def expand(command: Sequence[str], files: Path) -> Iterator[str]:
    """Yield the words of a command, with the files that fit a pattern in its place.

    `./` in front of a name is not enough: g++ tells its parts the bare name, too.
    """
    for word in command:
        if "*" not in word:
            yield word
            continue
        for path in sorted(files.glob(word)):
            if path.name.startswith(("-", "@")):
                raise BuildError(
                    f"Its build failed: a compiler takes the name {path.name!a} for an option."
                )
            yield f"./{path.relative_to(files).as_posix()}"


async def build(
    box: Box, language: Language, seat: Path, product: Path, limit: float = BUILD_SECONDS
) -> None:
    """Run the build that a box is for, and write what it sends, which is to be a tar.

    BuildError for whatever is wrong with it, HostFailure if that is this machine's doing. Nothing
    of it runs when this returns.
    """
    output: list[str] = []
    box.hear = output.append
    with _listening(seat) as server:
        receiving = asyncio.create_task(_receive(server, product))
        try:
            await box.be_there(seat, "a build's")
            await _run(box, receiving, limit)
            if fault := box.host_fault():
                raise HostFailure(f"a build was ended: {fault}")
            _judge(box.exited.result(), language, "".join(output))
            await _finish(receiving, seat)
        finally:
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)
            await box.kill()


@contextmanager
def _listening(seat: Path) -> Iterator[socket.socket]:
    seat.mkdir(parents=True, exist_ok=True)
    seat.chmod(0o755)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.setblocking(False)
            server.bind(str(seat / _SOCKET))
            (seat / _SOCKET).chmod(0o666)
            server.listen()
            yield server
    finally:
        shutil.rmtree(seat, ignore_errors=True)


async def _run(box: Box, receiving: "asyncio.Task[None]", limit: float) -> None:
    """Let the box run until its program has ended, in turns, so that bots can think meanwhile."""
    await box.wake()
    box.launch()
    wall, turn = 0.0, min(_TURN, limit)
    while max(wall / WALL_FACTOR, box.cpu() or 0.0) < limit:
        await box.wake()
        begun = time.monotonic()
        # Its end is, too, if it was heard while the box waited for a CPU.
        awaited = {one for one in (box.exited, receiving) if one is box.exited or not one.done()}
        await asyncio.wait(awaited, timeout=turn, return_when=asyncio.FIRST_COMPLETED)
        if receiving.done():
            # Its output may be too much already.
            receiving.result()
        if box.exited.done():
            return
        wall += time.monotonic() - begun
        box.freeze()
    raise BuildError(
        f"Its build has not ended within {limit:g} s of CPU time, or"
        f" {limit * WALL_FACTOR:g} s in all, which is the most."
    )


def _judge(end: Exit, language: Language, output: str) -> None:
    """BuildError unless the program has ended well."""
    if end.code == 0:
        return
    if end.out_of_memory:
        raise BuildError("Its build needs more memory than its box has.", output)
    lines = [line for line in output.splitlines() if line.strip()]
    first = next((line for line in lines if "error" in line.lower()), "".join(lines[:1]))
    reason = end.error or first.strip() or f"{language.build[0]} {describe_end(end)}"
    tools = _say_tools(language) if language.library and language.library in reason else ""
    raise BuildError(f"Its build failed: {reason[:_LINE_LETTERS]}{tools}", output)


async def _receive(server: socket.socket, product: Path) -> None:
    """Write what the first who connects sends, to its end."""
    loop = asyncio.get_running_loop()
    await wait_readable(server)
    # Not by the loop: told to end at this moment, it would leave the socket open.
    port, _ = server.accept()
    port.setblocking(False)
    server.close()
    try:
        with port, product.open("wb", buffering=0) as file, suppress(ConnectionError):
            while data := await loop.sock_recv(port, _CHUNK):
                if file.tell() + len(data) > MAX_ARCHIVE_BYTES:
                    raise BuildError(
                        f"Its build makes over {MAX_ARCHIVE_BYTES // _MB} MB of files; that is the"
                        " most."
                    )
                file.write(data)
    except OSError as error:
        raise HostFailure(f"a product could not be kept: {error.strerror}") from error


async def _finish(receiving: "asyncio.Task[None]", seat: Path) -> None:
    """Wait for what was sent. Nothing of the build runs, so who has not come is not to come."""
    with socket.socket(socket.AF_UNIX) as last, suppress(OSError):
        last.setblocking(False)
        last.connect(str(seat / _SOCKET))
    try:
        async with asyncio.timeout(_LAG):
            await receiving
    except TimeoutError as error:
        raise BuildError("Its build has left something that does not end.") from error
