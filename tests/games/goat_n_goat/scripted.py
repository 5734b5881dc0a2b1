"""Games of Goat 'n' Goat that are as a test wants them to be."""

from collections.abc import Sequence

from arena.games import Deal
from arena.games.colours import name_cards, read_cards
from arena.games.goat_n_goat import GAME, GoatNGoat, Options
from arena.games.goat_n_goat.rules import GoatNGoatState

GAMES: GoatNGoat = GAME


def goats(text: str) -> list[int]:
    """Read cards in their notation, or none."""
    return list(read_cards(text)) if text else []


def laid_out(
    hand: str,
    *herds: str,
    seats: int = 2,
    row: str = "R1 R2 R3 B1 B2 B3",
    options: Options | None = None,
    deal: Deal | None = None,
) -> GoatNGoatState:
    """Return a game in which seat 0 is to lay, with this hand, these herds and this open row."""
    state = GAMES.start(seats, deal or Deal(0), options or Options())
    state.hands[0] = sorted(goats(hand))
    for herd in herds:
        cards = goats(herd)
        state.herds[0]["RGB".index(herd[0])] = cards
    state.open = goats(row)
    return state


def play(state: GoatNGoatState, *moves: str) -> GoatNGoatState:
    """Make these moves, each for the seat that is to act."""
    for move in moves:
        state.play(state.to_act[0], GAMES.parse(move))
    return state


def legal(state: GoatNGoatState) -> list[str]:
    """Return the legal moves of the seat that is to act."""
    return list(map(str, state.legal(state.to_act[0])))


def herds(state: GoatNGoatState, seat: int = 0) -> str:
    """Return a seat's herds, red, green, blue."""
    return " / ".join(name_cards(herd) or "-" for herd in state.herds[seat])


def names(cards: Sequence[int]) -> str:
    return name_cards(cards)
