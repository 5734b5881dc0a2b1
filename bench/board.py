"""What the commands of a large ladder cost: 10,000 entrants, and as many results as are asked for.

`python -m bench.board 1000000` fills a SQLite file in bulk, with empty records, and runs `table`,
`bot` and `doctor` on it, each in a process of its own so that its peak memory can be told. The live
ratings are kept as a season keeps them, a thousand results before the end.
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

from rich.console import Console
from rich.table import Table
from sqlalchemy import Engine, event, insert, update

from bench.fold import matches
from ladder.cli.bot import show_bot
from ladder.cli.doctor import show_health
from ladder.cli.init import read_division
from ladder.cli.table import show_table
from ladder.log import AnyBody, Entered, Entry, Opened, Played, kind_of, make_entry, write_body
from ladder.ratings.checkpoint import write
from ladder.ratings.live import Rating, fold
from ladder.store import schema
from ladder.store.database import find_url, open_engine, writing
from ladder.store.opening import create_store, open_store

ENTRANTS, RESULTS, BATCH, REST = 10_000, 100_000, 10_000, 1_000
GAME, DIGEST = "six_nimmt", "0" * 64
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
EVERYTHING = {"seats": None, "as_of": None, "without": (), "versions": False}


def bodies(results: int) -> Iterator[AnyBody]:
    """Yield what follows the first entry."""
    for number in range(ENTRANTS):
        yield Entered(f"bot{number:05}@1", DIGEST, ())
    for one in islice(matches(ENTRANTS, seed=1), results):
        players = tuple(player for (player,) in one.teams)
        teams, scores = tuple(range(4)), (-1, -2, -3, -4)
        forfeits: tuple[dict[str, int], ...] = ({}, {}, {}, {})
        yield Played(one.number, GAME, {}, players, teams, one.ranks, scores, forfeits, 40, DIGEST)


def fill(place: Path, results: int) -> None:
    """Make the ladder, many rows at a time."""
    opened = Opened((read_division(GAME),), 40, "10+0.1")
    with create_store(str(place), opened) as store:
        (last,) = store.entries()
    engine = open_engine(find_url(str(place)))
    following = bodies(results)
    while batch := list(islice(following, BATCH)):
        entries: list[Entry] = []
        for body in batch:
            time_of = BEGIN + timedelta(seconds=last.number)
            last = make_entry(last.digest, last.number + 1, time_of, body)
            entries.append(last)
        insert_many(engine, entries)
    end = {"number": last.number, "digest": last.digest, "matches": results}
    with writing(engine) as connection:
        connection.execute(update(schema.head).values(**end))
    engine.dispose()
    with open_store(str(place)) as store:
        kept = max(0, results - REST)
        # To rate a million would take minutes; who has how many matches is what a board needs.
        few = fold(islice(matches(ENTRANTS, seed=1), min(kept, BATCH)))
        known = {
            (f"bot{number:05}@1", GAME): few.get((f"bot{number:05}@1", GAME), Rating())
            for number in range(ENTRANTS)
        }
        store.keep_checkpoint(1 + ENTRANTS + kept, write(known), 1 + ENTRANTS)


def insert_many(engine: Engine, entries: list[Entry]) -> None:
    """Insert entries, and what follows from them, as the store does one by one."""
    log, results, seen, records = [], [], [], []
    for entry in entries:
        when, body = entry.time.isoformat(), entry.body
        row = {"number": entry.number, "time": when, "digest": entry.digest}
        log.append(row | {"kind": kind_of(body), "body": write_body(body)})
        if isinstance(body, Played):
            teams = json.dumps([[player] for player in body.players])
            row = {"number": entry.number, "match": body.match, "time": when, "game": GAME}
            results.append(row | {"teams": teams, "ranks": json.dumps(body.ranks)})
            seen += [{"player": player, "number": entry.number} for player in body.players]
            records.append({"match": body.match, "content": b""})
    with writing(engine) as connection:
        for table, rows in (
            (schema.entries, log),
            (schema.results, results),
            (schema.appearances, seen),
            (schema.records, records),
        ):
            if rows:
                connection.execute(insert(table), rows)


COMMANDS: dict[str, Callable[[str], object]] = {
    "table": lambda place: show_table(place, None, EVERYTHING, as_json=False),
    "table --json": lambda place: show_table(place, None, EVERYTHING, as_json=True),
    "bot": lambda place: show_bot(place, "bot00000", None, as_json=False),
    "doctor": lambda place: show_health(place, as_json=False),
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
            f"{ENTRANTS:,} entrants, {results:,} results: {size:,.0f} MB, made in {seconds:.0f} s"
        )
        table = Table("command", "s", "MB at most", "queries", box=None)
        for name in COMMANDS:
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                spent, memory, queries = pool.submit(measure, name, str(place)).result()
            table.add_row(f"ladder {name}", f"{spent:.1f}", f"{memory:,.0f}", str(queries))
    console.print(table)


if __name__ == "__main__":
    main()
