"""What a ladder can be asked about itself. Whoever shows it, on whatever surface, computes nothing.

Everything here is plain data, in the order in which it is shown; times are in UTC.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from arena.games import game_names
from arena.games.contract import competition_ranks
from ladder.log import Entered, Limits, LogEntry, kind_of, result_of
from ladder.matches import Division, Player, name_of
from ladder.roster import Roster
from ladder.store.reader import Reader
from ladder.store.store import Store


@dataclass(frozen=True, slots=True)
class Rules:
    """What a ladder plays and allows, and where it stands."""

    divisions: tuple[Division, ...]
    games_a_match: int
    clock: str
    limits: Limits
    season: int
    format: str
    frozen: bool
    paused: bool
    authors: int
    bots: int
    """How many play."""
    versions: int
    """How many ever came in."""
    matches: int
    """How many were played."""
    waiting: int
    """How many are planned and not played."""
    entries: int
    digest: str
    """Of the last entry."""


def read_rules(store: Store) -> Rules:
    opened, roster = store.opened(), store.roster()
    entries, digest = store.head()
    season = roster.seasons[-1]
    return Rules(
        divisions=opened.divisions,
        games_a_match=opened.games_a_match,
        clock=opened.clock,
        limits=roster.limits,
        season=season.season,
        format=season.format,
        frozen=roster.frozen,
        paused=roster.paused,
        authors=len(roster.authors),
        bots=len(roster.active()),
        versions=len(roster.versions),
        matches=store.count_results(),
        waiting=len(store.queue()),
        entries=entries,
        digest=digest,
    )


@dataclass(frozen=True, slots=True)
class BotLine:
    """A version of a bot, and what has become of it."""

    player: Player
    author: str
    games: tuple[str, ...]
    came_in: datetime
    matches: int
    state: str
    """In a few words: "plays", or why it does not."""


def list_bots(store: Store, *, versions: bool = False) -> Iterator[BotLine]:
    """Yield the version of each bot that stands for it, or all versions; the oldest bot first."""
    roster, counts = store.roster(), store.count_matches()
    times = {
        entry.body.player: entry.time
        for entry in store.entries(kinds=["entered"])
        if isinstance(entry.body, Entered)
    }
    for player in _shown(roster, versions=versions):
        entered = roster.versions[player]
        yield BotLine(
            player,
            entered.author,
            entered.games or tuple(game_names()),
            times[player],
            counts.get(player, 0),
            _state(roster, player),
        )


def _shown(roster: Roster, *, versions: bool) -> Iterable[Player]:
    if versions:
        return roster.versions
    standing = (roster.current(name) or roster.newest(name) for name in roster.by_name)
    return [player for player in standing if player is not None]


def _state(roster: Roster, player: Player) -> str:
    if roster.why_excluded(player):
        return "excluded"
    if player in roster.withdrawn:
        return "withdrawn"
    if roster.current(name_of(player)) != player:
        return "replaced"
    if player in roster.benched:
        return "benched"
    return "plays" if player in roster.active() else "not in this season"


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match that was played, the best player first."""

    match: int
    season: int
    game: str
    time: datetime
    games: int
    players: tuple[Player, ...]
    ranks: tuple[int, ...]
    """In the order of the players, by points over all games."""
    forfeits: tuple[int, ...]
    """How many games each has forfeited."""


def list_matches(
    store: Reader,
    *,
    player: Player | None = None,
    game: str | None = None,
    season: int | None = None,
    newest: int | None = None,
) -> Iterator[MatchLine]:
    """Yield the matches of a player, a game and a season, or of all, the newest first."""
    everybody = store.entries(kinds=["played"], newest_first=True)
    entries = everybody if player is None else store.matches_of(player)
    wanted = (
        entry
        for entry in entries
        if game in {None, entry.played.game} and season in {None, entry.played.season}
    )
    return map(_match_line, islice(wanted, newest))


def _match_line(entry: LogEntry) -> MatchLine:
    played = entry.played
    ranks = competition_ranks(result_of(entry).points())
    order = sorted(range(len(ranks)), key=lambda index: (ranks[index], played.players[index]))
    return MatchLine(
        match=played.match,
        season=played.season,
        game=played.game,
        time=entry.time,
        games=played.games,
        players=tuple(played.players[index] for index in order),
        ranks=tuple(ranks[index] for index in order),
        forfeits=tuple(sum(played.forfeits[index].values()) for index in order),
    )


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log as a sentence."""

    number: int
    time: datetime
    kind: str
    text: str
    digest: str


def list_log(
    store: Reader, *, kinds: Iterable[str] = (), newest: int | None = None
) -> Iterator[LogLine]:
    """Yield the entries of these kinds, or of all, the newest first."""
    entries = store.entries(kinds=list(kinds), newest_first=True)
    for entry in islice(entries, newest):
        yield LogLine(entry.number, entry.time, kind_of(entry.body), str(entry.body), entry.digest)
