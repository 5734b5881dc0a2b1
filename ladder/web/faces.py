"""Faces: what can be asked of a site is declared once, by its address and its audience.

A route is an endpoint of FastAPI, below `/api/v1` or a page. It returns its answer: a `Page` is
shown by its template, a dataclass is sent as JSON, and a response of its own goes out as it is. The
type that it returns and the first sentence of its docstring are its description in OpenAPI: msgspec
makes the schemas, as it writes the answers and `--json`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from functools import cache, wraps
from inspect import getdoc, iscoroutinefunction
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar, get_type_hints

import msgspec
from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi import Path as PathParameter
from fastapi.dependencies.utils import get_flat_params
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.routing import BaseRoute, Match, compile_path

from arena.errors import UserError
from ladder.log.roster import Roster
from ladder.queries.bots import BotDetails
from ladder.queries.front import Front
from ladder.queries.games import GameDetails
from ladder.queries.matches import MatchDetails, MatchSummary, keep_changes
from ladder.queries.overview import LogLine, Rules
from ladder.queries.snapshot import Snapshot
from ladder.store.reader import Reader
from ladder.web.access import (
    NOBODY,
    AccessError,
    Allowed,
    Role,
    Visitor,
    current_asker,
    current_identity,
    measured,
    sees_all,
)
from ladder.web.refused import RefusedError
from ladder.web.site import AnswerPage, Page, Site

EndpointT = TypeVar("EndpointT", bound=Callable[..., Any])
ROOT: Final = "/api/v1"
# The largest number that every database can look for.
MOST_NUMBER: Final = 2**31 - 1

# --- parameters ---

Number: TypeAlias = Annotated[int, PathParameter(ge=1, le=MOST_NUMBER)]
Name: TypeAlias = Annotated[str, PathParameter(min_length=1, max_length=64)]
Wanted: TypeAlias = Annotated[str | None, Query(max_length=64)]
Word: TypeAlias = Annotated[str, Query(max_length=64)]


async def _find_visitor() -> Visitor:
    return current_identity().visitor


Asking: TypeAlias = Annotated[Visitor, Depends(_find_visitor)]
"""The visitor who asks; the answer is for them alone."""


def _read_number(text: str) -> float:
    """Return a number of JSON, in which 1.0 is a whole number, too."""
    number = float(text)
    return int(number) if number.is_integer() else number


_JSON: Final = msgspec.json.Decoder(float_hook=_read_number)
_KIND: Final = "application/json"


class Sent:
    """A dependency that reads the body of a request as JSON of a type; UserError for others.

    A body may have `to_say` that it is JSON, where no token is needed: no other site can have a
    browser send such a one here without being asked first.
    """

    def __init__(self, kind: Any, *, to_say: bool = False) -> None:
        self.kind = kind
        self._to_say = to_say

    async def __call__(self, request: Request) -> Any:
        said = request.headers.get("content-type", "").partition(";")[0].strip()
        if self._to_say and said != _KIND:
            raise RefusedError(415, f"This takes JSON, with the content type {_KIND}.")
        try:
            return msgspec.convert(_JSON.decode(await request.body()), self.kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise UserError(f"The body is not right: {error}.") from error


def read_texts(form: FormData) -> dict[str, str]:
    """Return the fields of a form as they were typed."""
    return {name: text for name, text in form.items() if isinstance(text, str)}


# --- whose it is ---


class Owner(Enum):
    """The owner of an answer, where a ladder shows each author its own rows alone."""

    NONE = "none"
    """Nothing of it follows from results of others: everybody reads it who may."""
    BOT = "bot"
    """The author of the bot in its address."""
    MATCH = "match"
    """Each author of a bot in the match in its address, and of the bot beside it."""
    ALL = "all"
    """All authors, so only the organiser reads it."""


class Audience(NamedTuple):
    """The users of a route, and the owner of its answer where authors see their own rows alone."""

    role: Role | None
    owner: Owner


OPEN: Final = Audience(Role.ANYBODY, Owner.NONE)
OF_ALL: Final = Audience(Role.ANYBODY, Owner.ALL)
OF_BOT: Final = Audience(Role.ANYBODY, Owner.BOT)
OF_MATCH: Final = Audience(Role.ANYBODY, Owner.MATCH)
AUTHORS: Final = Audience(Role.AUTHOR, Owner.NONE)
AUTHORS_OF_BOT: Final = Audience(Role.AUTHOR, Owner.BOT)
AUTHORS_OF_MATCH: Final = Audience(Role.AUTHOR, Owner.MATCH)
ORGANISERS: Final = Audience(Role.ORGANISER, Owner.ALL)
BY_SECRET: Final = Audience(None, Owner.NONE)
"""The route itself asks for what lets somebody in: a token or a code."""


class Face(APIRoute):
    """A route with its owner.

    FastAPI reads the handler's parameters at the first request: to read all takes as long as a
    hundred answers.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], owner: Owner, **given: Any) -> None:
        self.path, self.methods, self.owner = path, set(given["methods"]), owner
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)
        self.endpoint, self._given = endpoint, given

    def __getattr__(self, name: str) -> Any:
        """Have FastAPI read the handler, for more than which requests are the route's own.

        LookupError if two parameters of it have one name.
        """
        given = vars(self).pop("_given", None)
        if given is None:
            raise AttributeError(name)
        super().__init__(self.path, self.endpoint, **given)
        names = [one.alias for one in get_flat_params(self.dependant)]
        if len({*names}) < len(names):
            raise LookupError(f"{self.path} has two parameters of one name: {', '.join(names)}")
        return getattr(self, name)


