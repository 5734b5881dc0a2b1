"""The HTTP API: `/api/v1`, the dataclasses of `ladder.queries` as JSON, and their OpenAPI.

msgspec writes the answers, as it does for `--json`, and makes their JSON Schemas of the same types;
FastAPI knows the paths and their parameters. So there is no second description of anything.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from fastapi import APIRouter, FastAPI, Query, Response
from fastapi import Path as PathParameter
from fastapi.openapi.utils import get_openapi
from msgspec import Struct

from arena.errors import NotFound, UserError
from ladder.log.entries import KINDS
from ladder.matches import Player
from ladder.queries.bots import (
    AuthorLine,
    BotDetails,
    BotLine,
    BotSummary,
    HeadToHead,
    hide_errors,
    list_authors,
    list_bots,
    read_bot,
    read_bot_details,
    read_head_to_head,
)
from ladder.queries.comparisons import Matrix, read_matrix
from ladder.queries.games import GameDetails, GameLine, list_games, read_game_details
from ladder.queries.lookup import find_game_name, find_kinds, find_player
from ladder.queries.matches import (
    MatchDetails,
    MatchLine,
    MatchSummary,
    list_matches,
    read_match,
    read_match_details,
)
from ladder.queries.overview import LogLine, Rules, list_log, read_rules
from ladder.queries.season import SeasonProgress, read_season_progress
from ladder.queries.snapshot import OVER, Snapshot
from ladder.queries.tables import Standings, TableQuery
from ladder.ratings.board import Boards, to_json
from ladder.web import rows
from ladder.web.access import TurnRoute, current_asker, current_identity
from ladder.web.cache import SnapshotCache
from ladder.web.site import ROWS, turn_to

ROOT: Final = "/api/v1"
# The largest number that every database can look for.
_MOST: Final = 2**31 - 1
_NEWEST: Final = 1000

Number: TypeAlias = Annotated[int, PathParameter(ge=1, le=_MOST)]
Name: TypeAlias = Annotated[str, PathParameter(min_length=1, max_length=64)]
Newest: TypeAlias = Annotated[int, Query(ge=1, le=_NEWEST, description="This many of the newest.")]
Before: TypeAlias = Annotated[
    int | None, Query(ge=1, le=_MOST, description="Only what was logged before this match.")
]
BeforeEntry: TypeAlias = Annotated[
    int | None, Query(ge=2, le=_MOST, description="Only entries before this one.")
]
OfPages: TypeAlias = Annotated[int, Query(ge=1, le=_MOST, description="Which page, from 1 on.")]
Season: TypeAlias = Annotated[int | None, Query(ge=1, le=_MOST)]
Seats: TypeAlias = Annotated[int | None, Query(ge=1, le=10, description="Bots in a match.")]
AsOf: TypeAlias = Annotated[
    datetime | None, Query(description="Only what was in the log by then; without a zone, in UTC.")
]
Without: TypeAlias = Annotated[
    str, Query(max_length=500, description="Bots that are left out, with commas between them.")
]
Wanted: TypeAlias = Annotated[str | None, Query(max_length=64)]
Kind: TypeAlias = Annotated[
    str | None, Query(min_length=1, max_length=64, json_schema_extra={"enum": sorted(KINDS)})
]


class Error(Struct, frozen=True):
    """The error, in one sentence."""

    error: str


def make_query(
    season: int | None,
    seats: int | None,
    as_of: datetime | None,
    without: str,
    *,
    versions: bool,
) -> TableQuery:
    """Return what somebody wants to count. UserError for a time that there is not."""
    try:
        moment = None if as_of is None or as_of.tzinfo is None else as_of.astimezone(UTC)
    except OverflowError as error:
        raise UserError(f"{as_of} is no time that this ladder can know.") from error
    names = tuple(name for part in without.split(",") if (name := part.strip()))
    return TableQuery(season, seats, moment or as_of, names, versions)


# --- routes ---

# Every status that is no success. Which of them a route can have is not said of each.
_ERRORS: Final = {
    401: "A token is needed, wrong or revoked",
    403: "The role is another one, or it is somebody else's",
    404: "There is no such thing",
    405: "Nothing can be changed here",
    408: "It came too slowly",
    409: "It cannot be so as things are",
    413: "The body is too large",
    414: "The address is too long",
    415: "The body is no JSON",
    422: "The body or a parameter is wrong",
    429: "That is too often, or too much at once",
    503: "The database is away, or too many ask",
}
FILE: Final = "application/octet-stream"
TEXT: Final = "text/plain"
EVENTS: Final = "text/event-stream"
_MEDIA: Final = {FILE: {"format": "binary", "minLength": 1}}


class Api:
    """The routes below `/api/v1`, with the description of what they take and answer."""

    def __init__(self) -> None:
        self.router = APIRouter(prefix=ROOT, default_response_class=Response, route_class=TurnRoute)
        self._schemas: dict[str, Any] = {}

    def get(self, path: str, answers: Any, summary: str) -> Callable[[Any], Any]:
        """Return the decorator of a route that changes nothing."""
        return self.on("GET", path, answers, summary)

    def on(
        self,
        method: str,
        path: str,
        answers: Any,
        summary: str,
        *,
        takes: Any = None,
        status: int = 200,
        or_text: bool = False,
    ) -> Callable[[Any], Any]:
        """Return the decorator of a route.

        Its answer and its body are a type, as JSON, or a media type; or there is nothing. One that
        can answer by plain text instead is `or_text`.
        """
        told: dict[int | str, dict[str, Any]] = {
            number: {"description": said, "content": self._content(Error)}
            for number, said in _ERRORS.items()
        }
        text = self._content(TEXT) if or_text else {}
        told[status] = {"description": summary, "content": self._content(answers) | text}
        body = {"requestBody": {"required": True, "content": self._content(takes)}}
        return self.router.api_route(
            path,
            methods=[method],
            summary=summary,
            status_code=status,
            responses=told,
            openapi_extra=body if takes else None,
            response_model=None,
        )

    def _content(self, kind: Any) -> dict[str, Any]:
        if kind is None:
            return {}
        if isinstance(kind, str):
            return {kind: {"schema": {"type": "string", **_MEDIA.get(kind, {})}}}
        schema, components = _describe(kind)
        self._schemas |= components
        return {"application/json": {"schema": schema}}

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


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a dataclass as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def send_file(content: bytes, name: str) -> Response:
    """Return what is to be kept as a file."""
    named = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=FILE, headers=named)


def send_picture(content: bytes, ending: str) -> Response:
    """Return a picture, by how its name ends."""
    return Response(content, media_type=f"image/{ending.replace('jpg', 'jpeg')}")


def add_ladder(api: Api, cache: SnapshotCache) -> None:
    """Add what everybody may ask of the ladder."""
    get = api.get

    def snapshot() -> Snapshot:
        return cache.current

    def owns(author: str) -> bool:
        return current_identity().visitor.owns(author)

    @get("/ladder", Rules, "The rules of the ladder, and its present state")
    def ladder() -> Response:
        return answer(rows.rules(snapshot().about, read_rules(snapshot().store)))

    @get("/boards", Boards, "All boards of the season")
    def boards() -> Response:
        return Response(to_json(snapshot().boards().boards), media_type="application/json")

    @get("/boards/{game}", Boards, "The board of a game")
    def board(game: Name) -> Response:
        name = find_game_name(snapshot().opened, game)
        return Response(to_json(snapshot().boards().boards.of(name)), media_type="application/json")

    @get("/standings", Standings, "A board of what is selected, with authors, forfeits, movement")
    def standings(
        *,
        game: Wanted = None,
        season: Season = None,
        seats: Seats = None,
        as_of: AsOf = None,
        without: Without = "",
        versions: bool = False,
    ) -> Response:
        asked = make_query(season, seats, as_of, without, versions=versions)
        return answer(cache.standings(snapshot(), game, asked))

    @get("/matrix/{game}", Matrix, "How likely each of the best bots beats each other one")
    def matrix(
        game: Name, top: Annotated[int, Query(ge=2, le=100)] = 20, season: Season = None
    ) -> Response:
        asked = partial(read_matrix, game=game, top=top, season=season)
        return answer(cache.answer(snapshot(), asked))

    @get("/bots", list[BotLine], f"The bots, {ROWS} a page, the oldest first")
    def bots(*, versions: bool = False, page: OfPages = 1) -> Response:
        roster, matches = snapshot().roster, snapshot().store.count_matches()
        return answer(turn_to(list(list_bots(roster, matches, versions=versions)), page, ROWS))

    @get("/authors", list[AuthorLine], f"The authors by name, {ROWS} a page")
    def authors(page: OfPages = 1) -> Response:
        return answer(turn_to(list_authors(snapshot().roster, snapshot().names), page, ROWS))

    @get("/bots/{bot}", BotSummary, "A bot, by its name or as name@2")
    def bot(bot: Name) -> Response:
        player = find_player(snapshot().roster, bot)
        story = read_bot(snapshot().store, player, snapshot().roster)
        return answer(story if owns(snapshot().roster.author_of(player)) else hide_errors(story))

    @get("/bots/{bot}/details", BotDetails, "A bot with its rating curves and its chances")
    def bot_details(bot: Name) -> Response:
        details = rows.bot(snapshot().about, read_bot_details(snapshot(), bot))
        shown = details.story if owns(details.author) else hide_errors(details.story)
        return answer(replace(details, story=shown))

    @get("/bots/{bot}/against/{other}", HeadToHead, "Two bots, and their common matches")
    def against(bot: Name, other: Name) -> Response:
        return answer(read_head_to_head(snapshot(), bot, other))

    @get("/matches", list[MatchLine], "The matches, the newest first")
    def matches(
        *,
        bot: Wanted = None,
        game: Wanted = None,
        season: Season = None,
        before: Before = None,
        newest: Newest = 20,
    ) -> Response:
        player: Player | None = None if bot is None else find_player(snapshot().roster, bot)
        if game is not None:
            find_game_name(snapshot().opened, game)
        found = list_matches(
            snapshot().store, player=player, game=game, season=season, newest=newest, before=before
        )
        return answer(list(found))

    @get("/matches/{number}", MatchSummary, "A match, and what it changed")
    def match(number: Number) -> Response:
        current_asker().facts = OVER
        found = MatchDetails(read_match(snapshot().ladder, number), ())
        return answer(rows.match(snapshot(), found).story)

    @get("/matches/{number}/details", MatchDetails, "A match with its games")
    def match_details(number: Number) -> Response:
        current_asker().facts = OVER
        return answer(rows.match(snapshot(), read_match_details(snapshot().ladder, number)))

    @get("/matches/{number}/record", FILE, "The record of a match, for arena replay")
    def record(number: Number) -> Response:
        return send_record(snapshot(), number)

    @get("/games", list[GameLine], "The games of the ladder")
    def games() -> Response:
        return answer(list_games(snapshot()))

    @get("/games/{game}", GameDetails, "A game: rules, options, sample bots, statistics")
    def game(game: Name) -> Response:
        return answer(rows.game(snapshot().about, read_game_details(snapshot(), game)))

    @get("/season", SeasonProgress, "Matches in play, waiting and void")
    def season() -> Response:
        return answer(read_season_progress(snapshot()))

    @get("/log", list[LogLine], "The entries of the log, the newest first")
    def log(kind: Kind = None, newest: Newest = 20, before: BeforeEntry = None) -> Response:
        kinds = find_kinds(kind)
        found = list_log(snapshot().store, kinds=kinds, newest=newest, before=before)
        return answer(list(found))


def send_record(snapshot: Snapshot, number: int) -> Response:
    """Return the record of a match as a file. UserError if there is none."""
    content = snapshot.store.record(number)
    if content is None:
        raise NotFound(f"There is no record of match {number}.")
    return send_file(content, f"match-{number}.record")
