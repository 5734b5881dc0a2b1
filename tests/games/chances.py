"""How likely a source of luck would give such counts, for the tests of what bots imagine."""

from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt
from statistics import NormalDist

# A fair source exceeds the bound once in ten thousand. The sources are fixed, so the tests are too.
ONE_IN_TEN_THOUSAND = NormalDist().inv_cdf(1 - 1e-4)


def are_as_likely_as(counts: Counter[Hashable], weights: Mapping[Hashable, int]) -> bool:
    """Pearson's test: return whether outcomes were counted in proportion to their weights."""
    if counts.keys() - weights.keys():
        return False
    share = counts.total() / sum(weights.values())
    chi_square = sum(
        (counts[outcome] - weight * share) ** 2 / (weight * share)
        for outcome, weight in weights.items()
    )
    return chi_square < bound(len(weights) - 1)


def bound(freedom: int) -> float:
    """Return what chi-square exceeds once in ten thousand (Wilson and Hilferty 1931)."""
    share = 2 / (9 * freedom)
    return freedom * (1 - share + ONE_IN_TEN_THOUSAND * sqrt(share)) ** 3
