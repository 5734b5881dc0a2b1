from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np

from ladder.matches import Result
from ladder.ratings.comparisons import BUFFER, Comparisons, Counts
from tests.ladder.ratings.simulated import log, result, strengths

TRUTH = strengths(8, 1, seed=1)
MIXED = [
    *log(TRUTH, 20, seed=2, games=7),
    *log(TRUTH, 20, seed=3, teams=(1, 1), games=3),
    *log(TRUTH, 20, seed=4, teams=(2, 2), games=5),
]


def count(results: list[Result], buffer: int = BUFFER) -> Counts:
    found = Comparisons(buffer)
    for one in results:
        found.add(one)
    return found.counts()


def test_every_game_of_every_pair_is_counted_with_the_number_of_players() -> None:
    games, halves = Counter[tuple[str, str, int]](), Counter[tuple[str, str, int]]()
    alone = [one for one in MIXED if not one.teams]
    for one in alone:
        for pair in combinations(sorted(one.players), 2):
            found = one.against(*pair)
            games[*pair, one.seats] += sum(found.values())
            halves[*pair, one.seats] += 2 * found["ahead"] + found["level"]
    counts = count(alone)
    names = [name for (name,) in counts.teams]
    keys = [
        (names[one], names[other], field)
        for one, other, field in zip(counts.one, counts.other, counts.field.tolist(), strict=True)
    ]
    assert dict(zip(keys, counts.games.tolist(), strict=True)) == dict(games)
    assert dict(zip(keys, counts.halves.tolist(), strict=True)) == dict(halves)


def test_partners_are_a_team_in_their_own_game_alone() -> None:
    both = replace(
        result("ab cd"), ranks=((1, 1, 2, 2), (1, 2, 1, 2)), teams=((0, 0, 1, 1), (0, 1, 0, 1))
    )
    counts = count([both])
    assert counts.teams == (("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"))
    assert (counts.one.tolist(), counts.other.tolist()) == ([0, 1], [3, 2])
    assert counts.halves.tolist() == [2, 2]
    # Both games are of one match.
    (block,) = counts.blocks
    assert block.match.tolist() == [1, 1]


def test_what_is_counted_now_and_then_is_what_is_counted_at_the_end() -> None:
    expected = count(MIXED)
    found = count(MIXED, buffer=100)
    for name in ("one", "other", "field", "games", "halves"):
        assert np.array_equal(getattr(found, name), getattr(expected, name))
    assert found.blocks
    for one, other in zip(found.blocks, expected.blocks, strict=True):
        assert np.array_equal(one.halves, other.halves)


def test_a_match_without_games_is_nothing() -> None:
    assert count([result("a b"), replace(result("c d"), ranks=())]).teams == (("a",), ("b",))
