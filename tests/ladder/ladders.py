"""Ladders for tests: made at once, with real records of matches that no program has played."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import read_plan
from arena.v1 import record_pb2 as rec
from ladder.log import versions
from ladder.log.entries import ORGANISER, AnyBody, Entered, LogEntry, Opened, make_entry
from ladder.log.proof import prove
from ladder.matches import Division, name_of, read_division
from ladder.matchmaking.endless import endless
from ladder.matchmaking.pairing import Pairing, games_of
from ladder.queue.plans import Queued, make_match_plan
from ladder.season.state import read_state
from ladder.store.database import find_url
from ladder.store.opening import create_store
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from tests.match.playing import RandomConnection

SHORT = read_division("six_nimmt limit=none rounds=1 seats=2,3")
TEAMS = read_division("tonton teams=true")
FILES = pack_folder(SAMPLES / "first")
DIGEST = open_bot(SAMPLES / "first").digest


@cache
def files_like(name: str) -> tuple[str, bytes]:
    """Return a bot that plays like `first` and has files of its own: their digest, and packed."""
    with TemporaryDirectory() as parent:
        folder = Path(parent) / "bot"
        copytree(SAMPLES / "first", folder)
        (folder / "NAME").write_text(name)
        return open_bot(folder).digest, pack_folder(folder)


CLOCK = "10+0.1"


def open_log(*divisions: Division, games_a_match: int = 4, clock: str = CLOCK) -> Opened:
    """Return the first entry of a ladder, by default of short matches."""
    return versions.open_log(divisions, games_a_match, clock)


def make_ladder(
    place: str | Path,
    *names: str,
    divisions: Iterable[Division] = (SHORT,),
    games_a_match: int = 4,
    clock: str = CLOCK,
) -> Store:
    """Make a ladder with bots of the organiser's; the first of them is the sample `first`."""
    opened = open_log(*divisions, games_a_match=games_a_match, clock=clock)
    store = create_store(str(place), opened)
    for number, name in enumerate(names):
        digest, content = files_like(name) if number else (DIGEST, FILES)
        store.enter(Entered(f"{name}@1", ORGANISER, digest, ()), content)
    return store


def patient_place(place: str, seconds: float) -> str:
    """Return the place of a ladder whose writers wait for each other for so long."""
    url = find_url(place).update_query_dict({"timeout": f"{seconds:g}"})
    return url.render_as_string(hide_password=False)


def forge(store: Store, *bodies: AnyBody) -> None:
    """Write entries into the log that its rulebook may have something against."""
    with store.connections.writing() as here:
        for body in bodies:
            state = here.state
            here.add(make_entry(state.digest, state.number + 1, datetime.now(UTC), body))
        here.set_head()


def enter_files(store: Store, name: str, folder: Path) -> None:
    """Enter a bot with these files and one of its own, since equal files come in once."""
    with TemporaryDirectory() as parent:
        own = Path(parent) / "bot"
        copytree(folder, own)
        (own / "NAME").write_text(name)
        entered = Entered(f"{name}@1", ORGANISER, open_bot(own).digest, ())
        store.enter(entered, pack_folder(own))


def plan_match(store: Store, players: Sequence[str] = (), division: Division = SHORT) -> rec.Plan:
    """Return the plan of a match of these, or of anyone who is next."""
    state = read_state(store)
    if players:
        games = games_of(len(players), store.opened().games_a_match)
        return make_match_plan(state.opened, state.roster, Pairing(division, tuple(players), games))
    pairing = endless(state.field(), state.history, Random(store.head()[0]))
    assert pairing is not None
    return make_match_plan(state.opened, state.roster, pairing)


def play(plan: rec.Plan, erring: Iterable[str] = (), attempt: int = 0) -> rec.Record:
    """Play a match; these bots err again and again."""
    plan.box = plan.box or "container"
    connect: list[Callable[[], Connection]] = [
        partial(RandomConnection, bot.name, float(name_of(bot.name) in {*erring}), took=1e-6)
        for bot in plan.bots
    ]
    return asyncio.run(play_match(read_plan(plan), connect, lambda _: None, attempt=attempt))


def play_on(store: Store, matches: int, erring: Iterable[str] = ()) -> list[LogEntry]:
    """Plan and play this many matches."""
    return [finish(store, plan_match(store), erring) for _ in range(matches)]


def finish(store: Store, plan: rec.Plan, erring: Iterable[str] = ()) -> LogEntry:
    """Put a match in the queue, play it, and put it into the log."""
    entry = store.finish(queue(store, plan).match, prove(play(plan, erring)))
    assert entry is not None
    return entry


def queue(store: Store, plan: rec.Plan) -> Queued:
    """Put a match in the queue of a ladder that is not paused."""
    return store.plan(store.roster().season, plan)


def void(store: Store, match: int, reason: str) -> None:
    """Have the attempt at a match that goes on be void."""
    (queued,) = [one for one in store.queue() if one.match == match]
    store.void(match, queued.attempt, reason, queued.players)
