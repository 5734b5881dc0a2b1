"""Whether workers that played the same match agree about it, and who is outvoted.

Two that agree in everything but times have played right. Where they differ, a third one says which
of them is wrong. Where all three differ it is the bots, which do not play the same twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from arena.runner.referee_process import MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec

Answer: TypeAlias = tuple[str, MatchPlayed | MatchVoid]
"""The name of a worker, and what came of the match there."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What the answers of workers to the same match come to."""

    outcome: MatchPlayed | MatchVoid
    """What counts."""
    agreed: tuple[str, ...] = ()
    """The workers that played the same."""
    outvoted: str = ""
    """The worker that two others disagree with."""
    open: str = ""
    """What is not known, or cannot be, where they differ; else empty."""


def count_votes(answers: Sequence[Answer]) -> Vote:
    """Count two answers or three. A void says nothing, and nobody has two votes."""
    played = {name: outcome for name, outcome in answers if isinstance(outcome, MatchPlayed)}
    if len(played) < 2:
        return Vote(next(iter(played.values()), answers[0][1]))
    for outcome in played.values():
        same = tuple(other for other, its in played.items() if _agree(outcome, its))
        if len(same) > 1:
            others = [other for other in played if other not in same]
            return Vote(outcome, same, *others)
    missing = (
        "a third worker would tell which is wrong, or that the bots do not play the same twice"
    )
    if len(played) > 2:
        missing = "nor does a third worker: its bots do not play the same twice"
    return Vote(next(iter(played.values())), open=missing + ".")


def _agree(one: MatchPlayed, other: MatchPlayed) -> bool:
    return [*map(_course, one.record.games)] == [*map(_course, other.record.games)]


def _course(game: rec.GameRecord) -> object:
    """Return all of a game but its times, and who of those who move at once was first."""
    moves: dict[int, list[tuple[bytes, int, bool]]] = {}
    for entry in game.entries:
        move = entry.move.SerializeToString(deterministic=True)
        moves.setdefault(entry.seat, []).append((move, entry.verdict, entry.fallback))
    forfeits = sorted((one.seat, one.verdict) for one in game.forfeits)
    return game.number, [*game.seating], moves, forfeits, [*game.scores], [*game.ranks]
