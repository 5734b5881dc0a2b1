"""Comparisons: every pair of bots in a game, the best bot of each author, and who may help whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ladder.leaderboards import listed, read_boards, read_fits
from ladder.log.entries import ORGANISER, Opened
from ladder.log.roster import Roster
from ladder.matches import Player, name_of
from ladder.queries.lookup import find_game_name, find_player, read_season
from ladder.queries.snapshot import Snapshot
from ladder.queries.wording import cells
from ladder.ratings.board import DIGITS, Boards, OverallRow, Row, round_estimate
from ladder.ratings.collusion import Findings, find_collusion
from ladder.ratings.official import Estimate, Fit
from ladder.ratings.versus import Versus, versus
from ladder.store.reader import Reader

# --- every pair of bots ---


@dataclass(frozen=True, slots=True)
class Pair:
    """How likely a bot wins a game against another one, with a 95 % interval."""

    bot: Player
    against: Player
    chance: float
    chance_low: float
    chance_high: float


@dataclass(frozen=True, slots=True)
class Matrix:
    """How likely each of the best bots wins a game against each other one."""

    game: str
    season: int
    bots: tuple[Player, ...]
    """The strongest first."""
    pairs: tuple[Pair, ...]


def read_matrix(snapshot: Snapshot, game: str, top: int, season: int | None) -> Matrix:
    """Compare the best bots of a game. UserError for a game or a season that there is not."""
    game, roster = find_game_name(snapshot.opened, game), read_season(snapshot.store, season)
    fit = read_fits(snapshot.store, [game], roster).get(game)
    if fit is None:
        return Matrix(game, roster.season, (), ())
    best = _best(fit, listed(roster), top)
    pairs = (_pair(fit, one, other) for one in best for other in best if one != other)
    return Matrix(game, roster.season, tuple(best), tuple(pairs))


def _best(fit: Fit, shown: Sequence[Player], top: int) -> list[Player]:
    strengths = {player: fit.strength(player).value for player in shown if player in fit}
    return sorted(strengths, key=lambda player: (-strengths[player], player))[:top]


def _pair(fit: Fit, one: Player, other: Player) -> Pair:
    chance = round_estimate(fit.beats(one, other))
    return Pair(one, other, chance.value, chance.low, chance.high)


# --- the best bot of each author ---


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A bot's place on the board that is asked for."""

    player: Player
    rank: int | None
    games: int
    chance: Estimate | None
    """To win a game against one of the reference field."""
    ranks: tuple[int, int] | None = None
    """From which to which rank it may be; None for who is provisional."""


@dataclass(frozen=True, slots=True)
class Grade:
    """An author, the best of its bots on the board, and its newest version, if there are any.

    The best of many equal versions looks better than it is; the newest was not picked by its games.
    """

    author: str
    best: BoardPlace | None
    newest: BoardPlace | None
    """The one that came in last and has played, whichever plays now."""
    against: Versus | None
    """How the best does against the reference bot, if one is named and has played as much."""


@dataclass(frozen=True, slots=True)
class Grades:
    """The best bot of each author, in the order of the board."""

    reference: Player | None
    """The bot that they are compared with, if one is named."""
    grades: tuple[Grade, ...]


def read_grades(
    store: Reader, game: str | None, reference: str | None, season: int | None
) -> Grades:
    """Return a grade for each author, for the organiser too if it has bots."""
    games, roster = find_games(store.opened(), game), read_season(store, season)
    other = None if reference is None else find_player(roster, reference)
    places = _places(read_boards(store, roster), game)
    grades = list(_grades(places, _newest(store, places, game, roster), roster))
    if other is not None:
        fits = read_fits(store, games, roster)
        compared = [fits[one] for one in games] if {*games} <= {*fits} else []
        grades = [_compare(grade, compared, other) for grade in grades]
    return Grades(other, tuple(grades))


def find_games(opened: Opened, game: str | None) -> list[str]:
    """Return the one that is named, or all that the ladder plays."""
    if game is not None:
        return [find_game_name(opened, game)]
    return opened.games


