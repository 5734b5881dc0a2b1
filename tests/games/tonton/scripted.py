"""Matches of TonTon that are as a test wants them to be."""

from collections.abc import Sequence

from arena.games import Deal
from arena.games.colours import read_cards
from arena.games.tonton import GAME, Options, TonTon
from arena.games.tonton.cards import MISSION_SETS, MISSIONS, deck_of, hand_of
from arena.games.tonton.rules import TonTonState

GAMES: TonTon = GAME


def mission(name: str) -> int:
    """Return the number of a mission."""
    return next(number for number, mission in MISSIONS.items() if mission.name == name)


def dealt(*hands: str, options: Options | None = None, first: str = "9") -> TonTonState:
    """Deal these hands, filled up with the first cards of the deck that are in none of them."""
    options = options or Options()
    deck = deck_of(options.colours[: len(hands)])
    held = [list(read_cards(hand)) for hand in hands]
    spare = [card for card in deck if not any(card in hand for hand in held)]
    for hand in held:
        while len(hand) < 8:
            hand.append(spare.pop(0))
    number = mission(first)
    others = [other for other in MISSION_SETS[options.missions] if other != number]
    orders = ((number, *others), tuple(card for hand in held for card in hand))
    return GAMES.start(len(hands), Deal(0, orders), options)


def holding(
    *hands: str, leader: int = 0, trick: str = "", options: Options | None = None
) -> TonTonState:
    """Return a game in the middle of a trick: these hands, and these cards from the leader on."""
    state = GAMES.start(len(hands), Deal(0), options or Options())
    state.hands = [hand_of(read_cards(hand)) for hand in hands]
    state.trick = list(read_cards(trick)) if trick else []
    state.leader, state.led = leader, state.trick[0] // 10 if trick else 0
    state.to_act = ((leader + len(state.trick)) % len(hands),)
    return state


def end_of_game(
    name: str,
    tops: Sequence[str],
    sixes: Sequence[int],
    totals: Sequence[int] | None = None,
    options: Options | None = None,
) -> TonTonState:
    """Return a match after a game under a mission that ended with these cards on top."""
    state = GAMES.start(len(tops), Deal(0), options or Options("advanced"))
    state.missions = (mission(name), *(other for other in MISSIONS if other != mission(name)))
    state.totals = list(totals or [0] * len(tops))
    state.sixes = list(sixes)
    for pile, cards in zip(state.tops, tops, strict=True):
        for card in read_cards(cards) if cards else ():
            pile[card // 10] = card
    state._end_game()
    return state


def play(state: TonTonState, *cards: str) -> TonTonState:
    """Play these cards, each for the seat that is to act."""
    for card in cards:
        state.play(state.to_act[0], GAMES.parse(card))
    return state


def legal(state: TonTonState) -> str:
    """Return the legal moves of the seat that is to act."""
    return " ".join(map(str, state.legal(state.to_act[0])))


def tops(state: TonTonState, seat: int) -> str:
    return " ".join(GAMES.card_name(top) for top in state.tops[seat] if top)
