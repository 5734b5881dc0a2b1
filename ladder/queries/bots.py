"""Bots and their authors: who is on a ladder, and what became of each in its matches."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final

from arena.errors import UserError
from arena.games import game_names
from arena.games.contract import competition_ranks
from ladder.log.entries import LogEntry, result_of
from ladder.log.roster import Roster
from ladder.matches import Player, name_of
from ladder.queries.lookup import find_player
from ladder.queries.matches import MatchLine, match_line
from ladder.queries.snapshot import Snapshot
from ladder.queries.wording import plural
from ladder.ratings.board import Row
from ladder.ratings.official import Estimate
from ladder.ratings.versus import Versus, versus
from ladder.season.benching import ForfeitedGame, find_forfeits
from ladder.settings.about import About
from ladder.store.reader import Reader

# A bot's page shows 5 forfeited games and 10 matches, the newest first.
_FORFEITS: Final = 5
_LAST: Final = 10
# Forfeits are searched in these newest matches.
_FORFEITED: Final = 100
# A curve with this many points is enough for any screen.
_POINTS: Final = 200
# This many opponents are compared with a bot: those that it met in most games.
_COMPARED: Final = 50


# --- all of them ---


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


def list_bots(
    roster: Roster, matches: Mapping[Player, int], *, versions: bool = False
) -> Iterator[BotLine]:
    """Yield the version of each bot that stands for it, or all versions; the oldest bot first.

    `matches` says how many each has played.
    """
    active = frozenset(roster.active())
    for player in _shown(roster, versions=versions):
        entered = roster.versions[player]
        yield BotLine(
            player,
            entered.author,
            entered.games or tuple(game_names()),
            roster.entered_at[player],
            matches.get(player, 0),
            _state(roster, player, active),
        )


def _shown(roster: Roster, *, versions: bool) -> Iterable[Player]:
    if versions:
        return roster.versions
    standing = (roster.current(name) or roster.newest(name) for name in roster.by_name)
    return [player for player in standing if player is not None]


def _state(roster: Roster, player: Player, active: Collection[Player]) -> str:
    if roster.why_excluded(player):
        return "excluded"
    if player in roster.withdrawn:
        return "withdrawn"
    if roster.current(name_of(player)) != player:
        return "replaced"
    if player in roster.benched:
        return "benched"
    return "plays" if player in active else "not in this season"


@dataclass(frozen=True, slots=True)
class AuthorLine:
    """An author, with its bots."""

    author: str
    bots: tuple[Player, ...]
    """The versions that stand for its bots."""
    versions: int
    """How many it has handed in."""
    excluded: str
    """Why; empty if it is not."""
    name: str
    """As it is shown: of a ladder that shows keys alone the key."""


def list_authors(roster: Roster, names: Mapping[str, str]) -> list[AuthorLine]:
    """Return the authors by their keys, with the names that are shown of them."""
    versions = roster.tried()
    standing: defaultdict[str, list[Player]] = defaultdict(list)
    for player in roster.listed():
        standing[roster.author_of(player)].append(player)
    return [
        AuthorLine(
            author,
            tuple(standing[author]),
            versions.get(author, 0),
            roster.excluded.authors.get(author, ""),
            names.get(author, author),
        )
        for author in sorted(roster.authors)
    ]


# --- one of them ---


@dataclass(frozen=True, slots=True)
class GameRating:
    """The live board's rating of a bot in one game."""

    mean: float
    deviation: float
    matches: int
    games: int
    score: float
    """The order of the live board: mean minus three deviations."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """In how many games a bot came in front of another one, level with it, and behind."""

    player: Player
    ahead: int
    level: int
    behind: int

    @property
    def games(self) -> int:
        return self.ahead + self.level + self.behind


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A bot's place in a match."""

    match: int
    game: str
    rank: int
    """By points over all games, from 1 on; equals have the same."""
    players: int
    """How many played."""
    time: datetime


