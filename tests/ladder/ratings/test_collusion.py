"""Bots that play for each other are found, and honest ones are left alone."""

from typing import Any

import numpy as np
import pytest

from ladder.matches import Result
from ladder.ratings.collusion import FALSE_ALARMS, Findings, How, find_collusion
from tests.ladder.ratings.colluding import BEGIN, GAMES, season


def look_at(results: list[Result]) -> Findings:
    return find_collusion([results])


def helpers(found: Findings) -> set[tuple[str, str]]:
    return {(one.profits, one.helper) for one in found.suspicions}


@pytest.mark.parametrize(
    "kind",
    [
        {},
        pytest.param({"spread": 1.2}, marks=pytest.mark.soak),
        pytest.param({"seats": 2, "matches": 800}, marks=pytest.mark.soak),
        pytest.param({"suits": 0.1}, marks=pytest.mark.soak),
        pytest.param({"bots": 10, "seats": 3}, marks=pytest.mark.soak),
    ],
    ids=str,
)
def test_of_honest_seasons_no_more_list_anybody_than_is_said(kind: dict[str, Any]) -> None:
    seasons = 20
    alarms = sum(bool(look_at(season(seed, **kind)).suspicions) for seed in range(seasons))
    # Twice what is expected: a fifth of the kinds may come to that by chance.
    assert alarms <= 2 * FALSE_ALARMS * seasons


def test_of_seasons_with_styles_one_of_twenty_lists_anybody() -> None:
    """The more matches two bots have, the more their styles make of them."""
    seasons = range(2018, 2038)
    alarms = sum(
        bool(look_at(season(seed, suits=0.25, matches=600)).suspicions) for seed in seasons
    )
    assert alarms <= FALSE_ALARMS * len(seasons)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))]
)
def test_helpers_that_throw_their_games_at_tables_of_four_are_found(seed: int) -> None:
    found = look_at(season(seed, matches=1600, helpers=5, throws=50))
    named = helpers(found)
    theirs = {("bot0", f"bot{number}") for number in range(1, 6)}
    assert len(named & theirs) >= 4
    assert len(named - theirs) <= 1
    first = found.suspicions[0]
    assert (first.profits, first.how) == ("bot0", How.IT)
    assert first.won > 0.95
    assert first.false_alarm < 1e-6


def test_helpers_that_hurt_only_the_others_are_found() -> None:
    """The master plays better by a third of a game's luck where one of them is at the table."""
    found = look_at(season(1, matches=3000, helpers=2, lifts=0.35, throws=-0.35))
    assert {("bot0", "bot1"), ("bot0", "bot2")} <= helpers(found)
    ours = [one for one in found.suspicions if one.profits == "bot0"]
    assert {one.how for one in ours} == {How.OTHERS}


def test_helpers_that_lose_their_duels_are_found() -> None:
    found = look_at(season(2, matches=3000, seats=2, helpers=4, throws=50))
    assert {one.profits for one in found.suspicions} == {"bot0"}
    assert {one.helper for one in found.suspicions} <= {f"bot{number}" for number in range(1, 5)}


def test_a_new_version_does_not_begin_with_a_clean_sheet() -> None:
    """The players of `season` are another version after each 100 matches."""
    found = look_at(season(0, matches=2000, helpers=1, throws=50))
    (first, *_) = found.suspicions
    assert (first.profits, first.helper) == ("bot0", "bot1")
    assert first.matches > 1


def test_nothing_is_said_of_bots_that_have_hardly_met() -> None:
    assert find_collusion([]) == Findings((), 0)
    assert look_at(season(0, matches=2)) == Findings((), 0)
    thrown = season(0, matches=1600, helpers=1, throws=50)
    together = [
        one for one in thrown if {"bot0", "bot1"} <= {p.partition("@")[0] for p in one.players}
    ]
    few = [one for one in thrown if one not in together[4:]]
    assert len(together) > 4
    assert ("bot0", "bot1") not in helpers(look_at(few))


def test_partners_that_play_well_together_are_no_suspects() -> None:
    """In games of two teams only what one wins against the other is looked at."""
    rng = np.random.default_rng(1)
    results = []
    for number in range(300):
        table = rng.choice(12, 4, replace=False).tolist()
        sides = [tuple(rng.permutation([0, 0, 1, 1]).tolist()) for _ in range(GAMES)]
        bold = [
            {0, 1} <= {bot for bot, of in zip(table, side, strict=True) if of == team}
            for side in sides
            for team in (0, 1)
        ]
        ranks = []
        for game, side in enumerate(sides):
            first = rng.normal() + 3 * bold[2 * game] - 3 * bold[2 * game + 1] > rng.normal()
            ranks.append(tuple(1 if (team == 0) == first else 2 for team in side))
        players = tuple(f"bot{bot}@1" for bot in table)
        results.append(
            Result(number, number, 1, "tonton", players, tuple(ranks), tuple(sides), BEGIN)
        )
    found = look_at(results)
    assert found.looked_at
    assert ("bot0", "bot1") not in helpers(found)
    assert ("bot1", "bot0") not in helpers(found)
