"""Decisions of the organiser and of authors at the server: the acts of the API and of forms.

Each act of `ladder.acts` has one line in a table: its name and its audience. The forms of
pages and the API's JSON send the parameters of its function.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, getdoc, signature
from typing import Annotated, Any, Final, Unpack, get_args, get_origin
from urllib.parse import quote, urlencode

import msgspec
from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse
from msgspec import Struct
from starlette.concurrency import run_in_threadpool

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor, SaidAlready
from ladder.course.seasons import start_season
from ladder.log.entries import LogEntry, SeasonBegun
from ladder.queries.overview import LogLine, describe_entry
from ladder.settings.limits import LIMITS
from ladder.store.store import Store
from ladder.store.tokens import Token
from ladder.web.access import Visitor
from ladder.web.desk import OrganiserDesk, Problem, ToldToken
from ladder.web.faces import AUTHORS, ORGANISERS, Asking, Audience, Faces, Sent, read_texts
from ladder.web.refused import status_of
from ladder.web.site import Page
from ladder.web.writers import write

# As msgspec says it.
_MISSING: Final = re.compile(r"missing required field `(\w+)`")


@dataclass(frozen=True, slots=True)
class WebAct:
    """One act as the server has it."""

    name: str
    audience: Audience
    decide: Callable[..., Any]
    kind: type[Struct]
    """Fields that are sent: the parameters of the function."""
    summary: str
    path: str
    """Address below that of the API."""
    answers: Any

    def run(self, store: Store, visitor: Visitor, sent: Struct) -> Any:
        """Decide something. A decision that was the last one already has the same entry."""
        actor = Actor(visitor.name, organiser=visitor.is_organiser)
        try:
            made = self.decide(store, actor, **msgspec.structs.asdict(sent))
        except SaidAlready as refusal:
            made = store.find_last(refusal.body)
            if made is None:
                raise
        return _tell(made)


def _tell(made: LogEntry | Sequence[LogEntry] | Token | tuple[Token, str]) -> Any:
    """Return what an act has made as it is told."""
    match made:
        case LogEntry():
            return describe_entry(made)
        case Token():
            return made
        case Token() as token, str(secret):
            return ToldToken(token.number, token.author, token.organiser, secret)
    return next(describe_entry(entry) for entry in made if isinstance(entry.body, SeasonBegun))


def _declare(
    name: str,
    audience: Audience,
    decide: Callable[..., Any],
    *,
    path: str = "",
    answers: Any = LogLine,
) -> WebAct:
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
    return WebAct(name, audience, decide, kind, summary, path or f"/acts/{name}", answers)


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


ACTS: Final = (
    _declare("pause", ORGANISERS, acts.pause),
    _declare("freeze", ORGANISERS, acts.freeze),
    _declare("announce", ORGANISERS, acts.announce),
    _declare("limit", ORGANISERS, acts.limit),
    _declare("season", ORGANISERS, start_season),
    _declare("cancel", ORGANISERS, acts.cancel),
    _declare("exclude", ORGANISERS, acts.exclude),
    _declare("admit", ORGANISERS, acts.admit),
    _declare("bench", ORGANISERS, acts.bench),
    _declare("join", ORGANISERS, acts.add_author),
    _declare("token", ORGANISERS, acts.issue_token, path="/tokens", answers=ToldToken),
    _declare("revoke", ORGANISERS, acts.revoke_token, path="/tokens/revoke", answers=Token),
    _declare("return", AUTHORS, acts.send_back_in),
    _declare("choose", AUTHORS, acts.choose),
    _declare("withdraw", AUTHORS, acts.withdraw),
)


def _after(visitor: Visitor, made: LogLine | Token, form: Mapping[str, str]) -> str:
    """Return where somebody goes on who has decided something: back to where it was."""
    if isinstance(made, Token):
        return "organiser"
    if not visitor.is_organiser:
        return "mine"
    asked = urlencode({"done": made.number, "show": form.get("show", "")})
    return f"organiser?{asked}#of-{quote(form.get('author', ''))}"


def _read_form(sent: Mapping[str, str], kind: type[Struct]) -> Struct:
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


# --- the routes ---


def add_acts(faces: Faces, store: Store, desk: OrganiserDesk) -> None:
    """Add the acts and their forms, and who has a token."""

    @faces.get("/tokens", ORGANISERS)
    def tokens() -> list[Token]:
        """The tokens, with their authors."""
        return [*store.tokens.all()]

    for one in ACTS:
        _add_act(faces, store, desk, one)


def _add_act(faces: Faces, store: Store, desk: OrganiserDesk, act: WebAct) -> None:
    async def run(visitor: Asking, sent: Annotated[Any, Depends(Sent(act.kind))]) -> Any:
        return await write(act.run, store, visitor, sent)

    run.__doc__ = act.summary
    faces.on("POST", act.path, act.audience, act.answers)(run)

    @faces.page(f"/act-{act.name}", act.audience, "POST")
    async def send(request: Request, visitor: Asking) -> Page | Response:
        form = read_texts(await request.form())
        try:
            made = await write(act.run, store, visitor, _read_form(form, act.kind))
        except UserError as mistake:
            if not visitor.is_organiser:
                raise
            problem = Problem(act.name, str(mistake), form)
            return await run_in_threadpool(desk.page, None, problem, status_of(mistake))
        if isinstance(made, ToldToken):
            return await run_in_threadpool(desk.page, made)
        return RedirectResponse(_after(visitor, made, form), 303)