def read_handlers(routes: Iterable[object]) -> None:
    """Have FastAPI read all handlers. LookupError if one has two parameters of one name.

    A server does so as it starts; else a handler is read at its first request.
    """
    for route in routes:
        if isinstance(route, Face):
            getattr(route, "dependant")  # noqa: B009 - it is read when it is asked for


_REFUSAL: Final = "This ladder shows each author its own rows, bots and matches alone"


def find_refusal(
    routes: Iterable[BaseRoute], scope: Any, visitor: Visitor, snapshot: Snapshot
) -> AccessError | None:
    """Return why somebody gets no answer where rows are one's own; None if it is for them."""
    owner, named = _find_owner(routes, scope)
    if visitor.is_organiser or owner is Owner.NONE:
        return None
    if visitor == NOBODY:
        return AccessError(401, f"{_REFUSAL}: log in with your token.")
    is_own = owner is not Owner.ALL and _is_own(named, visitor, snapshot)
    return None if is_own else AccessError(403, f"{_REFUSAL}.")


def _find_owner(routes: Iterable[BaseRoute], scope: Any) -> tuple[Owner, Mapping[str, str]]:
    """Return the owner of what is asked, and what its address names."""
    partly = Owner.ALL, dict[str, str]()
    for route in routes:
        match, found = route.matches(scope)
        if match is not Match.NONE:
            # The documents and the API's description are no faces.
            owner = route.owner if isinstance(route, Face) else Owner.NONE
            partly = owner, found.get("path_params", {})
            if match is Match.FULL:
                break
    return partly


def _is_own(named: Mapping[str, str], visitor: Visitor, snapshot: Snapshot) -> bool:
    """Say whether the visitor has the bot, and one in the match, that an address names."""
    known = snapshot.ladder.roster()

    def owns(name: str) -> bool:
        player = known.find(name)
        return player is not None and visitor.owns(known.author_of(player))

    number, bot = named.get("number"), named.get("bot", named.get("name"))
    if number is not None:
        is_number = number.isdecimal() and len(number) < 10
        played = snapshot.ladder.played(int(number)) if is_number else None
        if played is None or not any(map(owns, played.played.players)):
            return False
    return bot is None or owns(bot)


