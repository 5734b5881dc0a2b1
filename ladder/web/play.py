"""Play: the pages on which a visitor sits down at a table, and the same below `/api/v1/tables`.

`/agents.txt` tells programs how to play a whole game.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import Depends, Query, Request, Response
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
from ladder.web.access import current_asker, require_own_site
from ladder.web.cache import SnapshotCache
from ladder.web.faces import (
    FILE,
    MOST_NUMBER,
    OPEN,
    TEXT,
    Faces,
    Name,
    Sent,
    Word,
    answer,
    known_roster,
    read_texts,
    send_file,
)
from ladder.web.site import Page
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

# For programs that read a page and type commands: one whole game by curl.
_AGENTS: Final = """\
Play a card game here against bots. No token is needed; results count for nothing.
Games: {games}. Their rules in short are in the first text of a table.

1. Sit down. The answer has the name of your table, as TABLE below.

curl -s {address}api/v1/tables -H 'content-type: application/json' \\
  -d '{{"game": "{game}", "opponents": ["random"], "options": {{}}}}'

2. Read. It waits up to 25 s for what is newer than NUMBER, at first 0.
   The lines before the empty one are "number", "phase", and where you are asked "turn".
   The last line behind "legal: " has the moves that are legal.

curl -s '{address}api/v1/tables/TABLE?as=text&legal=true&after=NUMBER'

3. While the phase is "asking", answer with the number of the turn and a legal move.

curl -s {address}api/v1/tables/TABLE/moves -H 'content-type: application/json' \\
  -d '{{"turn": TURN, "move": "MOVE"}}'

4. Go on with 2, and the last "number", until the phase is "over" or "ended".

