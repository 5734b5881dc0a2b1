import math
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from statistics import fmean
from typing import Any

import pytest
from arena_sdk import Turn, timing
from arena_sdk.timing import LARGEST_PART, TimeManager, decisions_to_come

from arena.games import Deal, State, find_game
from arena.games.messages import make_turn
from arena.v1 import arena_pb2 as pb

GAME = find_game("tonton")


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """Return the time, which is a millisecond later whenever somebody looks at either clock."""
    seconds = count(step=0.001)
    for name in ("process_time", "perf_counter"):
        monkeypatch.setattr(timing, name, lambda: next(seconds))
    return lambda: next(seconds)


def clock(bank: float, increment: float, kind: Any = pb.CLOCK_KIND_CPU) -> pb.Clock:
    return pb.Clock(bank_ms=round(bank * 1000), increment_ms=round(increment * 1000), kind=kind)


def ask(state: State[Any], seconds: float = 1.0) -> Turn[Any, Any, Any]:
    message = make_turn(GAME, state, state.to_act[0])
    message.time_left_us = round(seconds * 1e6)
    return Turn(GAME, message)


def start() -> State[Any]:
    state: State[Any] = GAME.start(3, Deal(3), GAME.Options())
    return state


def questions_of(seat: int) -> Iterator[State[Any]]:
    """Play a game at random, and return it whenever a seat is asked."""
    state, rng = start(), Random(1)
    while state.to_act:
        mover = state.to_act[0]
        if mover == seat:
            yield state
        state.play(mover, rng.choice(state.legal(mover)))


def has_choice(state: State[Any]) -> bool:
    return len(state.legal(state.to_act[0])) > 1


@pytest.mark.parametrize("increment", [0.01, 0.2])
@pytest.mark.parametrize("part", [0.2, 1.0])
def test_a_game_takes_its_part_of_the_clock_and_not_more(
    part: float, increment: float, now: Callable[[], float]
) -> None:
    left, spent = 1.0, []
    time = TimeManager(clock(left, increment), part)
    turns = 0
    for state in questions_of(0):
        left, turns = left + increment, turns + 1
        began = now()
        for _ in time.share(ask(state, left), Random(turns)):
            pass
        spent.append(now() - began)
        left -= spent[-1]
        assert left > 0
    whole = part * (1 + turns * increment)
    assert 0.5 * whole < sum(spent) < whole + 0.15
    # It is shared: no decision took more than a few times its due.
    assert max(spent) < 0.4 * whole


def test_decisions_to_come_count_this_one_and_those_with_a_choice() -> None:
    states = [state.copy() for state in questions_of(0) if has_choice(state)]
    first = [decisions_to_come(ask(states[0]), Random(seed)) for seed in range(20)]
    assert fmean(first) == pytest.approx(len(states), rel=0.25)
    last = [state.copy() for state in questions_of(0)][-1]
    assert decisions_to_come(ask(last), Random(1)) == 1


def test_a_turn_without_a_choice_and_one_without_time_get_none() -> None:
    forced = next(state.copy() for state in questions_of(0) if not has_choice(state))
    assert not [*TimeManager(clock(10, 0.1)).share(ask(forced, 10), Random(1))]
    assert not [*TimeManager(clock(10, 0.1)).share(ask(start(), 0.0), Random(1))]


def test_who_has_used_its_part_up_gets_none() -> None:
    assert not [*TimeManager(clock(10, 0), 0.1).share(ask(start(), 8.9), Random(1))]


def test_a_clock_of_increments_alone_is_not_overdrawn(now: Callable[[], float]) -> None:
    began = now()
    assert [*TimeManager(clock(0, 0.05)).share(ask(start(), 0.05), Random(1))]
    assert now() - began < 0.05


def test_on_a_wall_clock_it_stops_by_the_wall(now: Callable[[], float]) -> None:
    began = now()
    counted = TimeManager(clock(1, 0, pb.CLOCK_KIND_WALL)).share(ask(start(), 1.0), Random(1))
    assert [*counted]
    assert now() - began < LARGEST_PART


def test_where_its_cpu_time_stands_still_it_stops_by_three_times_the_wall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timing, "process_time", lambda: 0.0)
    counted = TimeManager(clock(1, 0)).share(ask(start(), 1.0), Random(1))
    # A millisecond each.
    assert 100 < len([*islice(counted, 5000)]) < 3000 * LARGEST_PART


def test_without_a_clock_it_takes_what_the_usual_one_would_give(now: Callable[[], float]) -> None:
    began = now()
    time = TimeManager(pb.Clock(kind=pb.CLOCK_KIND_NONE), 0.1)
    assert [*time.share(ask(start(), 0.0), Random(1))]
    assert 0.01 < now() - began < 1


@pytest.mark.parametrize("part", [0, -1, 1.5, math.nan])
def test_a_part_that_is_none_is_refused(part: float) -> None:
    with pytest.raises(ValueError, match="more than 0 and at most 1"):
        TimeManager(clock(1, 0), part)


def test_whose_part_is_used_up_early_still_thinks_for_half_of_an_increment() -> None:
    # A tenth of the clock is 1 s, and 5 are gone.
    time = TimeManager(clock(10, 0.1), 0.1)
    looks = [*time.share(ask(start(), 5.0), Random(1))]
    assert 0 < len(looks) <= 5
