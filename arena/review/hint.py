"""The hint: a move for a person, weighed as reviews weigh moves. An estimate, never the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from random import Random
from typing import Final

from arena.boxes.event_loop import wait_readable
from arena.errors import NotNow
from arena.review.policy import PLAYOUTS, reference_policy
from arena.review.worth import AskedDecision, Worth, weigh
from arena.runner.child import Beside, Bounds, Unanswered

_NICE: Final = 10


@dataclass(frozen=True, slots=True)
class Hint:
    """A move for a decision, and why, both by the policy of reviews."""

    move: str
    why: str
    """How it and its closest rival come out in simulated games, in a sentence."""


def find_hint(asked: AskedDecision, playouts: int = PLAYOUTS) -> Hint:
    """Weigh a decision by its view alone; the same decision has the same hint."""
    rng = Random(f"hint {asked.seat}")
    policy = reference_policy(asked.game.name)
    worths = weigh(asked, None, playouts, policy, rng).worths
    # All that were tried longest: the better one of two first.
    longest = max(worth.playouts for worth in worths)
    best, *rivals = [worth for worth in worths if worth.playouts == longest]
    return Hint(best.move, _tell_why(best, rivals, asked.game.unit))


def _tell_why(best: Worth, rivals: Sequence[Worth], unit: str) -> str:
    if not rivals:
        return f"{best.move} is the only legal move."
    rival = rivals[0]
    lead, error = best.lead - rival.lead, hypot(best.error, rival.error)
    return (
        f"In simulated games {best.move} does {lead:.1f} ± {error:.1f} {unit} better than"
        f" {rival.move}, the next best move."
    )


async def find_hint_beside(asked: AskedDecision) -> Hint:
    """Find a hint in a process of its own, which gives way to all others; NotNow if it ends.

    To cancel this ends the process.
    """
    with Beside(find_hint, Bounds(nice=_NICE)) as beside:
        beside.ask(asked)
        try:
            await wait_readable(beside.port)
            return beside.answer()
        except Unanswered as failure:
            raise NotNow("No hint could be made; ask once more.") from failure