@dataclass(frozen=True, slots=True)
class BotSummary:
    """A version of a bot: its ratings in the season that goes on, opponents, forfeits, matches."""

    player: Player
    versions: tuple[Player, ...]
    """All of its bot, the oldest first."""
    state: str
    """Why it does not play, in some words; empty if it does."""
    benched: bool
    excluded: str | None
    """Why; None if it is not."""
    ratings: dict[str, GameRating]
    """By game; only those that it has played."""
    opponents: tuple[Opponent, ...]
    """The opponents that it met, the most games first."""
    forfeits: dict[str, int]
    """How many games it has forfeited, by verdict."""
    voids: tuple[str, ...]
    """The reasons why matches of it were void since it last played one to its end."""
    errors: tuple[ForfeitedGame, ...]
    """The 5 newest games that it has forfeited in its newest 100 matches; none for anyone who may
    not read them."""
    matches: int
    """How many it has played."""
    last: tuple[MatchPlace, ...]
    """The 10 newest matches."""


def read_bot(store: Reader, player: Player, roster: Roster | None = None) -> BotSummary:
    """Tell of a bot; the roster may be known already."""
    roster = roster or store.roster()
    forfeits = _count_forfeits(store, player)
    matches = store.matches_of(player, _FORFEITED if forfeits else _LAST)
    games = store.opened().games
    return BotSummary(
        player=player,
        versions=tuple(roster.by_name[name_of(player)]),
        state=_why_not_current(store, roster, player),
        benched=player in roster.benched,
        excluded=roster.why_excluded(player) or None,
        ratings={
            game: GameRating(*rating, rating.score)
            for game in games
            for rating in store.ratings_before(roster.season, game, [player]).values()
        },
        opponents=tuple(_opponents(store, player, roster)),
        forfeits=forfeits,
        voids=tuple(one.reason for one in store.voids() if player in one.players),
        errors=tuple(islice(find_forfeits(store, player, matches), _FORFEITS)),
        matches=store.count_matches_of(player),
        last=tuple(place_in_match(player, entry) for entry in matches[:_LAST]),
    )


def hide_errors(story: BotSummary) -> BotSummary:
    """Return a story without what only the bot's author and the organiser may read."""
    return replace(story, errors=())


def _why_not_current(store: Reader, roster: Roster, player: Player) -> str:
    if reason := roster.why_excluded(player):
        return f"excluded: {reason}"
    if player in roster.benched:
        benched = roster.benched[player]
        shown = ", ".join(map(str, benched.matches))
        since = plural(store.results_after(roster.benched_at[player]), "match", "matches")
        # They are mostly others'.
        told = "" if store.setting(About()).rows == "own" else f" for {since}"
        return f"benched{told}: {benched.reason} (matches {shown})"
    current = roster.current(name_of(player))
    if current is not None and current != player:
        return f"replaced by {current}"
    return ""


def _opponents(store: Reader, player: Player, roster: Roster) -> list[Opponent]:
    counts: defaultdict[Player, Counter[str]] = defaultdict(Counter)
    for met in store.pairs_of(player):
        # A version that has come in since the roster was read has no page yet.
        if met.other in roster.versions:
            counts[met.other].update(ahead=met.ahead, level=met.level, behind=met.behind)
    found = [Opponent(other, **count) for other, count in counts.items()]
    return sorted(found, key=lambda one: (-one.games, one.player))


def _count_forfeits(store: Reader, player: Player) -> dict[str, int]:
    forfeits = Counter[str]()
    for _, _, verdict, games in store.forfeits(player=player):
        forfeits[verdict] += games
    return dict(sorted(forfeits.items()))


def place_in_match(player: Player, entry: LogEntry) -> MatchPlace:
    """Return where a player came in a match of its."""
    played = entry.played
    rank = competition_ranks(result_of(entry).points())[played.players.index(player)]
    return MatchPlace(played.match, played.game, rank, len(played.players), entry.time)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The live rating of a bot in a game after this many matches and games of it."""

    matches: int
    games: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely a bot comes in front of another one in a game, with a 95 % interval."""

    against: Player
    game: str
    chance: Estimate