_OF_OTHERS: Final[Mapping[type, Mapping[str, object]]] = {
    Rules: {"bots": 0, "matches": 0, "waiting": 0, "entries": 0, "digest": ""},
    Front: {"podiums": (), "newest": None, "newcomer": None, "upset": None, "playing": 0},
    GameDetails: {"statistics": None},
    BotDetails: {"chances": ()},
    LogLine: {"number": 0, "digest": ""},
}
"""By answer, its fields that follow from results of others, as an author reads them instead."""


def as_read(found: Any, snapshot: Snapshot) -> Any:
    """Return what the sender of a request reads of an answer."""
    if sees_all(snapshot.about):
        return found
    if isinstance(found, MatchSummary):
        return keep_changes(found, snapshot.roster, current_identity().visitor.name)
    if isinstance(found, MatchDetails):
        return replace(found, story=as_read(found.story, snapshot))
    hidden = _OF_OTHERS.get(type(found))
    return replace(found, **hidden) if hidden else found


def known_roster(store: Reader) -> Roster:
    """Return the bots that the sender of a request may name."""
    return store.roster_for(current_identity().visitor.author)


# --- the routes ---


class Error(Struct, frozen=True):
    """The error, in one sentence."""

    error: str


# Every status that is no success. Which of them a route can have is not said of each.
_ERRORS: Final = {
    401: "A token is needed, wrong or revoked",
    403: "The role is another one, or it is somebody else's",
    404: "There is no such thing",
    405: "Nothing can be changed here",
    408: "It came too slowly",
    409: "It cannot be so as things are",
    413: "What was sent is too large",
    414: "The address is too long",
    415: "What was sent is no JSON",
    422: "What was sent is wrong",
    429: "That is too often, or too much at once",
    503: "The database is away, or too many ask",
}
FILE: Final = "application/octet-stream"
TEXT: Final = "text/plain"
EVENTS: Final = "text/event-stream"
_MEDIA: Final = {FILE: {"format": "binary", "minLength": 1}}


