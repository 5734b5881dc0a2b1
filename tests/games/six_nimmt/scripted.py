"""Games of 6 nimmt! that begin as a test wants them to."""

from collections.abc import Sequence
from itertools import chain, islice
from random import Random

from arena.games import Deal
from arena.games.six_nimmt import GAME, SixNimmt
from arena.games.six_nimmt.cards import HAND, deck_of, hand_of
from arena.games.six_nimmt.options import Options, Variant
from arena.games.six_nimmt.rules import SixNimmtState
from arena.v1 import six_nimmt_pb2 as pb

GAMES: SixNimmt = GAME
_NUMBERS: dict[Variant, pb.SixNimmtVariant.ValueType] = {
    "base": pb.SIX_NIMMT_VARIANT_BASE,
    "professional": pb.SIX_NIMMT_VARIANT_PROFESSIONAL,
}


def dealt(
    hands: Sequence[Sequence[int]], rows: Sequence[int], options: Options | None = None
) -> SixNimmtState:
    """Deal these cards; hands are filled up to ten with the lowest cards that are not named."""
    options = options or Options()
    named = {*rows, *chain(*hands)}
    spare = iter([card for card in deck_of(len(hands), options.variant) if card not in named])
    filled = [[*hand, *islice(spare, HAND - len(hand))] for hand in hands]
    order = (*chain(*filled), *rows, *spare)
    return GAMES.start(len(hands), Deal(seed=0, orders=(order,)), options)


def laid_out(
    rows: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    options: Options | None = None,
    heads: Sequence[int] | None = None,
) -> SixNimmtState:
    """Return the first round in the middle of it: these rows, and nothing but these hands left."""
    options = options or Options()
    seats = len(hands)
    view = pb.SixNimmtView(
        seats=seats,
        variant=_NUMBERS[options.variant],
        limit=options.limit,
        rounds=options.rounds,
        round=1,
        decision=pb.SIX_NIMMT_DECISION_CARD,
        hand=hands[0],
        rows=[pb.SixNimmtCards(cards=row) for row in rows],
        heads=heads or [0] * seats,
        piles=[pb.SixNimmtCards()] * seats,
    )
    state = GAMES.imagine(view, Random(0))
    state.hands = [hand_of(hand) for hand in hands]
    return state


def play(state: SixNimmtState, *moves: str) -> None:
    """Make these moves, each for the lowest seat that is to act."""
    for move in moves:
        state.play(state.to_act[0], GAMES.parse(move))


def play_first_legal(state: SixNimmtState, moves: int) -> None:
    """Make this many moves, each the first legal one of the lowest seat that is to act."""
    for _ in range(moves):
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])


def legal(state: SixNimmtState) -> list[str]:
    """Return the legal moves of the lowest seat that is to act."""
    return list(map(str, state.legal(state.to_act[0])))
