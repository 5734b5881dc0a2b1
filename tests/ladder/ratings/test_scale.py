"""The scale of a board: steps from a fit, with the error that the fit says."""

from collections.abc import Mapping
from math import hypot, sqrt

import numpy as np
import pytest

from ladder.matches import Player, Selection
from ladder.ratings import official
from ladder.ratings.board import fold_log, make_boards, to_json
from ladder.ratings.official import NORMAL, fit
from ladder.ratings.scale import BoardScale, read_scale
from tests.ladder.ratings.simulated import log, players, result

HOUSE: Mapping[int, Player] = {0: "bot00000@1", 1: "bot00001@1", 2: "bot00002@1"}
OTHERS = (0.4, 2.0, -2.0)
NAMES = players(len(HOUSE) + len(OTHERS))
TRUTH = dict(zip(NAMES, (-1.0, 0.0, 1.0, *OTHERS), strict=True))
LOG = log(TRUTH, 400, seed=5)


def test_steps_are_the_strengths_between_house_bots_and_beyond_them() -> None:
    fitted = fit(LOG)
    scale = read_scale(fitted, HOUSE, NAMES)
    assert (scale.missing, [*scale.steps]) == ("", NAMES)
    assert [scale.steps[HOUSE[grade]].value for grade in HOUSE] == pytest.approx([0, 1, 2])
    strength = {player: fitted.strength(player).value for player in NAMES}
    low, high = strength[HOUSE[1]], strength[HOUSE[2]]
    for player, beyond in zip(NAMES[3:5], (False, True), strict=True):
        steps = scale.steps[player]
        assert steps.value == pytest.approx(1 + (strength[player] - low) / (high - low))
        assert steps.beyond is beyond
        assert steps.low < steps.value < steps.high
    assert scale.steps[NAMES[5]].beyond
    assert scale.steps[NAMES[5]].value < 0


def test_the_covariance_is_that_of_the_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = fit(LOG)
    strengths, known = fitted.logits(NAMES)
    assert strengths == [fitted.strength(one).value for one in NAMES]
    # Less the mean that all share, it is the error of each strength.
    centred = np.eye(len(NAMES)) - 1 / len(NAMES)
    errors = NORMAL * np.sqrt((centred @ known @ centred).diagonal())
    told = [fitted.strength(one).high - fitted.strength(one).value for one in NAMES]
    assert errors == pytest.approx(told)
    monkeypatch.setattr(official, "DENSE", 2)
    rough = read_scale(fit(LOG), HOUSE, NAMES).steps
    exact = read_scale(fitted, HOUSE, NAMES).steps
    for player in NAMES[3:]:
        assert rough[player].value == pytest.approx(exact[player].value)
        assert 0.5 < rough[player].margin / exact[player].margin < 2


def test_the_error_halves_with_four_times_the_games() -> None:
    one, four = (
        read_scale(fit(log(TRUTH, matches, seed=6)), HOUSE, NAMES).steps[NAMES[3]].margin
        for matches in (400, 1600)
    )
    assert one / four == pytest.approx(sqrt(4), rel=0.2)


def test_what_a_field_changes_is_added_to_the_error_but_of_house_bots() -> None:
    fitted = fit(LOG)
    alone, wider = (read_scale(fitted, HOUSE, NAMES, field).steps for field in (0.0, 0.14))
    for player in NAMES[:3]:
        assert wider[player] == alone[player]
    for player in NAMES[3:]:
        assert wider[player].value == alone[player].value
        assert wider[player].margin == pytest.approx(hypot(alone[player].margin, 0.14 * NORMAL))


@pytest.mark.parametrize(
    ("house", "reason"),
    [
        ({}, "fewer than two house bots play"),
        ({0: "bot00000@1", 1: "absent@1"}, "fewer than two house bots play"),
        (
            {0: "bot00001@1", 1: "bot00000@1"},
            "house bots 0 and 1 are not told apart, or out of order",
        ),
    ],
)
def test_without_a_scale_there_are_no_steps_but_the_reason(
    house: Mapping[int, Player], reason: str
) -> None:
    assert read_scale(fit(LOG), house, NAMES) == BoardScale(reason)


def test_house_bots_that_have_hardly_met_are_not_told_apart() -> None:
    found = read_scale(fit([result("a b", number=1)]), {0: "b", 1: "a"}, "ab")
    assert found.missing.startswith("house bots 0 and 1 are not told apart")


def test_a_board_has_a_scale_where_house_bots_came_in_and_else_its_old_fields() -> None:
    plain = make_boards(*fold_log(LOG, Selection()), ["g"], NAMES)
    graded = make_boards(*fold_log(LOG, Selection()), ["g"], NAMES, house={"g": HOUSE})
    assert '"scales"' not in to_json(plain)
    assert to_json(graded).startswith(to_json(plain).split('"tried"')[0].removesuffix(","))
    assert plain.scale("g") == BoardScale()
    assert [*graded.of("g").scale("g").steps] == [row.player for row in graded.games["g"]]
    assert graded.scale("h").missing
