from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UserError
from arena.match.clock import (
    GRACE,
    NO_CLOCK,
    WALL_FACTOR,
    Clock,
    ClockKind,
    Deadline,
    Spent,
    TimeControl,
    as_recorded,
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
    clock = Clock(TimeControl(1, 0.5))
    assert not clock.spend(Spent(wall=0.9, cpu=0.1))
    assert clock.left == pytest.approx(1.7)
    assert not clock.spend(Spent(wall=0.9, cpu=0.4))
    assert clock.left == pytest.approx(1.8)


def test_an_answer_may_take_three_times_what_is_left() -> None:
    clock = Clock(TimeControl(1, 0.5))
    assert clock.deadline.wall == pytest.approx(1.51 * WALL_FACTOR)
    late = clock.spend(Spent(wall=4.8, cpu=0.5))
    assert late == "the answer took 4.800 s, which costs 1.600 s; 1.500 s were left"
    assert clock.left == 0.5


@pytest.mark.parametrize("kind", [ClockKind.CPU, ClockKind.WALL])
def test_what_a_box_waited_for_its_cpu_costs_nothing(kind: ClockKind) -> None:
    clock = Clock(TimeControl(1, 0.5, kind=kind))
    assert not clock.spend(Spent(wall=9.3, cpu=0.3, waited=9.0))
    assert clock.left == pytest.approx(1.7)


def test_a_seat_is_late_that_has_spent_more_than_all_it_had() -> None:
    clock = Clock(TimeControl(1, 0.5))
    deadline = clock.deadline
    assert not deadline.is_over(both(1.5 + GRACE))
    assert deadline.is_over(both(1.501 + GRACE))
    assert not deadline.is_over(both(1.5), grace=0)
    assert deadline.is_over(both(1.501), grace=0)
    assert not deadline.is_over(Spent(wall=9.3, cpu=0.3, waited=9.0))
    assert clock.left == 1.5


@pytest.mark.parametrize("kind", ClockKind)
@given(st.floats(0, 9), st.floats(0, 9), st.floats(0, 9), st.floats(0, 9))
def test_nobody_is_late_before_the_timer_looks_again(
    kind: ClockKind, wall: float, cpu: float, waited: float, more: float
) -> None:
    deadline, spent = Deadline(1.5, kind), Spent(wall, cpu, min(waited, wall))
    if not deadline.is_over(spent):
        rest = min(deadline.rest(spent) - 1e-6, more)
        assert not deadline.is_over(Spent(wall + rest, cpu + rest, spent.waited))


def test_a_record_has_all_of_a_cost_in_whole_microseconds() -> None:
    spent = Spent(wall=9.3000004, cpu=0.2999996, waited=9.0000004)
    assert as_recorded(spent) == Spent(9.3, 0.3, 9.0)
    assert as_recorded(spent._replace(cpu=None)) == Spent(9.3, None, 9.0)


def test_a_game_lasts_no_longer_than_its_clocks_allow() -> None:
    assert TimeControl(10, 0.1).longest(20) == pytest.approx(36)


def test_a_clock_of_wall_time_has_no_other_backstop_than_its_grace() -> None:
    assert Clock(TimeControl(1, 0.5, kind=ClockKind.WALL)).deadline.wall == 1.5 + GRACE


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
    assert clock.deadline.wall == inf
    assert not clock.spend(Spent(wall=1e7, cpu=None))
    assert clock.deadline.wall == inf
    assert str(NO_CLOCK) == "none"
