"""The intake: checks uploads while a season runs, one at a time, each in a process of its own.

Nothing of an upload is opened in the season's process. The child has limits, so whatever an archive
does, it does it there; and the child takes the bot in itself, in the transaction that ends the
upload. So whoever is killed, and whenever: a bot comes in once, or its upload waits again.
"""

import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, Self, TypeAlias

from arena.bots.finding import BotSource
from arena.bots.folder import MAX_FILE_BYTES
from arena.bots.intake import take_in
from arena.bots.manifest import derive_name
from arena.boxes.leftovers import runtime_folder
from arena.errors import HostFailure, UserError
from arena.runner.child import become_child, start_child
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.store.uploads import Uploads
from ladder.submit import Submitted, submit
from ladder.uploads import UploadCheck, UploadContent, UploadLine, UploadState

# How often the queue is looked at, and how long it rests after a check that came to no end, in
# seconds: what ails the machine may pass.
_PAUSE: Final = 1.0
_REST: Final = 10.0
_STOP_SECONDS: Final = 15
# What the process of a check may take at most; a bot in a plain process has as much.
_MEMORY: Final = 4 * 1024**3
_CPU_SECONDS: Final = 1800
# And for as long as it unpacks: what it writes later is the database, which may be large.
_FILE_BYTES: Final = MAX_FILE_BYTES
# Not forked: a check loads gRPC, and what has loaded that may not fork.
_CONTEXT: Final = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class UploadBegun:
    """An upload is being checked."""

    upload: UploadLine


@dataclass(frozen=True, slots=True)
class UploadOver:
    """The check of an upload is over: it is accepted or refused, has failed, or waits again."""

    upload: UploadLine


UploadEvent: TypeAlias = UploadBegun | UploadOver


class Intake:
    """Works off the queue of uploads, as often as it is asked to. To be used as a context."""

    def __init__(
        self,
        place: str,
        store: Store,
        box: str,
        allow_missing: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._place = place
        self._box = box
        self._allow_missing = tuple(allow_missing)
        self._uploads = Uploads(store.connections)
        self._now = now
        self._next_look = 0.0
        self._running: tuple[UploadCheck, BaseProcess] | None = None
        self._resting = False

    def __enter__(self) -> Self:
        self._uploads.recover()
        return self

    def __exit__(self, *_: object) -> None:
        if self._running is None:
            return
        check, process = self._running
        _stop(process)
        # What it has ended meanwhile stays so. Where the database is away the next season does it.
        with suppress(HostFailure):
            self._uploads.put_back(check)

    @property
    def is_checking(self) -> bool:
        """Whether an upload is being checked at this moment."""
        return self._running is not None

    @property
    def is_busy(self) -> bool:
        """Whether an upload is being checked, or will be again in a moment."""
        return self._running is not None or self._resting

    def step(self, *, more: bool) -> list[UploadEvent]:
        """See how the check does; when it is over begin the next, if `more` are to be checked.

        Returns at once, with what has happened.
        """
        events: list[UploadEvent] = []
        if self._running is not None:
            events += self._finish(*self._running)
        self._resting &= more
        if self._running is None and more and self._now() >= self._next_look:
            events += self._begin()
        return events

    def _begin(self) -> list[UploadEvent]:
        self._next_look, self._resting = self._now() + _PAUSE, False
        check = self._uploads.begin()
        if check is None:
            return []
        work = (self._place, check, self._box, self._allow_missing)
        process = _CONTEXT.Process(target=check_upload, args=work)
        start_child(process)
        self._running = (check, process)
        return [UploadBegun(self._line(check))]

    def _finish(self, check: UploadCheck, process: BaseProcess) -> list[UploadEvent]:
        if process.is_alive():
            return []
        # Only what its process has left as it was.
        self._uploads.end_attempt(check, f"its process ended with exit code {process.exitcode}")
        line = self._line(check)
        process.close()
        self._running = None
        self._resting = not line.state.is_over
        self._next_look = self._now() + (0 if line.state.is_over else _REST)
        return [UploadOver(line)]

    def _line(self, check: UploadCheck) -> UploadLine:
        line = self._uploads.line(check.number)
        if line is None:
            raise HostFailure(f"upload {check.number} is not in the database any more")
        return line


def _stop(process: BaseProcess) -> None:
    """Let a check end its bots, and then end it."""
    if process.pid is not None and process.is_alive():
        os.kill(process.pid, signal.SIGINT)
    process.join(_STOP_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()


# --- in the process of a check ---


def check_upload(place: str, check: UploadCheck, box: str, allow_missing: Sequence[str]) -> None:
    """Check one upload and keep what comes of it; the body of the child process."""
    _limit_process()
    with suppress(KeyboardInterrupt), open_store(place) as store:
        uploads = Uploads(store.connections)
        content = uploads.content(check)
        if content is not None:
            try:
                submit_one = partial(submit, store, box=box, allow_missing=allow_missing)
                _check(uploads, check, content, submit_one)
            except UserError as mistake:
                uploads.refuse(check, str(mistake))
            except HostFailure as failure:
                uploads.end_attempt(check, str(failure))


def _limit_process() -> None:
    become_child()
    # Ctrl-C is for the season, which tells us.
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _limit(resource.RLIMIT_AS, _MEMORY)
    _limit(resource.RLIMIT_CPU, _CPU_SECONDS)


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _check(
    uploads: Uploads,
    check: UploadCheck,
    content: UploadContent,
    submit_one: Callable[..., Submitted],
) -> None:
    with runtime_folder() as folder:
        done = submit_one(
            BotSource(_unpack(content, folder), content.bot),
            author=content.author,
            records=folder / "records",
            on_step=lambda step: uploads.add_step(check, step),
            upload=check,
        )
        if done.player is None:
            outcome, record = _refusal(done)
            kept = record.read_bytes() if record is not None else None
            uploads.refuse(check, outcome, done.report.seed, kept)


def _unpack(content: UploadContent, folder: Path) -> Path:
    """Return the folder of what is in a stranger's archive, after opening that within limits."""
    path = folder / derive_name(content.name)
    path.write_bytes(content.content)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    _limit(resource.RLIMIT_FSIZE, _FILE_BYTES)
    try:
        return take_in(BotSource(path), folder / "taken").folder
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _refusal(done: Submitted) -> tuple[str, Path | None]:
    """Return in a sentence at which step a bot was refused, and the record that shows it."""
    failed = done.report.failed
    assert failed is not None  # noqa: S101 - it was refused
    evidence = failed.finding.evidence
    outcome = f"{done.bot} is refused at step {failed.number}, {failed.name}."
    return outcome, evidence.record if evidence is not None else None


def describe_upload(upload: UploadLine) -> str:
    """Return what came of a check, for whoever watches the season."""
    who = f"Upload {upload.number} of {upload.author} ({upload.name})"
    if upload.state is UploadState.CHECKING:
        return f"{who} is being checked."
    return f"{who} is {upload.state}: {upload.outcome}"
