"""The rule of the moment in Goat 'n' Goat: what a lay costs and brings, what a mountain costs."""

from collections.abc import Iterator, Sequence

from arena.games.goat_n_goat.cards import HERD, MOST_IN_HAND, Move
from arena.games.goat_n_goat.events import HERDS
from arena.games.goat_n_goat.rules import GoatNGoatState
from arena.games.guide import Guide
from arena.games.narration import count


def guide(state: GoatNGoatState, seat: int) -> Guide:
    """Return the rule of the moment for a seat that is to act."""
    moves, herds = state.legal(seat), state.herds[seat]
    if state.decision == "lay":
        last = state.last_turns is not None
        rule = "Goats lower than the last of their herd cost you that herd" + (
            "; in the last turn nothing is taken." if last else "; then you take open cards."
        )
        return Guide(rule, tuple("; ".join(_say_lay(herds, move, last=last)) for move in moves))
    if state.decision == "take":
        after = len(state.hands[seat]) + state.number
        rule = f"Your hand then has {after}; what is above {MOST_IN_HAND} becomes penalties."
    elif state.decision == "discard":
        rule = "Each card that you discard is a penalty, and costs a point."
    else:
        rule = "A mountain costs the herd of its colour, of at least as many goats as its number."
        return Guide(rule, tuple(_say_claim(herds, move) for move in moves))
    return Guide(rule, ("",) * len(moves))


def _say_lay(herds: Sequence[Sequence[int]], move: Move, *, last: bool) -> Iterator[str]:
    """Say which herds a lay costs, and what it takes."""
    number = move.cards[0] % 10
    places = sorted({HERD[card // 10] for card in move.cards})
    lost = [place for place in places if herds[place] and number < herds[place][-1] % 10]
    if lost:
        colours = " and ".join(HERDS[place] for place in lost)
        cost = sum(len(herds[place]) for place in lost)
        yield f"loses the {colours} herd: {cost} {'penalty' if cost == 1 else 'penalties'}"
    if not last:
        yield f"you take {count(number, 'card')}"


def _say_claim(herds: Sequence[Sequence[int]], move: Move) -> str:
    if not move.cards:
        return "keeps your herds"
    (mountain,) = move.cards
    herd = herds[HERD[mountain // 10]]
    return f"{count(mountain % 10, 'point')} for a herd of {count(len(herd), 'goat')}"
