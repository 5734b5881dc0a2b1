"""What the organiser and authors decide at the server: the API's acts, the pages, the export.

Each act of `ladder.acts` has one line in a table: its name, who may, and what is sent. The forms of
the pages and the API's JSON send the same, and what is answered is the entry of the log.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar
from urllib.parse import quote, urlencode

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool

from arena.bots.manifest import NAME
from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor, AskedLimits, SaidAlready, Target
from ladder.log import LONGEST_REASON, LogEntry, SeasonBegun
from ladder.queries.overview import LogLine, describe_entry, read_entry
from ladder.seasons import AskedSeason, start_season
from ladder.store.store import Store
from ladder.store.tokens import Token, Tokens
from ladder.web import api, rows
from ladder.web.access import Role, TurnRoute, Visitor, allow
from ladder.web.desk import Organiser, OrganiserDesk, Problem, ToldToken
from ladder.web.json_body import read_json
from ladder.web.refused import status_of
from ladder.web.site import Page, Site
from ladder.web.writers import write

Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST_REASON)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
PositiveInt: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]
SentT = TypeVar("SentT", bound=Struct)
# As msgspec says it.
_MISSING: Final = re.compile(r"missing required field `(\w+)`")


# --- what is sent ---


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """What an act is told."""


class Pausing(Sent, frozen=True):
    """Whether matches are planned no more."""

    paused: bool


class Freezing(Sent, frozen=True):
    """Whether bots come in no more."""

    frozen: bool


class Announcement(Sent, frozen=True):
    """What the leaderboard says on top; empty for nothing."""

    text: Text


class Cancellation(Sent, frozen=True):
    """A match that waits to be played, and why it will not be."""

    match: PositiveInt
    reason: Text


class SentRuling(Sent, frozen=True):
    """Exactly one of a bot, a version, an author and a match; and why."""

    reason: Text
    bot: Name | None = None
    version: Name | None = None
    author: Name | None = None
    match: PositiveInt | None = None

    @property
    def target(self) -> Target:
        return Target(self.bot, self.version, self.author, self.match)


class NewSeason(Sent, frozen=True):
    """A season that is to begin from zero, or a final."""

    number: PositiveInt
    """Which one it is to be, so that none begins twice."""
    format: Literal["endless", "ranked", "round-robin", "swiss", "gauntlet"] = "endless"
    times: Annotated[int, Meta(ge=1, le=1000)] = 1
    """Meetings, rounds, or the most matches."""
    bot: Name | None = None
    """The one of a gauntlet."""
    final: bool = False
    """Whether no bots come in any more."""
    top: Annotated[int, Meta(ge=2, le=1000)] | None = None
    """Of a final: how many of each board play in it; absent: all that play."""


class NewAuthor(Sent, frozen=True):
    """How an author is called."""

    name: Annotated[str, Meta(pattern=f"^{NAME}$")]


class BotReason(Sent, frozen=True):
    """A bot, and why."""

    bot: Name
    reason: Text


class NamedBot(Sent, frozen=True):
    """A bot's name, or a version as name@2."""

    bot: Name


class NamedVersion(Sent, frozen=True):
    """A version of a bot, as name@2: the name alone would be another one the second time."""

    bot: Annotated[str, Meta(max_length=64, pattern=r"@[0-9]+$")]


class NewToken(Sent, frozen=True):
    """Whose token is to be made."""

    author: Name
    organiser: bool = False
    number: PositiveInt | None = None
    """The number that it is to have, so that none is made twice; absent: the next."""


class TokenNumber(Sent, frozen=True):
    """Which token is to open nothing any more."""

    number: PositiveInt


# --- the acts ---


@dataclass(frozen=True, slots=True)
class WebAct:
    """One act as the server has it."""

    name: str
    role: Role
    kind: type[Struct]
    run: Callable[[Store, Actor, Any], LogEntry]
    summary: str


def _start(store: Store, actor: Actor, sent: NewSeason) -> LogEntry:
    entries = start_season(store, actor, AskedSeason(**msgspec.structs.asdict(sent)))
    return next(entry for entry in entries if isinstance(entry.body, SeasonBegun))


