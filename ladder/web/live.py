"""The live pages, the replays of matches, and the events: what is watched as it is played.

A game is shown when it is over, and so long after its end as the organiser wants. Nothing of one
that is being played is in reach here, so no page can tell it.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from ladder.queries.live import LiveView, describe_live, find_live
from ladder.queries.replays import ReplayData, read_live_replay, read_replay
from ladder.web import api
from ladder.web.access import NOBODY, current_visit
from ladder.web.edition import Press, Shelf
from ladder.web.feed import Feed
from ladder.web.guard import LOOKS_ONLY
from ladder.web.site import Page, Site

_FLEETING: Final = {"cache-control": "no-store"}


def make_live_router(site: Site, press: Press, feed: Feed) -> tuple[APIRouter, dict[str, Any]]:
    """Return the routes of all this, pages and API, and the schemas of what the API answers."""
    router = APIRouter(default_response_class=Response)
    _add_pages(router, site, feed)
    _add_answers(router, press, feed)
    return router, api.schemas_of(LiveView, ReplayData)


def _add_pages(router: APIRouter, site: Site, feed: Feed) -> None:
    def html(page: Page) -> Response:
        kind = "text/html; charset=utf-8"
        if current_visit().visitor != NOBODY:
            return Response(site.render(page), media_type=kind)
        # Many who look on ask for the same page at the same moment.
        body = feed.shelf.get(page.path, lambda: site.render(page))
        return Response(body, media_type=kind, headers=_FLEETING)

    @router.get("/live", include_in_schema=False)
    def live_page() -> Response:
        return html(Page("live", "live", "Live", {"view": feed.view()}))

    @router.get("/live/{number}", include_in_schema=False)
    def live_match_page(number: api.Number) -> Response:
        if feed.is_played(number):
            return RedirectResponse(f"../matches/{number}", 303)
        match = describe_live(find_live(feed.now.matches, number))
        values = {"match": match, "delay": feed.delay}
        return html(Page(f"live/{number}", "live_match", f"Match {number}, live", values))


def _add_answers(router: APIRouter, press: Press, feed: Feed) -> None:
    lasting = Shelf()

    def get(path: str, kind: Any, summary: str) -> Callable[[Any], Any]:
        responses = api.responses_of(kind, summary)
        address = f"{api.ROOT}{path}"
        return router.get(address, summary=summary, responses=responses, response_model=None)

    def replay(shelf: Shelf, name: str, make: Callable[[], ReplayData], **headers: str) -> Response:
        # One at a time: a match of a hundred games takes a second.
        with press.replaying():
            body = shelf.get(name, lambda: msgspec.json.encode(make()))
        return Response(body, media_type="application/json", headers=headers)

    @get("/live", LiveView, "What is being played now, with the games that are over")
    def live() -> Response:
        body = feed.shelf.get("api/live", lambda: msgspec.json.encode(feed.view()))
        return Response(body, media_type="application/json", headers=_FLEETING)

    @get("/live/{number}/replay", ReplayData, "The games of a running match that are over")
    def live_replay(number: api.Number) -> Response:
        found = find_live(feed.now.matches, number)
        name = f"api/live/{number}"
        return replay(feed.shelf, name, lambda: read_live_replay(found), **_FLEETING)

    @get("/matches/{number}/replay", ReplayData, "The games of a match, for the viewer")
    def match_replay(number: api.Number) -> Response:
        store = press.edition.snapshot.ladder
        return replay(lasting, str(number), lambda: read_replay(store, number))

    stream = {"text/event-stream": {"schema": {"type": "string"}}}

    @router.get(
        f"{api.ROOT}/events",
        summary="Which pages have changed, log or live, as server-sent events",
        responses={200: {"description": "The events", "content": stream}, **api.ERRORS},
        response_model=None,
    )
    async def events(request: Request, _: Annotated[None, Depends(feed.listening)]) -> Response:
        told = iter(()) if request.scope.get(LOOKS_ONLY) else feed.events()
        unbuffered = {**_FLEETING, "x-accel-buffering": "no"}
        return StreamingResponse(told, headers=unbuffered, media_type="text/event-stream")
