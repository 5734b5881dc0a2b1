import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match.clock import (
    GRACE,
    Clock,
    TimeControl,
    clock_message,
    parse_time_control,
    read_clock,
)
from arena.mistake import Mistake


def test_a_seat_may_spend_its_bank_and_one_increment() -> None:
    assert Clock(TimeControl(10, 0.5)).left == 10.5


def test_what_an_increment_leaves_goes_to_the_bank() -> None:
    clock = Clock(TimeControl(10, 0.5))
    assert clock.spend(0.2)
    assert clock.left == pytest.approx(10.8)


def test_an_answer_within_the_grace_counts_but_leaves_nothing_of_the_bank() -> None:
    clock = Clock(TimeControl(1, 0.5))
    assert clock.spend(1.5 + GRACE / 2)
    assert clock.left == 0.5


def test_an_answer_after_the_grace_is_too_late() -> None:
    assert not Clock(TimeControl(1, 0.5)).spend(1.5 + GRACE * 2)


@given(st.lists(st.floats(0, 3), max_size=30))
def test_a_clock_never_runs_below_its_increment(spent: list[float]) -> None:
    clock = Clock(TimeControl(2, 0.25))
    for seconds in spent:
        before = clock.left
        clock.spend(seconds)
        assert clock.left == pytest.approx(max(0, before - seconds) + 0.25)


def test_a_clock_is_written_as_bank_and_increment() -> None:
    assert parse_time_control("60+0.5") == TimeControl(60, 0.5)
    assert str(parse_time_control("60+0.5")) == "60+0.5"


@pytest.mark.parametrize("text", ["", "10", "+", "-1+1", "1+1+1", "nan+1", "1e9+0", "0+0", "１+1"])
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Mistake, match=r"BANK\+INCREMENT"):
        parse_time_control(text)


def test_a_clock_survives_the_wire() -> None:
    control = TimeControl(12.5, 0.125, 3)
    assert read_clock(clock_message(control)) == control