_AUTHOR, _ORGANISER = Role.AUTHOR, Role.ORGANISER
ACTS: Final = (
    WebAct(
        "pause",
        _ORGANISER,
        Pausing,
        lambda store, actor, sent: acts.pause(store, actor, paused=sent.paused),
        "Plan no matches any more, or again",
    ),
    WebAct(
        "freeze",
        _ORGANISER,
        Freezing,
        lambda store, actor, sent: acts.freeze(store, actor, frozen=sent.frozen),
        "Let no bots come in any more, or again",
    ),
    WebAct(
        "announce",
        _ORGANISER,
        Announcement,
        lambda store, actor, sent: acts.announce(store, actor, sent.text),
        "Have the leaderboard say something on top",
    ),
    WebAct(
        "limit",
        _ORGANISER,
        AskedLimits,
        acts.limit,
        "Change what each author may have",
    ),
    WebAct(
        "season",
        _ORGANISER,
        NewSeason,
        _start,
        "Begin a season from zero, or the final",
    ),
    WebAct(
        "cancel",
        _ORGANISER,
        Cancellation,
        lambda store, actor, sent: acts.cancel(store, actor, sent.match, sent.reason),
        "Give up a match that waits to be played",
    ),
    WebAct(
        "exclude",
        _ORGANISER,
        SentRuling,
        lambda store, actor, sent: acts.exclude(store, actor, sent.target, sent.reason),
        "Have a bot, a version, an author or a match count no more",
    ),
    WebAct(
        "admit",
        _ORGANISER,
        SentRuling,
        lambda store, actor, sent: acts.admit(store, actor, sent.target, sent.reason),
        "Take an exclusion back",
    ),
    WebAct(
        "bench",
        _ORGANISER,
        BotReason,
        lambda store, actor, sent: acts.bench(store, actor, sent.bot, sent.reason),
        "Have a bot play no more until it is sent back in",
    ),
    WebAct(
        "join",
        _ORGANISER,
        NewAuthor,
        lambda store, actor, sent: acts.add_author(store, actor, sent.name),
        "Add an author, who may hand in bots from now on",
    ),
    WebAct(
        "return",
        _AUTHOR,
        NamedBot,
        lambda store, actor, sent: acts.send_back_in(store, actor, sent.bot),
        "Send a benched bot back in: one of your own, or the organiser any",
    ),
    WebAct(
        "choose",
        _AUTHOR,
        NamedVersion,
        lambda store, actor, sent: acts.choose(store, actor, sent.bot),
        "Have a version play for its bot, until the next one comes in",
    ),
    WebAct(
        "withdraw",
        _AUTHOR,
        NamedVersion,
        lambda store, actor, sent: acts.withdraw(store, actor, sent.bot),
        "Have a version play no more; the one before it plays again",
    ),
)


def _after(visitor: Visitor, entry: LogEntry, form: Mapping[str, str]) -> str:
    """Return where somebody goes on who has decided something: back to where it was."""
    if not visitor.is_organiser:
        return "mine"
    asked = urlencode({"done": entry.number, "show": form.get("show", "")})
    return f"organiser?{asked}#of-{quote(form.get('author', ''))}"


def _actor(visitor: Visitor) -> Actor:
    return Actor(visitor.name, organiser=visitor.is_organiser)


async def _decide(act: WebAct, store: Store, visitor: Visitor, sent: Struct) -> LogEntry:
    """Decide something. Who has said just this before gets the same entry."""
    try:
        return await write(act.run, store, _actor(visitor), sent)
    except SaidAlready as refusal:
        before = await run_in_threadpool(store.find_last, refusal.body)
        if before is None:
            raise
        return before


