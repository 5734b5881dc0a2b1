"""Figures from results, kept beside the log: ratings after each, and counts of games.

It is written in the transaction of a result. After a ruling the ratings from the first match on
that it changes are old, until `ladder.rerating` has made them again; so are those of another model.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, delete, func, insert, or_, select, text

from ladder.log.entries import LogEntry, result_of
from ladder.log.roster import Roster
from ladder.matches import Player
from ladder.ratings.rating import Rating
from ladder.store import schema
from ladder.store.log import has_changed
from ladder.store.results import ResultReader, newest_of_each
from ladder.store.settings import SettingReader, keep_setting, read_setting

if TYPE_CHECKING:
    from ladder.ratings.live import Update

NewRatings: TypeAlias = dict[tuple[Player, str], Rating]
_RATINGS: Final = schema.ratings.c
_NUMBERS: Final = (_RATINGS.mean, _RATINGS.deviation, _RATINGS.matches, _RATINGS.games)
_NEWEST: Final = newest_of_each(
    "ratings",
    "own.mean, own.deviation, own.matches, own.games",
    "season = :season AND game = :game",
)


@dataclass(frozen=True, slots=True)
class Derived:
    """How far what follows from the log is right."""

    setting: ClassVar[str] = "derived"
    rated: int = 0
    """Up to this entry, by what counts now."""
    counted: int = 0
    model: str = ""
    """That the ratings are of."""

    def rated_by(self, model: str) -> int:
        """Return up to which entry the ratings are those of a model."""
        return self.rated if self.model == model else 0


def is_rated(derived: Derived, last: int) -> bool:
    """Say whether the ratings of all results up to the last of them are right."""
    # Late, since most commands need it for nothing, and it takes a while to load.
    from ladder.ratings.live import LIVE_MODEL

    return derived.rated_by(LIVE_MODEL) >= last


@dataclass(frozen=True, slots=True)
class GameCounts:
    """The rows of `pairs` and of `forfeits`: by their keys, with their numbers."""

    pairs: Mapping[tuple[Player, Player, str], tuple[int, ...]]
    forfeits: Mapping[tuple[Player, int, str, str], tuple[int, ...]]


class Met(NamedTuple):
    """In how many games one player came in front of another, level with it, and behind."""

    other: Player
    game: str
    ahead: int
    level: int
    behind: int
    matches: int
    """In how many matches they met."""


class RatingReader(ResultReader, SettingReader):
    """Questions to the figures."""

    def is_rated(self, last: int | None = None) -> bool:
        """Say whether the live ratings up to a result, or up to now, are those of what counts.

        Else they are the old ones, and are being made again.
        """
        # First: what is rated meanwhile is not missed.
        end = self.last_result() if last is None else last
        return is_rated(self.setting(Derived()), end)

    def ratings(self, season: int, games: Iterable[str], last: int | None = None) -> NewRatings:
        """Return a season's live ratings after an entry of the log."""
        values = {"season": season, "last": self._until(last)}
        with self._connect() as connection:
            return {
                (row[0], game): Rating(*row[1:])
                for game in games
                for row in connection.execute(_NEWEST, values | {"game": game})
            }

    def ratings_before(
        self, season: int, game: str, players: Collection[Player], number: int | None = None
    ) -> NewRatings:
        """Return the newest ratings of these players, or those before an entry."""
        asked = select(*_NUMBERS).where(_RATINGS.season == season, _RATINGS.game == game)
        if number is not None:
            asked = asked.where(_RATINGS.number < number)
        asked = asked.order_by(_RATINGS.number.desc()).limit(1)
        with self._connect() as connection:
            found = {
                player: connection.execute(asked.where(_RATINGS.player == player)).one_or_none()
                for player in players
            }
        return {(player, game): Rating(*row) for player, row in found.items() if row is not None}

    def ratings_of(self, number: int) -> NewRatings:
        """Return the live ratings of a result's players after it, by its entry."""
        asked = select(_RATINGS.player, _RATINGS.game, *_NUMBERS)
        rows = self._all(asked.where(_RATINGS.number == number))
        return {(row[0], row[1]): Rating(*row[2:]) for row in rows}

    def note_on(self, number: int) -> str:
        """Return how these were found, if not in the usual way; else empty."""
        return self._value(select(_RATINGS.note).where(_RATINGS.number == number).limit(1)) or ""

    def rated_results(self, last: int) -> list[int]:
        """Return the entries of the results up to one after which there are ratings."""
        asked = select(_RATINGS.number).where(_RATINGS.number <= last).distinct()
        return self._values(asked.order_by(_RATINGS.number))

    def curve(self, season: int, game: str, player: Player, most: int) -> list[Rating]:
        """Return a player's ratings after its matches, at most this many, the last always."""
        theirs = (_RATINGS.season == season, _RATINGS.game == game, _RATINGS.player == player)
        last = self._value(select(func.max(_RATINGS.matches)).where(*theirs)) or 0
        wanted = range(last, 0, -(-(-last // most) or 1))
        asked = select(*_NUMBERS).where(*theirs, _RATINGS.matches.in_(wanted))
        return [Rating(*row) for row in self._all(asked.order_by(_RATINGS.matches))]

    def counts(self) -> GameCounts:
        """Return the counts of every two players, and of who has forfeited."""
        with self._connect() as connection:
            pairs, forfeits = (
                map(tuple, connection.execute(select(table)).all())
                for table in (schema.pairs, schema.forfeits)
            )
        return GameCounts(
            {row[:3]: row[3:] for row in pairs}, {row[:4]: row[4:] for row in forfeits}
        )

    def pairs_of(self, player: Player, with_whom: Player | None = None) -> list[Met]:
        """Return whom a player met in which game: all of them, or one."""
        pairs, found = schema.pairs.c, []
        asked = select(schema.pairs).order_by(pairs.player, pairs.other, pairs.game)
        if with_whom is None:
            asked = asked.where(or_(pairs.player == player, pairs.other == player))
        else:
            one, other = sorted((player, with_whom))
            asked = asked.where(pairs.player == one, pairs.other == other)
        for row in self._all(asked):
            is_first = row.player == player
            ahead, behind = (row.ahead, row.behind) if is_first else (row.behind, row.ahead)
            other = row.other if is_first else row.player
            found.append(Met(other, row.game, ahead, row.level, behind, row.matches))
        return found

    def forfeits(
        self, *, season: int | None = None, player: Player | None = None
    ) -> list[tuple[Player, str, str, int]]:
        """Return who has forfeited how many games of which game by which verdict."""
        table = schema.forfeits.c
        asked = select(table.player, table.game, table.verdict, func.sum(table.games))
        if season is not None:
            asked = asked.where(table.season == season)
        if player is not None:
            asked = asked.where(table.player == player)
        rows = self._all(asked.group_by(table.player, table.game, table.verdict))
        return [(row[0], row[1], row[2], int(row[3])) for row in rows]


# --- what a result adds ---


def add_result(connection: Connection, entry: LogEntry, roster: Roster) -> None:
    """Write what follows from a result that has just come into the log, if all before it is there.

    Otherwise the next rating of the others comes to this result, too.
    """
    from ladder.ratings.live import LIVE_MODEL, update

    derived, results = read_setting(connection, Derived()), schema.results.c.number
    reader = RatingReader.within(connection)
    before = select(func.max(results)).where(results < entry.number)
    last = connection.scalar(before) or 0
    if derived.counted >= last:
        add_counts(connection, [entry])
        derived = replace(derived, counted=entry.number)
    if is_rated(derived, last):
        for result in roster.counted([result_of(entry)]):
            known = reader.ratings_before(result.season, result.game, result.players)
            add_ratings(connection, [update(known, result)])
        derived = replace(derived, rated=entry.number, model=LIVE_MODEL)
    keep_setting(connection, derived)


def add_ratings(connection: Connection, steps: Iterable["Update"]) -> None:
    rows = [
        {"season": step.result.season, "game": game, "player": player}
        | {"number": step.result.number, "note": step.note, **rating._asdict()}
        for step in steps
        for (player, game), rating in step.after.items()
    ]
    if rows:
        connection.execute(insert(schema.ratings), rows)


def add_counts(connection: Connection, entries: Iterable[LogEntry]) -> None:
    """Add what these results say of every two players, and of who forfeited."""
    counts = count_games(entries)
    for table, found in ((schema.pairs, counts.pairs), (schema.forfeits, counts.forfeits)):
        names, keys = table.columns.keys(), table.primary_key.columns.keys()
        rows = [dict(zip(names, (*key, *numbers), strict=True)) for key, numbers in found.items()]
        sums = (f"{one} = {table}.{one} + excluded.{one}" for one in names if one not in keys)
        # Both databases say it so.
        add = f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {', '.join(sums)}"
        if rows:
            connection.execute(text(f"{insert(table)} {add}"), rows)


def count_games(entries: Iterable[LogEntry]) -> GameCounts:
    """Return what these results come to."""
    met: dict[tuple[Player, Player, str], Counter[str]] = {}
    failed = Counter[tuple[Player, int, str, str]]()
    for entry in entries:
        result, played = result_of(entry), entry.played
        for one, other in combinations(sorted(result.players), 2):
            counts = met.setdefault((one, other, result.game), Counter())
            counts.update(result.against(one, other))
            counts["matches"] += 1
        for player, verdicts in zip(played.players, played.forfeits, strict=True):
            for verdict, games in verdicts.items():
                failed[player, played.season, played.game, verdict] += games
    columns = ("ahead", "level", "behind", "matches")
    pairs = {key: tuple(its[column] for column in columns) for key, its in met.items()}
    return GameCounts(pairs, {key: (games,) for key, games in failed.items()})


def replace_ratings(
    connection: Connection,
    derived: Derived,
    entries: Sequence[LogEntry],
    steps: Iterable["Update"],
    *,
    known: int,
) -> None:
    """Write what follows from the next results, instead of what was there.

    Nothing is written if it has become old: if ratings were made or forgotten since `derived` was
    read, or what counts was changed after the entry `known`.
    """
    from ladder.ratings.live import LIVE_MODEL

    now, last = read_setting(connection, Derived()), entries[-1].number
    same = (now.rated, now.model) == (derived.rated, derived.model)
    if same and not has_changed(connection, known):
        after = derived.rated_by(LIVE_MODEL)
        old = delete(schema.ratings).where(_RATINGS.number > after, _RATINGS.number <= last)
        connection.execute(old)
        add_ratings(connection, steps)
        add_counts(connection, [one for one in entries if one.number > now.counted])
        keep_setting(connection, Derived(last, max(now.counted, last), LIVE_MODEL))


def forget_ratings(connection: Connection, first: int) -> None:
    """Take note that from this result on the ratings are old."""
    derived = read_setting(connection, Derived())
    keep_setting(connection, replace(derived, rated=min(derived.rated, first - 1)))
