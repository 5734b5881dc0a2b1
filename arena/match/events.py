"""The events of a game, a line each: who did what, and which numbers of the table that changed.

What a seat did is told in its game's own words (`Game.tell`), what came of it by the counters of
two scenes: so a new game is told as soon as it has its scene.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.games.scene import Scene
from arena.match.replay import Replay
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """What the seats of one decision did, and what came of it."""

    question: int | None
    """The number of its first question, from 1 on: of those in the game, or of those to the seat
    that it is told to. None if there was none."""
    moment: str
    """When it was: "round 2, trick 7"."""
    done: str
    """What they did: "seat 1 (careful) takes row 3"."""
    changes: str
    """The numbers that are others now: "seat 1: heads 12 (+9)". Empty if none is."""


def tell_events(replay: Replay, seat: int | None = None) -> Iterator[ReplayEvent]:
    """Play a game again and tell it; to a seat by its questions and the numbers that it sees.

    UserError if the game did not go as recorded.
    """
    asked = 0
    before = replay.game.scene(replay.start(), seat)
    for step in replay.steps():
        now = replay.game.scene(step.state, seat)
        answers = sum(not one.fallback and seat in {None, one.seat} for one in step.entries)
        yield ReplayEvent(
            asked + 1 if answers else None,
            before.title,
            ", ".join(tell_entry(replay, entry) for entry in step.entries),
            "; ".join(_tell_changes(before, now)),
        )
        asked += answers
        before = now


def tell_entry(replay: Replay, entry: rec.Entry) -> str:
    """Return what a seat did, in words: "seat 1 (careful) takes row 3"."""
    who = f"seat {entry.seat} ({replay.names[entry.seat]})"
    what = replay.tell(entry) or "gives no answer that can be read"
    verdict = read_verdict(entry.verdict)
    if entry.fallback:
        return f"{who} {what} (played by the referee: {verdict})"
    refused = "" if entry.verdict == rec.VERDICT_OK else f" (refused: {verdict})"
    return f"{who} {what}{refused}"


def _tell_changes(before: Scene, now: Scene) -> Iterator[str]:
    """Say of every seat, and of the table, which of its counters changed by how much."""
    old = {counter.name: counter.value for counter in before.counters}
    for seat in (None, *range(now.seats)):
        changed = [
            f"{counter.title.lower()} {counter.value} ({change:+})"
            for counter in now.counters
            if counter.seat == seat and (change := counter.value - old.get(counter.name, 0))
        ]
        if changed:
            yield _whose(seat) + ", ".join(changed)


def _whose(seat: int | None) -> str:
    return "" if seat is None else f"seat {seat}: "