async def _read_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form as they were typed."""
    return {name: text for name, text in (await request.form()).items() if isinstance(text, str)}


def _read_form(sent: Mapping[str, str], kind: type[SentT]) -> SentT:
    """Return what a form has sent; a field that was left empty says nothing, but for a text."""
    fields = {one.name for one in msgspec.structs.fields(kind)}
    filled = {
        name: text
        for name, text in sent.items()
        if name in fields and (text != "" or name == "text")
    }
    try:
        return msgspec.convert(filled, kind, strict=False)
    except msgspec.ValidationError as error:
        raise UserError(_describe(str(error))) from error


def _describe(said: str) -> str:
    """Return what msgspec has said of a form in the words of its page."""
    if missing := _MISSING.search(said):
        return f"The field {missing[1]!r} is empty; fill it in."
    fault, _, name = said.replace("`", "").partition(" - at $.")
    return f"The field {name!r} is not right: {fault}."


# --- the API ---


def add_acts(routes: api.Api, store: Store) -> None:
    """Add the acts, and who has a token."""

    def add(act: WebAct) -> None:
        @routes.on("POST", f"/acts/{act.name}", LogLine, act.summary, takes=act.kind)
        async def run(request: Request, visitor: Annotated[Visitor, allow(act.role)]) -> Response:
            sent = await read_json(request, act.kind)
            entry = await _decide(act, store, visitor, sent)
            about = await run_in_threadpool(store.about)
            return api.answer(rows.entry(about, describe_entry(entry)))

    for one in ACTS:
        add(one)

    @routes.get("/tokens", list[Token], "Whose tokens there are")
    def tokens(_: Organiser) -> Response:
        return api.answer(Tokens(store.connections).all())

    @routes.on("POST", "/tokens", ToldToken, "Make a token; it is told now", takes=NewToken)
    async def issue(request: Request, visitor: Organiser) -> Response:
        return api.answer(await _issue(store, visitor, await read_json(request, NewToken)))

    @routes.on("POST", "/tokens/revoke", Token, "End a token", takes=TokenNumber)
    async def revoke(request: Request, visitor: Organiser) -> Response:
        number = (await read_json(request, TokenNumber)).number
        return api.answer(await write(lambda: acts.revoke_token(store, _actor(visitor), number)))


async def _issue(store: Store, visitor: Visitor, sent: NewToken) -> ToldToken:
    token, secret = await write(
        lambda: acts.issue_token(
            store, _actor(visitor), sent.author, organiser=sent.organiser, expected=sent.number
        )
    )
    return ToldToken(token.number, token.author, token.organiser, secret)


# --- the pages ---


def make_acts_pages(store: Store, site: Site, desk: OrganiserDesk) -> APIRouter:
    """Return the addresses of the forms, and of the entries that they lead to."""
    router = APIRouter(include_in_schema=False, route_class=TurnRoute)

    async def not_done(act: str, form: dict[str, str], mistake: UserError) -> Response:
        """Return the desk with what was typed, and why it was not done."""
        problem = Problem(act, str(mistake), form)
        return await run_in_threadpool(desk.page, None, problem, status_of(mistake))

    def add(act: WebAct) -> None:
        @router.post(f"/act-{act.name}")
        async def run(request: Request, visitor: Annotated[Visitor, allow(act.role)]) -> Response:
            form = await _read_fields(request)
            try:
                entry = await _decide(act, store, visitor, _read_form(form, act.kind))
            except UserError as mistake:
                if not visitor.is_organiser:
                    raise
                return await not_done(act.name, form, mistake)
            return RedirectResponse(_after(visitor, entry, form), 303)

    for one in ACTS:
        add(one)

    @router.post("/act-token")
    async def issue(request: Request, visitor: Organiser) -> Response:
        form = await _read_fields(request)
        try:
            told = await _issue(store, visitor, _read_form(form, NewToken))
        except UserError as mistake:
            return await not_done("token", form, mistake)
        return await run_in_threadpool(desk.page, told)

    @router.post("/act-revoke")
    async def revoke(request: Request, visitor: Organiser) -> Response:
        form = await _read_fields(request)
        try:
            number = _read_form(form, TokenNumber).number
            await write(lambda: acts.revoke_token(store, _actor(visitor), number))
        except UserError as mistake:
            return await not_done("revoke", form, mistake)
        return RedirectResponse("organiser", 303)

    @router.get("/log/{number}")
    def entry(number: api.Number) -> Response:
        values = {"entry": read_entry(store, number)}
        return site.answer(Page(f"log/{number}", "entry", f"Entry {number} of the log", values))

    return router
