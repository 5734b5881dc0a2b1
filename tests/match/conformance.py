"""Conformance suite of a match: no game tells anything about the cards of another one.

That holds between attempts at playing a match, too: what is played again is dealt again.

A game's own conformance (`arena.games.testing.conformance`) says what a seat is shown of the deal
of that game. A bot lives through a whole match, so here it is asked what it knows by then: it
remembers all that it was ever sent, and guesses. Every function of `CHECKS` takes a plan and its
games, and raises Nonconformance with a sentence if the plan's random seed keeps its secrets badly.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import StatisticsError, correlation
from typing import Any, Final, NamedTuple, TypeAlias

from arena.games import AnyGame, Deal, State
from arena.games.contract import Nonconformance
from arena.match.plan import MatchPlan, ScheduledGame, scheduled_games

# By how many standard errors chance may be beaten: by this many once in three million plans.
MOST_SURPLUS: Final = 5.0
# This many attempts at playing a match are looked at, one after the other.
ATTEMPTS: Final = 2

# Where a card lies: the number of the shuffle and the place in it; and which it is.
Known: TypeAlias = Mapping[tuple[int, int], int]


class Guesses(NamedTuple):
    """How many cards were guessed right, and how many would be by chance."""

    right: int
    expected: float
    variance: float

    @property
    def surplus(self) -> float:
        """By how many standard errors chance was beaten."""
        return (self.right - self.expected) / sqrt(self.variance) if self.variance else 0.0


def check_match(plan: MatchPlan) -> None:
    """Run all checks over a plan. Some dozens of games are needed to tell anything."""
    games = [
        scheduled for attempt in range(ATTEMPTS) for scheduled in scheduled_games(plan, attempt)
    ]
    for check in CHECKS:
        check(plan, games)


def check_no_deal_comes_twice(plan: MatchPlan, games: Sequence[ScheduledGame]) -> None:
    """All games begin with other cards in the places that somebody sees."""
    seen: dict[tuple[int, ...], ScheduledGame] = {}
    for scheduled, state in _opened(plan, games):
        first = seen.setdefault(_opening(plan, state), scheduled)
        if first is not scheduled and state.shuffles:
            raise Nonconformance(
                f"{_name(scheduled)} has the deal of {_name(first)}; each has its own"
            )


def _name(scheduled: ScheduledGame) -> str:
    return f"game {scheduled.number + 1} of attempt {scheduled.attempt}"


def check_deals_are_independent(plan: MatchPlan, games: Sequence[ScheduledGame]) -> None:
    """No deal goes together with an earlier one, with a bot's seed, or with who sits where."""
    opened = [state for _, state in _opened(plan, games)]
    orders = [_opening(plan, state) for state in opened]
    for lag in (1, 2, 3):
        _require_no_bond(f"those {lag} games before", zip(orders, orders[lag:], strict=False))
    for bot in range(len(plan.bots)):
        own = [scheduled.seeds[scheduled.seating.index(bot)] for scheduled in games]
        guessed = [_opening(plan, plan.start(Deal(int.from_bytes(seed, "big")))) for seed in own]
        _require_no_bond("those that a bot's own seed leads to", zip(orders, guessed, strict=True))
    seats = range(len(plan.bots))
    held = [[sum(_opening(plan, state, [seat])) for state in opened] for seat in seats]
    who = [[scheduled.seating[seat] for scheduled in games] for seat in seats]
    _require_no_bond("who sits where", zip(held, who, strict=True))


def check_what_was_seen_tells_nothing_of_later_games(
    plan: MatchPlan, games: Sequence[ScheduledGame]
) -> None:
    """A player that remembers every card of the earlier games guesses no better than by chance."""
    for found in guess_from_memory(plan, games):
        if found.surplus > MOST_SURPLUS:
            raise Nonconformance(
                f"who remembers the earlier games of the match names {found.right} hidden cards at"
                f" the beginning of a game, where chance names {found.expected:.1f}"
            )


CHECKS: Final[tuple[Callable[[MatchPlan, Sequence[ScheduledGame]], None], ...]] = (
    check_no_deal_comes_twice,
    check_deals_are_independent,
    check_what_was_seen_tells_nothing_of_later_games,
)


