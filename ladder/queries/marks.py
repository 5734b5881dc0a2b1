"""Marks: which bots of a scheme each author beats, and how much more would tell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import NormalDist
from typing import Final

from arena.bots.samples import sample_names
from arena.errors import UserError
from ladder.leaderboards import read_fits
from ladder.log.roster import Roster
from ladder.matches import Player
from ladder.queries.comparisons import BoardPlace, find_games, read_grades
from ladder.queries.lookup import find_player, read_season
from ladder.ratings.official import Fit
from ladder.ratings.versus import versus
from ladder.settings.people import Member, Participant
from ladder.settings.scheme import COIN, Scheme, Tier
from ladder.store.reader import Reader

COLUMNS: Final = ("author", "name", "member", "email", "lms", "bot", "points")
"""The columns of a table of marks, before those of the tiers."""


@dataclass(frozen=True, slots=True)
class TierReached:
    """How a bot does against that of a tier."""

    certainty: float | None
    """How likely it beats it; None as long as nothing tells. The best of several versions has this
    to the power of their number (Šidák 1967)."""
    reached: bool
    matches: int | None
    """About how many more matches would tell, if it goes on like that; None if they would not."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The tiers that an author has reached, in their order."""

    author: str
    bot: Player | None
    """The bot that counts; None if none has played."""
    points: float
    tiers: tuple[TierReached, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of all authors, with the scheme that they are given by."""

    scheme: Scheme
    marks: tuple[Mark, ...]


def find_tier(roster: Roster, bot: str) -> None:
    """UserError for a bot that nobody has; a sample bot, say searcher-10, may yet come in."""
    if bot.partition("-")[0] not in sample_names():
        find_player(roster, bot)


def read_marks(
    store: Reader, scheme: Scheme, game: str | None, season: int | None
) -> tuple[Mark, ...]:
    """Return the mark of each author, in a game or in all that its bot plays together.

    UserError for a tier with a bot that there is not.
    """
    if not scheme.tiers:
        raise UserError("The scheme has no [[tiers]]; docs/course.md shows some.")
    opened, roster = store.opened(), read_season(store, season)
    others = [find_player(roster, tier.bot) for tier in scheme.tiers]
    games = find_games(opened, game)
    fits = read_fits(store, games, roster)
    marks = []
    for grade in read_grades(store, game, None, season).grades:
        place = grade.newest if scheme.newest else grade.best
        plays = roster.versions[place.player].games if place else ()
        # An author whose bot plays some games alone has marks by these.
        own = [one for one in games if not plays or one in plays]
        compared = [fits[one] for one in own] if {*own} <= {*fits} else []
        tried = 1 if scheme.newest else _count_tried(roster, grade.author, own)
        reached = [
            _reach(compared, place, tier, other, opened.games_a_match, tried=tried)
            for tier, other in zip(scheme.tiers, others, strict=True)
        ]
        points = (
            tier.points for tier, one in zip(scheme.tiers, reached, strict=True) if one.reached
        )
        bot = None if place is None else place.player
        marks.append(Mark(grade.author, bot, max(points, default=0.0), tuple(reached)))
    return tuple(marks)


def _count_tried(roster: Roster, author: str, games: Sequence[str]) -> int:
    """Return from how many versions the best was picked: the author's that play these games."""
    entered = [one for one in roster.versions.values() if one.author == author]
    return sum(not one.games or {*games} <= {*one.games} for one in entered)


def _reach(
    fits: Sequence[Fit],
    place: BoardPlace | None,
    tier: Tier,
    other: Player,
    games: int,
    *,
    tried: int,
) -> TierReached:
    found = None if place is None or place.player == other else versus(fits, place.player, other)
    if place is None or found is None:
        return TierReached(None, reached=False, matches=None)
    certainty, asked = found.certainty**tried, tier.certainty ** (1 / tried)
    if certainty >= tier.certainty:
        return TierReached(certainty, reached=True, matches=0)
    more = _more(found.certainty, asked, place.games, games)
    return TierReached(certainty, reached=False, matches=more)


def _more(certainty: float, asked: float, played: int, games: int) -> int | None:
    """Return how many matches more would tell: an error shrinks with the root of their number."""
    if certainty <= COIN:
        return None
    far = NormalDist().inv_cdf(asked) / NormalDist().inv_cdf(certainty)
    return max(ceil(played * (far**2 - 1) / games), 1)


def list_marks(marks: Sequence[Mark], people: Mapping[str, Participant]) -> Iterator[list[object]]:
    """Yield a line for each member of each author, as an LMS wants them."""
    for mark in marks:
        person = people.get(mark.author, Participant(mark.author))
        certainties = [one.certainty for one in mark.tiers]
        for member in person.members or (Member(),):
            known = [person.name, member.name, member.email, member.lms]
            yield [mark.author, *known, mark.bot, mark.points, *certainties]
