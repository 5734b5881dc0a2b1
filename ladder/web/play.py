"""Play: the pages on which a visitor sits down at a table, and the same below `/api/v1/tables`."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from arena.errors import NotFound, NotNow, UserError
from arena.games import find_game
from arena.games.options import describe_options, read_options
from arena.games.text import tell_question, tell_result
from arena.human.example import find_example
from arena.human.rules_page import read_minute
from arena.match.record import pack_record
from arena.review.hint import Hint
from arena.v1 import record_pb2 as rec
from ladder.last_lines import hide_last_lines
from ladder.queries.games import list_games
from ladder.queries.lookup import find_game_name
from ladder.queries.replays import ReplayData, describe_replay
from ladder.queries.snapshot import Snapshot
from ladder.queue.reviews import unpack_reviews
from ladder.web import api, rows
from ladder.web.access import Role, TurnRoute, Visitor, allow, current_visitor, require_own_site
from ladder.web.cache import SnapshotCache
from ladder.web.json_body import read_json, require_json
from ladder.web.refused import status_of
from ladder.web.site import Page, Site
from ladder.web.table_reviews import TableReviews
from ladder.web.tables import (
    MOST_GAMES,
    PlayTable,
    PlayTables,
    TableState,
    TableWish,
    describe_state,
    list_opponents,
)

# So long a request may wait for news, in seconds; a proxy may close what is silent for longer.
_PATIENCE: Final = 25.0
_USUAL_OPPONENTS: Final = 2
_FRESH: Final = {"cache-control": "no-store"}
_OPTION: Final = "option."
# Samples that play every game, by how strong they are.
_LEVELS: Final = {"easy": "random", "medium": "all_rounder", "strong": "searcher"}
T = TypeVar("T")

_Anybody = Annotated[Visitor, allow(Role.ANYBODY)]
_Name = Annotated[str, Path(min_length=1, max_length=64)]
_Form = Annotated[Literal["page", "text"], Query(alias="as")]
_DataForm = Annotated[Literal["json", "text"], Query(alias="as", description="How to answer.")]
_Legal = Annotated[bool, Query(description="With the legal moves, in a text.")]


class NewTable(msgspec.Struct, frozen=True):
    """A table that was laid."""

    table: str
    """Its name, which nobody can guess: anyone who knows it has the seat."""


class TableMove(msgspec.Struct, frozen=True):
    """A move, as an answer to a question."""

    turn: int
    """The number of the question."""
    move: str
    """The move's notation, as the legal moves have it."""


class TableReview(msgspec.Struct, frozen=True):
    """How far the review of a table has come."""

    done: bool
    """Whether the replay has it."""


# --- pages ---


def make_play_pages(cache: SnapshotCache, site: Site, tables: PlayTables) -> APIRouter:
    """Return the addresses of the pages."""
    router = APIRouter(include_in_schema=False, route_class=TurnRoute)

    def html(page: Page, status: int = 200) -> Response:
        return site.answer(page, status, _FRESH)

    @router.get("/play")
    def choose(game: Annotated[str, Query(max_length=64)] = "") -> Response:
        return html(_choosing_page(cache.current, tables, game))

    @router.post("/play")
    async def begin(request: Request, _: _Anybody) -> Response:
        require_own_site(request)
        wish = await _read_form(request)
        try:
            table = await _open(cache, tables, wish, current_visitor())
        except UserError as mistake:
            snapshot = cache.current
            game = wish.game if wish.game in snapshot.games else ""
            page = _choosing_page(snapshot, tables, game, wish, str(mistake))
            return html(page, status_of(mistake))
        return RedirectResponse(f"play/{table.name}", 303)

    @router.get("/play/{name}")
    async def sit(name: _Name, form: _Form = "page", legal: _Legal = False) -> Response:
        table = tables.find(name)
        if form == "text":
            return _send_text(await table.after(0, _PATIENCE), legal=legal)
        return html(_table_page(table))

    return router


def _choosing_page(
    snapshot: Snapshot,
    tables: PlayTables,
    name: str,
    wish: TableWish | None = None,
    problem: str = "",
) -> Page:
    """Return the page on which one chooses a game; of a game, against whom, and how."""
    values: dict[str, Any] = {"games": list_games(snapshot), "most": tables.most}
    values |= {"problem": problem, "game": None}
    values |= {"levels": _LEVELS, "usual": _usual_number}
    values |= {"minute": read_minute, "find_example": find_example}
    if not name:
        return Page("play", "play", "Play", values)
    game = find_game(find_game_name(snapshot.opened, name))
    opponents = list_opponents(rows.roster(snapshot.store), game.name)
    usual = next(iter(opponents["Sample bots"]), "")
    values |= {
        "game": game,
        "opponents": opponents,
        "chosen": wish.opponents if wish else [usual] * _usual_number(game.name),
        "places": range(game.seats[-1] - 1),
        "options": list(describe_options(game)),
        "given": wish.options if wish else {},
        "wish": wish,
        "most_games": MOST_GAMES,
    }
    return Page("play", "play", f"Play {game.title}", values, {"game": name})


def _usual_number(game: str) -> int:
    """Return against how many opponents a game is played if nobody chooses."""
    return min(_USUAL_OPPONENTS, find_game(game).seats[-1] - 1)


def _table_page(table: PlayTable) -> Page:
    wish, game = table.wish, find_game(table.wish.game)
    rules = game.rules_in_short(len(wish.opponents) + 1, read_options(game, wish.options))
    values = {"table": table, "wish": wish, "rules": [*rules]}
    return Page(f"play/{table.name}", "table", game.title, values)


