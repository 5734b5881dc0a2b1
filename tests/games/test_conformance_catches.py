"""Every promise can be broken, and the check that is meant to notices: games with one fault."""

from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Any, ClassVar, Self, TypeVar

import pytest

from arena.games import AnyGame, Deal, IllegalMove, State, random_play
from arena.games.big_fish.game import BigFish
from arena.games.big_fish.options import Options as BigFishOptions
from arena.games.big_fish.rules import BigFishState
from arena.games.conformance import (
    CHECKS,
    Nonconformance,
    Table,
    check_a_refusal_leaves_the_decision_as_it_is,
)
from arena.games.goat_n_goat.game import GoatNGoat
from arena.games.goat_n_goat.rules import GoatNGoatState
from arena.games.secrecy import check_a_seat_cannot_see_what_it_may_not_know
from arena.games.six_nimmt.cards import hand_of
from arena.games.six_nimmt.game import SixNimmt
from arena.games.six_nimmt.moves import CARD, Move
from arena.games.six_nimmt.options import Options
from arena.games.six_nimmt.rules import SixNimmtState
from arena.games.tonton.game import TonTon
from arena.games.tonton.rules import TonTonState
from arena.v1 import big_fish_pb2, goat_n_goat_pb2, tonton_pb2
from arena.v1 import six_nimmt_pb2 as pb

FaultT = TypeVar("FaultT", bound=State[Any])

SAME = "the_same_deal_and_moves_make_the_same_game"
COPIES = "copies_are_independent"
LEGAL = "legal_lists_exactly_what_play_accepts"
CARDS = "no_card_comes_or_goes"
RANKS = "every_seat_has_a_score_and_a_rank"
NOTATION = "moves_and_cards_have_a_notation"
WIRE = "views_and_moves_survive_the_wire"
REPLAY = "a_game_can_be_replayed_from_its_record"
SECRECY = "a_seat_cannot_see_what_it_may_not_know"
UNSEEN = "unseen_lists_every_place_that_was_not_seen"
IMAGINE = "an_imagined_state_agrees_with_the_view"


def failing(game: SixNimmt) -> list[str]:
    """Return the names of the checks that fail at one of two short tables."""
    names = []
    for check in CHECKS:
        try:
            for seed in range(2):
                check(Table(game, 3, Options(limit=None, rounds=2), seed))
        except Nonconformance:
            names.append(check.__name__.removeprefix("check_"))
    return names


def test_the_game_itself_passes_every_check() -> None:
    assert failing(SixNimmt()) == []


# --- faults of the state ---


class BrokenState(SixNimmtState):
    """A state whose copies have its fault."""

    __slots__ = ()

    def copy(self) -> Self:
        return disguise(super().copy(), type(self))


def disguise(state: State[Any], fault: type[FaultT]) -> FaultT:
    state.__class__ = fault
    assert isinstance(state, fault)
    return state


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
        (LegalListsAMoveTwice, [LEGAL]),
        (LegalForgetsAMove, [LEGAL]),
        (ARefusedMoveCosts, [LEGAL]),
        (CopiesShareTheHeads, [COPIES]),
        (CopiesForgetTheChosenCards, [COPIES]),
        # A state that was imagined in the middle of a game has the card again.
        (LosesACard, [CARDS, IMAGINE]),
        (RanksAreDense, [RANKS]),
        (ScoresForgetASeat, [RANKS]),
        # What tells of a secret differs in an imagined state, which has other secrets.
        (LegalIsOrderedBySecrets, [SECRECY, IMAGINE]),
        (RecordsOnlyTheLastShuffle, [REPLAY, SECRECY]),
    ],
)
def test_a_fault_of_the_state_is_found(fault: type[SixNimmtState], checks: list[str]) -> None:
    assert failing(WithBrokenStates(fault)) == checks


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


# --- faults of the game ---


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
        (DealsAsItLikes, [SAME, REPLAY, SECRECY]),
        (UnseenIsNothing, [UNSEEN]),
        (UnseenIsOnlyWhatWasNotDealt, [UNSEEN]),
        (UnseenIsWhatOthersWereDealt, [UNSEEN]),
        (UnseenIsEverything, [SECRECY]),
        (ImaginesOtherHeads, [IMAGINE]),
        (ImaginesALostCard, [IMAGINE]),
        (ImaginesThatOthersHaveLaid, [IMAGINE]),
        (DecodesTheNextNumber, [WIRE]),
        (DecodesAnything, [NOTATION]),
        (ReadsRowsFromTheBottom, [NOTATION, REPLAY]),
        (ReadsAnything, [NOTATION]),
        (NamesAllCardsAlike, [NOTATION]),
        (HasNoPlaceInTheEnvelopes, [WIRE]),
    ],
)
def test_a_fault_of_the_game_is_found(fault: type[Any], checks: list[str]) -> None:
    assert failing(fault()) == checks


# --- views of the other games that tell too much ---


class TellsTheNextFish(BigFish):
    def view(self, state: BigFishState, seat: int) -> big_fish_pb2.BigFishView:
        view = super().view(state, seat)
        view.hand.extend(state.stack(seat)[:1])
        return view


class TellsWhoHoldsTheHighestCard(TonTon):
    def view(self, state: TonTonState, seat: int) -> tonton_pb2.TontonView:
        view = super().view(state, seat)
        held = [max((move.card for move in hand), default=0) for hand in state.hands]
        view.totals.append(held.index(max(held)))
        return view


class TellsTheNextMission(TonTon):
    def view(self, state: TonTonState, seat: int) -> tonton_pb2.TontonView:
        view = super().view(state, seat)
        view.missions.extend(state.missions[state.game + 1 : state.game + 2])  # type: ignore[arg-type]
        return view


class TellsTheTopOfTheDeck(GoatNGoat):
    def view(self, state: GoatNGoatState, seat: int) -> goat_n_goat_pb2.GoatNGoatView:
        view = super().view(state, seat)
        view.deck.extend(state.deck[-1:])
        return view


class TellsAnotherHand(GoatNGoat):
    def view(self, state: GoatNGoatState, seat: int) -> goat_n_goat_pb2.GoatNGoatView:
        view = super().view(state, seat)
        view.known[(seat + 1) % state.seats].cards.append(state.hands[(seat + 1) % state.seats][0])
        return view


@pytest.mark.parametrize(
    "leak",
    [
        TellsTheNextFish(),
        TellsWhoHoldsTheHighestCard(),
        TellsTheNextMission(),
        TellsTheTopOfTheDeck(),
        TellsAnotherHand(),
    ],
    ids=lambda game: type(game).__name__,
)
def test_a_leak_in_any_game_is_found_by_dealing_anew(leak: AnyGame) -> None:
    for seed in range(3):
        check_a_seat_cannot_see_what_it_may_not_know(honest(leak, seed))
        with pytest.raises(Nonconformance, match=r"the view of this seat"):
            check_a_seat_cannot_see_what_it_may_not_know(Table(leak, 3, leak.Options(), seed))


def honest(leak: AnyGame, seed: int) -> Table:
    """Return the same table with the game as it is."""
    return Table(type(leak).__bases__[0](), 3, leak.Options(), seed)


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
