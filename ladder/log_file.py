"""A log as a file, an entry a line, as it is published; and not believed when it comes back.

Every line has to be as it was written, and what it says has to be possible after those before it.
What a log cannot show by itself is that entries are missing at its end, or that somebody has made
up all of it: it then has another last digest than the one that was published.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

from arena.match.bot_name import NAME
from arena.mistake import Mistake
from ladder.log import (
    BEGINNING,
    Admitted,
    AnyBody,
    Benched,
    Cancelled,
    Entered,
    Entry,
    Excluded,
    Opened,
    Played,
    Returned,
    digest_after,
    read_entry,
    write_entry,
)

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


class _Story:
    """What the entries so far leave possible."""

    def __init__(self) -> None:
        self._games: frozenset[str] = frozenset()
        # By their names in lower case.
        self._players: dict[str, str] = {}
        self._matches: set[int] = set()

    def add(self, entry: Entry) -> str:
        """Return why an entry cannot come next; nothing if it can."""
        if entry.time.utcoffset() != timedelta(0):
            return "its time is not in UTC"
        if isinstance(entry.body, Opened) != (entry.number == 1):
            return "a log is opened once, at its start"
        return self._take(entry.body)

    def _take(self, body: AnyBody) -> str:
        match body:
            case Opened(divisions=divisions):
                self._games = frozenset(division.game for division in divisions)
            case Entered() as entered:
                return self._enter(entered)
            case Played() as played:
                return self._play(played)
            case Cancelled(match=match):
                return self._end(match)
            case Benched(player=player) | Returned(player=player):
                return self._know(player, None)
            case Excluded(player=player, match=match) | Admitted(player=player, match=match):
                return self._know(player, match)
        return ""

    def _enter(self, entered: Entered) -> str:
        if not _PLAYER.fullmatch(entered.player) or not _DIGEST.fullmatch(entered.digest):
            return "no bot comes in so"
        if entered.player.casefold() in self._players:
            return f"{entered.player} is there already"
        self._players[entered.player.casefold()] = entered.player
        return ""

    def _play(self, played: Played) -> str:
        if played.game not in self._games:
            return f"{played.game} is not played on this ladder"
        unknown = next(filter(None, (self._know(one, None) for one in played.players)), "")
        if unknown:
            return unknown
        if not _fits_together(played):
            return "no match comes out so"
        return self._end(played.match)

    def _end(self, match: int) -> str:
        if match in self._matches or not 0 < match <= _MOST_MATCHES:
            return f"there is no match {match}, or it is over already"
        self._matches.add(match)
        return ""

    def _know(self, player: str | None, match: int | None) -> str:
        if match is not None and match not in self._matches:
            return f"there is no match {match}"
        if player is not None and self._players.get(player.casefold()) != player:
            return f"there is no {player}"
        return ""


def _fits_together(played: Played) -> bool:
    """Say whether the lists agree about who played, and the ranks with each other."""
    size, ranks = len(played.players), played.ranks
    return (
        size == len({*played.players}) == len(played.teams)
        and size == len(played.scores) == len(played.forfeits)
        and len(ranks) > 1
        and {*played.teams} == {*range(len(ranks))}
        and all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    )
