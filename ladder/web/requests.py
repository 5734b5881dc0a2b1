"""Requests: the pages and the part of the API with which authors ask for matches and reviews.

The outcome of a request is told to its author and to the organiser. It is no secret from the other
bots' authors that they were played against: everybody may look at matches of the ladder. But what
an author tries out is its own affair, and an unrated match tells nobody else anything.
"""

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from msgspec import Meta, Struct
from msgspec.structs import astuple
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from arena.errors import UserError
from ladder import wire
from ladder.log.entries import ORGANISER
from ladder.matches import Player
from ladder.queries.matches import read_match
from ladder.queries.replays import ReplayData
from ladder.queries.requests import RequestsHere, read_requested_replay
from ladder.queue.requests import find_obstacle
from ladder.store.store import Store
from ladder.web import api, rows
from ladder.web.access import Role, TurnRoute, Visitor, allow
from ladder.web.json_body import read_json
from ladder.web.refused import status_of
from ladder.web.site import Page, Site
from ladder.web.writers import write

Author: TypeAlias = Annotated[Visitor, allow(Role.AUTHOR)]
_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
_MOST: Final = 100
_REVIEW: Final = 'Expected {"bot": "mine", "match": 7} as JSON'
_EXPECTED: Final = 'Expected {"bot": "mine", "opponents": ["theirs"]} as JSON'


class AskedMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that is asked for."""

    bot: _Name
    """The own bot by its name, or a version of it as name@2."""
    opponents: Annotated[list[_Name], Meta(min_length=1, max_length=9)]
    game: _Name | None = None
    """Needed where these could play several games."""
    old: _Name | None = None
    """With an old version of the bot the two are compared, in as many matches as that takes."""


class AskedReview(Struct, frozen=True, forbid_unknown_fields=True):
    """A review that is asked for."""

    bot: _Name
    """The own bot by its name, or a version of it as name@2."""
    match: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """The match of the ladder."""


class RequestDesk:
    """Takes requests, and says what came of them to whom it concerns."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, visitor: Visitor) -> RequestsHere:
        """Return the requests that somebody may see; the organiser sees all."""
        return RequestsHere(self._store, _author(visitor))

    def reviewable(self, visitor: Visitor, match: int) -> list[Player]:
        """Return the own bots in a match; of the organiser all. UserError if it has no result."""
        roster = self._store.roster()
        players = read_match(self._store, match).match.players
        return [player for player in players if visitor.owns(roster.author_of(player))]

    def send_record(self, visitor: Visitor, number: int) -> Response:
        """Return the record of a request as a file. UserError if there is none."""
        content = self.of(visitor).read_requested_record(number)
        return api.send_file(content, f"request-{number}.record")

    def send_replay(self, visitor: Visitor, number: int) -> Response:
        """Return the replay of a request. UserError if there is none."""
        return api.answer(read_requested_replay(self._store, _author(visitor), number))

    def choices(self, visitor: Visitor) -> dict[str, Any]:
        """Return what somebody may choose from in the form."""
        roster, opened = rows.roster(self._store), self._store.opened()
        own = [
            player
            for player in reversed(roster.versions)
            if visitor.owns(roster.author_of(player)) and not find_obstacle(roster, [player])
        ]
        seats = max(max(division.seats) for division in opened.divisions)
        games = [division.game for division in opened.divisions]
        return {
            "own": own,
            "others": sorted(roster.active()),
            "games": games,
            "places": seats - 1,
            "most": 0 if visitor.is_organiser else roster.limits.requests_a_day,
        }


def _author(visitor: Visitor) -> str:
    return ORGANISER if visitor.is_organiser else visitor.name


# --- the API ---


def add_requests(routes: api.Api, desk: RequestDesk) -> None:
    """Add asking for matches, and what came of them."""
    get = routes.get

    @routes.on(
        "POST",
        "/requests",
        wire.Request,
        "Ask for an unrated match of your bot",
        takes=AskedMatch,
        status=201,
    )
    async def ask(request: Request, visitor: Author) -> Response:
        asked = await read_json(request, AskedMatch, _EXPECTED)
        return api.answer(await write(desk.of(visitor).ask_for_match, *astuple(asked)), 201)

    @routes.on(
        "POST",
        "/reviews",
        wire.Request,
        "Ask where a bot of yours lost points in a match; it is a request like those for matches",
        takes=AskedReview,
        status=201,
    )
    async def ask_review(request: Request, visitor: Author) -> Response:
        asked = await read_json(request, AskedReview, _REVIEW)
        return api.answer(await write(desk.of(visitor).ask_for_review, *astuple(asked)), 201)

    @get("/requests", list[wire.Request], "Your requests; the organiser sees all")
    def list_all(visitor: Author) -> Response:
        return api.answer(desk.of(visitor).list_requests(_MOST))

    @get("/requests/{number}", wire.RequestDetails, "One of your requests, with what came of it")
    def tell(number: api.Number, visitor: Author) -> Response:
        return api.answer(desk.of(visitor).read_request(number))

    @routes.on("DELETE", "/requests/{number}", wire.Request, "Take back a request that waits")
    async def cancel(number: api.Number, visitor: Author) -> Response:
        return api.answer(await write(desk.of(visitor).take_back, number))

    @get("/requests/{number}/record", api.FILE, "The record of a requested match")
    def record(number: api.Number, visitor: Author) -> Response:
        return desk.send_record(visitor, number)

    @get("/requests/{number}/replay", ReplayData, "The games of a requested match, for the viewer")
    def replay(number: api.Number, visitor: Author) -> Response:
        return desk.send_replay(visitor, number)


