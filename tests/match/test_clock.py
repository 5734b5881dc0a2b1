from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UserError
from arena.match.clock import (
    GRACE,
    NO_CLOCK,
    Clock,
    ClockKind,
    Spent,
    TimeControl,
    clock_message,
    parse_time_control,
    read_clock,
)


def test_a_seat_may_spend_its_bank_and_one_increment() -> None:
    assert Clock(TimeControl(10, 0.5)).left == 10.5


def both(seconds: float) -> Spent:
    return Spent(wall=seconds, cpu=seconds)


def test_what_an_increment_leaves_goes_to_the_bank() -> None:
    clock = Clock(TimeControl(10, 0.5))
    assert not clock.spend(both(0.2))
    assert clock.left == pytest.approx(10.8)


def test_an_answer_within_the_grace_counts_but_leaves_nothing_of_the_bank() -> None:
    clock = Clock(TimeControl(1, 0.5))
    assert not clock.spend(both(1.5 + GRACE / 2))
    assert clock.left == 0.5


@pytest.mark.parametrize("kind", [ClockKind.CPU, ClockKind.WALL])
def test_an_answer_after_the_grace_is_too_late(kind: ClockKind) -> None:
    late = Clock(TimeControl(1, 0.5, kind=kind)).spend(both(1.5 + GRACE * 2))
    assert late == f"the answer took 1.520 s of {kind} time; 1.500 s were left"


def test_sleep_costs_a_third_of_its_time() -> None:
    clock = Clock(TimeControl(2, 0.5))
    assert not clock.spend(Spent(wall=0.9, cpu=0.1))
    assert clock.left == pytest.approx(2.7)
    assert not clock.spend(Spent(wall=0.9, cpu=0.4))
    assert clock.left == pytest.approx(2.8)


def test_what_a_box_stands_idle_beyond_half_of_what_its_clock_has_given_costs_all_of_it() -> None:
    clock = Clock(TimeControl(1, 0.5))
    # Of 0.75 s it may stand idle; by the next answer of another 0.25.
    assert not clock.spend(Spent(wall=0.75, cpu=0))
    assert clock.left == pytest.approx(1.5 + 0.5 - 0.25)
    assert not clock.spend(Spent(wall=0.75, cpu=0))
    assert clock.left == pytest.approx(1.75 + 0.5 - 0.25 / 3 - 0.5)


def test_who_only_sleeps_loses_on_time_by_and_by() -> None:
    """A third of it is less than the increment, so it would never."""
    clock = Clock(TimeControl(10, 0.1))
    late = [clock.spend(Spent(wall=0.27, cpu=0.001)) for _ in range(110)]
    assert not any(late[:90])
    assert late[-1] == "the answer took 0.270 s, which costs 0.236 s; 0.100 s were left"


@given(st.lists(st.tuples(st.floats(0, 3), st.floats(1, 3)), max_size=30))
def test_who_uses_half_of_a_clock_pays_for_cpu_time_alone_however_slow_a_machine_is(
    answers: list[tuple[float, float]],
) -> None:
    clock, used = Clock(TimeControl(10, 0.2)), 0.0
    for number, (seconds, slowness) in enumerate(answers):
        cpu = max(0.0, min(seconds, 5.1 + 0.1 * number - used))
        used += cpu
        assert clock.cost(Spent(cpu * min(slowness, 2), cpu)) == pytest.approx(cpu)
        clock.spend(Spent(cpu * min(slowness, 2), cpu))


@given(st.floats(0, 5), st.floats(0, 1), st.lists(st.floats(0, 2), max_size=5))
def test_no_answer_that_takes_longer_than_is_allowed_costs_less_than_is_left(
    beyond: float, share: float, before: list[float]
) -> None:
    clock = Clock(TimeControl(2, 0.25))
    for seconds in before:
        clock.spend(Spent(seconds, seconds / 2))
    wall = clock.allow().wall + beyond
    assert clock.cost(Spent(wall, wall * share)) >= clock.left


def test_an_answer_that_takes_too_long_says_what_it_costs() -> None:
    clock = Clock(TimeControl(1, 0.5))
    assert clock.allow().wall == pytest.approx(1.51 + 0.75)
    late = clock.spend(Spent(wall=2.3, cpu=0.5))
    assert late == "the answer took 2.300 s, which costs 1.550 s; 1.500 s were left"
    assert clock.left == 0.5


@pytest.mark.parametrize("kind", [ClockKind.CPU, ClockKind.WALL])
def test_what_a_box_waited_for_its_cpu_costs_nothing(kind: ClockKind) -> None:
    clock = Clock(TimeControl(1, 0.5, kind=kind))
    assert not clock.spend(Spent(wall=9.3, cpu=0.3, waited=9.0))
    assert clock.left == pytest.approx(1.7)


def test_a_game_lasts_no_longer_than_its_clocks_allow() -> None:
    assert TimeControl(10, 0.1).longest(20) == pytest.approx(18)


def test_a_clock_of_wall_time_has_no_other_backstop_than_its_grace() -> None:
    assert Clock(TimeControl(1, 0.5, kind=ClockKind.WALL)).allow().wall == 1.5 + GRACE


@given(st.lists(st.floats(0, 3), max_size=30))
def test_a_clock_never_runs_below_its_increment(spent: list[float]) -> None:
    clock = Clock(TimeControl(2, 0.25))
    for seconds in spent:
        before = clock.left
        clock.spend(both(seconds))
        assert clock.left == pytest.approx(max(0, before - seconds) + 0.25)


def test_a_clock_is_written_as_bank_and_increment() -> None:
    assert parse_time_control("60+0.5") == TimeControl(60, 0.5)
    assert str(parse_time_control("60+0.5")) == "60+0.5"


@pytest.mark.parametrize("text", ["", "10", "+", "-1+1", "1+1+1", "nan+1", "1e9+0", "0+0", "１+1"])
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UserError, match=r"BANK\+INCREMENT"):
        parse_time_control(text)


def test_a_clock_survives_the_wire() -> None:
    for kind in ClockKind:
        control = TimeControl(12.5, 0.125, 3, kind)
        assert read_clock(clock_message(control)) == control
    assert read_clock(clock_message(NO_CLOCK)) == NO_CLOCK


def test_without_a_clock_an_answer_may_take_for_ever() -> None:
    clock = Clock(NO_CLOCK)
    assert clock.allow() == (inf, inf)
    assert not clock.spend(Spent(wall=1e7, cpu=None))
    assert clock.allow() == (inf, inf)
    assert str(NO_CLOCK) == "none"
