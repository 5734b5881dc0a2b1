"""A view that tells too much is found in any game by dealing again what it may not tell."""

import pytest

from arena.games import AnyGame
from arena.games.big_fish import BigFish
from arena.games.big_fish.rules import BigFishState
from arena.games.contract import Nonconformance
from arena.games.goat_n_goat import GoatNGoat
from arena.games.goat_n_goat.rules import GoatNGoatState
from arena.games.testing.random_play import Table
from arena.games.testing.secrecy import check_a_seat_cannot_see_what_it_may_not_know
from arena.games.tonton import TonTon
from arena.games.tonton.rules import TonTonState
from arena.v1 import big_fish_pb2, goat_n_goat_pb2, tonton_pb2


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
