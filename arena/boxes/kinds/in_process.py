"""The in-process connection: a trusted Python bot, called as a function, for speed and debuggers.

The same messages pass between referee and bot, but nothing can interrupt a bot here: one that does
not answer stops the match, and one that is too slow is judged when it is done. Its output goes into
its log and, if that is asked for, to the streams of this process: so an author sees it, and can
type to a debugger.
"""

import io
import sys
import traceback
from asyncio import CancelledError
from bdb import BdbQuit
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from time import thread_time
from typing import Any, Final, TextIO, TypeVar

from arena_sdk.errors import ProviderAway, format_error
from arena_sdk.program import Script
from arena_sdk.session import Session, WrongMoveError

from arena.bots.intake import TakenBot
from arena.bots.manifest import STDIO
from arena.bots.parameters import write_parameters
from arena.boxes.event_loop import outside_loop
from arena.boxes.host.cpus import Cpus
from arena.boxes.supervision.bot_log import BotLog
from arena.boxes.supervision.supervisor import Log
from arena.errors import ServiceAway, Unavailable
from arena.match.clock import Deadline, Spent
from arena.match.connection import Connection, read_join
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb

ResultT = TypeVar("ResultT")

_LOG_TAIL_LETTERS: Final = 4096
_NOT_INLINE: Final = (
    "inline is for a Python script that calls run; a bot that speaks stdio, or another program,"
    " needs a process of its own"
)
# Exceptions that an author's code may raise: anything but `Stopped`. Ctrl-C is a signal that
# asyncio hears.
_RAISED: Final = (Exception, SystemExit, KeyboardInterrupt, GeneratorExit, CancelledError)


class Stopped(BaseException):
    """A signal has stopped a match whose bots run in this very process. No bot catches it."""


class Interrupt:
    """Stops the bots of this process, on a signal: in the middle of a call, or at the next one.

    Nowhere else, since an exception in the middle of our own work would leave that half done.
    """

    def __init__(self) -> None:
        self._asked = False
        self._calling = False

    def stop(self, *_: object) -> None:
        """Handle the signal: raise Stopped if a bot is being called, else when the next one is."""
        self._asked = True
        if self._calling:
            raise Stopped

    def call(self, bot: Callable[[], ResultT]) -> ResultT:
        """Call a bot's code so that it can be stopped."""
        try:
            self._calling = True
            if self._asked:
                raise Stopped
            return bot()
        finally:
            self._calling = False


INTERRUPT: Final = Interrupt()
"""The interrupt of this process."""


