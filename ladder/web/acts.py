"""What the organiser and authors decide at the server: the API's acts, the pages, the export.

Each act of `ladder.acts` has one line in a table: its name, who may, and what is sent. The forms of
the pages and the API's JSON send the same, and what is answered is the entry of the log.
"""

from asyncio import Lock
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse, RedirectResponse
from msgspec import Meta, Struct
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from arena.bots.manifest import NAME
from arena.errors import UserError
from ladder import acts
from ladder.acts import LONGEST_TEXT, Actor, AskedLimits, SaidAlready, Target
from ladder.exchange import write_export
from ladder.log import ORGANISER, LogEntry, SaidLimit
from ladder.queries.bots import list_authors
from ladder.queries.overview import LogLine, describe_entry, read_entry, read_rules
from ladder.queries.snapshot import read_names
from ladder.store.store import Store
from ladder.store.tokens import Token, Tokens
from ladder.web import api
from ladder.web.access import Role, Visitor, allow
from ladder.web.cache import Busy
from ladder.web.json_body import read_json
from ladder.web.site import Page, Site
from ladder.web.writers import write

Organiser: TypeAlias = Annotated[Visitor, allow(Role.ORGANISER)]
Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
PositiveInt: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]
SentT = TypeVar("SentT", bound=Struct)


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


class NewLimits(Sent, frozen=True):
    """What each author may have; what is absent stays as it is."""

    bots_per_author: SaidLimit | None = None
    submissions_a_day: SaidLimit | None = None
    unsettled: SaidLimit | None = None
    requests_a_day: SaidLimit | None = None
    old_versions: SaidLimit | None = None
    megabytes_per_author: SaidLimit | None = None


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


class TokenNumber(Sent, frozen=True):
    """Which token is to open nothing any more."""

    number: PositiveInt


@dataclass(frozen=True, slots=True)
class ToldToken:
    """A token that was made. It is told this one time."""

    number: int
    author: str
    organiser: bool
    token: str


# --- the acts ---


@dataclass(frozen=True, slots=True)
class WebAct:
    """One act as the server has it."""

    name: str
    role: Role
    kind: type[Sent]
    run: Callable[[Store, Actor, Any], LogEntry]
    summary: str


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
        NewLimits,
        lambda store, actor, sent: acts.limit(
            store, actor, AskedLimits(**msgspec.structs.asdict(sent))
        ),
        "Change what each author may have",
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


def _after(visitor: Visitor, entry: LogEntry) -> str:
    """Return where somebody goes on who has decided something: an author at home."""
    return f"log/{entry.number}" if visitor.is_organiser else "mine"


def _actor(visitor: Visitor) -> Actor:
    return Actor(visitor.name, organiser=visitor.is_organiser)


async def _decide(act: WebAct, store: Store, visitor: Visitor, sent: Sent) -> LogEntry:
    """Decide something. Who has said just this before gets the same entry."""
    try:
        return await write(act.run, store, _actor(visitor), sent)
    except SaidAlready as refusal:
        before = await run_in_threadpool(store.find_last, refusal.body)
        if before is None:
            raise
        return before


async def _read_form(request: Request, kind: type[SentT]) -> SentT:
    """Return what a form has sent; a field that was left empty says nothing, but for a text."""
    fields = {one.name for one in msgspec.structs.fields(kind)}
    sent = {name: text for name, text in (await request.form()).items() if name in fields}
    filled = {name: text for name, text in sent.items() if text != "" or name == "text"}
    try:
        return msgspec.convert(filled, kind, strict=False)
    except msgspec.ValidationError as error:
        raise UserError(f"The form is not right: {error}.") from error


# --- the API ---


def add_acts(routes: api.Api, store: Store) -> None:
    """Add the acts, and who has a token."""

    def add(act: WebAct) -> None:
        @routes.on("POST", f"/acts/{act.name}", LogLine, act.summary, takes=act.kind)
        async def run(request: Request, visitor: Annotated[Visitor, allow(act.role)]) -> Response:
            sent = await read_json(request, act.kind)
            entry = await _decide(act, store, visitor, sent)
            return api.answer(describe_entry(entry))

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
        lambda: acts.issue_token(store, _actor(visitor), sent.author, organiser=sent.organiser)
    )
    return ToldToken(token.number, token.author, token.organiser, secret)


# --- the pages ---


def make_acts_pages(store: Store, site: Site) -> APIRouter:
    """Return the addresses of the pages: `/organiser`, the forms, the export."""
    router = APIRouter(include_in_schema=False)
    exporting = Lock()

    def organiser_page(told: ToldToken | None = None) -> Response:
        tokens = Tokens(store.connections).all()
        values = {
            "rules": read_rules(store),
            "authors": list_authors(store.roster(), read_names(store)[1]),
            "tokens": tokens,
            "waiting": [one.match for one in store.queue()],
            "organiser": ORGANISER,
            "told": told,
        }
        return site.answer(Page("organiser", "organiser", "Organiser", values))

    @router.get("/organiser")
    def organiser(_: Organiser) -> Response:
        return organiser_page()

    def add(act: WebAct) -> None:
        @router.post(f"/act-{act.name}")
        async def run(request: Request, visitor: Annotated[Visitor, allow(act.role)]) -> Response:
            sent = await _read_form(request, act.kind)
            entry = await _decide(act, store, visitor, sent)
            return RedirectResponse(_after(visitor, entry), 303)

    for one in ACTS:
        add(one)

    @router.post("/act-token")
    async def issue(request: Request, visitor: Organiser) -> Response:
        told = await _issue(store, visitor, await _read_form(request, NewToken))
        return await run_in_threadpool(organiser_page, told)

    @router.post("/act-revoke")
    async def revoke(request: Request, visitor: Organiser) -> Response:
        number = (await _read_form(request, TokenNumber)).number
        await write(lambda: acts.revoke_token(store, _actor(visitor), number))
        return RedirectResponse("organiser", 303)

    @router.get("/log/{number}")
    def entry(number: api.Number) -> Response:
        values = {"entry": read_entry(store, number)}
        return site.answer(Page(f"log/{number}", "entry", f"Entry {number} of the log", values))

    @router.get("/organiser/export")
    async def export(_: Organiser, *, submissions: Annotated[bool, Query()] = False) -> Response:
        if exporting.locked():
            raise Busy("an export is being written already; try again when it is done")
        async with exporting:
            folder = Path(mkdtemp(prefix="export-"))
            file = folder / "ladder.zip"
            try:
                await run_in_threadpool(write_export, store, file, submissions=submissions)
            except BaseException:
                rmtree(folder)
                raise
        return FileResponse(
            file,
            media_type="application/zip",
            filename=file.name,
            background=BackgroundTask(rmtree, folder),
        )

    return router
