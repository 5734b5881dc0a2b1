"""Requests: the pages and the part of the API with which authors ask for matches and reviews.

The outcome of a request is told to its author and to the organiser. It is no secret from the other
bots' authors that they were played against: everybody may look at matches of the ladder. But what
an author tries out is its own affair, and an unrated match tells nobody else anything.
"""

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse
from msgspec import Meta, Struct
from msgspec.structs import astuple
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from arena.errors import UserError
from ladder import wire
from ladder.queries.matches import read_match
from ladder.queries.replays import ReplayData
from ladder.queries.requests import RequestsHere
from ladder.queue.requests import find_obstacle
from ladder.store.store import Store
from ladder.web.access import Visitor
from ladder.web.faces import (
    AUTHORS,
    AUTHORS_OF_MATCH,
    FILE,
    MOST_NUMBER,
    Asking,
    Faces,
    Number,
    Sent,
    Word,
    known_roster,
    send_file,
)
from ladder.web.site import AnswerPage, Page
from ladder.web.writers import write

_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]


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
    match: Annotated[int, Meta(ge=1, le=MOST_NUMBER)]
    """The match of the ladder."""


_Match: TypeAlias = Annotated[AskedMatch, Depends(Sent(AskedMatch))]
_Review: TypeAlias = Annotated[AskedReview, Depends(Sent(AskedReview))]


def _title(story: wire.RequestDetails) -> str:
    request = story.request
    if request.reviewed is not None:
        return f"Review {request.number}"
    kind = "Requested match" if request.old is None else "Comparison"
    return f"{kind} {request.number}"


_REQUEST: Final = AnswerPage("requested", _title, "story")
_REQUESTS: Final = AnswerPage("requests", "Requests", "found")


def _form(store: Store, visitor: Visitor, filled: Any) -> Page:
    """Return the form with what was filled in, and what may be chosen from."""
    roster, opened = known_roster(store), store.opened()
    own = [
        player
        for player in reversed(roster.versions)
        if visitor.owns(roster.author_of(player)) and not find_obstacle(roster, [player])
    ]
    values = {
        "filled": filled,
        "own": own,
        "others": sorted(roster.active()),
        "games": opened.games,
        "places": max(max(division.seats) for division in opened.divisions) - 1,
        "most": 0 if visitor.is_organiser else roster.limits.requests_a_day,
    }
    return Page("request", "request", "Ask for a match", values)


def _read_form(sent: FormData) -> dict[str, Any]:
    """Return what the fields of the form have in them, as text."""
    bot, game, old = (str(sent.get(name) or "").strip() for name in ("bot", "game", "old"))
    others = [name for one in sent.getlist("opponent") if (name := str(one).strip())]
    return {"bot": bot, "opponents": others, "game": game, "old": old}


def _read_match(filled: dict[str, Any]) -> AskedMatch:
    """Return the match of a form that was filled in. UserError if it names too few bots."""
    named = {name: value for name, value in filled.items() if value}
    try:
        return msgspec.convert(named, AskedMatch)
    except msgspec.ValidationError as error:
        raise UserError("Name your bot, and 1 to 9 others to play against.") from error


# --- the routes ---


def add_requests(faces: Faces, store: Store) -> None:
    """Add asking for matches and reviews, and what came of them."""

    def of(visitor: Visitor) -> RequestsHere:
        return RequestsHere(store, visitor.author)

    @faces.on("POST", "/requests", AUTHORS, status=201)
    async def ask(asked: _Match, visitor: Asking) -> wire.Request:
        """Ask for an unrated match of your bot."""
        return await write(of(visitor).ask_for_match, *astuple(asked))

    @faces.on("POST", "/reviews", AUTHORS, status=201)
    async def ask_review(asked: _Review, visitor: Asking) -> wire.Request:
        """Ask where a bot of yours lost points in a match; it is a request like those for
        matches.
        """
        return await write(of(visitor).ask_for_review, *astuple(asked))

    @faces.page("/request", AUTHORS)
    def request_page(visitor: Asking, bot: Word = "") -> Page:
        filled = {"bot": bot, "opponents": [], "game": "", "old": ""}
        return _form(store, visitor, filled)

    @faces.page("/request", AUTHORS, "POST")
    async def request(sent: Request, visitor: Asking) -> Page | Response:
        filled = _read_form(await sent.form())
        try:
            await write(of(visitor).ask_for_match, *astuple(_read_match(filled)))
        except UserError as mistake:
            return _form(store, visitor, filled).refused(mistake)
        return RedirectResponse("mine", 303)

    def review_form(visitor: Visitor, match: int) -> Page:
        roster, players = store.roster(), read_match(store, match).match.players
        own = [player for player in players if visitor.owns(roster.author_of(player))]
        values, title = {"match": match, "own": own}, f"Review of match {match}"
        return Page(f"matches/{match}/review", "review", title, values)

    @faces.page("/matches/{number}/review", AUTHORS_OF_MATCH)
    def review_page(number: Number, visitor: Asking) -> Page:
        return review_form(visitor, number)

    @faces.page("/matches/{number}/review", AUTHORS_OF_MATCH, "POST")
    async def review(number: Number, sent: Request, visitor: Asking) -> Page | Response:
        bot = _read_form(await sent.form())["bot"]
        try:
            await write(of(visitor).ask_for_review, bot, number)
        except UserError as mistake:
            return (await run_in_threadpool(review_form, visitor, number)).refused(mistake)
        return RedirectResponse("../../mine", 303)

    @faces.both("/requests", AUTHORS, _REQUESTS)
    def list_all(visitor: Asking) -> list[wire.Request]:
        """Your requests; the organiser sees all."""
        return of(visitor).list_requests()

    @faces.page("/requests/{number}", AUTHORS, "POST")
    async def take_back(number: Number, visitor: Asking) -> Response:
        await write(of(visitor).take_back, number)
        return RedirectResponse("../mine", 303)

    @faces.on("DELETE", "/requests/{number}", AUTHORS)
    async def cancel(number: Number, visitor: Asking) -> wire.Request:
        """Take back a request that waits."""
        return await write(of(visitor).take_back, number)

    @faces.page("/requests/{number}.record", AUTHORS)
    @faces.get("/requests/{number}/record", AUTHORS, FILE)
    def record(number: Number, visitor: Asking) -> Response:
        """The record of a requested match."""
        content = of(visitor).read_requested_record(number)
        return send_file(content, f"request-{number}.record")

    @faces.both("/requests/{number}", AUTHORS, _REQUEST)
    def tell(number: Number, visitor: Asking) -> wire.RequestDetails:
        """One of your requests, with what came of it."""
        return of(visitor).read_request(number)

    @faces.get("/requests/{number}/replay", AUTHORS)
    def replay(number: Number, visitor: Asking) -> ReplayData:
        """The games of a requested match, for the viewer."""
        return of(visitor).read_requested_replay(number)