A bot that plays on the ladder is a program that is handed in: {address}take-part
All that can be asked as JSON: {address}api/v1/openapi.json
"""

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


def _choosing_page(
    snapshot: Snapshot, tables: PlayTables, name: str, wish: TableWish | None = None
) -> Page:
    """Return the page on which one chooses a game; of a game, against whom, and how."""
    values: dict[str, Any] = {"games": list_games(snapshot), "most": tables.most}
    values |= {"game": None, "levels": _LEVELS, "usual": _usual_number}
    values |= {"minute": read_minute, "find_example": find_example}
    if not name:
        return Page("play", "play", "Play", values, headers=_FRESH)
    game = find_game(find_game_name(snapshot.opened, name))
    opponents = list_opponents(known_roster(snapshot.store), game.name)
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
    asked = {"game": name}
    return Page("play", "play", f"Play {game.title}", values, asked, headers=_FRESH)


def _usual_number(game: str) -> int:
    """Return against how many opponents a game is played if nobody chooses."""
    return min(_USUAL_OPPONENTS, find_game(game).seats[-1] - 1)


def _table_page(table: PlayTable) -> Page:
    wish, game = table.wish, find_game(table.wish.game)
    rules = game.rules_in_short(len(wish.opponents) + 1, read_options(game, wish.options))
    values = {"table": table, "wish": wish, "rules": [*rules]}
    return Page(f"play/{table.name}", "table", game.title, values, layout="", headers=_FRESH)


async def _read_form(request: Request) -> TableWish:
    """Return what somebody has filled in. UserError if it is too much or no number."""
    form = await request.form(max_files=0, max_fields=100)
    texts = {name: text.strip() for name, text in read_texts(form).items() if text.strip()}
    opponents = [text for text in form.getlist("opponent") if isinstance(text, str) and text]
    try:
        games = int(texts.get("games", 1))
    except ValueError as error:
        raise UserError(f"A table plays 1 to {MOST_GAMES} games.") from error
    options = {
        name.removeprefix(_OPTION): text for name, text in texts.items() if name.startswith(_OPTION)
    }
    game, clock = texts.get("game", ""), texts.get("clock", "")
    return TableWish(game, tuple(opponents), options, games, clock)


# --- the routes ---


def add_tables(
    faces: Faces, cache: SnapshotCache, tables: PlayTables, reviews: TableReviews
) -> None:
    """Add the pages on which one sits down, and the tables to the API."""

    @faces.page("/agents.txt", OPEN)
    def agents(request: Request) -> Response:
        games = cache.current.games
        text = _AGENTS.format(games=", ".join(games), game=games[0], address=request.base_url)
        # The address is as the client knows it, so it is for this client alone.
        return Response(text, 200, _FRESH, media_type=TEXT)

    @faces.page("/play", OPEN)
    def choose(game: Word = "") -> Page:
        return _choosing_page(cache.current, tables, game)

    @faces.page("/play", OPEN, "POST")
    async def begin(request: Request) -> Page | Response:
        require_own_site(request)
        wish = await _read_form(request)
        try:
            table = await _open(cache, tables, wish, current_asker().visitor)
        except UserError as mistake:
            snapshot = cache.current
            game = wish.game if wish.game in snapshot.games else ""
            return _choosing_page(snapshot, tables, game, wish).refused(mistake)
        return RedirectResponse(f"play/{table.name}", 303)

    @faces.page("/play/{name}", OPEN)
    async def sit(name: Name, form: _Form = "page", legal: _Legal = False) -> Page | Response:
        table = tables.find(name)
        if form == "text":
            return _send_text(await table.after(0, _PATIENCE), legal=legal)
        return _table_page(table)

    @faces.on("POST", "/tables", OPEN, NewTable)
    async def lay(wish: Annotated[TableWish, Depends(Sent(TableWish, to_say=True))]) -> Response:
        """Sit down at a table and play against bots."""
        return _send(NewTable((await _open(cache, tables, wish, current_asker().visitor)).name))

    @faces.get("/tables/{name}", OPEN, TableState, or_text=True)
    async def look(
        name: Name,
        after: Annotated[int, Query(ge=0, le=MOST_NUMBER)] = 0,
        form: _DataForm = "json",
        *,
        legal: _Legal = False,
    ) -> Response:
        """The state of a seat; waits for one newer than after."""
        state = await tables.find(name).after(after, _PATIENCE)
        return _send_text(state, legal=legal) if form == "text" else _send(describe_state(state))

    async def find(name: Name) -> PlayTable:
        return tables.find(name)

    @faces.on("POST", "/tables/{name}/moves", OPEN, type(None))
    async def move(
        table: Annotated[PlayTable, Depends(find)],
        made: Annotated[TableMove, Depends(Sent(TableMove, to_say=True))],
    ) -> Response:
        """Answer the open question."""
        await table.answer(made.turn, made.move)
        return _send({})

    @faces.get("/tables/{name}/hint", OPEN, Hint)
    async def hint(name: Name, turn: Annotated[int, Query(ge=1, le=MOST_NUMBER)]) -> Response:
        """A move for the open question, estimated as reviews do."""
        return _send(await tables.find(name).hint(turn))

    @faces.on("DELETE", "/tables/{name}", OPEN, type(None))
    async def leave(name: Name) -> Response:
        """Leave a table: the match ends."""
        await tables.leave(tables.find(name))
        return _send({})

    @faces.get("/tables/{name}/replay", OPEN, ReplayData)
    def replay(name: Name) -> Response:
        """The replay of a match that is over."""
        table = tables.find(name)
        found = table.reviewed.content if table.reviewed else b""

        def make() -> bytes:
            reviewed = unpack_reviews(found) if found else ()
            return msgspec.json.encode(describe_replay(_record_of(table), reviewed))

        # Only its review changes what is told of a match that is over.
        body = cache.answers.get(f"table {name}", len(found), make)
        return Response(body, 200, _FRESH, media_type="application/json")

    @faces.on("POST", "/tables/{name}/review", OPEN, TableReview)
    async def review(name: Name) -> Response:
        """Have your moves of a match that is over be reviewed; ask until it is done."""
        done = await reviews.review(tables.find(name), current_asker().visitor, _PATIENCE)
        return _send(TableReview(done))

    @faces.get("/tables/{name}/record", OPEN, FILE)
    def record(name: Name) -> Response:
        """The record of a match that is over, for arena replay."""
        sent = send_file(pack_record(_record_of(tables.find(name))), "table.record")
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
    return Response(tell_table(state, legal=legal), 200, _FRESH, media_type=TEXT)


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
    return answer(value, headers=_FRESH)
