"""Every promise of a game can be broken, and the check that is meant to notices."""

from collections.abc import Iterable
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest

from arena.games import Deal
from arena.games.six_nimmt import Options, SixNimmt
from arena.games.six_nimmt.cards import CARD, Move, hand_of
from arena.games.six_nimmt.rules import SixNimmtState
from arena.v1 import six_nimmt_pb2 as pb
from tests.games.testing.faults import (
    EVENTS,
    HIDDEN,
    IMAGINE,
    NOTATION,
    REPLAY,
    SAME,
    SECRECY,
    SIZE,
    UNSEEN,
    VIEWED,
    WIRE,
    failing,
)


class TellsACardOfTheNextSeat(SixNimmt):
    def view(self, state: SixNimmtState, seat: int) -> pb.SixNimmtView:
        view = super().view(state, seat)
        view.pool.extend(move.number for move in state.hands[(seat + 1) % state.seats][:1])
        return view


class TellsWhatOthersHaveLaid(SixNimmt):
    def view(self, state: SixNimmtState, seat: int) -> pb.SixNimmtView:
        view = super().view(state, seat)
        view.pool.extend(state.chosen)
        return view


class TellsOfTheSeed(SixNimmt):
    def view(self, state: SixNimmtState, seat: int) -> pb.SixNimmtView:
        view = super().view(state, seat)
        view.limit = state.deal.seed % 1000 + 1
        return view


class TellsTheNextShuffle(SixNimmt):
    def view(self, state: SixNimmtState, seat: int) -> pb.SixNimmtView:
        view = super().view(state, seat)
        view.pool.append(state.deal.shuffle(state.round + 1, range(1, 105))[0])
        return view


class TellsTheUndealtCardsAndImaginesThemToo(SixNimmt):
    """The view says too much, but `imagine` agrees with it: only a new deal shows the fault."""

    def view(self, state: SixNimmtState, seat: int) -> pb.SixNimmtView:
        view = super().view(state, seat)
        view.pool.extend(sorted(state.rest))
        return view

    def imagine(self, view: pb.SixNimmtView, rng: Random) -> SixNimmtState:
        state = super().imagine(view, rng)
        held = [{move.number for move in hand} for hand in state.hands]
        spare = [card for card in state.rest if card not in view.pool]
        for seat, cards in enumerate(held):
            if seat != view.seat:
                kept = cards - {*view.pool}
                new = [spare.pop() for _ in range(len(cards) - len(kept))]
                state.hands[seat] = hand_of([*kept, *new])
        state.rest = list(view.pool)
        return state


class DealsAsItLikes(SixNimmt):
    def __init__(self) -> None:
        self.seeds = count()

    def start(self, seats: int, deal: Deal, options: Options) -> SixNimmtState:
        return super().start(seats, Deal(next(self.seeds)), options)


class UnseenIsNothing(SixNimmt):
    def unseen(self, state: SixNimmtState, seat: int) -> Iterable[tuple[int, int]]:
        return ()


class UnseenIsOnlyWhatWasNotDealt(SixNimmt):
    def unseen(self, state: SixNimmtState, seat: int) -> Iterable[tuple[int, int]]:
        return ((number, place) for number, place in super().unseen(state, seat) if place >= 34)


class UnseenIsWhatOthersWereDealt(SixNimmt):
    def unseen(self, state: SixNimmtState, seat: int) -> Iterable[tuple[int, int]]:
        return ((number, place) for number, place in super().unseen(state, seat) if place < 34)


class UnseenIsEverything(SixNimmt):
    def unseen(self, state: SixNimmtState, seat: int) -> Iterable[tuple[int, int]]:
        return ((k, place) for k, order in enumerate(state.shuffles) for place in range(len(order)))


class ImaginesOtherHeads(SixNimmt):
    def imagine(self, view: pb.SixNimmtView, rng: Random) -> SixNimmtState:
        state = super().imagine(view, rng)
        state.heads[0] += 1
        return state


class ImaginesALostCard(SixNimmt):
    def imagine(self, view: pb.SixNimmtView, rng: Random) -> SixNimmtState:
        state = super().imagine(view, rng)
        state.rest.pop()
        return state


class ImaginesThatOthersHaveLaid(SixNimmt):
    def imagine(self, view: pb.SixNimmtView, rng: Random) -> SixNimmtState:
        state = super().imagine(view, rng)
        for other in state.to_act:
            if other != view.seat:
                state.play(other, state.legal(other)[0])
        return state


class DecodesTheNextNumber(SixNimmt):
    def decode(self, message: pb.SixNimmtMove) -> Move:
        kind, number = super().decode(message)
        return Move(kind, number + 1)


class DecodesAnything(SixNimmt):
    def decode(self, message: pb.SixNimmtMove) -> Move:
        return super().decode(message) if message.WhichOneof("move") else CARD[1]


class ReadsRowsFromTheBottom(SixNimmt):
    def parse(self, text: str) -> Move:
        kind, number = super().parse(text)
        return Move(kind, 5 - number if kind == "row" else number)


class ReadsAnything(SixNimmt):
    def parse(self, text: str) -> Move:
        return super().parse(text) if text.strip() else CARD[1]


class NamesAllCardsAlike(SixNimmt):
    def card_name(self, card: int) -> str:
        return "card"


class TellsFarTooMuchAtTheStart(SixNimmt):
    def view(self, state: SixNimmtState, seat: int) -> pb.SixNimmtView:
        view = super().view(state, seat)
        if state.round == 1 and not view.tricks:
            view.pool.extend([1] * 300_000)
        return view


class HasNoPlaceInTheEnvelopes(SixNimmt):
    name: ClassVar[str] = "seven_nimmt"


@pytest.mark.parametrize(
    ("fault", "checks"),
    [
        (TellsACardOfTheNextSeat, [SECRECY, IMAGINE]),
        (TellsWhatOthersHaveLaid, [SECRECY, IMAGINE]),
        (TellsOfTheSeed, [SECRECY, IMAGINE]),
        (TellsTheNextShuffle, [SECRECY, IMAGINE]),
        (TellsTheUndealtCardsAndImaginesThemToo, [SECRECY]),
        # When every deal is another one, the same cards are never dealt again either.
        (DealsAsItLikes, [SAME, REPLAY, SECRECY, HIDDEN]),
        (UnseenIsNothing, [UNSEEN]),
        (UnseenIsWhatOthersWereDealt, [UNSEEN]),
        (UnseenIsEverything, [SECRECY, HIDDEN]),
        (ImaginesOtherHeads, [IMAGINE, VIEWED]),
        (ImaginesALostCard, [IMAGINE, VIEWED]),
        (ImaginesThatOthersHaveLaid, [IMAGINE]),
        (DecodesTheNextNumber, [WIRE]),
        (DecodesAnything, [NOTATION]),
        (ReadsRowsFromTheBottom, [NOTATION, REPLAY]),
        (ReadsAnything, [NOTATION]),
        (NamesAllCardsAlike, [NOTATION, EVENTS]),
        (TellsFarTooMuchAtTheStart, [SIZE]),
        (HasNoPlaceInTheEnvelopes, [WIRE]),
    ],
)
def test_a_fault_of_the_game_is_found(fault: type[Any], checks: list[str]) -> None:
    assert failing(fault()) == checks


def test_a_fault_is_found_of_what_one_of_two_others_holds() -> None:
    assert failing(UnseenIsOnlyWhatWasNotDealt(), seats=3) == [UNSEEN]
