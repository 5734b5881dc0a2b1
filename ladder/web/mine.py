"""Mine: the page of what is an author's own, to which one comes back after every act."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Response

from ladder.log.entries import ORGANISER
from ladder.queries.mine import Mine, read_mine
from ladder.web import api
from ladder.web.access import Role, TurnRoute, Visitor, allow
from ladder.web.cache import SnapshotCache
from ladder.web.site import Page, Site
from ladder.wire import RequestState

Author: TypeAlias = Annotated[Visitor, allow(Role.AUTHOR)]
_GOES_ON = {RequestState.WAITING, RequestState.PLAYING}


def _read(cache: SnapshotCache, visitor: Visitor) -> Mine:
    author = ORGANISER if visitor.is_organiser else visitor.name
    return read_mine(cache.current, author)


def add_mine(routes: api.Api, cache: SnapshotCache) -> None:
    """Add the same for programs."""

    @routes.get(
        "/mine", Mine, "Your bots, uploads, requests and shares, and where points were lost"
    )
    def mine(visitor: Author) -> Response:
        return api.answer(_read(cache, visitor))


def make_mine_page(cache: SnapshotCache, site: Site) -> APIRouter:
    """Return the address of the page."""
    router = APIRouter(include_in_schema=False, route_class=TurnRoute)

    @router.get("/mine")
    def mine(visitor: Author) -> Response:
        found = _read(cache, visitor)
        going_on = any(not one.state.is_over for one in found.uploads) or any(
            one.state in _GOES_ON for one in found.requests
        )
        return site.answer(Page("mine", "mine", "Mine", {"mine": found, "going_on": going_on}))

    return router
