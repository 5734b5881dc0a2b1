"""Questions of everybody about a ladder, as pages and as JSON, each beside the other."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeAlias

from fastapi import Depends, Query, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from pydantic import BeforeValidator, Field

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
from ladder.queries.front import read_front
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
from ladder.queries.mine import Mine, read_mine
from ladder.queries.overview import LogLine, Rules, list_log, read_entry, read_rules
from ladder.queries.season import SeasonProgress, read_season_progress
from ladder.queries.snapshot import OVER
from ladder.queries.tables import Standings, TableQuery
from ladder.ratings.board import Boards, to_json
from ladder.settings.about import Logo, name_logo
from ladder.web import pages
from ladder.web.access import current_asker, current_identity
from ladder.web.cache import SnapshotCache
from ladder.web.faces import (
    AUTHORS,
    AUTHORS_OF_BOT,
    FILE,
    MOST_NUMBER,
    OF_ALL,
    OF_BOT,
    OF_MATCH,
    OPEN,
    Asking,
    Faces,
    Name,
    Number,
    Wanted,
    Word,
    send_file,
)
from ladder.web.site import ROWS, Page, turn_to

# A field of a form that was left empty says nothing.
_EMPTY: Final = BeforeValidator(lambda value: None if value == "" else value)
_Whole: TypeAlias = Annotated[Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None, _EMPTY, Query()]

_Newest: TypeAlias = Annotated[int, Query(ge=1, le=1000, description="This many of the newest.")]
_Before: TypeAlias = Annotated[
    int | None, Query(ge=1, le=MOST_NUMBER, description="Only what was logged before this match.")
]
_BeforeEntry: TypeAlias = Annotated[
    int | None, Query(ge=2, le=MOST_NUMBER, description="Only entries before this one.")
]
_OfPages: TypeAlias = Annotated[
    int, Query(ge=1, le=MOST_NUMBER, description="Which page, from 1 on.")
]
_Seats: TypeAlias = Annotated[
    Annotated[int, Field(ge=1, le=10)] | None, _EMPTY, Query(description="Bots in a match.")
]
_AsOf: TypeAlias = Annotated[
    datetime | None,
    _EMPTY,
    Query(description="Only what was in the log by then; without a zone, in UTC."),
]
_Without: TypeAlias = Annotated[
    str, Query(max_length=500, description="Bots that are left out, with commas between them.")
]
_Kind: TypeAlias = Annotated[
    str | None, Query(min_length=1, max_length=64, json_schema_extra={"enum": sorted(KINDS)})
]


def _read_selection(
    *,
    season: _Whole = None,
    seats: _Seats = None,
    as_of: _AsOf = None,
    without: _Without = "",
    versions: bool = False,
) -> TableQuery:
    """Return what is selected for a board. UserError for a time that there is not."""
    try:
        moment = None if as_of is None or as_of.tzinfo is None else as_of.astimezone(UTC)
    except OverflowError as error:
        raise UserError(f"{as_of} is no time that this ladder can know.") from error
    names = tuple(name for part in without.split(",") if (name := part.strip()))
    return TableQuery(season, seats, moment or as_of, names, versions)


_Selected: TypeAlias = Annotated[TableQuery, Depends(_read_selection)]


def add_boards(faces: Faces, cache: SnapshotCache) -> None:
    """Add the leaderboards, and the chances of bots against each other."""

    def show(game: str | None, number: int, asked: TableQuery) -> Page:
        snapshot = cache.current
        return pages.board_page(snapshot, cache.standings(snapshot, game, asked), number, asked)

    @faces.page("/boards", OF_ALL)
    def overall(asked: _Selected) -> Page:
        return show(None, 1, asked)

    @faces.page("/boards/page/{number}", OF_ALL)
    def overall_on(asked: _Selected, number: Number) -> Page:
        return show(None, number, asked)

    @faces.page("/boards/{game}", OF_ALL)
    def one_board(asked: _Selected, game: str) -> Page:
        return show(game, 1, asked)

    @faces.page("/boards/{game}/page/{number}", OF_ALL)
    def one_board_on(asked: _Selected, game: str, number: Number) -> Page:
        return show(game, number, asked)

    def send(found: Boards) -> Response:
        return Response(to_json(found), media_type="application/json")

    @faces.get("/boards", OF_ALL, Boards)
    def boards() -> Response:
        """All boards of the season."""
        return send(cache.current.boards().boards)

    @faces.get("/boards/{game}", OF_ALL, Boards)
    def board(game: Name) -> Response:
        """The board of a game."""
        name = find_game_name(cache.current.opened, game)
        return send(cache.current.boards().boards.of(name))

    @faces.get("/standings", OF_ALL)
    def standings(asked: _Selected, game: Wanted = None) -> Standings:
        """A board of what is selected, with authors, forfeits, movement."""
        return cache.standings(cache.current, game, asked)

    @faces.get("/matrix/{game}", OF_ALL)
    def matrix(
        game: Name, top: Annotated[int, Query(ge=2, le=100)] = 20, season: _Whole = None
    ) -> Matrix:
        """How likely each of the best bots beats each other one."""
        asked = partial(read_matrix, game=game, top=top, season=season)
        return cache.answer(cache.current, asked)


def add_bots(faces: Faces, cache: SnapshotCache) -> None:
    """Add the bots and their authors."""

    def owns(author: str) -> bool:
        return current_identity().visitor.owns(author)

    @faces.page("/bots", OF_ALL)
    def bots_page(name: Word = "") -> Page:
        return pages.bots_page(cache.current, 1, name)

    @faces.page("/bots/page/{number}", OF_ALL)
    def bots_on(number: Number, name: Word = "") -> Page:
        return pages.bots_page(cache.current, number, name)

    @faces.get("/bots", OF_ALL)
    def bots(*, versions: bool = False, page: _OfPages = 1) -> list[BotLine]:
        """The bots, 200 a page, the oldest first."""
        roster, matches = cache.current.roster, cache.current.store.count_matches()
        return [*turn_to(list(list_bots(roster, matches, versions=versions)), page, ROWS)]

    @faces.get("/authors", OF_ALL)
    def authors(page: _OfPages = 1) -> list[AuthorLine]:
        """The authors by name, 200 a page."""
        return [*turn_to(list_authors(cache.current.roster, cache.current.names), page, ROWS)]

    @faces.page("/bots/{name}", OF_BOT)
    def bot_page(name: str) -> Page:
        return pages.bot_page(read_bot_details(cache.snapshot_with(name), name))

    @faces.page("/bots/{name}/own", AUTHORS_OF_BOT)
    def own_bot(name: str, visitor: Asking) -> Page:
        return pages.own_bot_page(cache.snapshot_with(name), name, visitor)

    @faces.both("/mine", AUTHORS, pages.MINE)
    def mine(visitor: Asking) -> Mine:
        """Your bots, uploads, requests and shares, and where points were lost."""
        return read_mine(cache.current, visitor.author)

    @faces.get("/bots/{bot}", OF_BOT)
    def bot(bot: Name) -> BotSummary:
        """A bot, by its name or as name@2."""
        roster = cache.current.roster
        player = find_player(roster, bot)
        story = read_bot(cache.current.store, player, roster)
        return story if owns(roster.author_of(player)) else hide_errors(story)

    @faces.get("/bots/{bot}/details", OF_BOT)
    def bot_details(bot: Name) -> BotDetails:
        """A bot with its rating curves and its chances."""
        details = read_bot_details(cache.current, bot)
        shown = details.story if owns(details.author) else hide_errors(details.story)
        return replace(details, story=shown)

    @faces.page("/compare", OF_ALL)
    def compare(bot: Word = "", against: Word = "", page: _Whole = None) -> Response:
        snapshot, asked = cache.current, (bot, against, page or 1)

        def make() -> bytes:
            return faces.site.render(pages.compare_page(snapshot, *asked))

        # Its address may say more than it asks for.
        return HTMLResponse(snapshot.once(f"compare {asked}", make))

    @faces.get("/bots/{bot}/against/{other}", OF_ALL)
    def against(bot: Name, other: Name) -> HeadToHead:
        """Two bots, and their common matches."""
        return read_head_to_head(cache.current, bot, other)


def add_matches(faces: Faces, cache: SnapshotCache) -> None:
    """Add the matches that were played, and their records."""

    @faces.page("/matches", OF_ALL)
    def matches_page(bot: Wanted = None, game: Wanted = None) -> Page:
        return pages.matches_page(cache.current, None, bot, game)

    @faces.page("/matches/before/{number}", OF_ALL)
    def matches_before(number: Number, bot: Wanted = None, game: Wanted = None) -> Page:
        return pages.matches_page(cache.current, number, bot, game)

    @faces.get("/matches", OF_ALL)
    def matches(
        *,
        bot: Wanted = None,
        game: Wanted = None,
        season: _Whole = None,
        before: _Before = None,
        newest: _Newest = 20,
    ) -> list[MatchLine]:
        """The matches, the newest first."""
        snapshot = cache.current
        player: Player | None = None if bot is None else find_player(snapshot.roster, bot)
        if game is not None:
            find_game_name(snapshot.opened, game)
        found = list_matches(
            snapshot.store, player=player, game=game, season=season, newest=newest, before=before
        )
        return list(found)

    @faces.page("/matches/{number}.record", OF_MATCH)
    @faces.get("/matches/{number}/record", OF_MATCH, FILE)
    def record(number: Number) -> Response:
        """The record of a match, for arena replay."""
        content = cache.current.store.record(number)
        if content is None:
            raise NotFound(f"There is no record of match {number}.")
        return send_file(content, f"match-{number}.record")

    @faces.get("/matches/{number}", OF_MATCH)
    def match(number: Number) -> MatchSummary:
        """A match, and what it changed."""
        current_asker().facts = OVER
        return read_match(cache.current.ladder, number)

    @faces.both(
        "/matches/{number}/details",
        OF_MATCH,
        pages.MATCH,
        page="/matches/{number}",
    )
    def match_details(number: Number) -> MatchDetails:
        """A match with its games."""
        current_asker().facts = OVER
        return read_match_details(cache.current.ladder, number)


def add_ladder(faces: Faces, cache: SnapshotCache, export: Path | None) -> None:
    """Add the ladder as a whole: front, games, season, log."""

    @faces.page("/", OPEN)
    def front() -> Page:
        return pages.front_page(cache.current, read_front(cache.current))

    @faces.page("/tv", OF_ALL)
    def tv(after: _Whole = None) -> Page:
        return pages.tv_page(cache.current, after)

    @faces.get("/ladder", OPEN)
    def ladder() -> Rules:
        """The rules of the ladder, and its present state."""
        return read_rules(cache.current.store)

    @faces.both("/games", OPEN, pages.GAMES)
    def games() -> list[GameLine]:
        """The games of the ladder."""
        return list_games(cache.current)

    @faces.both("/games/{game}", OPEN, pages.GAME)
    def game(game: Name) -> GameDetails:
        """A game: rules, options, sample bots, statistics."""
        return read_game_details(cache.current, game)

    @faces.both("/season", OF_ALL, pages.SEASON)
    def season() -> SeasonProgress:
        """Matches in play, waiting and void."""
        return read_season_progress(cache.current)

    @faces.page("/logo-{digest}", OPEN)
    def logo(digest: str) -> Response:
        content = cache.current.ladder.setting(Logo()).content
        if not content or name_logo(content) != f"logo-{digest}":
            raise NotFound("The course has no such logo.")
        kind = digest.rpartition(".")[2].replace("jpg", "jpeg")
        return Response(content, media_type=f"image/{kind}")

    @faces.page("/log", OF_ALL)
    def log_page(kind: Wanted = None, before: _Whole = None) -> Page:
        there = pages.EXPORT if export is not None else None
        return pages.log_page(cache.current, kind, before, export=there)

    @faces.get("/log", OF_ALL)
    def log(kind: _Kind = None, newest: _Newest = 20, before: _BeforeEntry = None) -> list[LogLine]:
        """The entries of the log, the newest first."""
        kinds = find_kinds(kind)
        return list(list_log(cache.current.store, kinds=kinds, newest=newest, before=before))

    @faces.page("/log/{number}", OF_ALL)
    def entry(number: Number) -> Page:
        values = {"entry": read_entry(cache.current.ladder, number)}
        return Page(f"log/{number}", "entry", f"Entry {number} of the log", values)

    @faces.page("/docs", OPEN)
    def to_documents() -> Response:
        return RedirectResponse("docs/")

    if export is not None:

        @faces.page(f"/{pages.EXPORT}", OF_ALL)
        def download() -> Response:
            if not export.is_file():
                raise NotFound("The export is not there any more.")
            return FileResponse(export, media_type="application/zip", filename=pages.EXPORT)
