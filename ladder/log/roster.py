"""The players of a ladder, and its rulings: what follows from the entries that are no results."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from ladder.log import entries as log
from ladder.log.entries import ORGANISER, Limits, LogEntry
from ladder.matches import Player, Result, name_of
from ladder.matchmaking.written import ENDLESS
from ladder.settings.about import About


@dataclass(slots=True)
class Exclusions:
    """Exclusions in force, each with the reason."""

    players: dict[Player, str] = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=dict)
    matches: dict[int, str] = field(default_factory=dict)

    def add(self, ruling: log.Excluded | log.Admitted) -> None:
        reasons, target = self._about(ruling)
        if isinstance(ruling, log.Excluded):
            reasons[target] = ruling.reason
        else:
            reasons.pop(target, None)

    def why(self, ruling: log.Ruling) -> str | None:
        """Return why exactly what a ruling is about is excluded; None if it is not."""
        reasons, target = self._about(ruling)
        return reasons.get(target)

    def _about(self, ruling: log.Ruling) -> tuple[dict[Any, str], Any]:
        pairs: list[tuple[dict[Any, str], Any]] = [
            (self.players, ruling.player),
            (self.bots, ruling.bot),
            (self.authors, ruling.author),
            (self.matches, ruling.match),
        ]
        return next((pair for pair in pairs if pair[1] is not None), ({}, None))


RULINGS: Final = ("excluded", "admitted")
"""The kinds of entries that say what counts."""
_CHANGES: Final = ("entered", "chosen", "withdrawn", "begun", *RULINGS)
"""The kinds of entries that change a board, beside results."""


def read_exclusions(entries: Iterable[LogEntry]) -> Exclusions:
    """Return what these entries of the log, among them all rulings, exclude."""
    found = Exclusions()
    for entry in entries:
        if isinstance(entry.body, log.Excluded | log.Admitted):
            found.add(entry.body)
    return found


@dataclass(slots=True)
class Roster:
    """The authors, the bots with their versions, who is benched, who and what is excluded."""

    limits: Limits = field(default_factory=Limits)
    authors: set[str] = field(default_factory=set)
    versions: dict[Player, log.Entered] = field(default_factory=dict)
    """All that ever came in, in that order."""
    by_name: defaultdict[str, list[Player]] = field(default_factory=lambda: defaultdict(list))
    """The versions of every bot, the oldest first."""
    chosen: dict[str, Player] = field(default_factory=dict)
    """By a bot's name the version that its author wants to play, until the next comes in."""
    withdrawn: set[Player] = field(default_factory=set)
    benched: dict[Player, log.Benched] = field(default_factory=dict)
    benched_at: dict[Player, int] = field(default_factory=dict)
    """The entry with which a player was last benched."""
    by_digest: dict[str, Player] = field(default_factory=dict)
    """The players by the digests of their files."""
    forgotten: set[str] = field(default_factory=set)
    """The digests of files that were not kept, as there were more versions than are."""
    entered_at: dict[Player, datetime] = field(default_factory=dict)
    """When a version came in for the first time."""
    came_in: dict[Player, int] = field(default_factory=dict)
    """The entry with which a player last came in, for the first time or back."""
    excluded: Exclusions = field(default_factory=Exclusions)
    frozen: bool = False
    paused: bool = False
    announcement: str = ""
    """The text at the top of the leaderboard."""
    frozen_at: int = 0
    """The entry with which it was frozen last."""
    begun_at: int = 0
    """The entry with which the season that goes on began."""
    seasons: list[log.SeasonBegun] = field(
        default_factory=lambda: [log.SeasonBegun(1, "endless", ())]
    )
    number: int = 0
    """The last entry that it has taken note of."""
    ruled: int = 0
    """The last of them that changed what counts."""
    changed: int = 0
    """The last that changed who stands on a board, or what counts."""

    def add(self, entry: LogEntry) -> None:
        """Take note of an entry; results change nothing."""
        self.number, kind = entry.number, log.kind_of(entry.body)
        self.ruled = entry.number if kind in RULINGS else self.ruled
        self.changed = entry.number if kind in _CHANGES else self.changed
        match entry.body:
            case log.Opened(limits=limits) | log.Limited(limits=limits):
                self.limits = limits
            case log.Joined(author=author):
                self.authors.add(author)
            case log.Entered(player=player) as entered:
                self.forgotten.update(self.superseded(entered))
                self.forgotten.discard(entered.digest)
                self.versions[player] = entered
                self.by_name[name_of(player)].append(player)
                self.chosen.pop(name_of(player), None)
                self.came_in[player] = entry.number
                self.entered_at[player] = entry.time
                self.by_digest.setdefault(entered.digest, player)
            case log.Chosen(player=player):
                self.chosen[name_of(player)] = player
                self.withdrawn.discard(player)
            case log.Withdrawn(player=player):
                self.withdrawn.add(player)
            case log.Benched(player=player) as benched:
                self.benched[player] = benched
                self.benched_at[player] = entry.number
            case log.Returned(player=player):
                self.benched.pop(player, None)
                self.came_in[player] = entry.number
            case log.Excluded() | log.Admitted():
                self.excluded.add(entry.body)
            case log.Frozen(frozen=frozen):
                self.frozen, self.frozen_at = frozen, entry.number
            case log.Paused(paused=paused):
                self.paused = paused
            case log.Announced(text=text):
                self.announcement = text
            case log.SeasonBegun() as begun:
                self.seasons.append(begun)
                self.begun_at = entry.number

    @property
    def season(self) -> int:
        """The number of the season that goes on."""
        return self.seasons[-1].season

    @property
    def shares_time(self) -> bool:
        """Whether authors are held back who had more than their share of its time.

        That is so without end and in no final, which begins with a ladder that is frozen.
        """
        is_final = self.frozen and self.frozen_at <= self.begun_at + 1
        return self.seasons[-1].format == ENDLESS and not is_final

    def charge(self, waits: Iterable[Mapping[Player, float]]) -> dict[str, float]:
        """Return by author the seconds that were waited for bots; none for the organiser's."""
        charged: defaultdict[str, float] = defaultdict(float)
        for player, seconds in (pair for one in waits for pair in one.items()):
            charged[self.author_of(player)] += seconds
        charged.pop(ORGANISER, None)
        return charged

    # --- versions ---

    def newest(self, name: str) -> Player | None:
        """Return the version of a bot that came in last, whatever became of it."""
        versions = self.by_name.get(name)
        return versions[-1] if versions else None

    def current(self, name: str) -> Player | None:
        """Return the version of a bot that stands for it; None if all are out.

        It is the one that its author has chosen, or else the last that is neither withdrawn nor
        excluded.
        """
        chosen = self.chosen.get(name)
        if chosen is not None and self._stands(chosen):
            return chosen
        return next(filter(self._stands, reversed(self.by_name.get(name, ()))), None)

    def _stands(self, player: Player) -> bool:
        return player not in self.withdrawn and not self.why_excluded(player)

    def why_excluded(self, player: Player) -> str:
        """Return the reason why a player counts no more; empty if it counts."""
        return (
            self.excluded.players.get(player)
            or self.excluded.bots.get(name_of(player))
            or self.excluded.authors.get(self.author_of(player))
            or ""
        )

    def author_of(self, player: Player) -> str:
        return self.versions[player].author

    def versions_of(self, author: str) -> list[Player]:
        """Return all versions that an author has handed in; none for the organiser's."""
        return [one.player for one in self.versions.values() if one.author == author != ORGANISER]

    def versions_in(self, ruling: log.Ruling) -> list[Player]:
        """Return the versions that a ruling is about."""
        return [
            player
            for player, entered in self.versions.items()
            if ruling.player == player
            or ruling.bot == name_of(player)
            or ruling.author == entered.author
        ]

    def digests_of(self, author: str) -> set[str]:
        """Return the digests of all files that an author has handed in."""
        return {self.versions[player].digest for player in self.versions_of(author)}

    def tried(self) -> dict[str, int]:
        """Return by author how many versions of bots came in."""
        return dict(Counter(entered.author for entered in self.versions.values()))

    def superseded(self, entered: log.Entered) -> list[str]:
        """Return the digests of those versions whose files go when a bot's next one comes in."""
        most = self.limits.old_versions
        older = self.by_name.get(name_of(entered.player), []) if most else []
        digests = [self.versions[player].digest for player in older]
        return [*{*digests} - {*digests[-most:], entered.digest}]

    def read_by(self, author: str, about: About) -> "Roster":
        """Return it as an author may name bots: where rows are own, its and the organiser's."""
        if about.rows == "all" or author == ORGANISER:
            return self
        named = {author, ORGANISER}
        versions = {one: its for one, its in self.versions.items() if its.author in named}
        by_name = {name: its for name, its in self.by_name.items() if its[0] in versions}
        return replace(self, versions=versions, by_name=defaultdict(list, by_name))

    # --- who plays, and what counts ---

    def listed(self, *, versions: bool = False) -> list[Player]:
        """Return who stands on the board: a version of each bot, or all, but for the excluded."""
        if versions:
            return [player for player in self.versions if not self.why_excluded(player)]
        return [player for name in self.by_name if (player := self.current(name)) is not None]

    def active(self) -> list[Player]:
        """Return who plays: who is listed, not benched, and takes part in the season."""
        invited = frozenset(self.seasons[-1].players)
        listed = [player for player in self.listed() if player not in self.benched]
        return [player for player in listed if player in invited] if invited else listed

    def why_not_playing(self, player: Player) -> str:
        """Say why somebody who came in does not play, as a clause; empty if it does."""
        current = self.current(name_of(player))
        if reason := self.why_excluded(player):
            return f"{player} is excluded: {reason}"
        if player in self.withdrawn:
            return f"{player} was withdrawn"
        if current != player:
            return f"{player} does not play any more; {current} has taken its place"
        if player in self.benched:
            reason = self.benched[player].reason
            return f"{player} is benched: {reason}; ladder return {player} sends it back in"
        invited = self.seasons[-1].players
        if invited and player not in invited:
            return f"{player} takes no part in season {self.season}"
        return ""

    def counted(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield the results that count, without the players that do not."""
        for result in results:
            if result.match in self.excluded.matches:
                continue
            gone = [player for player in result.players if self.why_excluded(player)]
            left = result.drop(gone) if gone else result
            if left is not None:
                yield left

    def find(self, text: str) -> Player | None:
        """Return the player that somebody means: a bot's name, its version that plays, or name@N.

        For a bot without a version that plays it is the newest.
        """
        wanted = text.casefold()
        for player in self.versions:
            if player.casefold() == wanted:
                return player
        for name in self.by_name:
            if name.casefold() == wanted:
                return self.current(name) or self.newest(name)
        return None


def read_roster(entries: Iterable[LogEntry], season: int | None = None) -> Roster:
    """Return the roster after these entries, or as it was at the end of a season.

    The present rulings count: a cheat that is found later is out of the board of that season.
    """
    roster, over = Roster(), False
    for entry in entries:
        if isinstance(entry.body, log.SeasonBegun) and season is not None:
            over = over or entry.body.season > season
        if not over or isinstance(entry.body, log.Excluded | log.Admitted):
            roster.add(entry)
    return roster
