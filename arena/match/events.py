"""The events of a recorded game, a step each: what happened, in the words of its game."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.match.replay import Replay, Step
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """The outcome of one decision."""

    question: int | None
    """The number of its first question, from 1 on: of those in the game, or of those to the seat
    that it is told to. None if there was none."""
    moment: str
    """When it was: "round 2, trick 7"."""
    told: tuple[str, ...]
    """The events, a sentence each."""


def tell_events(replay: Replay, seat: int | None) -> Iterator[ReplayEvent]:
    """Play a game again and tell it, to all or to a seat and by its questions.

    UserError if the game did not go as recorded.
    """
    asked = 0
    moment = replay.game.scene(replay.start(), seat).title
    for step in replay.steps():
        answers = sum(not one.fallback and seat in {None, one.seat} for one in step.entries)
        yield ReplayEvent(asked + 1 if answers else None, moment, tell_step(replay, step, seat))
        asked += answers
        moment = replay.game.scene(step.state, seat).title


def tell_step(replay: Replay, step: Step, seat: int | None = None) -> tuple[str, ...]:
    """Return what was refused in a step, who forfeits and why, and what came of it.

    A seat is told of its own refused answers alone: another's may name a card of its hand.
    """
    refused = [said for owner, said in tell_refused(replay, step) if seat in {None, owner}]
    return (*refused, *tell_outcome(replay, step, seat))


def tell_refused(replay: Replay, step: Step) -> Iterator[tuple[int, str]]:
    """Yield whose answers were refused in a step, and a sentence about each."""
    for entry in step.entries:
        if not entry.fallback and entry.verdict != rec.VERDICT_OK:
            move = replay.text(entry) or "an answer that cannot be read"
            who, verdict = _name(replay, entry.seat), read_verdict(entry.verdict)
            yield entry.seat, f"Refused: {move} of {who}: {verdict}."


def tell_outcome(replay: Replay, step: Step, seat: int | None = None) -> Iterator[str]:
    """Yield who forfeits in a step and why, what the referee plays, and what came of all moves."""
    for forfeit in step.forfeits:
        why = f"{read_verdict(forfeit.verdict)}: {forfeit.detail}"
        yield f"Forfeit of {_name(replay, forfeit.seat)}: {why.removesuffix('.')}."
    for entry in step.entries:
        if entry.fallback:
            yield f"The referee played {replay.text(entry)} for {_name(replay, entry.seat)}."
    yield from replay.game.tell(step.events, seat)


def tell_last(replay: Replay, seat: int) -> list[str]:
    """Return what has happened since a seat made its last move, that included."""
    told: list[str] = []
    for step in replay.steps():
        if any(entry.seat == seat for entry in step.entries):
            told = []
        told += tell_step(replay, step, seat)
    return told


def _name(replay: Replay, seat: int) -> str:
    return f"seat {seat} ({replay.names[seat]})"
