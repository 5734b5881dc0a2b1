"""Whether the official fit comes to an end, whatever was played.

    python -m bench.convergence [TOURNAMENTS]

Tournaments of 3 to 40 bots are drawn and fitted: pairs of which one wins all, rings, a champion,
styles, and honest ones; in duels, at tables of four and with partners, who may forfeit. Printed are
how many have no fit, and how many go to and fro by whole steps, so that the fit begins again with
halved ones. Beside it stand the CPU time of the slowest fit and its steps, whole and halved.
"""

import os
import sys
import time
from collections.abc import Sequence
from multiprocessing import Pool
from typing import Final, NamedTuple
from unittest.mock import patch

import scipy
from rich.console import Console
from rich.table import Table

from ladder.ratings import official
from tests.ladder.ratings.tournaments import KINDS, draw_tournament, kind_of

TOURNAMENTS: Final = 6000


class Trial(NamedTuple):
    """What came of a tournament."""

    kind: str
    fitted: bool
    runs: int
    """1 where whole steps came to an end, else 2."""
    seconds: float
    steps: int


def try_one(seed: int) -> Trial:
    """Draw a tournament and fit it."""
    results, begun, fitted = draw_tournament(seed), time.process_time(), True
    solve = scipy.sparse.linalg.cg
    with (
        patch.object(official, "maximise", wraps=official.maximise) as runs,
        patch.object(scipy.sparse.linalg, "cg", wraps=solve) as steps,
    ):
        try:
            official.fit(results)
        except official.NoFit:
            fitted = False
    seconds = time.process_time() - begun
    return Trial(kind_of(seed), fitted, runs.call_count, seconds, steps.call_count)


def cells(trials: Sequence[Trial]) -> list[str]:
    """Return a row of the table."""
    slowest = max(trials, key=lambda one: one.seconds)
    return [
        f"{len(trials):,}",
        str(sum(not one.fitted for one in trials)),
        str(sum(one.runs > 1 for one in trials)),
        f"{slowest.seconds:.1f} s, {slowest.steps:,}",
    ]


def main() -> None:
    """Draw, fit and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    with Pool(len(os.sched_getaffinity(0))) as pool:
        trials = pool.map(try_one, range(number), chunksize=10)
    heads = ("kind", "tournaments", "not fitted", "begun again", "slowest, steps")
    table = Table(*heads, title="The official fit of tournaments", box=None)
    for kind in KINDS:
        own = [one for one in trials if one.kind == kind.__name__]
        table.add_row(kind.__name__, *(cells(own) if own else ()))
    table.add_row("all", *cells(trials))
    Console().print(table)


if __name__ == "__main__":
    main()
