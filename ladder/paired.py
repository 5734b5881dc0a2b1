"""New against old: two versions of a bot, compared in pairs of games as `arena compare` does.

Each round is two matches, one of each version, with the same cards, seats and opponents, and by
fresh processes. So a comparison is played a match at a time, like any other request.
"""

from collections.abc import Sequence

from arena.match.paired import Arm, PairedComparison, place_of, plan_round, read_pairs
from arena.match.plan import read_plan, write_plan
from arena.match.record import unpack_record
from arena.v1 import record_pb2 as rec
from ladder.shares import COMPARISON_PAIRS
from ladder.wire import COMPARISON_MARGIN, ComparedVersions


def plan_arm(old: rec.Plan, new: rec.Plan, number: int) -> rec.Plan:
    """Return the plan of a match of a comparison, by its number over all, from 0 on."""
    place, arm = place_of(number)
    return write_plan(plan_round(read_plan(old if arm is Arm.OLD else new), place))


def count_arms(plan: rec.Plan, records: Sequence[bytes]) -> PairedComparison:
    """Count the rounds of which both matches were played; `records` are packed, in their order."""
    teams = read_plan(plan).teams
    comparison = PairedComparison(COMPARISON_MARGIN, COMPARISON_PAIRS)
    games = [unpack_record(content, "A record of the comparison").games for content in records]
    for place, (old, new) in enumerate(zip(games[::2], games[1::2], strict=False)):
        comparison.add_round(len(old), read_pairs(place, teams, old, new))
    return comparison


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
