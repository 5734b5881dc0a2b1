"""A refused move that changes more than it may is found."""

from typing import Self

import pytest

from arena.games import Deal
from arena.games.big_fish import BigFish
from arena.games.big_fish import Options as BigFishOptions
from arena.games.big_fish.rules import BigFishState
from arena.games.contract import Nonconformance
from arena.games.testing.conformance import check_a_refusal_leaves_the_decision_as_it_is
from arena.games.testing.random_play import Table
from tests.games.testing.faults import disguise


class BrokenFish(BigFishState):
    __slots__ = ()

    def copy(self) -> Self:
        return disguise(super().copy(), type(self))


class AlwaysTriesAgain(BrokenFish):
    __slots__ = ()

    def refuse(self, seat: int) -> bool:
        return True


class RefusingDrawsACard(BrokenFish):
    __slots__ = ()

    def refuse(self, seat: int) -> bool:
        self._draw(seat)
        self.reserve = self.reserve[1:]
        return super().refuse(seat)


class ForfeitsWithAFiasco(BrokenFish):
    __slots__ = ()

    def refuse(self, seat: int) -> bool:
        super().refuse(seat)
        return False


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (AlwaysTriesAgain, "the seat may still try again"),
        (RefusingDrawsACard, "changed who is to act, or what is legal, or the cards"),
        (ForfeitsWithAFiasco, "changed the game, though the seat forfeits"),
    ],
)
def test_a_fault_of_refusing_is_found(fault: type[BigFishState], sentence: str) -> None:
    class Faulty(BigFish):
        def start(self, seats: int, deal: Deal, options: BigFishOptions) -> BigFishState:
            return disguise(super().start(seats, deal, options), fault)

    with pytest.raises(Nonconformance, match=sentence):
        check_a_refusal_leaves_the_decision_as_it_is(Table(Faulty(), 3, BigFishOptions(), 0))
