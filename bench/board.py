"""What the commands of a large ladder cost: 10,000 bots, and as many matches as are asked for.

`python -m bench.board 1000000` fills a SQLite file in bulk with matches of 40 games and empty
records, and runs `table`, `bot` and `doctor` on it, each in a process of its own so that its peak
memory can be told. To rate them all would take long, so of the live ratings only the numbers of
matches and games are right, as `doctor` says.
"""

import io
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np
from rich.console import Console
from rich.table import Table
from sqlalchemy import Engine, event, insert, update

from ladder.cli.bots import bot
from ladder.cli.doctor import doctor
from ladder.cli.table import table
from ladder.log.entries import (
    ORGANISER,
    AnyBody,
    Entered,
    LogEntry,
    Planned,
    Played,
    kind_of,
    make_entry,
    result_of,
    write_body,
)
from ladder.log.versions import open_log
from ladder.matches import Player, read_division
from ladder.ratings.live import LIVE_MODEL
from ladder.ratings.rating import Rating
from ladder.store import schema
from ladder.store.database import find_url, open_engine, transaction
from ladder.store.derived import Derived, add_counts
from ladder.store.opening import create_store
from ladder.store.settings import keep_setting

BOTS, RESULTS, BATCH, GAMES = 10_000, 100_000, 10_000, 40
GAME, DIGEST = "six_nimmt", "0" * 64
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = [f"bot{number:05}@1" for number in range(BOTS)]


def bodies(results: int, bots: int) -> Iterator[AnyBody]:
    """Yield what follows the first entry: everybody comes in, then matches are planned and played.

    Strengths differ by a logit, and luck is Gumbel's.
    """
    for name in NAMES[:bots]:
        yield Entered(name, ORGANISER, DIGEST, ())
    rng = np.random.default_rng(1)
    skills = rng.normal(size=bots)
    for match in range(1, results + 1):
        seats = rng.choice(bots, 4, replace=False)
        luck = rng.gumbel(size=(GAMES, 4))
        ranks = 1 + np.argsort(np.argsort(-(skills[seats] + luck), axis=1), axis=1)
        players = tuple(NAMES[seat] for seat in seats)
        yield Planned(match, 1, GAME, players, DIGEST)
        yield played(match, players, tuple(map(tuple, ranks.tolist())))


def played(match: int, players: tuple[Player, ...], ranks: tuple[tuple[int, ...], ...]) -> Played:
    """Return the entry of a match of which nothing but the ranks matters."""
    return Played(
        match=match,
        season=1,
        game=GAME,
        options={},
        players=players,
        ranks=ranks,
        teams=(),
        scores=(-1, -2, -3, -4),
        forfeits=({}, {}, {}, {}),
        attempt=0,
        box="container",
        allow_missing=(),
        record=DIGEST,
    )


def fill(place: Path, results: int, bots: int = BOTS) -> None:
    """Make the ladder, many rows at a time."""
    opened = open_log([read_division(GAME)], GAMES, "10+0.1")
    with create_store(str(place), opened) as store:
        (last,) = store.entries()
    engine = open_engine(find_url(str(place)))
    following, rated = bodies(results, bots), dict[Player, Rating]()
    while batch := list(islice(following, BATCH)):
        entries: list[LogEntry] = []
        for body in batch:
            time_of = BEGIN + timedelta(seconds=last.number)
            last = make_entry(last.digest, last.number + 1, time_of, body)
            entries.append(last)
        insert_many(engine, entries, rated)
    end = {"number": last.number, "digest": last.digest, "matches": results}
    with transaction(engine) as connection:
        connection.execute(update(schema.head).values(**end))
        keep_setting(connection, Derived(last.number, last.number, LIVE_MODEL))
    engine.dispose()


def insert_many(engine: Engine, entries: list[LogEntry], rated: dict[Player, Rating]) -> None:
    """Insert entries, and what follows from them, as the store does one by one.

    `rated` has the ratings so far.
    """
    log, results, seen, records = [], [], [], []
    played: list[LogEntry] = []
    ratings: list[dict[str, object]] = []
    for entry in entries:
        when, body = entry.time.isoformat(), entry.body
        row = {"number": entry.number, "time": when, "digest": entry.digest}
        log.append(row | {"arrived": when, "kind": kind_of(body), "body": write_body(body)})
        if isinstance(body, Played):
            result = result_of(entry)
            row = {"number": entry.number, "match": body.match, "time": when, "season": 1}
            ranks = b"".join(map(bytes, result.ranks))
            own = {"game": GAME, "players": json.dumps(body.players), "ranks": ranks, "teams": b""}
            results.append(row | own | {"ordinal": body.match})
            records.append({"match": body.match, "content": b""})
            played.append(entry)
            for player in body.players:
                known = rated.get(player, Rating())
                rated[player] = Rating(25.0, 1.0, known.matches + 1, known.games + GAMES)
                matches = {"ordinal": rated[player].matches}
                seen.append({"player": player, "number": entry.number} | matches)
                key = {"season": 1, "game": GAME, "player": player, "number": entry.number}
                ratings.append({**key, **rated[player]._asdict(), "note": ""})
    with transaction(engine) as connection:
        for table, rows in (
            (schema.entries, log),
            (schema.results, results),
            (schema.appearances, seen),
            (schema.records, records),
            (schema.ratings, ratings),
        ):
            if rows:
                connection.execute(insert(table), rows)
        add_counts(connection, played)


def run(command: click.Command, place: str, *words: str) -> None:
    command.main([*words, f"--ladder={place}"], standalone_mode=False)


COMMANDS: dict[str, Callable[[str], object]] = {
    "table": lambda place: run(table, place),
    "table GAME --seats=4": lambda place: run(table, place, GAME, "--seats=4"),
    "table --json": lambda place: run(table, place, "--json"),
    "bot": lambda place: run(bot, place, "bot00000"),
    "doctor": lambda place: run(doctor, place),
}


def measure(name: str, place: str) -> tuple[float, float, int]:
    """Return seconds, MB at the most and the number of queries of a command."""
    queries = 0

    def note(*_: object) -> None:
        nonlocal queries
        queries += 1

    event.listen(Engine, "after_cursor_execute", note)
    begun = time.perf_counter()
    with redirect_stdout(io.StringIO()):
        COMMANDS[name](place)
    seconds = time.perf_counter() - begun
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, queries


def main() -> None:
    """Measure everything and print it."""
    results = int(sys.argv[1]) if len(sys.argv) > 1 else RESULTS
    console = Console()
    with TemporaryDirectory() as folder:
        place = Path(folder) / "ladder.db"
        begun = time.perf_counter()
        fill(place, results)
        size = place.stat().st_size / 1e6
        seconds = time.perf_counter() - begun
        console.print(
            f"{BOTS:,} bots, {results:,} matches of {GAMES} games: {size:,.0f} MB,"
            f" made in {seconds:.0f} s"
        )
        table = Table("command", "s", "MB at most", "queries", box=None)
        for name in COMMANDS:
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                spent, memory, queries = pool.submit(measure, name, str(place)).result()
            table.add_row(f"ladder {name}", f"{spent:.1f}", f"{memory:,.0f}", str(queries))
    console.print(table)


if __name__ == "__main__":
    main()
