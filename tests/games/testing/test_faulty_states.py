"""Every promise of a state can be broken, and the check that is meant to notices."""

from collections.abc import Sequence
from random import Random
from typing import Self

import pytest

from arena.games import Deal, IllegalMove
from arena.games.contract import Nonconformance
from arena.games.six_nimmt import Options, SixNimmt
from arena.games.six_nimmt.cards import CARD, Move
from arena.games.six_nimmt.rules import SixNimmtState
from arena.games.testing import random_play
from arena.games.testing.conformance import CHECKS
from arena.games.testing.random_play import Table
from arena.v1 import six_nimmt_pb2 as pb
from tests.games.testing.faults import (
    CARDS,
    COPIES,
    EVENTS,
    HIDDEN,
    IMAGINE,
    LEGAL,
    RANKS,
    REPLAY,
    SCENES,
    SECRECY,
    VIEWED,
    disguise,
    failing,
)


def test_the_game_itself_passes_every_check() -> None:
    assert failing(SixNimmt()) == []


class BrokenState(SixNimmtState):
    """A state whose copies have its fault."""

    __slots__ = ()

    def copy(self) -> Self:
        return disguise(super().copy(), type(self))


class WithBrokenStates(SixNimmt):
    """The game with states of a class that has a fault."""

    def __init__(self, fault: type[SixNimmtState]) -> None:
        self.fault = fault

    def start(self, seats: int, deal: Deal, options: Options) -> SixNimmtState:
        return disguise(super().start(seats, deal, options), self.fault)

    def imagine(self, view: pb.SixNimmtView, rng: Random) -> SixNimmtState:
        return disguise(super().imagine(view, rng), self.fault)


class NothingIsLegal(BrokenState):
    __slots__ = ()

    def legal(self, seat: int) -> Sequence[Move]:
        return []


class NeverEnds(BrokenState):
    __slots__ = ()

    def play(self, seat: int, move: Move) -> None:
        super().play(seat, move)
        if not self.to_act:
            self.start_round()


class AsksInAnyOrder(BrokenState):
    __slots__ = ()

    def play(self, seat: int, move: Move) -> None:
        super().play(seat, move)
        if len(self.to_act) == self.seats:
            self.to_act = self.to_act[::-1]


class AsksOneSeatOnly(BrokenState):
    __slots__ = ()

    def play(self, seat: int, move: Move) -> None:
        super().play(seat, move)
        self.to_act = self.to_act[:1]


class LegalListsForeignCards(BrokenState):
    __slots__ = ()

    def legal(self, seat: int) -> Sequence[Move]:
        return [*super().legal(seat), CARD[104 - self.round]]


class LegalListsAMoveTwice(BrokenState):
    __slots__ = ()

    def legal(self, seat: int) -> Sequence[Move]:
        moves = super().legal(seat)
        return [*moves, moves[0]]


class LegalForgetsAMove(BrokenState):
    __slots__ = ()

    def legal(self, seat: int) -> Sequence[Move]:
        return super().legal(seat)[:3]


class ARefusedMoveCosts(BrokenState):
    __slots__ = ()

    def play(self, seat: int, move: Move) -> None:
        try:
            super().play(seat, move)
        except IllegalMove:
            self.heads[seat] += 1
            raise


class CopiesShareTheHeads(BrokenState):
    __slots__ = ()

    def copy(self) -> Self:
        twin = super().copy()
        twin.heads = self.heads
        return twin


class CopiesForgetTheChosenCards(BrokenState):
    __slots__ = ()

    def copy(self) -> Self:
        twin = super().copy()
        twin.chosen = [0] * self.seats
        return twin


class LosesACard(BrokenState):
    __slots__ = ()

    def play(self, seat: int, move: Move) -> None:
        super().play(seat, move)
        del self.rest[:1]


class RanksAreDense(BrokenState):
    __slots__ = ()

    def ranks(self) -> tuple[int, ...]:
        return tuple(sorted({*self.heads}).index(heads) + 1 for heads in self.heads)


class ScoresForgetASeat(BrokenState):
    __slots__ = ()

    def scores(self) -> tuple[int, ...]:
        return super().scores()[1:]


class LegalIsOrderedBySecrets(BrokenState):
    __slots__ = ()

    def legal(self, seat: int) -> Sequence[Move]:
        moves = super().legal(seat)
        return moves[::-1] if self.rest[0] % 2 else moves


class RecordsOnlyTheLastShuffle(BrokenState):
    __slots__ = ()

    def start_round(self) -> None:
        self.shuffles = ()
        super().start_round()


@pytest.mark.parametrize(
    ("fault", "checks"),
    [
        # The two touch the same card.
        (LegalListsAMoveTwice, [LEGAL, SCENES]),
        (LegalForgetsAMove, [LEGAL]),
        (ARefusedMoveCosts, [LEGAL]),
        (CopiesShareTheHeads, [COPIES]),
        (CopiesForgetTheChosenCards, [COPIES]),
        # A state that was imagined in the middle of a game has the card again; and fewer are lost
        # where others have not laid yet.
        (LosesACard, [CARDS, EVENTS, HIDDEN, IMAGINE, VIEWED]),
        (RanksAreDense, [RANKS]),
        (ScoresForgetASeat, [RANKS, EVENTS]),
        # What tells of a secret differs in an imagined state, which has other secrets.
        (LegalIsOrderedBySecrets, [SECRECY, HIDDEN, IMAGINE, VIEWED]),
        (RecordsOnlyTheLastShuffle, [REPLAY, SECRECY, HIDDEN]),
    ],
)
def test_a_fault_of_the_state_is_found(fault: type[SixNimmtState], checks: list[str]) -> None:
    # Ranks of two seats, and their shuffles, have no room for some of these.
    assert failing(WithBrokenStates(fault), seats=3) == checks


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (NothingIsLegal, "legal() is empty"),
        (LegalListsForeignCards, "play() refuses it"),
        (AsksInAnyOrder, "right are ascending seats"),
        (AsksOneSeatOnly, "before others have moved too it is"),
        (NeverEnds, "a game has to end"),
    ],
)
def test_what_all_checks_stand_on_is_found_by_the_first(
    fault: type[SixNimmtState], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_play, "MOST_MOVES", 500)
    table = Table(WithBrokenStates(fault), 3, Options(), seed=0)
    with pytest.raises(Nonconformance) as broken:
        CHECKS[0](table)
    assert sentence in str(broken.value)
    assert str(table) in str(broken.value)
