"""The live pages, the replays of matches, and the events: what is watched as it is played.

A game is shown when it is over, and so long after its end as the organiser wants. Nothing of one
that is being played is in reach here, so no page can tell it.
"""

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from ladder.queries.live import LiveView, describe_live, find_live
from ladder.queries.replays import ReplayData, pick_replay, read_live_replay, read_replay
from ladder.queries.snapshot import OVER
from ladder.web.access import current_asker
from ladder.web.cache import SnapshotCache
from ladder.web.faces import EVENTS, OF_ALL, OF_MATCH, Faces, Number, answer
from ladder.web.feed import Feed, Listener
from ladder.web.guard import LOOKS_ONLY
from ladder.web.kept_replays import KeptReplays
from ladder.web.site import Page

_FLEETING: Final = {"cache-control": "no-store"}


def add_live(faces: Faces, cache: SnapshotCache, feed: Feed, replays: KeptReplays | None) -> None:
    """Add the pages, and the same in the API, with the replays and the events."""

    def html(page: Page) -> Response:
        body = feed.once(page.path, lambda: faces.site.render(page))
        return HTMLResponse(body, headers=_FLEETING)

    def send(name: str, make: Callable[[], object]) -> Response:
        body = feed.once(f"api/{name}", lambda: msgspec.json.encode(make()))
        return Response(body, media_type="application/json", headers=_FLEETING)

    @faces.page("/live", OF_ALL)
    def live_page() -> Response:
        return html(Page("live", "live", "Live", {"view": feed.view()}))

    @faces.page("/live/{number}", OF_ALL)
    def live_match_page(number: Number) -> Response:
        if feed.is_played(number):
            return RedirectResponse(f"../matches/{number}", 303)
        match = describe_live(find_live(feed.now.matches, number))
        values = {"match": match, "delay": feed.delay}
        return html(Page(f"live/{number}", "live_match", f"Match {number}, live", values))

    @faces.get("/live", OF_ALL, LiveView)
    def live() -> Response:
        """The matches in play, with their games that are over."""
        return send("live", feed.view)

    @faces.get("/live/{number}/replay", OF_ALL, ReplayData)
    def live_replay(number: Number) -> Response:
        """The games of a running match that are over."""
        found = find_live(feed.now.matches, number)
        return send(f"live/{number}", lambda: read_live_replay(found))

    @faces.get("/matches/{number}/replay", OF_MATCH, ReplayData)
    def match_replay(number: Number, game: Number | None = None) -> Response:
        """The games of a match, for the viewer."""
        current_asker().facts = OVER
        snapshot = cache.current
        if replays and (made := replays.find(number)):
            return answer(pick_replay(made, number, game))
        # The next one may have turning points.
        body = snapshot.once(
            f"replay {number} {game}",
            lambda: msgspec.json.encode(read_replay(snapshot.ladder, number, game)),
            *OVER,
        )
        return Response(body, media_type="application/json", headers=_FLEETING if replays else {})

    @faces.get("/events", OF_ALL, EVENTS)
    async def events(
        request: Request, listener: Annotated[Listener, Depends(feed.listening)]
    ) -> Response:
        """Which pages have changed, log or live, as server-sent events."""
        told = iter(()) if request.scope.get(LOOKS_ONLY) else feed.events(listener)
        unbuffered = {**_FLEETING, "x-accel-buffering": "no"}
        return StreamingResponse(told, headers=unbuffered, media_type=EVENTS)