class Faces:
    """The routes of a site, each declared with its audience."""

    def __init__(self, site: Site, current: Callable[[], Snapshot]) -> None:
        self.routes: list[BaseRoute] = []
        self.site = site
        self._current = current
        self._schemas: dict[str, Any] = {}

    def page(
        self, path: str, audience: Audience, method: str = "GET"
    ) -> Callable[[EndpointT], EndpointT]:
        """Return the decorator of a page."""

        def add(endpoint: EndpointT) -> EndpointT:
            self._add(method, path, audience, endpoint, include_in_schema=False)
            return endpoint

        return add

    def on(
        self,
        method: str,
        path: str,
        audience: Audience,
        answers: Any = None,
        *,
        takes: str = "",
        status: int = 200,
        or_text: bool = False,
    ) -> Callable[[EndpointT], EndpointT]:
        """Return the decorator of a route of the API.

        It answers JSON of the type that its function returns, or of another one, or a media type.
        One that can answer by plain text instead is `or_text`. Its body is what it has `Sent` as a
        dependency, or of a media type that it `takes`.
        """

        def add(endpoint: EndpointT) -> EndpointT:
            summary = " ".join((getdoc(endpoint) or "").split()).removesuffix(".")
            hints = get_type_hints(endpoint, include_extras=True)
            kind = answers or hints["return"]
            told: dict[int | str, dict[str, Any]] = {
                number: {"description": said, "content": self._content(Error)}
                for number, said in _ERRORS.items()
            }
            text = self._content(TEXT) if or_text else {}
            told[status] = {"description": summary, "content": self._content(kind) | text}
            described = {"summary": summary, "status_code": status, "responses": told}
            described["response_class"] = Response
            if body := takes or _find_sent(hints):
                sent = {"required": True, "content": self._content(body)}
                described["openapi_extra"] = {"requestBody": sent}
            self._add(method, ROOT + path, audience, endpoint, **described)
            return endpoint

        return add

    def get(
        self, path: str, audience: Audience, answers: Any = None, *, or_text: bool = False
    ) -> Callable[[EndpointT], EndpointT]:
        """Return the decorator of a route that changes nothing."""
        return self.on("GET", path, audience, answers, or_text=or_text)

    def both(
        self, path: str, audience: Audience, shown: AnswerPage, *, page: str = ""
    ) -> Callable[[EndpointT], EndpointT]:
        """Return the decorator of a question that has both faces; its page may stand elsewhere."""

        def add(endpoint: EndpointT) -> EndpointT:
            @wraps(endpoint)
            def show(**named: Any) -> Page:
                return shown.page((page or path)[1:].format(**named), endpoint(**named))

            self.page(page or path, audience)(show)
            return self.get(path, audience)(endpoint)

        return add

    def _add(
        self,
        method: str,
        path: str,
        audience: Audience,
        endpoint: Callable[..., Any],
        **described: Any,
    ) -> None:
        role, owner = audience
        status = described.get("status_code", 200)

        def send(found: object) -> Response:
            return self._send(found, status)

        @wraps(endpoint)
        async def wait(**named: Any) -> Response:
            # A handler that waits for something else has no turn meanwhile.
            current_asker().leave()
            found = await endpoint(**named)
            if isinstance(found, Response):
                return found
            return await run_in_threadpool(measured(send), found)

        @wraps(endpoint)
        @measured
        def look(**named: Any) -> Response:
            return send(endpoint(**named))

        # The summary has all of it already.
        wait.__doc__ = look.__doc__ = None
        # To look asks nobody who they are.
        is_asked = (role, method) != (Role.ANYBODY, "GET")
        face = Face(
            path,
            wait if iscoroutinefunction(endpoint) else look,
            owner,
            methods=[method],
            dependencies=[Depends(Allowed(role))] if role is not None and is_asked else [],
            response_model=None,
            **described,
        )
        self.routes.append(face)

    def _send(self, found: object, status: int) -> Response:
        """Return what an endpoint has answered as what is sent, as its visitor reads it."""
        if isinstance(found, Response):
            return found
        if not isinstance(found, Page):
            return answer(as_read(found, self._current()), status)
        values = {name: as_read(value, self._current()) for name, value in found.values.items()}
        return self.site.answer(replace(found, values=values))

    def _content(self, kind: Any) -> dict[str, Any]:
        if kind is type(None):
            return {}
        if isinstance(kind, str):
            return {kind: {"schema": {"type": "string", **_MEDIA.get(kind, {})}}}
        schema, components = _describe(kind)
        self._schemas |= components
        return {_KIND: {"schema": schema}}

    def describe(self, app: FastAPI) -> dict[str, Any]:
        """Return the OpenAPI document."""
        found = get_openapi(
            title="card-arena: a ladder",
            version="1",
            summary="Matches and boards of a ladder.",
            routes=app.routes,
        )
        bearer = {"type": "http", "scheme": "bearer", "description": "A token of an author's."}
        found["components"] = {
            "schemas": dict(sorted(self._schemas.items())),
            "securitySchemes": {"bearer": bearer},
        }
        # Most needs no token.
        found["security"] = [{}, {"bearer": []}]
        return found


def _find_sent(hints: Mapping[str, Any]) -> Any:
    """Return the type that a handler reads the body as; None if it reads none."""
    told = (one for hint in hints.values() for one in getattr(hint, "__metadata__", ()))
    calls = (getattr(one, "dependency", None) for one in told)
    return next((call.kind for call in calls if isinstance(call, Sent)), None)


# Every route can answer the same errors.
@cache
def _describe(kind: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a type, and those that it refers to by their names."""
    (schema,), components = msgspec.json.schema_components(
        [kind], schema_hook=_describe_other, ref_template="#/components/schemas/{name}"
    )
    return schema, components


def _describe_other(kind: type) -> dict[str, Any]:
    if kind is Path:
        return {"type": "string"}
    raise NotImplementedError(kind)


# --- what is sent ---


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a dataclass as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type=_KIND)


def send_file(content: bytes, name: str, kind: str = FILE) -> Response:
    """Return what is to be kept as a file."""
    named = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=named)