class InProcessConnection(Connection):
    """Loads a bot's script and answers with it. The command has to name a Python script.

    The script is that in its author's own folder, if the bot was taken in from one: there are the
    breakpoints of a debugger. With `cpus` it waits for one before each answer.
    With `echo` what the bot prints is shown as well. Unavailable if a debugger was told to quit,
    ServiceAway if the bot says so.
    """

    def __init__(
        self,
        bot: TakenBot,
        now: Callable[[], float],
        log: BotLog | None = None,
        cpus: Cpus | None = None,
        *,
        echo: bool = False,
    ) -> None:
        super().__init__(write_parameters(bot.parameters))
        self._name = bot.name
        self._command = bot.command
        self._protocol = bot.protocol
        self._folder = bot.author_folder
        self._now = now
        self._cpus = cpus
        self._log = BotLog() if log is None else log
        self._capped = Log(self._hear)
        self._printed = ""
        self._echo = echo
        self._script: Script | None = None
        self._session: Session | None = None

    @property
    def logged(self) -> int:
        return len(self._printed)

    async def open(self, limit: float) -> Fault | None:  # noqa: ARG002 - it cannot be enforced here
        self._log.start()
        began = self._now()
        scripts = [part for part in self._command if part.endswith(".py")]
        if self._protocol == STDIO or not scripts:
            return Fault(Verdict.NO_START, _NOT_INLINE)
        script = self._script = Script(self._folder / scripts[0])
        session = self._guard(lambda: Session(script.load()), Verdict.NO_START)
        if isinstance(session, Fault):
            return session
        self._session = session
        self.joined = self._now() - began
        self._log.joined()
        joined = read_join(session.join().SerializeToString())
        if isinstance(joined, Fault):
            return joined
        self.join = joined
        return None

    async def tell(self, message: pb.RefereeMessage) -> None:
        if message.WhichOneof("message") == "start":
            self._log.begin_game(message.start.number + 1, message.start.seat)
        # A bot that fails here has no question to answer yet; it is found out at the next one.
        self._deliver(message)

    async def close(self) -> None:
        self._session = None
        self._capped.finish()
        self._log.end()

    async def evidence(self, fault: Fault) -> Fault:
        await self.close()
        return replace(fault, log_tail=self._printed[-_LOG_TAIL_LETTERS:])

    async def _exchange(
        self,
        message: pb.RefereeMessage,
        deadline: Deadline,  # noqa: ARG002 - judged by the referee, afterwards
    ) -> tuple[bytes, Spent] | Fault:
        self._log.ask()
        taken = await self._cpus.take() if self._cpus else None
        asked, worked = self._now(), thread_time()
        answer = self._deliver(message)
        cpu = thread_time() - worked
        if self._cpus and taken is not None:
            self._cpus.give_back(taken)
        spent = Spent(cpu if _is_debugged() else self._now() - asked, cpu)
        if isinstance(answer, Fault):
            return answer
        self._log.answered()
        return (answer or pb.BotMessage()).SerializeToString(), spent

    def _deliver(self, message: pb.RefereeMessage) -> pb.BotMessage | Fault | None:
        session = self._session
        if session is None:
            return Fault(Verdict.CRASHED, "the bot had raised an exception before")
        answer = self._guard(lambda: session.receive(message), Verdict.CRASHED)
        if isinstance(answer, Fault):
            self._session = None
        return answer

    def _guard(self, call: Callable[[], ResultT], verdict: Verdict) -> ResultT | Fault:
        """Call the bot's code as if it were alone: with its own modules, and no loop that runs.

        Its output is its log, an exception is its fault.
        """
        assert self._script is not None  # noqa: S101 - it has been opened
        try:
            with (
                self._script.imports(),
                outside_loop(),
                redirect_stdout(self._heard(sys.stdout)),
                redirect_stderr(self._heard(sys.stderr)),
            ):
                return INTERRUPT.call(call)
        except ProviderAway as away:
            raise ServiceAway(f"the provider of {self._name} is away: {_text_of(away)}") from None
        except _RAISED as error:
            if _by_debugger(error):
                if isinstance(error, BdbQuit | SystemExit):
                    raise Unavailable("the debugger in a bot was told to quit") from None
                raise  # pytest ends its tests by an exception of its own.
            if isinstance(error, WrongMoveError):
                self._capped.write(f"{error}\n".encode())
            else:
                self._capped.write(format_error(error).encode(errors="replace"))
            return Fault(verdict, f"the bot raised {type(error).__name__}: {_text_of(error)}")

    def _heard(self, stream: TextIO) -> "_Printed":
        return _Printed(self._capped, stream if self._echo else _NOWHERE)

    def _hear(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        self._printed += text
        self._log.write(text)


class _Printed:
    """The output of a bot: into its log, and into the stream to which it would have printed."""

    def __init__(self, log: Log, shown: TextIO) -> None:
        self._log = log
        self._shown = shown

    def write(self, text: str) -> int:
        self._log.write(text.encode(errors="replace"))
        return self._shown.write(text)

    def __getattr__(self, name: str) -> Any:
        # A debugger asks what it is connected to, and a bot may ask anything.
        return getattr(self._shown, name)


class _Nowhere(io.TextIOBase):
    def write(self, text: str) -> int:
        return len(text)


_NOWHERE: Final[TextIO] = _Nowhere()  # type: ignore[assignment]  # as much of one as is needed


def _is_debugged() -> bool:
    """Say whether it may be a person that takes so long."""
    return "pdb" in sys.modules or sys.gettrace() is not None


def _text_of(error: BaseException) -> str:
    """Return what an exception says, as text that can be kept: a bot may have made it anyhow."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - its author has written that, too
        return "its text cannot be made"
    return text.encode(errors="backslashreplace").decode()


def _by_debugger(error: BaseException) -> bool:
    """Say whether a debugger has raised this, and not the bot: it was told to quit."""
    frames = traceback.walk_tb(error.__traceback__)
    return any(frame.f_globals.get("__name__") == "bdb" for frame, _ in frames)
