"""Steps between house bots: on the scale, beyond it, and where there is none."""

import pytest

from arena.match.steps import HouseScale

EXACT = [[0.0] * 4 for _ in range(4)]


def scale(bot: float, *house: float, covariance: list[list[float]] = EXACT) -> HouseScale:
    return HouseScale({grade: grade + 1 for grade in range(len(house))}, [bot, *house], covariance)


@pytest.mark.parametrize(
    ("bot", "steps", "beyond"),
    [
        (-1.0, 0.0, False),
        (0.0, 0.5, False),
        (1.0, 1.0, False),
        (1.25, 1.5, False),
        (1.5, 2.0, False),
        (2.0, 3.0, True),
        (-2.0, -0.5, True),
    ],
)
def test_a_strength_is_interpolated_and_goes_on_by_the_nearest_step(
    bot: float, steps: float, beyond: bool
) -> None:
    placed = scale(bot, -1.0, 1.0, 1.5).place(0)
    assert (placed.value, placed.low, placed.high, placed.beyond) == (steps, steps, steps, beyond)


def test_between_the_outer_two_alone_the_step_is_as_wide_as_both() -> None:
    assert HouseScale({0: 1, 2: 2}, [0.5, 0.0, 1.0], EXACT).place(0).value == 1.0


def test_a_house_bot_is_its_grade_for_sure_and_others_have_the_error_of_all() -> None:
    covariance = [[0.01 * (one == two) for two in range(4)] for one in range(4)]
    known = scale(1.0, -1.0, 1.0, 1.5, covariance=covariance)
    assert known.place(2).margin == 0
    # Half of a step of two logits: 0.01 (1 + 1/4 + 1/4), and a step is two.
    placed = scale(0.0, -1.0, 1.0, 1.5, covariance=covariance).place(0)
    assert placed.margin == pytest.approx(1.96 * 0.015**0.5 / 2, rel=1e-4)


@pytest.mark.parametrize("house", [(0.0, -1.0, 1.0), (0.0, 0.2, 1.0)])
def test_house_bots_out_of_order_or_nearer_than_twice_their_error_are_no_scale(
    house: tuple[float, ...],
) -> None:
    covariance = [[0.01 * (one == two) for two in range(4)] for one in range(4)]
    reason = scale(0.0, *house, covariance=covariance).missing
    assert reason == "house bots 0 and 1 are not told apart, or out of order"
    assert not scale(0.0, 0.0, 1.0, 2.0, covariance=covariance).missing
    assert scale(0.0, 1.0).missing == "fewer than two house bots play"