# --- the pages ---


def make_request_pages(desk: RequestDesk, site: Site) -> APIRouter:
    """Return the addresses of the pages."""
    router = APIRouter(include_in_schema=False, route_class=TurnRoute)

    def form(visitor: Visitor, filled: Any, problem: str = "", status: int = 200) -> Response:
        values = {**desk.choices(visitor), "filled": filled, "problem": problem}
        return site.answer(Page("request", "request", "Ask for a match", values), status)

    @router.get("/request")
    def request_page(visitor: Author, bot: api.Wanted = None) -> Response:
        return form(visitor, {"bot": bot or "", "opponents": [], "game": "", "old": ""})

    @router.post("/request")
    async def request(sent: Request, visitor: Author) -> Response:
        filled = _read_form(await sent.form())
        try:
            given = {name: filled[name] or None for name in ("game", "old")}
            asked = msgspec.convert(filled | given, AskedMatch)
            await write(desk.of(visitor).ask_for_match, *astuple(asked))
        except msgspec.ValidationError:
            return form(visitor, filled, "Name your bot, and 1 to 9 others to play against.", 422)
        except UserError as mistake:
            return form(visitor, filled, str(mistake), status_of(mistake))
        return RedirectResponse("mine", 303)

    def review_form(visitor: Visitor, match: int, problem: str = "", status: int = 200) -> Response:
        values = {"match": match, "own": desk.reviewable(visitor, match), "problem": problem}
        title = f"Where were points lost in match {match}?"
        return site.answer(Page(f"matches/{match}/review", "review", title, values), status)

    @router.get("/matches/{number}/review")
    def review_page(number: api.Number, visitor: Author) -> Response:
        return review_form(visitor, number)

    @router.post("/matches/{number}/review")
    async def review(number: api.Number, sent: Request, visitor: Author) -> Response:
        bot = _read_form(await sent.form())["bot"]
        try:
            asked = msgspec.convert({"bot": bot, "match": number}, AskedReview)
            await write(desk.of(visitor).ask_for_review, *astuple(asked))
        except msgspec.ValidationError:
            problem = "Choose the bot whose moves are reviewed."
            return await run_in_threadpool(review_form, visitor, number, problem, 422)
        except UserError as mistake:
            status = status_of(mistake)
            return await run_in_threadpool(review_form, visitor, number, str(mistake), status)
        return RedirectResponse("../../mine", 303)

    @router.get("/requests")
    def list_all(visitor: Author) -> Response:
        values = {"found": desk.of(visitor).list_requests(_MOST), "all": visitor.is_organiser}
        title = "Requests" if visitor.is_organiser else "Your requests"
        return site.answer(Page("requests", "requests", title, values))

    @router.post("/requests/{number}")
    async def cancel(number: api.Number, visitor: Author) -> Response:
        await write(desk.of(visitor).take_back, number)
        return RedirectResponse("../mine", 303)

    @router.get("/requests/{number}.record")
    def record(number: api.Number, visitor: Author) -> Response:
        return desk.send_record(visitor, number)

    @router.get("/requests/{number}")
    def tell(number: api.Number, visitor: Author) -> Response:
        story = desk.of(visitor).read_request(number)
        title = f"Requested match {number}"
        if story.request.reviewed is not None:
            title = f"Review {number}"
        elif story.request.old is not None:
            title = f"Comparison {number}"
        return site.answer(Page(f"requests/{number}", "requested", title, {"story": story}))

    return router


def _read_form(sent: FormData) -> dict[str, Any]:
    """Return what the fields of the form have in them, as text."""
    bot, game, old = (str(sent.get(name) or "").strip() for name in ("bot", "game", "old"))
    others = [name for one in sent.getlist("opponent") if (name := str(one).strip())]
    return {"bot": bot, "opponents": others, "game": game, "old": old}
