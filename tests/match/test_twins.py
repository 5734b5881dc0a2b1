"""Two copies of a bot seem to differ no more often than a test at 5 % may say so by chance.

The short form of `python -m bench.twins`, with matches that are always the same.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from arena.games import game_names
from bench.in_process import plan_games
from bench.twins import count_alarms, rotated, tables

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("processes")]

MATCHES = 12
# Of 12 true tests more than 3 are wrong once in 450 times.
MOST = 3


@pytest.fixture(scope="module")
def pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(mp_context=get_context("forkserver"))


@pytest.mark.parametrize("game", game_names())
def test_copies_of_a_bot_hardly_ever_seem_to_differ(game: str, pool: ProcessPoolExecutor) -> None:
    best = next(tables(game))
    assert count_alarms(pool, game, best, plan_games, MATCHES) <= MOST


def test_with_the_same_neighbours_in_every_game_they_would(pool: ProcessPoolExecutor) -> None:
    assert count_alarms(pool, "big_fish", next(tables("big_fish")), rotated, MATCHES) > MOST