async def _read_form(request: Request) -> TableWish:
    """Return what somebody has filled in. UserError if it is too much or no number."""
    form = await request.form(max_files=0, max_fields=100)
    texts = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    opponents = [text for text in form.getlist("opponent") if isinstance(text, str) and text]
    try:
        games = int(texts.get("games", "1") or 1)
    except ValueError as error:
        raise UserError(f"A table plays 1 to {MOST_GAMES} games.") from error
    options = {
        name.removeprefix(_OPTION): text.strip()
        for name, text in texts.items()
        if name.startswith(_OPTION) and text.strip()
    }
    clock = texts.get("clock", "").strip()
    return TableWish(texts.get("game", ""), tuple(opponents), options, games, clock)


# --- the API ---


def add_tables(
    routes: api.Api, cache: SnapshotCache, tables: PlayTables, reviews: TableReviews
) -> None:
    """Add the tables to the API."""

    def route(method: str, path: str, kind: Any, summary: str, **more: Any) -> Callable[[Any], Any]:
        return routes.on(method, f"/tables{path}", kind, summary, **more)

    @route("POST", "", NewTable, "Sit down at a table and play against bots", takes=TableWish)
    async def lay(request: Request, _: _Anybody) -> Response:
        wish = await _read(request, TableWish)
        who = current_visitor()
        return _send(NewTable((await _open(cache, tables, wish, who)).name))

    told = "The state of a seat; waits for one newer than after"

    @route("GET", "/{name}", TableState, told, or_text=True)
    async def look(
        name: _Name,
        after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
        form: _DataForm = "json",
        *,
        legal: _Legal = False,
    ) -> Response:
        state = await tables.find(name).after(after, _PATIENCE)
        return _send_text(state, legal=legal) if form == "text" else _send(describe_state(state))

    @route("POST", "/{name}/moves", None, "Answer the open question", takes=TableMove)
    async def move(request: Request, name: _Name, _: _Anybody) -> Response:
        table = tables.find(name)
        made = await _read(request, TableMove)
        await table.answer(made.turn, made.move)
        return _send({})

    @route("GET", "/{name}/hint", Hint, "A move for the open question, estimated as reviews do")
    async def hint(name: _Name, turn: Annotated[int, Query(ge=1, le=2**31 - 1)]) -> Response:
        return _send(await tables.find(name).hint(turn))

    @route("DELETE", "/{name}", None, "Leave a table: the match ends")
    async def leave(name: _Name, _: _Anybody) -> Response:
        await tables.leave(tables.find(name))
        return _send({})

    @route("GET", "/{name}/replay", ReplayData, "The replay of a match that is over")
    def replay(name: _Name) -> Response:
        table = tables.find(name)
        found = table.reviewed.content if table.reviewed else b""

        def make() -> bytes:
            reviewed = unpack_reviews(found) if found else ()
            return msgspec.json.encode(describe_replay(_record_of(table), reviewed))

        # Only its review changes what is told of a match that is over.
        body = cache.answers.get(f"table {name}", len(found), make)
        return Response(body, 200, _FRESH, media_type="application/json")

    told = "Have your moves of a match that is over be reviewed; ask until it is done"

    @route("POST", "/{name}/review", TableReview, told)
    async def review(name: _Name, _: _Anybody) -> Response:
        done = await reviews.review(tables.find(name), current_visitor(), _PATIENCE)
        return _send(TableReview(done))

    @route(
        "GET", "/{name}/record", api.FILE, "The record of a match that is over, for arena replay"
    )
    def record(name: _Name) -> Response:
        sent = api.send_file(pack_record(_record_of(tables.find(name))), "table.record")
        sent.headers.update(_FRESH)
        return sent


async def _open(
    cache: SnapshotCache, tables: PlayTables, wish: TableWish, visitor: str
) -> PlayTable:
    if wish.game not in cache.current.games:
        games = ", ".join(cache.current.games)
        raise NotFound(f"Played here are {games}, and not {wish.game[:40]!r}.")
    return await tables.open(wish, visitor)


def _record_of(table: PlayTable) -> rec.Record:
    if table.record is None:
        raise NotNow("There is a replay when the match was played to its end.")
    return hide_last_lines(table.record)


def _send_text(state: TableState, *, legal: bool) -> Response:
    return Response(tell_table(state, legal=legal), 200, _FRESH, media_type=api.TEXT)


def tell_table(state: TableState, *, legal: bool) -> str:
    """Return a table as plain lines: what a program needs, `name: value`, then the seat's text."""
    known = {"number": state.number, "phase": state.phase, "turn": state.turn}
    known["time_left"] = None if state.time_left is None else round(state.time_left)
    head = [f"{name}: {value}" for name, value in known.items() if value is not None]
    return "\n".join([*head, "", *_tell_seat(state, legal=legal)]) + "\n"


def _tell_seat(state: TableState, *, legal: bool) -> Iterator[str]:
    # The last game's result is told until the first question of the next.
    if state.results and (state.opening or len(state.results) == state.playing):
        last = state.results[-1]
        result = tell_result(last.scores, last.ranks, state.unit)
    else:
        result = []
    if state.phase == "asking" and state.scene is not None:
        yield from (*result, *state.opening)
        yield from tell_question(state.scene, state.news, legal=legal)
    else:
        yield from (*state.news, *result)
    if state.sentence:
        yield state.sentence


def _send(value: object) -> Response:
    return api.answer(value, headers=_FRESH)


async def _read(request: Request, kind: type[T]) -> T:
    require_json(request)
    return await read_json(request, kind, "This is not what is taken here")
