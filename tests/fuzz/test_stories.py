"""Whatever is said in a log, in whatever order, with digests that fit: no match counts by a trick.

The entries are drawn from all that could be said of two matches of two bots; an oracle of its own,
which knows nothing but the order of the entries, says of each log that was accepted whether it may
be.
"""

from collections.abc import Sequence
from hashlib import sha256

from hypothesis import assume, given
from hypothesis import strategies as st

from arena.errors import UserError
from ladder.log.entries import (
    AnyBody,
    Cancelled,
    Entered,
    Frozen,
    Paused,
    Planned,
    Played,
    SeasonBegun,
    Voided,
)
from ladder.log.file import read_log, write_log
from ladder.log.roster import read_roster
from ladder.log.rulebook import LogState
from tests.fuzz.fuzzing import accept, assert_sentence, fuzz
from tests.ladder.stories import BOTS, STORY, chain, planned, played

_PLANS = [sha256(bytes([number])).hexdigest() for number in range(2)]
SAID: list[AnyBody] = [
    *STORY,
    *(
        planned(match, season=season, plan=plan)
        for match in (1, 2)
        for season in (1, 2)
        for plan in _PLANS
    ),
    *(Voided(match, attempt, "so") for match in (1, 2) for attempt in (0, 1)),
    *(
        played(match, season=season, attempt=attempt)
        for match in (1, 2)
        for season in (1, 2)
        for attempt in (0, 1, 2)
    ),
    *(Cancelled(match, "so") for match in (1, 2)),
    *(Paused(paused=on) for on in (True, False)),
    *(Frozen(frozen=on) for on in (True, False)),
    SeasonBegun(2, "endless", ()),
]


@fuzz(190)
@given(st.lists(st.sampled_from(SAID), max_size=14))
def test_what_is_accepted_of_any_entries_in_any_order_may_be(bodies: list[AnyBody]) -> None:
    # As far as it is accepted: most lists have something in them that cannot be.
    log = chain(*BOTS)
    for body in bodies:
        longer = chain(*(entry.body for entry in log), body)
        try:
            log = list(read_log(write_log(longer)))
        except UserError as mistake:
            assert_sentence(mistake)
    assume(len(log) > len(BOTS))
    accepted = [entry.body for entry in log]
    state = LogState()
    for entry in log:
        state.add(entry)
    matches = state.matches
    assert matches.planned == len(matches.played) + matches.cancelled + len(matches.open)
    assert read_roster(log) == state.roster
    for place, body in enumerate(accepted):
        assert may_be(body, accepted[:place])
    accept()


def may_be(body: AnyBody, before: Sequence[AnyBody]) -> bool:  # noqa: PLR0911 - one a kind
    """Say whether an entry may come after these, of the kinds by which a match comes to count."""
    season = 1 + sum(isinstance(one, SeasonBegun) for one in before)
    match body:
        case Planned(match=match, plan=plan):
            plans = [one for one in before if isinstance(one, Planned)]
            return (
                match == len(plans) + 1
                and body.season == season
                and plan not in [one.plan for one in plans]
                and not last_set(before, Paused)
            )
        case Played(match=match):
            return is_open(match, before) and (body.attempt, body.season) == (
                voids(match, before),
                season,
            )
        case Voided(match=match, attempt=attempt):
            return is_open(match, before) and attempt == voids(match, before)
        case Cancelled(match=match):
            return is_open(match, before)
        case SeasonBegun():
            return body.season == season + 1 and not any(is_open(one, before) for one in (1, 2, 3))
        case Entered():
            return not last_set(before, Frozen)
    return True


def is_open(match: int, before: Sequence[AnyBody]) -> bool:
    kinds = [type(one) for one in before if getattr(one, "match", None) == match]
    return Planned in kinds and Played not in kinds and Cancelled not in kinds


def voids(match: int, before: Sequence[AnyBody]) -> int:
    return sum(isinstance(one, Voided) and one.match == match for one in before)


def last_set(before: Sequence[AnyBody], kind: type[Paused] | type[Frozen]) -> bool:
    said = [one for one in before if isinstance(one, kind)]
    return bool(said) and (said[-1] in {Paused(paused=True), Frozen(frozen=True)})