@dataclass(frozen=True, slots=True)
class BotDetails:
    """A version of a bot with what takes longer: its rating curves, and its chances."""

    story: BotSummary
    author: str
    games: tuple[str, ...]
    """The games that it plays, of all."""
    came_in: datetime
    places: dict[str, Row]
    """By game, on the official board; those in which it has played this season."""
    curves: dict[str, tuple[CurvePoint, ...]]
    """By game, the oldest point first; the season's."""
    chances: tuple[Chance, ...]
    """Against the 50 bots that it met in most games, by the official fits of the season."""

    @property
    def by_opponent(self) -> dict[tuple[Player, str], Estimate]:
        """Chances by opponent and game."""
        return {(one.against, one.game): one.chance for one in self.chances}


def read_bot_details(snapshot: Snapshot, name: str) -> BotDetails:
    """Tell of a bot, by what it is called. UserError if it is unknown."""
    roster = snapshot.roster
    player = find_player(roster, name)
    story, entered = read_bot(snapshot.store, player, roster), roster.versions[player]
    return BotDetails(
        story=story,
        author=entered.author,
        games=entered.games or tuple(game_names()),
        came_in=roster.entered_at[player],
        places=dict(_places(snapshot, player)),
        curves={
            game: tuple(
                CurvePoint(one.matches, one.games, one.mean, one.deviation)
                for one in snapshot.store.curve(roster.season, game, player, _POINTS)
            )
            for game in story.ratings
        },
        chances=tuple(_chances(snapshot, player, story.opponents[:_COMPARED])),
    )


def _places(snapshot: Snapshot, player: Player) -> Iterator[tuple[str, Row]]:
    for game, rows in snapshot.boards().boards.games.items():
        yield from ((game, row) for row in rows if row.player == player and row.games)


def _chances(snapshot: Snapshot, player: Player, opponents: Iterable[Opponent]) -> Iterator[Chance]:
    for other in (one.player for one in opponents):
        for game, fit in snapshot.boards().fits.by_game.items():
            if player in fit and other in fit:
                yield Chance(other, game, fit.beats(player, other))


# --- one against another ---


@dataclass(frozen=True, slots=True)
class Duel:
    """How likely one bot wins a game against another, by the official fits of the season."""

    player: Player
    against: Player
    beats: Mapping[str, Versus]
    """By game; only those that both have played."""


def compare_bots(snapshot: Snapshot, name: str, against: str) -> Duel:
    """Compare two bots, by what they are called. UserError if one of them is unknown."""
    player, other = (find_player(snapshot.roster, text) for text in (name, against))
    found = {
        game: versus([fit], player, other) for game, fit in snapshot.boards().fits.by_game.items()
    }
    return Duel(player, other, {game: one for game, one in found.items() if one is not None})


@dataclass(frozen=True, slots=True)
class GameScore:
    """In how many games of a kind a bot came in front of another one, level with it, and behind."""

    game: str
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two bots: how likely one beats the other, and all the matches that both have played."""

    duel: Duel
    scores: tuple[GameScore, ...]
    common: int
    """How many matches both have played."""
    matches: tuple[MatchLine, ...]
    """The newest of them, the newest first."""


def read_head_to_head(
    snapshot: Snapshot, name: str, against: str, newest: int = 100, skipped: int = 0
) -> HeadToHead:
    """Compare two bots over all seasons. UserError if one of them is unknown, or both are one.

    The newest of their common matches are told, after those that are skipped.
    """
    duel = compare_bots(snapshot, name, against)
    player, other = duel.player, duel.against
    if player == other:
        raise UserError(f"{player} cannot be compared with itself; name two bots.")
    met = snapshot.store.pairs_of(player, other)
    scores = tuple(GameScore(one.game, one.ahead, one.level, one.behind) for one in met)
    matches = snapshot.store.common_matches(player, other, newest, skipped)
    common = sum(one.matches for one in met)
    return HeadToHead(duel, scores, common, tuple(map(match_line, matches)))
