"""The messenger: has what happens on a ladder posted to its course's webhook, beside a server.

It is a thread of its own, so that neither a page nor a season waits for it. What it was about to
post when it was killed is posted by the next one.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Final, Self

from ladder.clock import utc_now
from ladder.dates import ActName, describe_moment, find_act
from ladder.posting import NotPosted, Poster
from ladder.store.database import Away
from ladder.store.outbox import Outbox
from ladder.store.pulse import Pulses
from ladder.store.store import Ladder
from ladder.store.uploads import Uploads
from ladder.webhook import EventKind, WebhookEvent

# How often there may be something to be posted, in seconds.
_PAUSE: Final = 2.0
_NEAR: Final = timedelta(days=1)
# So long a season may not be seen while it is started again.
_PATIENCE: Final = timedelta(minutes=1)


class Messenger:
    """Posts for as long as it is used as a context. Who leaves that waits for nothing."""

    def __init__(
        self,
        ladder: Ladder,
        poster: Poster,
        now: Callable[[], datetime] = utc_now,
        pause: float = _PAUSE,
    ) -> None:
        self._ladder = ladder
        self._poster = poster
        self._outbox = Outbox(ladder.connections, now)
        self._now = now
        self._pause = pause
        self._over = Event()

    def __enter__(self) -> Self:
        Thread(target=self._run, name="messenger", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _run(self) -> None:
        # Another server may have failed at what this one is allowed.
        with suppress(Away):
            self._outbox.have_none_rest()
        while not self._over.is_set():
            # Where the database is away, or too busy, it is done later.
            with suppress(Away):
                self.tend()
            self._over.wait(self._pause)

    def tend(self) -> None:
        """Take note of what time alone brings, and post what is to be posted now."""
        if not self._outbox.is_wanted():
            return
        for event in self._look():
            self._outbox.add(event)
        while not self._over.is_set() and (posting := self._outbox.take()):
            problem = ""
            try:
                self._poster.post(posting.webhook, posting.body)
            except NotPosted as reason:
                problem = str(reason)
            self._outbox.settle(posting, problem)
            if problem:
                return

    def _look(self) -> Iterator[WebhookEvent]:
        """Yield what holds now, if anything does."""
        now = self._now()
        deadline = find_act(self._ladder.dates(), ActName.DEADLINE)
        if deadline is not None and deadline.time - _NEAR <= now < deadline.time:
            kind, said = EventKind.DEADLINE_NEAR, describe_moment(deadline.time, deadline.zone)
            identity = f"{kind}-{deadline.time.isoformat()}"
            yield WebhookEvent(identity, kind, now, f"The deadline is {said}.")
        checks, matches = Uploads(self._ladder.connections).queue(), len(self._ladder.queue())
        pulse = Pulses(self._ladder.connections).read()
        seen = checks.oldest if pulse is None else pulse.seen
        if seen is not None and now - seen > _PATIENCE and (checks.waiting or matches):
            kind = EventKind.SEASON_WAITS
            text = (
                f"No season runs. Planned matches that wait: {matches}; uploads that wait for"
                f" their check: {checks.waiting}."
            )
            yield WebhookEvent(f"{kind}-{seen.isoformat()}", kind, now, text)
