"""New against old: two versions of a bot, compared in pairs of games as `arena compare` does.

Each round is two matches, one of each version, with the same cards, seats and opponents, and by
fresh processes. So a comparison is played a match at a time, like any other request.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from arena.match.paired import (
    Arm,
    PairedComparison,
    PairedGame,
    place_of,
    plan_round,
    read_pairs,
)
from arena.match.plan import read_plan, write_plan
from arena.match.record import unpack_record
from arena.v1 import record_pb2 as rec
from ladder.shares import COMPARISON_PAIRS
from ladder.wire import COMPARISON_MARGIN, ComparedVersions


def plan_arm(old: rec.Plan, new: rec.Plan, number: int) -> rec.Plan:
    """Return the plan of a match of a comparison, by its number over all, from 0 on."""
    place, arm = place_of(number)
    return write_plan(plan_round(read_plan(old if arm is Arm.OLD else new), place))


class CountedRound(NamedTuple):
    """The part of one round, played in both arms, in a comparison."""

    played: int
    pairs: list[PairedGame]


def count_round(plan: rec.Plan, number: int, old: bytes, new: bytes) -> bytes:
    """Count a round from the packed records of its matches, and return that packed."""
    records = [unpack_record(content, "A record of the comparison") for content in (old, new)]
    games = [record.games for record in records]
    pairs = read_pairs(number, read_plan(plan).teams, games)
    counted = CountedRound(len(games[0]), pairs)
    return msgspec.msgpack.encode(counted, enc_hook=rec.Forfeit.SerializeToString)


def sum_rounds(rounds: Iterable[bytes]) -> PairedComparison:
    """Return what all rounds of a comparison come to, as `count_round` packed them."""
    comparison = PairedComparison(COMPARISON_MARGIN, COMPARISON_PAIRS)
    for content in rounds:
        comparison.add_round(*_ROUNDS.decode(content))
    return comparison


def _read_forfeit(_: type, content: bytes) -> rec.Forfeit:
    return rec.Forfeit.FromString(content)


_ROUNDS: Final = msgspec.msgpack.Decoder(CountedRound, dec_hook=_read_forfeit)


def describe_comparison(comparison: PairedComparison) -> ComparedVersions:
    """Return what is known by now."""
    known = comparison.latest
    return ComparedVersions(
        pairs=known.pairs,
        most=comparison.most,
        mean=known.mean,
        low=known.interval.low,
        high=known.interval.high,
        answer=str(comparison.answer),
    )
