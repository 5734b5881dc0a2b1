"""Matches: a list of those that were played, and how one of them moved the live ratings."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from arena.errors import UserError
from arena.games.contract import competition_ranks
from ladder.leaderboards import read_ratings
from ladder.log import LogEntry, Played, result_of
from ladder.matches import Player
from ladder.queries.wording import plural
from ladder.ratings.explanation import Change, explain
from ladder.ratings.live import update
from ladder.store.reader import Reader


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
class MatchStory:
    """A match, and what it changed: who was expected where, and who came where."""

    match: Played
    time: datetime
    changes: tuple[Change, ...]
    """Of every player, the best rank first."""
    note: str
    """How its ratings were found if not in the usual way, else empty."""
    excluded: str
    """Why it does not count; empty if it does."""


def read_match(store: Reader, number: int) -> MatchStory:
    """Rate what counts before a match, and then the match. UserError if it has no result."""
    entry = store.played(number)
    if entry is None:
        waiting = plural(len(store.queue()), "match waits", "matches wait")
        raise UserError(f"Match {number} has no result; {waiting} to be played.")
    roster = store.roster()
    before = read_ratings(store, roster, entry.played.season, entry.number - 1)
    step = update(before, result_of(entry))
    excluded = roster.excluded.matches.get(number, "")
    return MatchStory(entry.played, entry.time, explain(step), step.note, excluded)
