"""Decisions of the organiser and of authors at the server: the API's acts, the pages, the export.

Each act of `ladder.acts` has one line in a table: its name and its role. The forms of the pages and
the API's JSON send the parameters of its function; the answer is the entry of the log.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from inspect import Parameter, getdoc, signature
from typing import Annotated, Any, Final, TypeVar, Unpack, get_args, get_origin
from urllib.parse import quote, urlencode

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from msgspec import Struct
from starlette.concurrency import run_in_threadpool

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor, SaidAlready
from ladder.course.seasons import start_season
from ladder.log.entries import LogEntry, SeasonBegun
from ladder.queries.overview import LogLine, describe_entry, read_entry
from ladder.settings.about import About
from ladder.settings.limits import LIMITS
from ladder.store.store import Store
from ladder.store.tokens import Token
from ladder.web import api, rows
from ladder.web.access import Role, TurnRoute, Visitor, allow
from ladder.web.desk import Organiser, OrganiserDesk, Problem, ToldToken
from ladder.web.json_body import read_json
from ladder.web.refused import status_of
from ladder.web.site import Page, Site
from ladder.web.writers import write

SentT = TypeVar("SentT", bound=Struct)
# As msgspec says it.
_MISSING: Final = re.compile(r"missing required field `(\w+)`")


# --- what is sent ---


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """Fields about tokens, as they are sent."""


class NewToken(Sent, frozen=True):
    """The author of a new token."""

    author: acts.Name
    organiser: bool = False
    number: acts.Number | None = None
    """The number that it is to have, so that none is made twice; absent: the next."""


class TokenNumber(Sent, frozen=True):
    """Which token is to open nothing any more."""

    number: acts.Number


# --- the acts ---


@dataclass(frozen=True, slots=True)
class WebAct:
    """One act as the server has it."""

    name: str
    role: Role
    decide: Callable[..., LogEntry | list[LogEntry]]
    kind: type[Struct]
    """Fields that are sent: the parameters of the function."""
    summary: str

    def run(self, store: Store, actor: Actor, sent: Struct) -> LogEntry:
        made = self.decide(store, actor, **msgspec.structs.asdict(sent))
        if isinstance(made, LogEntry):
            return made
        return next(entry for entry in made if isinstance(entry.body, SeasonBegun))


def _declare(name: str, role: Role, decide: Callable[..., LogEntry | list[LogEntry]]) -> WebAct:
    summary = (getdoc(decide) or "").partition(".")[0]
    _, _, *parameters = signature(decide).parameters.values()
    fields = [field for one in parameters for field in _fields_of(one)]
    kind = msgspec.defstruct(
        f"{name.capitalize()}Act",
        fields,
        namespace={"__doc__": f"{summary}."},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return WebAct(name, role, decide, kind, summary)


def _fields_of(parameter: Parameter) -> Iterator[tuple[str, Any] | tuple[str, Any, Any]]:
    if parameter.kind is Parameter.VAR_KEYWORD:
        kinds = dict.fromkeys(LIMITS, parameter.annotation)
        if get_origin(parameter.annotation) is Unpack:
            kinds = get_args(parameter.annotation)[0].__annotations__
        yield from ((name, kind, None) for name, kind in kinds.items())
    elif parameter.default is Parameter.empty:
        yield parameter.name, parameter.annotation
    else:
        yield parameter.name, parameter.annotation, parameter.default


_AUTHOR, _ORGANISER = Role.AUTHOR, Role.ORGANISER
ACTS: Final = (
    _declare("pause", _ORGANISER, acts.pause),
    _declare("freeze", _ORGANISER, acts.freeze),
    _declare("announce", _ORGANISER, acts.announce),
    _declare("limit", _ORGANISER, acts.limit),
    _declare("season", _ORGANISER, start_season),
    _declare("cancel", _ORGANISER, acts.cancel),
    _declare("exclude", _ORGANISER, acts.exclude),
    _declare("admit", _ORGANISER, acts.admit),
    _declare("bench", _ORGANISER, acts.bench),
    _declare("join", _ORGANISER, acts.add_author),
    _declare("return", _AUTHOR, acts.send_back_in),
    _declare("choose", _AUTHOR, acts.choose),
    _declare("withdraw", _AUTHOR, acts.withdraw),
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
    """Decide something. A decision that was the last one already has the same entry."""
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
            about = await run_in_threadpool(store.setting, About())
            return api.answer(rows.entry(about, describe_entry(entry)))

    for one in ACTS:
        add(one)

    @routes.get("/tokens", list[Token], "The tokens, with their authors")
    def tokens(_: Organiser) -> Response:
        return api.answer(store.tokens.all())

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
