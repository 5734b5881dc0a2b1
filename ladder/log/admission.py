"""Admission of submissions: what the rulebook has nothing against, within the limits of authors.

They are asked twice, before a bot is checked, which takes a while, and in the transaction in which
it comes in.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from arena.errors import NotFound, NotNow, NotOwn, UsedUp
from ladder.log.entries import ORGANISER, Entered, Limits
from ladder.log.roster import Roster
from ladder.log.rulebook import (
    fault_in_author,
    fault_in_device,
    fault_in_entered,
    fault_in_handing_in,
    require,
    whose,
)
from ladder.machine.clock import DAY, describe_time
from ladder.matches import Player, name_of
from ladder.ratings.settled import SETTLED
from ladder.settings.dates import ActName, PlannedAct, find_act, why_not_now

_MB: Final = 1000**2
USUAL_LIMITS: Final = Limits(
    bots=3, submissions_a_day=10, requests_a_day=20, old_versions=3, megabytes=256
)
"""The limits of each author unless others are set: enough for a course."""


def find_author(roster: Roster, author: str) -> str:
    """Return an author that there is, or the organiser; UserError with those that there are."""
    if fault := fault_in_author(roster, author):
        raise NotFound(f"{fault}.")
    return author


def require_own(roster: Roster, player: Player, author: str | None) -> None:
    """UserError if a version is not an author's; without an author the organiser speaks for all."""
    own = roster.author_of(player)
    if author is not None and own != find_author(roster, author):
        raise NotOwn(f"{player} is {whose(own)}, not {whose(author)}; each decides for its own.")


def require_day(author: str, does: str, times: Sequence[datetime], most: int) -> None:
    """UserError if an author has done something as often as one may a day; 0: there is no limit.

    `times` are those of the last 24 hours, `does` says what with the number.
    """
    if most and author != ORGANISER and len(times) >= most:
        again = sorted(times)[-most] + DAY
        raise UsedUp(
            f"An author may {does} a day, and {author} has; the next time is after"
            f" {describe_time(again)}."
        )


def require_admission(
    roster: Roster, entered: Entered, games: Mapping[Player, int], times: Sequence[datetime]
) -> None:
    """UserError, in a sentence, if a version of a bot may not come in now.

    `games` says of the versions of its author how many games they have played, `times` when those
    of the last 24 hours came in.
    """
    require(fault_in_entered(roster, entered) or fault_in_device(entered.player))
    author, name = entered.author, name_of(entered.player)
    if author != ORGANISER:
        _require_bot_limit(roster, author, name)
        _require_submission(roster, author, times)
        _require_settled(roster, author, name, games)


def require_bytes(roster: Roster, author: str, kept: int) -> None:
    """UserError if an author's files that are kept, with those that come in, are too many bytes."""
    most = roster.limits.megabytes
    if author != ORGANISER and most and kept > most * _MB:
        raise NotNow(
            f"The files that are kept of an author may have {most} MB, packed, and those of"
            f" {author} would have {kept / _MB:.1f} MB. Hand in smaller ones, or ask the organiser."
        )


def find_missed(acts: Iterable[PlannedAct], author: str, time: datetime) -> PlannedAct | None:
    """Return the deadline that an author has missed at a moment; the organiser misses none."""
    deadline = find_act(acts, ActName.DEADLINE)
    return deadline if deadline and author != ORGANISER and time >= deadline.time else None


def is_kept(acts: Iterable[PlannedAct], author: str, time: datetime) -> bool:
    """Say whether what came at a moment is taken, but came too late to be played."""
    missed = find_missed(acts, author, time)
    return missed is not None and missed.late != "play"


def require_in_time(acts: Iterable[PlannedAct], author: str, now: datetime) -> None:
    """UserError, with the moment, if an author is too early or too late; the organiser never is."""
    require("" if author == ORGANISER else why_not_now(acts, now))


def require_upload(
    roster: Roster,
    acts: Iterable[PlannedAct],
    author: str,
    now: datetime,
    times: Sequence[datetime],
) -> None:
    """UserError, in a sentence, if an author may not hand in anything now, whatever it is.

    `times` says when versions of the author came in within 24 hours.
    """
    acts = [*acts]
    require_in_time(acts, author, now)
    if is_kept(acts, author, now):
        # It is taken all the same, and asked again if the deadline is moved.
        return
    require(fault_in_handing_in(roster, author))
    _require_submission(roster, author, times)


def require_play(roster: Roster, player: Player) -> None:
    """UserError if a bot may not play once more, because its author has as many that play."""
    author = roster.author_of(player)
    if author != ORGANISER:
        _require_bot_limit(roster, author, name_of(player))


def _require_bot_limit(roster: Roster, author: str, name: str) -> None:
    most, others = (
        roster.limits.bots,
        [one for one in list_bots(roster, author) if name_of(one) != name],
    )
    if most and len(others) >= most:
        raise NotNow(
            f"An author may have {most} that play, and {author} has"
            f" {_listing(others)}; another one may play after one of these is withdrawn."
        )


def _require_submission(roster: Roster, author: str, times: Sequence[datetime]) -> None:
    most = roster.limits.submissions_a_day
    require_day(author, f"hand in {most}", times, most)


def _require_settled(roster: Roster, author: str, name: str, games: Mapping[Player, int]) -> None:
    most = roster.limits.unsettled
    others = [one for one in list_bots(roster, author) if name_of(one) != name]
    unsettled = [one for one in others if games.get(one, 0) < SETTLED]
    if most and len(unsettled) >= most:
        raise NotNow(
            f"An author may have {most} at once without a rank, and {author} has"
            f" {_listing(unsettled)}. The next one may come in when one of these has played"
            f" {SETTLED} games of one game."
        )


def list_bots(roster: Roster, author: str) -> list[Player]:
    """Return the versions that stand for an author's bots."""
    return [player for player in roster.listed() if roster.author_of(player) == author]


def _listing(players: list[Player]) -> str:
    return " and ".join(filter(None, [", ".join(players[:-1]), players[-1]]))
