"""Seconds for which matches wait for bots: who is charged with them, and who is held back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

from arena.runner.referee_process import Event, GamePlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.log.entries import ORGANISER, AnyBody, Entered, Frozen, Joined, SeasonBegun
from ladder.log.proof import count_waits, prove
from ladder.matches import Division, Player, name_of
from ladder.matchmaking.endless import endless
from ladder.matchmaking.field import Field
from ladder.matchmaking.formats import Format
from ladder.matchmaking.history import History
from ladder.matchmaking.meet_all import Gauntlet, RoundRobin
from ladder.matchmaking.swiss import Swiss
from ladder.queries.shares import ShareUsed, read_shares
from ladder.season.executor import MatchTask
from ladder.season.jobs import MatchBegun, RatedMatch, SeasonEvent
from ladder.season.state import read_state
from ladder.shares import EQUAL_SHARES, LEAST_SECONDS, ChargedSeconds, find_most
from ladder.store import schema
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder import ladders
from tests.ladder.fields import GOATS, NIMMT, field_of, plan
from tests.ladder.scripted import (
    PAIRS,
    VOID,
    Scripted,
    follow,
    make_ladder,
    make_season,
    players_of,
)

DAY = 24 * 3600.0
QUADS = Division("six_nimmt", {}, (4,))
# Of each author a bot, and two of the author that sleeps; the organiser's own are nobody's.
BOTS = ("ada@1", "bob@1", "eve@1", "mallory@1", "mallory2@1")


def author(player: Player) -> str | None:
    return None if player.startswith("sample") else name_of(player).rstrip("2")


def field(
    charged: Mapping[str, float], players: Sequence[Player] = BOTS, *divisions: Division
) -> Field:
    made = field_of(players, *(divisions or (PAIRS,)), author=author)
    return replace(made, charged=charged)


def authors_of(chosen: Field, choose: Format = endless, matches: int = 12) -> set[str | None]:
    return {
        author(player)
        for pairing in plan(choose, chosen, History(), matches)
        for player in pairing.players
    }


# --- the choice ---


def test_who_had_more_than_twice_an_equal_share_is_held_back_while_others_can_be_played() -> None:
    honest = {"ada": 100.0, "bob": 100.0, "eve": 100.0}
    # Of 4 authors; twice a fourth of 600 are 300.
    assert "mallory" in authors_of(field({**honest, "mallory": 300.0}))
    assert authors_of(field({**honest, "mallory": 301.0})) == {"ada", "bob", "eve"}


def test_several_are_held_back_at_once() -> None:
    players = (*BOTS, "joe@1", "kim@1", "lee@1")
    held = field({"ada": 400.0, "mallory": 400.0, "joe": 10.0}, players)
    assert authors_of(held) == {"bob", "eve", "joe", "kim", "lee"}


def test_who_is_held_back_plays_where_no_others_can() -> None:
    charged = {"mallory": 1000.0}
    assert "mallory" in authors_of(field(charged, BOTS, QUADS))
    with_samples = (*BOTS, "sample@1")
    assert authors_of(field(charged, with_samples, QUADS)) == {"ada", "bob", "eve", None}


def test_of_two_authors_neither_is_held_back() -> None:
    players = ("ada@1", "mallory@1", "sample1@1", "sample2@1")
    assert "mallory" in authors_of(field({"mallory": 1e6}, players))
    assert "mallory" in authors_of(field({"mallory": 1e6}, players[1:]))


def test_nobody_is_held_back_for_a_minute_in_a_day() -> None:
    assert find_most({"ada": 1.0}, 10) == LEAST_SECONDS
    assert "mallory" in authors_of(field({"mallory": LEAST_SECONDS}))
    assert "mallory" not in authors_of(field({"mallory": LEAST_SECONDS + 1}))


def test_an_author_whose_bots_play_no_more_is_none_of_those_who_share() -> None:
    # Of three that play, twice a third of 400 are 266; of four it would be 200.
    charged = {"gone": 150.0, "mallory": 250.0}
    assert "mallory" in authors_of(field(charged, ("ada@1", "bob@1", "mallory@1")))


@pytest.mark.parametrize("choose", [RoundRobin(2), Swiss(3), Gauntlet("ada@1", 2)])
def test_no_format_that_ends_holds_anybody_back(choose: Format) -> None:
    honest, greedy = field({}), field({"mallory": 1e6})
    assert "mallory" in authors_of(greedy, choose, 30)
    pairings = [list(plan(choose, one, History(), 30)) for one in (honest, greedy)]
    assert pairings[0] == pairings[1]


def test_the_choice_depends_on_what_it_is_given_alone() -> None:
    players, charged = (*BOTS, "joe@1"), {"mallory": 1000.0, "ada": 10.0}
    one, other = (
        list(plan(endless, field(charged, players, NIMMT, GOATS), History(), 40)) for _ in "ab"
    )
    assert one == other
    # Who has no more than a share changes nothing.
    equal = dict.fromkeys(("ada", "bob", "eve", "mallory", "joe"), 1000.0)
    without = list(plan(endless, field({}, players, NIMMT, GOATS), History(), 40))
    assert list(plan(endless, field(equal, players, NIMMT, GOATS), History(), 40)) == without


# --- what is charged ---


def test_answers_are_charged_by_the_wall_without_waiting_for_a_cpu() -> None:
    game = rec.GameRecord(
        seating=[1, 0],
        entries=[
            rec.Entry(seat=0, wall_us=3_000_000, waited_us=1_000_000, cpu_us=1),
            rec.Entry(seat=1, wall_us=250_000),
            rec.Entry(seat=0, wall_us=500_000, verdict=rec.VERDICT_ILLEGAL),
            rec.Entry(seat=0, fallback=True),
        ],
        forfeits=[rec.Forfeit(seat=1, wall_us=30_000_000, waited_us=2_000_000)],
    )
    assert count_waits(["a@1", "b@1"], [game, game]) == {"a@1": 56.5, "b@1": 5.0}


def test_what_is_older_than_a_day_is_charged_no_more() -> None:
    waits = ChargedSeconds()
    waits.add(0.0, {"ada@1": 5.0, "bob@1": 1.0})
    waits.add(10.0, {"ada@1": 2.0})
    assert waits.within_day(DAY - 1) == {"ada@1": 7.0, "bob@1": 1.0}
    assert waits.within_day(DAY) == {"ada@1": 2.0, "bob@1": 0.0}


class Waiting(Scripted):
    """Takes this many seconds for each game with a bot of mallory, and tells each that is over.

    A look takes a second of the season's clock. No match of mallory ends `before` that says so.
    """

    def __init__(
        self, *script: MatchVoid | None, seconds: float = 20.0, before: float = 0.0
    ) -> None:
        super().__init__(*script)
        self.now = 0.0
        self.seconds = seconds
        self.before = before
        self._late: list[tuple[str, Event]] = []

    def start(self, task: MatchTask) -> None:
        super().start(task)
        name, last = self._events.pop()
        record = self._record(rec.Plan.FromString(task.plan), task.attempt)
        self._events.extend((name, GamePlayed(game)) for game in record.games)
        is_theirs = any(player.startswith("mallory") for player in players_of(task))
        (self._late if is_theirs else self._events).append((name, last))

    def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
        record = super()._record(plan, attempt)
        bots = [bot.name for bot in record.plan.bots]
        for game in record.games:
            for seat, bot in enumerate(game.seating):
                if bots[bot].startswith("mallory"):
                    first = next(one for one in game.entries if one.seat == seat)
                    first.wall_us = round(self.seconds * 1e6)
        return record

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        self.now += 1
        if not self._events and self.now >= self.before:
            self._events.extend(self._late)
            self._late.clear()
        return super().wait(limit)


def enter(store: Store, *players: Player) -> None:
    for player in players:
        own = author(player) or ORGANISER
        if own not in {*store.roster().authors, ORGANISER}:
            store.append(Joined(own))
        store.enter(Entered(player, own, ladders.files_like(player)[0], ()), b"packed")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with make_ladder(tmp_path) as made:
        enter(made, *BOTS)
        yield made


def season_of(
    store: Store, executor: Waiting, matches: int, parallel: int = 1
) -> Iterator[SeasonEvent]:
    season = make_season(store, executor, parallel=parallel, now=lambda: executor.now)
    return follow(season, matches)


def with_mallory(events: Iterable[SeasonEvent]) -> list[bool]:
    """Say of each rated match that was begun whether it has a bot of mallory."""
    begun = [event.job for event in events if isinstance(event, MatchBegun)]
    rated = [job for job in begun if isinstance(job, RatedMatch)]
    return [any(player.startswith("mallory") for player in job.players) for job in rated]


def test_a_season_deals_no_more_matches_to_who_sleeps_until_a_day_is_over(store: Store) -> None:
    executor, chosen = Waiting(), list[bool]()
    for event in season_of(store, executor, 24):
        chosen += with_mallory([event])
        if len(chosen) == 12 and executor.now < DAY:
            executor.now += DAY
    assert sum(chosen[:12]) == 1
    assert any(chosen[12:17])
    assert sum(chosen[12:]) <= 2


def test_the_next_season_knows_what_was_charged_before(store: Store) -> None:
    first = with_mallory(season_of(store, Waiting(), 10))
    assert sum(first) == 1
    assert not any(with_mallory(season_of(store, Waiting(seconds=0.0), 10)))
    with store.connections.writing() as here:
        old = (datetime.now(UTC) - timedelta(days=1, hours=1)).isoformat()
        here.connection.execute(update(schema.results).values(time=old))
    assert any(with_mallory(season_of(store, Waiting(seconds=0.0), 10)))


def test_games_that_are_over_are_charged_while_their_match_is_played(store: Store) -> None:
    for pair in (["mallory@1", "ada@1"], ["bob@1", "eve@1"]):
        ladders.queue(store, ladders.plan_match(store, pair, PAIRS))
    executor = Waiting(before=100.0)
    events = season_of(store, executor, 10, parallel=2)
    chosen = [theirs for event in events for theirs in with_mallory([event])]
    assert chosen == [True] + [False] * 9


def test_a_void_charges_nobody(store: Store) -> None:
    ladders.queue(store, ladders.plan_match(store, ["mallory@1", "ada@1"], PAIRS))
    # Three attempts at a match of four games come to 120 seconds, the one that counts to 40.
    executor = Waiting(VOID, VOID, seconds=10.0)
    chosen = with_mallory(season_of(store, executor, 4))
    assert chosen[:3] == [True] * 3
    assert any(chosen[3:])
    assert executor.matches()[:3] == [1, 1, 1]


@pytest.mark.parametrize(
    ("bodies", "held"),
    [
        ([SeasonBegun(2, "endless", ())], True),
        ([SeasonBegun(2, "endless", ()), Frozen(frozen=True)], False),
        ([Frozen(frozen=True), SeasonBegun(2, "endless", (), by="")], False),
        ([Frozen(frozen=True)], True),
        ([SeasonBegun(2, "swiss 3", ())], False),
    ],
    ids=["another season", "a final", "a final after a deadline", "a deadline", "a written format"],
)
def test_nobody_is_held_back_in_a_final(
    store: Store, bodies: Sequence[AnyBody], held: bool
) -> None:
    store.append(*bodies)
    state = read_state(store)
    assert state.roster.shares_time is held
    pairings = [
        endless(state.field((), {"mallory": 1e6}), state.history, Random(seed))
        for seed in range(20)
    ]
    theirs = {author(player) for one in pairings if one for player in one.players}
    assert ("mallory" not in theirs) is held


# --- what is kept, and told ---


def finish(store: Store, players: Sequence[Player], seconds: Mapping[Player, float]) -> None:
    """Play a match of these, the first answer of each of whose games takes so long."""
    planned = ladders.plan_match(store, players, PAIRS)
    record = ladders.play(planned)
    for game in record.games:
        for seat, bot in enumerate(game.seating):
            first = next(one for one in game.entries if one.seat == seat)
            first.wall_us = round(1e6 * seconds[players[bot]])
    assert store.finish(ladders.queue(store, planned).match, prove(record)) is not None


@pytest.mark.parametrize(
    "place", ["sqlite", pytest.param("postgresql", marks=pytest.mark.real)], indirect=True
)
def test_what_was_waited_is_kept_with_the_results(place: str) -> None:
    with ladders.make_ladder(place, divisions=[PAIRS]) as store:
        enter(store, *BOTS)
        finish(store, ["mallory@1", "ada@1"], {"mallory@1": 20.0, "ada@1": 0.5})
        finish(store, ["mallory@1", "bob@1"], {"mallory@1": 10.0, "bob@1": 0.25})
    with open_store(place) as again:
        ends = [result.time for result in again.results()]
        first, second = again.waits(datetime.now(UTC) - timedelta(hours=1))
        assert first == (ends[0], {"mallory@1": 80.0, "ada@1": 2.0})
        assert second == (ends[1], {"mallory@1": 40.0, "bob@1": 1.0})
        assert list(again.waits(datetime.now(UTC))) == []


def waited(store: Store, name: str) -> ShareUsed:
    (found,) = [one for one in read_shares(store, name) if one.what.startswith("seconds that")]
    return found


def test_what_samples_take_is_charged_to_nobody(store: Store) -> None:
    enter(store, "sample@1")
    finish(store, ["sample@1", "ada@1"], {"sample@1": 30.0, "ada@1": 1.0})
    charged = store.roster().charge([{"sample@1": 30.0, "ada@1": 1.0}, {"ada@1": 2.0}])
    assert charged == {"ada": 3.0}
    assert waited(store, "ada").most == LEAST_SECONDS


def test_an_author_is_shown_what_was_waited_and_how_much_that_may_be(store: Store) -> None:
    finish(store, ["mallory@1", "ada@1"], {"mallory@1": 30.0, "ada@1": 20.0})
    what = "seconds that matches waited for bots in 24 hours"
    # Of 4 authors; twice a fourth of 200.
    assert waited(store, "mallory") == ShareUsed(what, 120, round(EQUAL_SHARES * 200 / 4))
    assert waited(store, "eve") == ShareUsed(what, 0, 100)
    store.append(SeasonBegun(2, "round-robin 1", ()))
    assert waited(store, "mallory").most == 0
