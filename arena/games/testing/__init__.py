"""The conformance suite: what a game is tested with. No part of playing imports it.

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_the_game_keeps_the_contract(check: Check) -> None:
        for table in tables(GAME):
            check(table)

A check raises `Nonconformance` with a sentence. `conformance.py` has the checks, `secrecy.py` those
of imperfect information, `scenes.py` those of scenes, and `random_play.py` the random games that
all look at.
"""

from arena.games.contract import Nonconformance
from arena.games.testing.conformance import CHECKS, Check
from arena.games.testing.random_play import Table, tables

__all__ = ["CHECKS", "Check", "Nonconformance", "Table", "tables"]
