"""How an answer, a seat or a match ended: a closed set, each with its evidence.

Three kinds of failure never mix. A `Fault` is a value: a bot broke the contract, its seat forfeits
the game, the others play on. A `HostFailure` is ours: the match is void and played again. Any other
exception is a bug and propagates.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from arena.errors import UserError
from arena.games.messages import EnumMap
from arena.match.clock import Spent
from arena.v1 import record_pb2 as rec


class Verdict(StrEnum):
    """The names of `arena.v1.Verdict`; `host` and `cancelled` are ours, the others the bot's."""

    OK = "ok"
    ILLEGAL = "illegal"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out_of_memory"
    PROTOCOL = "protocol"
    NO_START = "no_start"
    FLOODED = "flooded"
    HOST = "host"
    CANCELLED = "cancelled"


FAULTS: Final = frozenset(Verdict) - {Verdict.OK, Verdict.HOST, Verdict.CANCELLED}
"""Those by which a seat can forfeit."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a bot's program ended. All but `code` or `signal` may be unknown."""

    code: int | None = None
    signal: int | None = None
    out_of_memory: bool = False
    cpu: float | None = None
    """CPU seconds of the program and its children."""
    error: str = ""
    """Why it could not be started at all, as a sentence; empty if it was."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a bot: one sentence, and the evidence for it."""

    verdict: Verdict
    detail: str
    exit: Exit | None = None
    log_tail: str = ""
    spent: Spent | None = None
    """The cost of an answer that came too late."""


_VERDICTS: Final = EnumMap(rec.Verdict, tuple(Verdict))


def verdict_number(verdict: Verdict) -> "rec.Verdict.ValueType":
    return _VERDICTS.number[verdict]


def read_verdict(number: "rec.Verdict.ValueType") -> Verdict:
    """Return the verdict of a record's number; UserError if it is none that is ever recorded."""
    if number not in _VERDICTS.word:
        raise UserError(f"The record has a verdict {number}, which there is not.")
    return _VERDICTS.word[number]


def forfeit_message(seat: int, fault: Fault) -> rec.Forfeit:
    end = fault.exit or Exit()
    return rec.Forfeit(
        seat=seat,
        verdict=verdict_number(fault.verdict),
        detail=fault.detail,
        exit_code=end.code,
        signal=end.signal,
        log_tail=fault.log_tail,
        cpu_us=None if end.cpu is None else round(end.cpu * 1e6),
        **_describe_overrun(fault.spent),
    )


def _describe_overrun(spent: Spent | None) -> dict[str, int]:
    if spent is None:
        return {}
    told = {"wall_us": spent.wall, "answer_cpu_us": spent.cpu, "waited_us": spent.waited}
    return {name: round(value * 1e6) for name, value in told.items() if value is not None}


def conclude(fault: Fault, end: Exit | None, log_tail: str) -> Fault:
    """Add what is known of the program's end, which may explain more than the stream does."""
    verdict, detail = fault.verdict, fault.detail
    if end is not None and verdict is Verdict.CRASHED:
        verdict = Verdict.OUT_OF_MEMORY if end.out_of_memory else verdict
        detail = f"the bot {describe_end(end)} in the middle of the match"
    elif verdict is Verdict.CRASHED:
        verdict = Verdict.PROTOCOL
        detail = "the bot ended its stream, or sent over 1 MiB at once, and went on running"
    return replace(fault, verdict=verdict, detail=detail, exit=end, log_tail=log_tail)


def describe_end(end: Exit) -> str:
    """Say how a program ended, as the end of a sentence about it."""
    if end.out_of_memory:
        return "used more memory than its box has"
    if end.signal is not None:
        return f"was ended by signal {end.signal}"
    return f"ended with exit code {end.code}"
