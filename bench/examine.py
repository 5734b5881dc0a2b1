"""Looks a ladder through after the worst: whether all of its log, and only that, is there."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import select

from arena.errors import UserError
from arena.match.record import digest_of, unpack_record
from arena.match.replay import verify
from ladder.log.entries import Cancelled, Played
from ladder.log.file import read_log, write_log
from ladder.log.proof import conclude
from ladder.queries.health import Examination
from ladder.store import schema
from ladder.store.database import find_url, open_engine, reading
from ladder.store.opening import open_store
from ladder.store.store import Store


def find_losses(place: str) -> Iterator[str]:
    """Yield in a sentence each what is not as it has to be, with nothing left in the queue."""
    with open_store(place) as store:
        try:
            bodies = [entry.body for entry in read_log(write_log(store.entries()))]
        except UserError as mistake:
            yield str(mistake)
            return
        yield from (
            f"{one.name}: {one.text}" for one in Examination(store).findings() if not one.ok
        )
        yield from (f"match {planned.match} is in the queue" for planned in store.queue())
        yield from _shown(place)
        played = [body for body in bodies if isinstance(body, Played)]
        cancelled = [body.match for body in bodies if isinstance(body, Cancelled)]
        yield from _not_once([*(body.match for body in played), *cancelled], _planned(place))
        for body in played:
            yield from _differs(store, body)
        if [int(result.match) for result in store.results()] != [body.match for body in played]:
            yield "the results are not those of the log"
        if len(list(store.records())) != len(played):
            yield "there are other records than those of the log"


def _shown(place: str) -> Iterator[str]:
    """Yield which games are shown as if their match were being played."""
    engine = open_engine(find_url(place))
    with reading(engine) as connection:
        for row in connection.execute(select(schema.live_games)):
            yield f"game {row.number} of match {row.match} is shown as live"
    engine.dispose()


def _planned(place: str) -> int:
    """Return how many matches were ever planned."""
    engine = open_engine(find_url(place))
    with reading(engine) as connection:
        planned = connection.execute(select(schema.head.c.matches)).scalar_one()
    engine.dispose()
    return int(planned)


def _not_once(logged: list[int], planned: int) -> Iterator[str]:
    times = Counter(logged)
    for match in {*range(1, planned + 1), *times}:
        if times[match] != 1 or match > planned:
            yield f"match {match} of {planned} is in the log {times[match]} times"


def _differs(store: Store, body: Played) -> Iterator[str]:
    """Play a match's record again, and draw the same conclusions from it."""
    content = store.record(body.match)
    if content is None:
        yield f"match {body.match} has no record"
        return
    try:
        record = unpack_record(content, f"match {body.match}")
        verify(record)
    except UserError as mistake:
        yield f"match {body.match}: {mistake}"
        return
    if conclude(body.match, body.season, record, digest_of(content)) != body:
        yield f"match {body.match} does not lead to what the log says of it"


def processes_with(text: str) -> list[int]:
    """Return the processes that have a text in their environment or their command."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                said = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
            except OSError:  # it has ended, or is not ours
                continue
            if text.encode() in said:
                found.append(int(process.name))
    return found
