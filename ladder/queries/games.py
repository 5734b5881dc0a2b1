"""Games: their rules and options, who can play them, and what the matches of a ladder say of them.

Statistics are those of a game's newest 100 matches: as many as any of their margins needs, and few
enough to be read from the records within a second.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import fmean, median, stdev
from typing import Final

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES, sample_names
from arena.games import find_game, game_names
from arena.games.options import Option, describe_options
from arena.human.rules_page import read_rules_page
from arena.v1 import record_pb2 as rec
from ladder.matches import Division
from ladder.queries.lookup import find_game_name
from ladder.queries.matches import list_matches
from ladder.queries.snapshot import Snapshot
from ladder.ratings.official import NORMAL

_MATCHES: Final = 100


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number spreads over games: its least, its median, and its greatest."""

    least: float
    median: float
    greatest: float


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """How often a seat comes in front of another one; a half if seats make no difference."""

    seats: int
    """The number of seats at the table."""
    seat: int
    """From 0 on, as everywhere."""
    games: int
    share: float
    margin: float | None
    """Half the width of its 95 % interval; None where one game tells nothing of it."""


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Statistics of the newest 100 matches of a game."""

    matches: int
    games: int
    decisions: Spread
    """How many answers a game took, of all seats."""
    scores: Spread
    """The scores of a seat in a game."""
    seats: tuple[SeatEffect, ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a ladder."""

    game: str
    title: str
    division: Division
    seats: tuple[int, ...]
    """With how many seats its rules can be played at all."""


@dataclass(frozen=True, slots=True)
class GameDetails:
    """A game: its rules in Markdown, its options, the sample bots that play it, its statistics."""

    line: GameLine
    unit: str
    """The unit of a score, in the plural."""
    options: tuple[Option, ...]
    samples: tuple[str, ...]
    rules: str
    statistics: GameStatistics | None
    """None where no match has been played."""


def list_games(snapshot: Snapshot) -> list[GameLine]:
    """Return the games of a ladder in the order of its divisions."""
    return [_line(division) for division in snapshot.opened.divisions]


def _line(division: Division) -> GameLine:
    game = find_game(division.game)
    return GameLine(game.name, game.title, division, tuple(game.seats))


def read_game_details(snapshot: Snapshot, name: str) -> GameDetails:
    """Tell of a game. UserError if it is not played on this ladder."""
    name = find_game_name(snapshot.opened, name)
    game = find_game(name)
    (division,) = (one for one in snapshot.opened.divisions if one.game == name)
    return GameDetails(
        line=_line(division),
        unit=game.unit,
        options=tuple(describe_options(game)),
        samples=tuple(sample for sample in sample_names() if name in _games_of(sample)),
        rules=read_rules_page(name),
        statistics=snapshot.once(
            f"statistics {name}", lambda: _read_statistics(snapshot, name), "result"
        ),
    )


@cache
def _games_of(sample: str) -> Sequence[str]:
    return open_bot(SAMPLES / sample).games or game_names()


# --- statistics ---


def _read_statistics(snapshot: Snapshot, game: str) -> GameStatistics | None:
    newest = list_matches(snapshot.store, game=game, newest=_MATCHES)
    records = (snapshot.store.read_record(line.match) for line in newest)
    return summarise([record for record in records if record is not None])


def summarise(records: Sequence[rec.Record]) -> GameStatistics | None:
    """Return the statistics of these matches; None if they have no game."""
    games = [game for record in records for game in record.games]
    if not games:
        return None
    return GameStatistics(
        matches=len(records),
        games=len(games),
        decisions=_spread([len(game.entries) for game in games]),
        scores=_spread([score for game in games for score in game.scores]),
        seats=tuple(_seat_effects(games)),
    )


def _spread(numbers: Sequence[int]) -> Spread:
    return Spread(min(numbers), median(numbers), max(numbers))


def _seat_effects(games: Iterable[rec.GameRecord]) -> list[SeatEffect]:
    """Return the effect of every seat. A seat that forfeited says nothing of where it sat."""
    shares: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        if not game.forfeits:
            for seat, rank in enumerate(game.ranks):
                shares[len(game.ranks), seat].append(_share(rank, game.ranks))
    return [
        SeatEffect(seats, seat, len(its), fmean(its), _margin(its))
        for (seats, seat), its in sorted(shares.items())
    ]


def _share(rank: int, ranks: Sequence[int]) -> float:
    """Return the part of the others that a rank is in front of; a tie is a half."""
    behind = sum(other > rank for other in ranks)
    level = sum(other == rank for other in ranks) - 1
    return (behind + level / 2) / (len(ranks) - 1)


def _margin(shares: Sequence[float]) -> float | None:
    return NORMAL * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else None
