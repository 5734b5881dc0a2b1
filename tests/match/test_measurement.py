"""A measurement of games that are drawn: its intervals hold, and it stops where they are narrow."""

from math import exp
from random import Random

from arena.match.measurement import ARMS, Measurement
from arena.v1 import record_pb2 as rec

LOGITS = {"bot": 0.0, "house-0": -1.5, "house-1": 0.0, "house-2": 0.7}


def play_round(rng: Random, bot: float, games: int = 12) -> list[list[rec.GameRecord]]:
    """Draw a round of games of two: each arm wins by its strength, with luck that all share."""
    strengths = LOGITS | {"bot": bot}
    played: list[list[rec.GameRecord]] = [[] for _ in ARMS]
    for _ in range(games):
        shared = rng.random()
        for place, arm in enumerate(ARMS):
            drawn = shared if rng.random() < 0.5 else rng.random()
            won = drawn < 1 / (1 + exp(-strengths[arm]))
            played[place].append(rec.GameRecord(seating=[0, 1], ranks=[1, 2] if won else [2, 1]))
            played[place][-1].scores.extend([int(won), int(not won)])
    return played


def measure(rng: Random, bot: float, width: float = 0.25, most: int = 4000) -> Measurement:
    measured = Measurement(width, most)
    while not measured.ended:
        measured.count([0, 1], play_round(rng, bot))
    return measured


def test_the_intervals_have_the_truth_in_them_though_they_stop_at_the_width() -> None:
    rng = Random(1)
    for bot, truth in ((-0.75, 0.5), (0.35, 1.5)):
        found = [measure(rng, bot).steps for _ in range(30)]
        held = sum(steps is not None and steps.low <= truth <= steps.high for steps in found)
        assert held >= 27


def test_it_stops_at_the_width_and_no_earlier() -> None:
    measured = measure(Random(2), 0.35)
    assert measured.steps is not None
    assert measured.steps.margin <= 0.25
    narrower = measure(Random(2), 0.35, width=0.15)
    assert len(narrower.pairs) > len(measured.pairs)


def test_without_a_scale_it_ends_after_the_most_games_and_says_why() -> None:
    measured = Measurement(0.25, 24)
    same = [rec.GameRecord(seating=[0, 1], ranks=[1, 1], scores=[0, 0])] * 12
    while not measured.ended:
        measured.count([0, 1], [same] * len(ARMS))
    assert (len(measured.pairs), measured.steps) == (24, None)
    assert measured.missing == "house bots 0 and 1 are not told apart, or out of order"


def test_faults_are_counted_by_kind() -> None:
    measured = Measurement(0.25, 12)
    forfeit = rec.Forfeit(seat=0, verdict=rec.VERDICT_TIMEOUT)
    lost = rec.GameRecord(seating=[0, 1], ranks=[2, 1], scores=[0, 0], forfeits=[forfeit])
    good = rec.GameRecord(seating=[0, 1], ranks=[1, 2], scores=[0, 0])
    measured.count([0, 1], [[lost, good], *[[good, good]] * 3])
    assert dict(measured.forfeits(0)) == {"timeout": 1}
    assert [game.arms[0].share for game in measured.pairs] == [0.0, 1.0]
