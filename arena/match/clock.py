"""A Fischer clock: a bank for the game, and an increment added before every turn."""

import re
from dataclasses import dataclass
from typing import Final

from arena.mistake import Mistake
from arena.v1 import arena_pb2 as pb

# What a clock's end may be late by on a busy host. Published; no bot should count on it.
GRACE: Final = 0.010

_NOTATION = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)\+(\d{1,4}(?:\.\d{1,3})?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What every seat of a game is given, in seconds."""

    bank: float = 10.0
    increment: float = 0.1
    start: float = 10.0
    """From the start of a bot's program to its Join; apart from the bank."""

    def __str__(self) -> str:
        return f"{self.bank:g}+{self.increment:g}"


class Clock:
    """One seat's clock in one game. It is told what was spent; it does not measure."""

    def __init__(self, control: TimeControl) -> None:
        self._increment = control.increment
        self._bank = control.bank

    @property
    def left(self) -> float:
        """Seconds that the seat may spend on its next answer."""
        return self._bank + self._increment

    def spend(self, seconds: float) -> bool:
        """Charge an answer; False if it took longer than `left` and the grace."""
        in_time = seconds <= self.left + GRACE
        self._bank = max(0.0, self.left - seconds)
        return in_time


def parse_time_control(text: str) -> TimeControl:
    """Read `BANK+INCREMENT` in seconds, for example `10+0.1`."""
    match = _NOTATION.fullmatch(text)
    if match is None or float(match[1]) + float(match[2]) == 0:
        raise Mistake(f"{text!r} is no clock; a clock is BANK+INCREMENT in seconds, say 10+0.1.")
    return TimeControl(float(match[1]), float(match[2]))


def clock_message(control: TimeControl) -> pb.Clock:
    return pb.Clock(
        bank_ms=round(control.bank * 1000),
        increment_ms=round(control.increment * 1000),
        start_ms=round(control.start * 1000),
    )


def read_clock(clock: pb.Clock) -> TimeControl:
    return TimeControl(clock.bank_ms / 1000, clock.increment_ms / 1000, clock.start_ms / 1000)
