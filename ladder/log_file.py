"""A log as a file, an entry a line, as it is published; and not believed when it comes back.

Every line has to be as it was written, and what it says has to be possible after those before it.
What a log cannot show by itself is that entries are missing at its end, or that somebody has made
up all of it: it then has another last digest than the one that was published.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from arena.match.bot_name import NAME, is_name
from arena.mistake import Mistake
from ladder.log import (
    BEGINNING,
    ORGANISER,
    Admitted,
    AnyBody,
    Begun,
    Benched,
    Cancelled,
    Chosen,
    Entered,
    Entry,
    Excluded,
    Joined,
    Opened,
    Planned,
    Played,
    Returned,
    Voided,
    Withdrawn,
    digest_after,
    read_entry,
    write_entry,
)
from ladder.result import Player, name_of
from ladder.roster import Roster, version_of

_PLAYER: Final = re.compile(rf"{NAME}@[1-9][0-9]{{0,8}}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_MOST_MATCHES: Final = 2**31 - 1


def write_log(entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield the lines of an exported log."""
    for entry in entries:
        yield write_entry(entry) + b"\n"


def read_log(lines: Iterable[bytes]) -> Iterator[Entry]:
    """Yield the entries of an exported log; Mistake at the first that does not fit."""
    before, story = BEGINNING, _Story()
    for number, line in enumerate(lines, start=1):
        entry = _read_line(number, line)
        if digest_after(before, entry) != entry.digest:
            raise Mistake(
                f"Entry {number} of the log has been changed, or one before it: its digest does"
                " not fit."
            )
        complaint = story.add(entry)
        if complaint:
            raise Mistake(f"Entry {number} of the log cannot be so: {complaint}.")
        before = entry.digest
        yield entry


def _read_line(number: int, line: bytes) -> Entry:
    try:
        entry = read_entry(line)
    except (ValueError, RecursionError) as error:
        raise Mistake(f"Line {number} of the log is no entry: {error}.") from error
    if entry.number != number:
        raise Mistake(
            f"Line {number} of the log is entry {entry.number}; one is missing, or moved."
        )
    if write_entry(entry) + b"\n" != line:
        raise Mistake(f"Line {number} of the log is not as it was written, or not whole.")
    return entry


@dataclass
class _Match:
    """A match that is planned and not over."""

    planned: Planned
    voids: int = 0


