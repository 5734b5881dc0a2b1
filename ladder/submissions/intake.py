"""The intake: checks uploads while a season runs, each in a process of its own.

Nothing of an upload is opened in the season's process. The child has limits, so whatever an archive
does, it does it there; and the child takes the bot in itself, in the transaction that ends the
upload. So whichever process is killed, and whenever: a bot comes in once, or its upload waits
again.
"""

import resource
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from arena.bots.finding import BotSource
from arena.bots.folder import MAX_FILE_BYTES
from arena.bots.intake import TakenBot, take_in
from arena.bots.manifest import derive_name
from arena.boxes.host.leftovers import runtime_folder
from arena.errors import HostFailure, UserError
from arena.runner.child import Beside, Bounds, Unanswered
from arena.runner.host import Host
from arena.system import limit_process
from ladder.store.database import Away
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.store.uploads import UploadCheck, UploadContent
from ladder.submissions.submit import submit
from ladder.wire import UploadLine, UploadState

# How often the queue is looked at, and how long it rests after a check that came to no end, in
# seconds: what ails the machine may pass.
_PAUSE: Final = 1.0
_REST: Final = 10.0
# The most that the process of a check may take; a bot in a plain process has as much.
_BOUNDS: Final = Bounds(memory=4 * 1024**3, seconds=1800, interrupts=True)
# And for as long as it unpacks: what it writes later is the database, which may be large.
_FILE_BYTES: Final = MAX_FILE_BYTES


class Check:
    """The check of an upload, in a process of its own."""

    def __init__(self, upload: UploadCheck) -> None:
        self.upload = upload
        self.process = Beside(check_upload, _BOUNDS)
        self._begun = time.monotonic()
        self.flaw = ""
        """Why it came to no end, as a clause; empty if it did."""

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begun

    def end(self) -> None:
        """End its process, and take what it has to say."""
        if self.process.is_busy:
            try:
                self.flaw = self.process.answer()
            except Unanswered as failure:
                self.flaw = str(failure)
        self.process.end()


@dataclass(eq=False)
class Intake:
    """Begins the checks of a ladder's uploads and knows which go on. To be used as a context."""

    place: str
    store: Store
    host: Host
    now: Callable[[], float] = time.monotonic
    only: Collection[int] | None = None
    """It begins the checks of these uploads alone; None: of all."""
    running: list[Check] = field(default_factory=list)
    resting: bool = False
    """Whether an upload that came to no end is checked again in a moment."""
    _next_look: float = 0.0

    def __post_init__(self) -> None:
        self._uploads = self.store.uploads

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # All at once: one after the other would take as many times as long.
        for check in self.running:
            check.process.interrupt()
        for check in self.running:
            check.process.end()
            # Checks that have ended meanwhile stay so. Without a database the next season does it.
            with suppress(HostFailure):
                self._uploads.put_back(check.upload)

    def begin(self) -> UploadLine | None:
        """Begin the check of the next upload; None if there is none, or it is not time to look."""
        if self.now() < self._next_look:
            return None
        self.resting = False
        going_on = [check.upload.number for check in self.running]
        upload = self._uploads.begin(going_on, self.only)
        if upload is None:
            self._next_look = self.now() + _PAUSE
            return None
        check = Check(upload)
        self.running.append(check)
        check.process.ask(self.place, upload, self.host)
        return self._line(upload)

    def ended(self) -> list[Check]:
        """Return the checks whose process has answered or ended."""
        return [check for check in self.running if check.process.has_answer()]

    def finish(self, check: Check) -> UploadLine:
        """Return what has come of an upload whose check has ended."""
        check.end()
        if check.flaw:
            self._uploads.end_attempt(check.upload, check.flaw)
        line = self._line(check.upload)
        self.resting = bool(check.flaw) and not line.state.is_over
        self.running.remove(check)
        self._next_look = self.now() + (_REST if self.resting else 0)
        return line

    def _line(self, upload: UploadCheck) -> UploadLine:
        line = self._uploads.line(upload.number)
        if line is None:
            raise HostFailure(f"upload {upload.number} is not in the database any more")
        return line


# --- in the process of a check ---


def check_upload(place: str, check: UploadCheck, host: Host) -> str:
    """Check one upload and keep what comes of it; return why it came to no end, or nothing."""
    with open_store(place) as store:
        content = store.uploads.content(check)
        if content is not None:
            try:
                _check(store, check, content, host)
            except UserError as mistake:
                store.uploads.refuse(check, str(mistake))
            except Away:
                raise
            except HostFailure as failure:
                return str(failure)
    return ""


def _check(store: Store, check: UploadCheck, content: UploadContent, host: Host) -> None:
    uploads = store.uploads
    with runtime_folder() as folder:
        done = submit(
            store,
            _unpack(content, folder),
            author=content.author,
            host=host,
            records=folder / "records",
            looks_only=check.is_look,
            on_step=lambda step: uploads.add_step(check, step),
            upload=check,
        )
        if (failed := done.report.failed) is not None:
            evidence = failed.finding.evidence
            record = evidence.record if evidence is not None else None
            outcome = f"{done.bot} is refused at step {failed.number}, {failed.name}."
            kept = record.read_bytes() if record is not None else None
            uploads.refuse(check, outcome, done.report.seed, kept)
        elif done.player is None:
            uploads.pass_look(check)


def _unpack(content: UploadContent, folder: Path) -> TakenBot:
    """Return the bot in a stranger's archive, which is opened within limits."""
    path = folder / derive_name(content.name)
    path.write_bytes(content.content)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit_process(resource.RLIMIT_FSIZE, _FILE_BYTES)
    try:
        return take_in(BotSource(path, content.bot), folder / "taken")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def describe_upload(upload: UploadLine) -> str:
    """Return what came of a check, for anyone who watches the season."""
    who = f"Upload {upload.number} of {upload.author} ({upload.name})"
    if upload.state is UploadState.CHECKING:
        return f"{who} is being checked."
    return f"{who} is {upload.state}: {upload.outcome}"
