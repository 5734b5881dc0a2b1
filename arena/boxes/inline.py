"""The in-process box: a trusted Python bot, called as a function. For speed.

The same messages pass between referee and bot, but nothing can interrupt a bot here: one that does
not answer stops the match, and one that is too slow is judged when it is done.
"""

import io
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from time import thread_time
from typing import TypeVar

from arena_sdk import load
from arena_sdk.session import Session

from arena.match.clock import Spent
from arena.match.line import Line, read_join
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb

ResultT = TypeVar("ResultT")


class InlineLine(Line):
    """Loads a bot's script and answers with it. The command has to name a Python script."""

    def __init__(self, command: Sequence[str], folder: Path, now: Callable[[], float]) -> None:
        super().__init__()
        self._command = command
        self._folder = folder
        self._now = now
        self._log = io.StringIO()
        self._session: Session | None = None

    async def open(self, limit: float) -> Fault | None:  # noqa: ARG002 - it cannot be enforced here
        scripts = [part for part in self._command if part.endswith(".py")]
        if not scripts:
            return Fault(Verdict.NO_START, "an inline bot's command has to name a Python script")
        session = self._guard(lambda: Session(load(self._folder / scripts[0])), Verdict.NO_START)
        if isinstance(session, Fault):
            return session
        self._session = session
        return read_join(session.join().SerializeToString())

    async def tell(self, message: pb.RefereeMessage) -> None:
        # A bot that fails here has no question to answer yet; it is found out at the next one.
        self._deliver(message)

    async def close(self) -> None:
        self._session = None

    async def evidence(self, fault: Fault) -> Fault:
        await self.close()
        return Fault(fault.verdict, fault.detail, None, self._log.getvalue()[-4096:])

    async def _exchange(
        self,
        message: pb.RefereeMessage,
        limit: float,  # noqa: ARG002 - judged by the referee, afterwards
    ) -> tuple[bytes, Spent] | Fault:
        asked, worked = self._now(), thread_time()
        answer = self._deliver(message)
        spent = Spent(self._now() - asked, thread_time() - worked)
        if isinstance(answer, Fault):
            return answer
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
        """Call the bot's code; what it prints is its log, what it raises is its fault."""
        try:
            with redirect_stdout(self._log), redirect_stderr(self._log):
                return call()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code may raise anything
            traceback.print_exc(file=self._log)
            return Fault(verdict, f"the bot raised {type(error).__name__}: {error}")
