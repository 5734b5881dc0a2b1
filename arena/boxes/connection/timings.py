"""Timings of a match: how long its boxes took to start, and how late its clocks went off.

They say how well this machine does, and nothing of a bot. No record has them.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Timings:
    """The measurements of one match. All times are in seconds."""

    starts: list[float] = field(default_factory=list)
    """For each bot that joined, the time from the order for its box to its Join."""
    late: float = 0.0
    """The longest delay of the referee's timer. Its measurements are right all the same, but a bot
    that has used up its time is ended later."""
