"""Timings of a match: how long its boxes took to start, and how late its clocks went off.

They say how well this machine does, and nothing of a bot. No record has them.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Timings:
    """What was measured of one match. All times are in seconds."""

    starts: list[float] = field(default_factory=list)
    """Of each bot that joined: from the order for its box to its Join."""
    late: float = 0.0
    """By how much the referee's timer went off too late, at worst. What it measures is right all
    the same, but anyone who has used up its time is ended later."""
