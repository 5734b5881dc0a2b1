"""A log as a file, an entry a line, as it is published; and not believed when it comes back.

Every line has to be as it was written, and what it says has to be possible after those before it.
What a log cannot show by itself is that entries are missing at its end, or that somebody has made
up all of it: it then has another last digest than the one that was published.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import msgspec

from arena.bots.manifest import NAME, is_name
from arena.boxes.kinds import JUDGED
from arena.errors import UserError
from arena.games import find_game
from arena.games.options import read_options, write_options
from arena.match.clock import parse_time_control
from arena.match.verdict import Verdict
from ladder import log
from ladder.log import (
    BEGINNING,
    FORMAT,
    ORGANISER,
    AnyBody,
    Limits,
    LogEntry,
    digest_after,
    read_entry,
    write_entry,
)
from ladder.matches import Division, Player, name_of, version_of
from ladder.matchmaking.pairing import games_of
from ladder.matchmaking.written import parse_format
from ladder.roster import Roster

_PLAYER: Final = re.compile(rf"{NAME}@[1-9][0-9]{{0,8}}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
# Where two play, each for itself alone, they may be of one author.
_DUEL: Final = 2
_MOST_MATCHES: Final = 2**31 - 1
_MOST_GAMES: Final = 10_000
_FAULTS: Final = frozenset(map(str, Verdict)) - {"ok", "host", "cancelled"}


def write_log(entries: Iterable[LogEntry]) -> Iterator[bytes]:
    """Yield the lines of an exported log."""
    for entry in entries:
        yield write_entry(entry) + b"\n"


def read_log(lines: Iterable[bytes]) -> Iterator[LogEntry]:
    """Yield the entries of an exported log; UserError at the first that does not fit."""
    before, story = BEGINNING, _Story()
    for number, line in enumerate(lines, start=1):
        entry = _read_line(number, line)
        if digest_after(before, entry) != entry.digest:
            raise UserError(
                f"Entry {number} of the log has been changed, or one before it: its digest does"
                " not fit."
            )
        complaint = story.add(entry)
        if complaint:
            raise UserError(f"Entry {number} of the log cannot be so: {complaint}.")
        before = entry.digest
        yield entry


def _read_line(number: int, line: bytes) -> LogEntry:
    try:
        entry = read_entry(line)
    except (ValueError, RecursionError) as error:
        if number == 1:
            _check_format(line)
        raise UserError(f"Line {number} of the log is no entry: {error}.") from error
    if entry.number != number:
        raise UserError(
            f"Line {number} of the log is entry {entry.number}; one is missing, or moved."
        )
    if write_entry(entry) + b"\n" != line:
        raise UserError(f"Line {number} of the log is not as it was written, or not whole.")
    return entry


class _Opening(msgspec.Struct, frozen=True, tag_field="kind", tag="opened"):
    """What the first entry of a log of any format says."""

    divisions: msgspec.Raw = msgspec.Raw()
    # What wrote the first one did not say so.
    format: int = 1


class _FirstLine(msgspec.Struct, frozen=True):
    body: _Opening


def _check_format(line: bytes) -> None:
    """UserError if this opens a log of another format than ours."""
    try:
        opening = msgspec.json.decode(line, type=_FirstLine).body
    except (ValueError, RecursionError):
        return
    if opening.format != FORMAT:
        raise UserError(
            f"The log is of format {opening.format}, and this version of the program reads format"
            f" {FORMAT}; take the version that has written it."
        )


@dataclass
class OpenMatch:
    """A match that is planned and not over."""

    planned: log.Planned
    attempt: int = 0
    """How often it was void."""


@dataclass
class MatchCounts:
    """What became of the matches of a log that `read_log` has accepted."""

    open: dict[int, OpenMatch] = field(default_factory=dict)
    """The matches that are planned and not over, by their numbers."""
    planned: int = 0
    played: int = 0
    cancelled: int = 0
    voids: int = 0

    def add(self, entry: LogEntry) -> None:
        match entry.body:
            case log.Planned() as planned:
                self.planned = planned.match
                self.open[planned.match] = OpenMatch(planned)
            case log.Voided(match=match):
                self.voids += 1
                self.open[match].attempt += 1
            case log.Played(match=match):
                self.played += 1
                del self.open[match]
            case log.Cancelled(match=match):
                self.cancelled += 1
                del self.open[match]


class _Story:
    """What the entries so far leave possible."""

    def __init__(self) -> None:
        self._time: datetime | None = None
        self._roster = Roster()
        self._divisions: Mapping[str, Division] = {}
        self._games_a_match = 0
        self._open: dict[int, OpenMatch] = {}
        self._last_match = 0
        self._plans: set[str] = set()
        self._played: set[int] = set()
        # Whose each is; empty for one that was revoked.
        self._tokens: dict[int, str] = {}

    def add(self, entry: LogEntry) -> str:
        """Return why an entry cannot come next; nothing if it can."""
        if entry.time.utcoffset() != timedelta(0):
            return "its time is not in UTC"
        if self._time is not None and entry.time < self._time:
            return "it is older than the one before it"
        if isinstance(entry.body, log.Opened) != (entry.number == 1):
            return "a log is opened once, at its start"
        self._time = entry.time
        complaint = self._take(entry.body)
        if not complaint:
            self._roster.add(entry)
        return complaint

    def _take(self, body: AnyBody) -> str:  # noqa: PLR0911, PLR0912 - one for each kind
        match body:
            case log.Opened() as opened:
                return self._begin_log(opened)
            case log.Limited(limits=limits):
                return _doubt_limits(limits)
            case log.Joined(author=author):
                return self._join(author)
            case log.TokenIssued() as issued:
                return self._issue(issued)
            case log.TokenRevoked() as revoked:
                return self._revoke(revoked)
            case log.Announced():
                return ""
            case log.Entered() as entered:
                return self._enter(entered)
            case log.Planned() as planned:
                return self._plan(planned)
            case log.Voided(match=match, attempt=attempt):
                return self._void(match, attempt)
            case log.Played() as played:
                return self._play(played)
            case log.Cancelled(match=match):
                return self._end(match)
            case log.Chosen(player=player) | log.Withdrawn(player=player):
                return self._know(player)
            case log.Benched(player=player) | log.Returned(player=player):
                return self._know(player)
            case log.Excluded() | log.Admitted():
                return self._rule(body)
            case log.Frozen(frozen=frozen):
                return "that is so already" if frozen == self._roster.frozen else ""
            case log.Paused(paused=paused):
                return "that is so already" if paused == self._roster.paused else ""
            case log.SeasonBegun() as begun:
                return self._begin(begun)

    def _begin_log(self, opened: log.Opened) -> str:
        if opened.format != FORMAT:
            return f"it is of format {opened.format}, and this is read as format {FORMAT}"
        self._divisions = {division.game: division for division in opened.divisions}
        if not 0 < len(self._divisions) == len(opened.divisions):
            return "a ladder plays one division of each of its games"
        if not 1 <= opened.games_a_match <= _MOST_GAMES:
            return f"a match has 1 to {_MOST_GAMES} games"
        try:
            parse_time_control(opened.clock)
        except UserError as mistake:
            return str(mistake).rstrip(".")
        self._games_a_match = opened.games_a_match
        return _doubt_limits(opened.limits)

    def _join(self, author: str) -> str:
        if not is_name(author) or author == ORGANISER:
            return "no author is called so"
        if author.casefold() in map(str.casefold, self._roster.authors):
            return f"{author} is there already"
        return ""

    def _issue(self, issued: log.TokenIssued) -> str:
        last = max(self._tokens, default=0)
        self._tokens[issued.number] = issued.author
        doubts = {
            f"there is no author {issued.author}": issued.author not in self._roster.authors
            and not (issued.organiser and issued.author == ORGANISER),
            f"the next token is {last + 1}": issued.number != last + 1,
        }
        return _first(doubts)

    def _revoke(self, revoked: log.TokenRevoked) -> str:
        if self._tokens.get(revoked.number) != revoked.author:
            return f"{revoked.author} has no token {revoked.number}, or it was revoked already"
        self._tokens[revoked.number] = ""
        return ""

    def _enter(self, entered: log.Entered) -> str:
        player, author, name = entered.player, entered.author, name_of(entered.player)
        before, excluded = self._roster.newest(name), self._roster.excluded
        due = f"{name}@{version_of(before) + 1 if before else 1}"
        same = self._roster.by_digest.get(entered.digest)
        doubts = {
            "submissions are frozen": self._roster.frozen,
            "no bot comes in so": not _PLAYER.fullmatch(player)
            or not _DIGEST.fullmatch(entered.digest),
            f"there is no author {author}": author != ORGANISER
            and author not in self._roster.authors,
            f"{name} is not {author}'s": before is not None
            and self._roster.author_of(before) != author,
            f"{player} is there already, or one before it is not": player != due,
            f"{player} has the very files of {same}": same is not None,
            f"{player} of {author} is excluded before it comes in": author in excluded.authors
            or name in excluded.bots,
        }
        return _first(doubts)

    def _share_an_author(self, players: Iterable[Player]) -> bool:
        known = [
            self._roster.versions[one].author for one in players if one in self._roster.versions
        ]
        theirs = [author for author in known if author != ORGANISER]
        return len({*theirs}) < len(theirs)

    def _plan(self, planned: log.Planned) -> str:
        match, size = planned.match, len(planned.players)
        division = self._divisions.get(planned.game)
        invited = self._roster.seasons[-1].players
        doubts = {
            f"match {match} is not the next": not self._last_match + 1 == match <= _MOST_MATCHES,
            "the ladder is paused": self._roster.paused,
            f"{planned.game} is not played on this ladder": division is None,
            f"season {planned.season} is not the one that goes on": planned.season
            != self._roster.season,
            "nobody plays against itself": len({*planned.players}) < size,
            f"{planned.game} is not played by {size} here": division is not None
            and size not in division.seats,
            "each match is committed to a plan of its own": planned.plan in self._plans
            or not _DIGEST.fullmatch(planned.plan),
            f"not all of match {match} take part in the season": bool(invited)
            and not {*planned.players} <= {*invited},
            f"two of one author sit at the table of match {match}": size > _DUEL
            and self._share_an_author(planned.players),
        }
        return _first(doubts) or self._know(*planned.players) or self._note_plan(planned)

    def _note_plan(self, planned: log.Planned) -> str:
        self._last_match = planned.match
        self._plans.add(planned.plan)
        self._open[planned.match] = OpenMatch(planned)
        return ""

    def _void(self, match: int, attempt: int) -> str:
        going = self._open.get(match)
        if going is None or going.attempt != attempt:
            return f"attempt {attempt} at match {match} is not the one that goes on"
        going.attempt += 1
        return ""

    def _play(self, played: log.Played) -> str:
        match, going = played.match, self._open.get(played.match)
        if going is None:
            return f"match {match} is not planned, or is over already"
        planned = going.planned
        said = (played.game, played.season, played.players, played.attempt)
        division = self._divisions[planned.game]
        size = len(planned.players)
        games = games_of(size, self._games_a_match)
        doubts = {
            f"match {match} is not what was planned": said
            != (planned.game, planned.season, planned.players, going.attempt),
            f"match {match} has other options than the ladder": dict(played.options)
            != _options(division),
            f"match {match} has {played.games} games, not {games}": played.games != games,
            f"nothing is played in a box {played.box!r}": played.box not in JUDGED,
            "no record has such a digest": not _DIGEST.fullmatch(played.record),
            "no match comes out so": not _fits_together(played, size, _partners(division, size)),
        }
        self._played.add(match)
        return _first(doubts) or self._end(match)

    def _end(self, match: int) -> str:
        if self._open.pop(match, None) is None:
            return f"match {match} is not planned, or is over already"
        return ""

    def _rule(self, ruling: log.Excluded | log.Admitted) -> str:
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

    def _begin(self, begun: log.SeasonBegun) -> str:
        if begun.season != self._roster.season + 1:
            return f"season {begun.season} is not the next"
        if self._open:
            return "a match of the season before is not over"
        if len({*begun.players}) < len(begun.players):
            return "somebody takes part twice"
        try:
            parse_format(begun.format)
        except UserError as mistake:
            return str(mistake).rstrip(".")
        return self._know(*begun.players)

    def _know(self, *players: Player) -> str:
        unknown = next((one for one in players if one not in self._roster.versions), None)
        return "" if unknown is None else f"there is no {unknown}"


def _doubt_limits(limits: Limits) -> str:
    return "a limit is 0 or more" if min(msgspec.structs.astuple(limits)) < 0 else ""


def _first(doubts: Mapping[str, bool]) -> str:
    """Return the first of these sentences that is so."""
    return next((sentence for sentence, so in doubts.items() if so), "")


def _options(division: Division) -> dict[str, str]:
    """Return all options of a division, those that go without saying, too."""
    return write_options(read_options(find_game(division.game), division.options))


def _partners(division: Division, seats: int) -> bool:
    """Say whether there are partners in a game of `seats` players."""
    game = find_game(division.game)
    return len({*game.teams(seats, read_options(game, dict(division.options)))}) < seats


def _fits_together(played: log.Played, size: int, partners: bool) -> bool:  # noqa: FBT001
    """Say whether the lists agree about who played, and the ranks with each other."""
    return (
        size == len(played.players) == len(played.scores) == len(played.forfeits)
        and all(len(ranks) == size and _are_ranks(ranks) for ranks in played.ranks)
        and len(played.teams) == (len(played.ranks) if partners else 0)
        and all(len(teams) == size and {*teams} <= {*range(size)} for teams in played.teams)
        and all(map(_partners_are_level, played.ranks, played.teams))
        and all(_are_forfeits(one, played.games) for one in played.forfeits)
    )


def _are_forfeits(counts: Mapping[str, int], games: int) -> bool:
    """Say whether a player can have forfeited so often, by verdict: each game once at the most."""
    few = min(counts.values(), default=1) > 0 and sum(counts.values()) <= games
    return few and {*counts} <= _FAULTS


def _are_ranks(ranks: Sequence[int]) -> bool:
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _partners_are_level(ranks: Sequence[int], teams: Sequence[int]) -> bool:
    return len({*zip(teams, ranks, strict=True)}) == len({*teams})