def guess_from_memory(plan: MatchPlan, games: Sequence[ScheduledGame]) -> list[Guesses]:
    """Play a match of random moves; before each game each bot guesses the cards that it cannot see.

    It guesses that they lie as in that earlier game of which most cards that it can see now lay in
    the same places.
    """
    memory: list[list[Known]] = [[] for _ in plan.bots]
    found: list[list[Guesses]] = [[] for _ in plan.bots]
    for scheduled, state in _opened(plan, games):
        for seat, bot in enumerate(scheduled.seating):
            found[bot].append(_guess(memory[bot], state, {*plan.game.unseen(state, seat)}))
        for seat, known in _play_and_watch(plan.game, state, Random(scheduled.number)):
            memory[scheduled.seating[seat]].append(known)
    return [Guesses(*map(sum, zip(*own, strict=True))) for own in found]


def _guess(memory: Iterable[Known], state: State[Any], unseen: set[tuple[int, int]]) -> Guesses:
    cards = {
        (shuffle, place): card
        for shuffle, order in enumerate(state.shuffles)
        for place, card in enumerate(order)
    }
    seen = cards.keys() - unseen
    known = max(
        memory, key=lambda one: sum(one.get(place) == cards[place] for place in seen), default={}
    )
    hidden = Counter((shuffle, cards[shuffle, place]) for shuffle, place in unseen)
    places = Counter(shuffle for shuffle, _ in unseen)
    right, expected, variance = 0, 0.0, 0.0
    for shuffle, place in unseen & known.keys():
        card = known[shuffle, place]
        chance = hidden[shuffle, card] / places[shuffle]
        right += card == cards[shuffle, place]
        expected += chance
        variance += chance * (1 - chance)
    return Guesses(right, expected, variance)


def _play_and_watch(game: AnyGame, state: State[Any], rng: Random) -> Iterator[tuple[int, Known]]:
    """Play a game to its end; yield what each seat had seen of its cards when it was last asked."""
    asked: dict[int, State[Any]] = {}
    while state.to_act:
        asked |= dict.fromkeys(state.to_act, state.copy())
        for seat in state.to_act:
            state.play(seat, rng.choice(state.legal(seat)))
    for seat, last in asked.items():
        unseen = {*game.unseen(last, seat)}
        yield (
            seat,
            {
                (shuffle, place): card
                for shuffle, order in enumerate(last.shuffles)
                for place, card in enumerate(order)
                if (shuffle, place) not in unseen
            },
        )


def _opened(
    plan: MatchPlan, games: Sequence[ScheduledGame]
) -> Iterator[tuple[ScheduledGame, State[Any]]]:
    """Deal the games."""
    for scheduled in games:
        yield scheduled, plan.start(scheduled.deal)


def _opening(
    plan: MatchPlan, state: State[Any], seats: Iterable[int] | None = None
) -> tuple[int, ...]:
    """Return the cards of the largest shuffle, in order, that these seats, or any, see at first.

    What nobody ever sees need not have been shuffled. A game without a shuffle has none.
    """
    if not state.shuffles:
        return ()
    largest = max(range(len(state.shuffles)), key=lambda number: len(state.shuffles[number]))
    seats = range(len(plan.bots)) if seats is None else seats
    hidden = set.intersection(*({*plan.game.unseen(state, seat)} for seat in seats))
    order = state.shuffles[largest]
    return tuple(card for place, card in enumerate(order) if (largest, place) not in hidden)


def _require_no_bond(what: str, pairs: Iterable[tuple[Sequence[int], Sequence[int]]]) -> None:
    """Nonconformance if the lists of the pairs go together more than by chance."""
    total, number = 0.0, 0
    for one, other in pairs:
        try:
            # Of n independent pairs of numbers it has a variance of 1 / (n - 1).
            total += correlation(one, other) * sqrt(len(one) - 1)
        except StatisticsError:  # one of them is always the same
            continue
        number += 1
    if abs(total) > MOST_SURPLUS * sqrt(number):
        raise Nonconformance(f"the deals of a match go together with {what}")
