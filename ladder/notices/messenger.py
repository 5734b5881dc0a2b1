"""The messenger: has what happens on a ladder posted to its course's webhook, beside a server.

It is a thread of its own, so that neither a page nor a season waits for it. A line that a killed
one was about to post is posted by the next one.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Final, Self

from ladder.machine.clock import utc_now
from ladder.notices.posting import NotPosted, Poster
from ladder.settings.dates import ActName, describe_moment, find_act
from ladder.settings.webhook import NOWHERE, EventKind, Webhook, WebhookEvent, pause_after
from ladder.store.database import Away
from ladder.store.outbox import add_event, first_posting, settle_posting
from ladder.store.store import Ladder

# How often there may be something to be posted, in seconds.
_PAUSE: Final = 2.0
_NEAR: Final = timedelta(days=1)
# So long a season may not be seen while it is started again.
_PATIENCE: Final = timedelta(minutes=1)


@dataclass(eq=False)
class Messenger:
    """Posts for as long as it is used as a context. Leaving it waits for nothing."""

    ladder: Ladder
    poster: Poster
    now: Callable[[], datetime] = utc_now
    pause: float = _PAUSE

    def __post_init__(self) -> None:
        self._over = Event()
        # How often it was posted there in vain, and until when that rests.
        self._webhook, self._failures, self._rests = NOWHERE, 0, self.now()

    def __enter__(self) -> Self:
        Thread(target=self._run, name="messenger", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _run(self) -> None:
        while not self._over.is_set():
            # If the database is away, or too busy, it is done later.
            with suppress(Away):
                self.tend()
            self._over.wait(self.pause)

    def tend(self) -> None:
        """Take note of what time alone brings, and post what waits, unless that rests."""
        webhook = self.ladder.setting(NOWHERE)
        if not webhook.url:
            return
        if events := [*self._look()]:
            with self.ladder.writing() as transaction:
                for event in events:
                    add_event(transaction.connection, event)
        if webhook != self._webhook:
            self._webhook, self._failures = webhook, 0
        if self._failures and self.now() < self._rests:
            return
        while not self._over.is_set() and self._post_first(webhook):
            pass

    def _post_first(self, webhook: Webhook) -> bool:
        """Post what waits for longest; say whether there was anything and it was taken."""
        with self.ladder.connections.reading() as connection:
            posting = first_posting(connection)
        if posting is None:
            return False
        problem = ""
        try:
            self.poster.post(webhook, posting.body)
        except NotPosted as reason:
            problem = str(reason)
        self._failures = self._failures + 1 if problem else 0
        self._rests = self.now() + timedelta(seconds=pause_after(self._failures))
        with self.ladder.writing() as transaction:
            settle_posting(transaction.connection, posting, problem)
        return not problem

    def _look(self) -> Iterator[WebhookEvent]:
        """Yield what holds now, if anything does."""
        now = self.now()
        deadline = find_act(self.ladder.dates(), ActName.DEADLINE)
        if deadline is not None and deadline.time - _NEAR <= now < deadline.time:
            kind, said = EventKind.DEADLINE_NEAR, describe_moment(deadline.time, deadline.zone)
            identity = f"{kind}-{deadline.time.isoformat()}"
            yield WebhookEvent(identity, kind, now, f"The deadline is {said}.")
        checks, matches = self.ladder.uploads.queue(), len(self.ladder.queue())
        pulse = self.ladder.pulse()
        seen = checks.oldest if pulse is None else pulse.seen
        if seen is not None and now - seen > _PATIENCE and (checks.waiting or matches):
            kind = EventKind.SEASON_WAITS
            text = (
                f"No season runs. Planned matches that wait: {matches}; uploads that wait for"
                f" their check: {checks.waiting}."
            )
            yield WebhookEvent(f"{kind}-{seen.isoformat()}", kind, now, text)
