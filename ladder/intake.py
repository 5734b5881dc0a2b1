"""The intake: checks uploads while a season runs, each in a process of its own.

Nothing of an upload is opened in the season's process. The child has limits, so whatever an archive
does, it does it there; and the child takes the bot in itself, in the transaction that ends the
upload. So whichever process is killed, and whenever: a bot comes in once, or its upload waits
again.
"""

import resource
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, Self

from arena.bots.finding import BotSource
from arena.bots.folder import MAX_FILE_BYTES
from arena.bots.intake import take_in
from arena.bots.manifest import derive_name
from arena.boxes.leftovers import runtime_folder
from arena.errors import HostFailure, UserError
from arena.runner.child import Beside, Bounds, Unanswered
from arena.system import limit_process
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.store.uploads import UploadCheck, UploadContent, Uploads
from ladder.submit import Submitted, submit
from ladder.wire import UploadLine, UploadState

# How often the queue is looked at, and how long it rests after a check that came to no end, in
# seconds: what ails the machine may pass.
_PAUSE: Final = 1.0
_REST: Final = 10.0
# What the process of a check may take at most; a bot in a plain process has as much.
_BOUNDS: Final = Bounds(memory=4 * 1024**3, seconds=1800, interrupts=True)
# And for as long as it unpacks: what it writes later is the database, which may be large.
_FILE_BYTES: Final = MAX_FILE_BYTES


class Check:
    """The check of an upload: a job of the season, in a process of its own."""

    def __init__(self, uploads: Uploads, check: UploadCheck) -> None:
        self._uploads = uploads
        self._check = check
        self._beside = Beside(check_upload, _BOUNDS)
        self._begun = time.monotonic()
        self._reason = ""
        self.has_no_end = False
        """Whether its upload waits since it came to no end."""

    def begin(self, place: str, box: str, allow_missing: Sequence[str]) -> UploadLine:
        """Start its process."""
        self._beside.ask(place, self._check, box, allow_missing)
        return self._line()

    @property
    def is_over(self) -> bool:
        return self._beside.has_answer()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begun

    def finish(self) -> UploadLine:
        """Return what its process has kept of the upload, which has ended."""
        if self._beside.is_busy:
            try:
                self._beside.answer()
            except Unanswered as failure:
                self._reason = str(failure)
        self._beside.end()
        if self._reason:
            # Only what its process has left as it was.
            self._uploads.end_attempt(self._check, self._reason)
        line = self._line()
        self.has_no_end = not line.state.is_over and not self._uploads.has_passed_look(self._check)
        return line

    def requeue(self) -> None:
        """Stop it, and have its upload wait as if it had not begun."""
        self._beside.end()
        # What it has ended meanwhile stays so. Where the database is away the next season does it.
        with suppress(HostFailure):
            self._uploads.put_back(self._check)

    def tell_to_stop(self) -> None:
        """Have it end its bots and itself, without waiting for that."""
        self._beside.interrupt()

    def _line(self) -> UploadLine:
        line = self._uploads.line(self._check.number)
        if line is None:
            raise HostFailure(f"upload {self._check.number} is not in the database any more")
        return line


class Intake:
    """Begins the checks of a ladder's uploads and knows which go on. To be used as a context."""

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
        self.running: list[Check] = []
        self.resting = False
        """Whether an upload that came to no end is checked again in a moment."""

    def __enter__(self) -> Self:
        self._uploads.recover()
        return self

    def __exit__(self, *_: object) -> None:
        # All at once: one after the other would take as many times as long.
        for check in self.running:
            check.tell_to_stop()
        for check in self.running:
            check.requeue()

    def count(self) -> int:
        """Return how many checks go on."""
        return len(self.running)

    def begin(self) -> UploadLine | None:
        """Begin the check of the next upload; None if there is none, or it is not time to look."""
        if self._now() < self._next_look:
            return None
        self.resting = False
        check = self._uploads.begin()
        if check is None:
            self._next_look = self._now() + _PAUSE
            return None
        job = Check(self._uploads, check)
        self.running.append(job)
        return job.begin(self._place, self._box, self._allow_missing)

    def ended(self) -> list[Check]:
        """Return the checks whose process has ended."""
        return [check for check in self.running if check.is_over]

    def remove(self, check: Check) -> None:
        """Take note of what has come of a check."""
        self.running.remove(check)
        self.resting = check.has_no_end
        self._next_look = self._now() + (_REST if self.resting else 0)


# --- in the process of a check ---


def check_upload(place: str, check: UploadCheck, box: str, allow_missing: Sequence[str]) -> None:
    """Check one upload and keep what comes of it."""
    with open_store(place) as store:
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
            looks_only=check.is_look,
            on_step=lambda step: uploads.add_step(check, step),
            upload=check,
        )
        if done.player is None and done.report.passed:
            uploads.pass_look(check)
        elif done.player is None:
            outcome, record = _refusal(done)
            kept = record.read_bytes() if record is not None else None
            uploads.refuse(check, outcome, done.report.seed, kept)


def _unpack(content: UploadContent, folder: Path) -> Path:
    """Return the folder of what is in a stranger's archive, after opening that within limits."""
    path = folder / derive_name(content.name)
    path.write_bytes(content.content)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit_process(resource.RLIMIT_FSIZE, _FILE_BYTES)
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
    """Return what came of a check, for anyone who watches the season."""
    who = f"Upload {upload.number} of {upload.author} ({upload.name})"
    if upload.state is UploadState.CHECKING:
        return f"{who} is being checked."
    return f"{who} is {upload.state}: {upload.outcome}"
