"""Games of Big Fish that are as a test wants them to be."""

from collections.abc import Sequence

from arena.games import Deal
from arena.games.big_fish import GAME, BigFish, Options
from arena.games.big_fish.cards import LICENCES
from arena.games.big_fish.rules import BigFishState
from arena.games.colours import read_cards

GAMES: BigFish = GAME
ADVANCED = Options(licences=True)


def fish(text: str) -> list[int]:
    """Read fish in their notation, or none."""
    return list(read_cards(text)) if text else []


def licences(letters: str) -> list[int]:
    return [LICENCES.index(letter) + 1 for letter in letters]


def laid_out(
    rows: Sequence[str],
    *hands: str,
    options: Options | None = None,
    display: str = "DEFGHI",
    deal: Deal | None = None,
) -> BigFishState:
    """Return a game with these rows and hands; what else there is comes from the deal."""
    state = GAMES.start(max(2, len(hands)), deal or Deal(0), options or Options())
    state.rows = [fish(row) for row in rows]
    for seat, hand in enumerate(hands):
        state.hands[seat] = sorted(fish(hand))
    if state.options.licences:
        state.display = licences(display)
    return state


def play(state: BigFishState, *moves: str) -> BigFishState:
    """Make these moves, each for the seat that is to act."""
    for move in moves:
        state.play(state.to_act[0], GAMES.parse(move))
    return state


def legal(state: BigFishState) -> list[str]:
    """Return the legal moves of the seat that is to act."""
    return list(map(str, state.legal(state.to_act[0])))


def names(cards: Sequence[int]) -> str:
    """Return cards in their notation."""
    return " ".join(map(GAMES.card_name, cards))
