"""Matches: a list of those that were played, and how one of them moved the live ratings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from arena.errors import NotFound
from arena.games.contract import competition_ranks
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.log.entries import LogEntry, Played, result_of
from ladder.log.roster import RULINGS, Roster, read_exclusions
from ladder.matches import Player
from ladder.queries.wording import plural
from ladder.ratings.explanation import Change, explain
from ladder.ratings.live import Update
from ladder.ratings.rating import Rating
from ladder.store.reader import Reader
from ladder.wire import ForfeitLine, GameOfMatch


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
    before: int | None = None,
) -> Iterator[MatchLine]:
    """Yield the matches of a player, a game and a season, or of all, the newest first.

    Only those that went into the log before that match, if one is named. UserError if it did not.
    """
    last = None if before is None else _find_played(store, before).number - 1
    found = store.played_before(last, player=player, game=game, season=season, most=newest)
    return map(match_line, found)


def match_line(entry: LogEntry) -> MatchLine:
    """Return an entry of a match as the line of a list."""
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
class MatchSummary:
    """A match, and what it changed: who was expected where, and who came where."""

    match: Played
    time: datetime
    changes: tuple[Change, ...]
    """The changes of all players."""
    note: str
    """How its ratings were found if not in the usual way, else empty."""
    excluded: str
    """Why it does not count; empty if it does."""
    rated: bool
    """Whether the ratings are those of what counts now, and not being made again."""


def read_match(store: Reader, number: int) -> MatchSummary:
    """Tell what a match has changed, as it was written with it. UserError if it has no result."""
    entry = _find_played(store, number)
    result = result_of(entry)
    players, season = result.players, result.season
    before = store.ratings_before(season, result.game, players, number=entry.number)
    after, note = store.ratings_of(entry.number), store.note_on(entry.number)
    # A player for which the match does not count has not moved.
    gone = [one for one in players if after and (one, result.game) not in after]
    counted = result.drop(gone) or result
    old = {key: before.get(key, Rating()) for key in ((one, result.game) for one in players)}
    step = Update(counted, old, {**old, **after}, note)
    excluded = read_exclusions(store.entries(kinds=RULINGS)).matches.get(number, "")
    return MatchSummary(
        entry.played, entry.time, explain(step), note, excluded, store.is_rated(entry.number)
    )


def keep_changes(story: MatchSummary, roster: Roster, author: str) -> MatchSummary:
    """Return a match with what it changed for the bots of one author alone."""
    own = (one for one in story.changes if roster.author_of(one.player) == author)
    return replace(story, changes=tuple(own))


def _find_played(store: Reader, number: int) -> LogEntry:
    entry = store.played(number)
    if entry is None:
        waiting = plural(len(store.queue()), "match waits", "matches wait")
        raise NotFound(f"Match {number} has no result; {waiting} to be played.")
    return entry


@dataclass(frozen=True, slots=True)
class MatchDetails:
    """A match with each of its games, as its record has them."""

    story: MatchSummary
    games: tuple[GameOfMatch, ...]
    """None of them if the record is missing."""


def read_match_details(store: Reader, number: int) -> MatchDetails:
    """Tell of a match and its games. UserError if it has no result."""
    story, record = read_match(store, number), store.read_record(number)
    return MatchDetails(story, () if record is None else games_of_record(record))


def games_of_record(record: rec.Record) -> tuple[GameOfMatch, ...]:
    """Return the games of a recorded match, in their order."""
    players = [bot.name for bot in record.plan.bots]
    return tuple(game_of_match(game, players) for game in record.games)


def game_of_match(game: rec.GameRecord, players: Sequence[Player]) -> GameOfMatch:
    """Return a game as its record has it; `players` are in the order of the plan."""
    seats = tuple(players[index] for index in game.seating)
    forfeits = (
        ForfeitLine(seats[one.seat], str(read_verdict(one.verdict)), one.detail)
        for one in game.forfeits
    )
    return GameOfMatch(
        game=game.number + 1,
        seats=seats,
        scores=tuple(game.scores),
        ranks=tuple(game.ranks),
        decisions=len(game.entries),
        forfeits=tuple(forfeits),
    )
