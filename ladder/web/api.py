"""The HTTP API: `/api/v1`, the dataclasses of `ladder.queries` as JSON, and their OpenAPI.

msgspec writes the answers, as it does for `--json`, and makes their JSON Schemas of the same types;
FastAPI knows the paths and their parameters. So there is no second description of anything.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from fastapi import APIRouter, FastAPI, Query, Response
from fastapi import Path as PathParameter
from fastapi.openapi.utils import get_openapi
from msgspec import Struct

from arena.errors import UserError
from ladder.matches import Player
from ladder.queries.bots import (
    AuthorLine,
    BotDetails,
    BotLine,
    BotStory,
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
    MatchStory,
    list_matches,
    read_match,
    read_match_details,
)
from ladder.queries.overview import LogLine, Rules, list_log, read_rules
from ladder.queries.season import SeasonProgress, read_season_progress
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.ratings.board import Boards, to_json
from ladder.web.access import current_visit
from ladder.web.edition import Press

ROOT: Final = "/api/v1"
# What every database can look for.
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
Season: TypeAlias = Annotated[int | None, Query(ge=1, le=_MOST)]
Seats: TypeAlias = Annotated[int | None, Query(ge=1, le=10, description="Bots in a match.")]
AsOf: TypeAlias = Annotated[
    datetime | None, Query(description="Only what was in the log by then; without a zone, in UTC.")
]
Without: TypeAlias = Annotated[
    str, Query(max_length=500, description="Bots that are left out, with commas between them.")
]
Wanted: TypeAlias = Annotated[str | None, Query(max_length=64)]


class Error(Struct, frozen=True):
    """What went wrong, in one sentence."""

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


def _schema(kind: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    (schema,), components = msgspec.json.schema_components(
        [kind], schema_hook=_describe_other, ref_template="#/components/schemas/{name}"
    )
    return schema, components


def _describe_other(kind: type) -> dict[str, Any]:
    if kind is Path:
        return {"type": "string"}
    raise NotImplementedError(kind)


def describe_json(kind: Any, description: str) -> dict[str, Any]:
    """Return the description of an answer of this type."""
    content = {"application/json": {"schema": _schema(kind)[0]}}
    return {"description": description, "content": content}


ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    404: describe_json(Error, "There is no such thing"),
    405: describe_json(Error, "Nothing here can be changed"),
    414: describe_json(Error, "The address is too long"),
    422: describe_json(Error, "A parameter is not what it has to be"),
    503: describe_json(Error, "The ladder's database is away, or too many ask"),
}
CLOSED: Final[dict[int | str, dict[str, Any]]] = {
    401: describe_json(Error, "Anyone who has no token, or a wrong one, may not do this"),
    403: describe_json(Error, "This role may not do this"),
}
"""Of what not everybody may do."""


def schemas_of(*kinds: Any) -> dict[str, Any]:
    """Return the schemas of all that these are made of, by name."""
    return {name: its for kind in kinds for name, its in _schema(kind)[1].items()}


def responses_of(kind: Any, summary: str) -> dict[int | str, dict[str, Any]]:
    """Return what a route answers, for its description."""
    return {200: describe_json(kind, summary), **ERRORS}


def answer(value: object, status: int = 200) -> Response:
    """Return a dataclass as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def make_router(press: Press) -> tuple[APIRouter, dict[str, Any]]:
    """Return the routes of the API, and the schemas of what they answer."""
    router = APIRouter(prefix=ROOT, default_response_class=Response)
    schemas = schemas_of(Error)

    def get(path: str, kind: Any, summary: str) -> Callable[[Any], Any]:
        schemas.update(schemas_of(kind))
        responses = responses_of(kind, summary)
        return router.get(path, summary=summary, responses=responses, response_model=None)

    def snapshot() -> Snapshot:
        return press.edition.snapshot

    def owns(author: str) -> bool:
        return current_visit().visitor.owns(author)

    @get("/ladder", Rules, "What the ladder plays and allows, and where it stands")
    def ladder() -> Response:
        return answer(read_rules(snapshot().store))

    @get("/boards", Boards, "All boards of the season")
    def boards() -> Response:
        return Response(to_json(snapshot().boards()), media_type="application/json")

    @get("/boards/{game}", Boards, "The board of a game")
    def board(game: Name) -> Response:
        name = find_game_name(snapshot().opened, game)
        return Response(to_json(snapshot().boards().of(name)), media_type="application/json")

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
        if asked == TableQuery():
            return answer(read_standings(snapshot(), game, asked))
        with press.rating():
            return answer(read_standings(snapshot(), game, asked))

    @get("/matrix/{game}", Matrix, "How likely each of the best bots beats each other one")
    def matrix(
        game: Name, top: Annotated[int, Query(ge=2, le=100)] = 20, season: Season = None
    ) -> Response:
        with press.rating():
            return answer(read_matrix(snapshot().store, game, top, season))

    @get("/bots", list[BotLine], "The bots")
    def bots(*, versions: bool = False) -> Response:
        return answer(list(list_bots(snapshot().store, versions=versions)))

    @get("/authors", list[AuthorLine], "The authors, by name")
    def authors() -> Response:
        return answer(list_authors(snapshot().store))

    @get("/bots/{bot}", BotStory, "A bot, by its name or as name@2")
    def bot(bot: Name) -> Response:
        player = find_player(snapshot().roster, bot)
        story = read_bot(snapshot().store, player, snapshot().roster)
        return answer(story if owns(snapshot().roster.author_of(player)) else hide_errors(story))

    @get("/bots/{bot}/details", BotDetails, "A bot with its rating curves and its chances")
    def bot_details(bot: Name) -> Response:
        details = read_bot_details(snapshot(), bot)
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

    @get("/matches/{number}", MatchStory, "A match, and what it changed")
    def match(number: Number) -> Response:
        return answer(read_match(snapshot().ladder, number))

    @get("/matches/{number}/details", MatchDetails, "A match with its games")
    def match_details(number: Number) -> Response:
        return answer(read_match_details(snapshot().ladder, number))

    binary = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}

    @router.get(
        "/matches/{number}/record",
        summary="The record of a match, for arena replay",
        responses={200: {"description": "The record", "content": binary}, **ERRORS},
        response_model=None,
    )
    def record(number: Number) -> Response:
        return send_record(snapshot(), number)

    @get("/games", list[GameLine], "The games of the ladder")
    def games() -> Response:
        return answer(list_games(snapshot()))

    @get("/games/{game}", GameDetails, "A game: rules, options, sample bots, statistics")
    def game(game: Name) -> Response:
        return answer(read_game_details(snapshot(), game))

    @get("/season", SeasonProgress, "What is being played, what waits, and what was void")
    def season() -> Response:
        return answer(read_season_progress(snapshot()))

    @get("/log", list[LogLine], "The entries of the log, the newest first")
    def log(kind: Wanted = None, newest: Newest = 20, before: BeforeEntry = None) -> Response:
        kinds = find_kinds(kind)
        found = list_log(snapshot().store, kinds=kinds, newest=newest, before=before)
        return answer(list(found))

    return router, schemas


def send_record(snapshot: Snapshot, number: int) -> Response:
    """Return the record of a match as a file. UserError if there is none."""
    content = snapshot.store.record(number)
    if content is None:
        raise UserError(f"There is no record of match {number}.")
    named = {"content-disposition": f'attachment; filename="match-{number}.record"'}
    return Response(content, media_type="application/octet-stream", headers=named)


def describe(app: FastAPI, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the OpenAPI document."""
    found = get_openapi(
        title="card-arena: a ladder",
        version="1",
        summary="Who plays whom on a ladder, and who is best.",
        routes=app.routes,
    )
    bearer = {"type": "http", "scheme": "bearer", "description": "A token of an author's."}
    found["components"] = {
        "schemas": dict(sorted(schemas.items())),
        "securitySchemes": {"bearer": bearer},
    }
    # Most needs no token; what does says 401.
    found["security"] = [{}, {"bearer": []}]
    return found