def _places(boards: Boards, game: str | None) -> list[BoardPlace]:
    """Return everybody in the order of the board."""
    rows: Sequence[Row | OverallRow] = boards.overall if game is None else boards.games[game]
    chances = {row.player: _chance_in(row, game) for row in boards.overall}
    return [
        BoardPlace(
            row.player, row.rank, row.games, chances[row.player], boards.range_of(game, row.player)
        )
        for row in rows
    ]


def _chance_in(row: OverallRow, game: str | None) -> Estimate | None:
    """Return its chance overall or, in a division that it plays, there."""
    if game is None:
        return row.chance
    part = row.divisions.get(game)
    return None if part is None else part.chance


def _newest(
    store: Reader, places: Sequence[BoardPlace], game: str | None, roster: Roster
) -> dict[str, BoardPlace]:
    """Return by author the version that came in last and has played, chosen to play or not."""
    names = {player: roster.author_of(player) for player in listed(roster, versions=True)}
    known = {place.player: place for place in places if place.games}
    last = {author: player for player, author in names.items()}.values()
    # An older one was chosen to play, so the newest has no row on the board.
    if any(roster.current(name_of(player)) != player for player in last):
        boards = read_boards(store, roster, versions=True)
        known = {place.player: place for place in _places(boards, game) if place.games}
    return {author: known[player] for player, author in names.items() if player in known}


def _grades(
    places: Sequence[BoardPlace], newest: Mapping[str, BoardPlace], roster: Roster
) -> Iterator[Grade]:
    best: dict[str, BoardPlace] = {}
    for place in places:
        best.setdefault(roster.author_of(place.player), place)
    for author, place in best.items():
        yield Grade(author, place, newest.get(author), None)
    for author in sorted(roster.authors - {*best}):
        yield Grade(author, None, None, None)


def _compare(grade: Grade, fits: Sequence[Fit], other: Player) -> Grade:
    if grade.best is None or grade.best.player == other:
        return grade
    against = versus(fits, grade.best.player, other)
    if against is not None:
        against = Versus(round_estimate(against.chance), round(against.certainty, DIGITS))
    return replace(grade, against=against)


_COLUMNS: Final = (
    *("author", "bot", "rank", "games", "chance", "chance_low", "chance_high"),
    *("newest", "newest_rank", "newest_games", "newest_chance"),
    *("newest_chance_low", "newest_chance_high", "rank_low", "rank_high"),
)
_AGAINST: Final = ("reference", "beats", "beats_low", "beats_high", "certainty")


def list_grades(found: Grades) -> tuple[Sequence[str], Iterator[list[object]]]:
    """Return grades as a table: the names of its columns, and its lines."""
    if found.reference is None:
        return _COLUMNS, map(_own_cells, found.grades)
    return (*_COLUMNS, *_AGAINST), (_all_cells(one, found.reference) for one in found.grades)


def _all_cells(grade: Grade, other: Player) -> list[object]:
    found = grade.against
    if found is None:
        return [*_own_cells(grade), other, *cells(None), None]
    return [*_own_cells(grade), other, *cells(found.chance), found.certainty]


def _own_cells(grade: Grade) -> list[object]:
    ranks = (grade.best and grade.best.ranks) or (None, None)
    return [grade.author, *_place_cells(grade.best), *_place_cells(grade.newest), *ranks]


def _place_cells(place: BoardPlace | None) -> list[object]:
    if place is None:
        return [None] * 6
    return [place.player, place.rank, place.games, *cells(place.chance)]


# --- who may help whom ---


def find_suspects(store: Reader, game: str | None) -> Findings:
    """Return who does better together than expected in the season, in a game or in all."""
    roster, games = store.roster(), find_games(store.opened(), game)
    results = (list(roster.counted(store.results(game=one, season=roster.season))) for one in games)
    return find_collusion(results)


def shared_author(roster: Roster, *bots: str) -> str:
    """Return the author of these bots if they have the same one, else nothing."""
    authors = {roster.author_of(player) for bot in bots if (player := roster.newest(bot))}
    return authors.pop() if len(authors) == 1 and ORGANISER not in authors else ""