class _Story:
    """What the entries so far leave possible."""

    def __init__(self) -> None:
        self._time: datetime | None = None
        self._roster = Roster()
        self._games: frozenset[str] = frozenset()
        self._open: dict[int, _Match] = {}
        self._last_match = 0
        self._played: set[int] = set()

    def add(self, entry: Entry) -> str:
        """Return why an entry cannot come next; nothing if it can."""
        if entry.time.utcoffset() != timedelta(0):
            return "its time is not in UTC"
        if self._time is not None and entry.time < self._time:
            return "it is older than the one before it"
        if isinstance(entry.body, Opened) != (entry.number == 1):
            return "a log is opened once, at its start"
        self._time = entry.time
        complaint = self._take(entry.body)
        self._roster.add(entry)
        return complaint

    def _take(self, body: AnyBody) -> str:  # noqa: PLR0911 - one for each kind
        match body:
            case Opened(divisions=divisions):
                self._games = frozenset(division.game for division in divisions)
            case Joined(author=author):
                return self._join(author)
            case Entered() as entered:
                return self._enter(entered)
            case Planned() as planned:
                return self._plan(planned)
            case Voided(match=match, attempt=attempt):
                return self._void(match, attempt)
            case Played() as played:
                return self._play(played)
            case Cancelled(match=match):
                return self._end(match)
            case Chosen(player=player) | Withdrawn(player=player):
                return self._know(player)
            case Benched(player=player) | Returned(player=player):
                return self._know(player)
            case Excluded() | Admitted():
                return self._rule(body)
            case Begun(season=season, players=players):
                return self._begin(season, players)
        return ""

    def _join(self, author: str) -> str:
        if not is_name(author) or author == ORGANISER:
            return "no author is called so"
        if author.casefold() in map(str.casefold, self._roster.authors):
            return f"{author} is there already"
        return ""

    def _enter(self, entered: Entered) -> str:
        player, author = entered.player, entered.author
        if not _PLAYER.fullmatch(player) or not _DIGEST.fullmatch(entered.digest):
            return "no bot comes in so"
        if author != ORGANISER and author not in self._roster.authors:
            return f"there is no author {author}"
        before = self._roster.newest(name_of(player))
        if before is not None and self._roster.versions[before].author != author:
            return f"{name_of(player)} is not {author}'s"
        if version_of(player) != (version_of(before) + 1 if before else 1):
            return f"{player} is there already, or one before it is not"
        return ""

    def _plan(self, planned: Planned) -> str:
        if planned.match != self._last_match + 1 or planned.match > _MOST_MATCHES:
            return f"match {planned.match} is not the next"
        if planned.game not in self._games:
            return f"{planned.game} is not played on this ladder"
        if planned.season != self._roster.season:
            return f"season {planned.season} is not the one that goes on"
        if len({*planned.players}) < max(2, len(planned.players)):
            return "no match is planned so"
        self._last_match = planned.match
        self._open[planned.match] = _Match(planned)
        return self._know(*planned.players)

    def _void(self, match: int, attempt: int) -> str:
        going = self._open.get(match)
        if going is None or going.voids != attempt:
            return f"match {match} cannot be void for the {attempt + 1}th time"
        going.voids += 1
        return ""

    def _play(self, played: Played) -> str:
        going = self._open.get(played.match)
        if going is None:
            return f"match {played.match} is not planned, or is over already"
        planned = going.planned
        said = (played.game, played.season, played.players, played.attempt)
        if said != (planned.game, planned.season, planned.players, going.voids):
            return f"match {played.match} is not what was planned"
        if not _fits_together(played):
            return "no match comes out so"
        self._played.add(played.match)
        return self._end(played.match)

    def _end(self, match: int) -> str:
        if self._open.pop(match, None) is None:
            return f"match {match} is not planned, or is over already"
        return ""

    def _rule(self, ruling: Excluded | Admitted) -> str:
        targets = (ruling.player, ruling.bot, ruling.author, ruling.match)
        if sum(one is not None for one in targets) != 1:
            return "it is about one bot, version, author or match"
        if ruling.match is not None and ruling.match not in self._played:
            return f"there is no match {ruling.match}"
        if ruling.bot is not None and self._roster.newest(ruling.bot) is None:
            return f"there is no bot {ruling.bot}"
        if ruling.author is not None and ruling.author not in self._roster.authors:
            return f"there is no author {ruling.author}"
        return self._know(*([] if ruling.player is None else [ruling.player]))

    def _begin(self, season: int, players: Iterable[Player]) -> str:
        if season != self._roster.season + 1:
            return f"season {season} is not the next"
        if self._open:
            return "a match of the season before is not over"
        return self._know(*players)

    def _know(self, *players: Player) -> str:
        unknown = next((one for one in players if one not in self._roster.versions), None)
        return "" if unknown is None else f"there is no {unknown}"


def _fits_together(played: Played) -> bool:
    """Say whether the lists agree about who played, and the ranks with each other."""
    size = len(played.players)
    return (
        size == len(played.scores) == len(played.forfeits)
        and bool(played.ranks)
        and all(len(ranks) == size and _are_ranks(ranks) for ranks in played.ranks)
        and (not played.teams or len(played.teams) == len(played.ranks))
        and all(len(teams) == size and max(teams) < size for teams in played.teams)
    )


def _are_ranks(ranks: Sequence[int]) -> bool:
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
