"""Matches as a ladder sees them: divisions, players, and the results that are rated."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import compress
from typing import Final, NamedTuple, Self, TypeAlias

from arena.errors import UserError
from arena.games import find_game
from arena.games.options import read_options, write_options

# Each game has as many seats as a club's evening has, unless others are asked for.
_USUAL_SEATS: Final = range(2, 6)

Player: TypeAlias = str
"""An immutable version of a bot, as `name@version`: it never gets better or worse."""


def name_of(player: Player) -> str:
    """Return the bot's name, which all its versions share."""
    return player.rpartition("@")[0] or player


def version_of(player: Player) -> int:
    """Return the number of a version, from 1 on."""
    return int(player.rpartition("@")[2])


@dataclass(frozen=True, slots=True)
class Division:
    """A game with its options, and with how many seats it is played: each number equally often.

    UserError if the game does not exist, or cannot be played so.
    """

    game: str
    # Left out of the hash, not of the comparison: a mapping has none.
    options: Mapping[str, str] = field(hash=False)
    seats: tuple[int, ...]

    def __post_init__(self) -> None:
        game = find_game(self.game)
        allowed = game.seats_for(read_options(game, self.options))
        if not self.seats or not {*self.seats} <= {*allowed}:
            numbers = ", ".join(map(str, allowed))
            raise UserError(
                f"{game.title} is played with these options by {numbers} bots, not by"
                f" {', '.join(map(str, self.seats)) or 'none'}."
            )

    def __str__(self) -> str:
        game = find_game(self.game)
        usual = write_options(game.Options())
        chosen = sorted(item for item in self.options.items() if item not in usual.items())
        return " ".join([game.title, *(f"{name}={text}" for name, text in chosen)])

    @property
    def described(self) -> str:
        """The game and the number of its seats, in words."""
        return f"{self}, by {' or '.join(map(str, self.seats))} bots"


def read_division(text: str) -> Division:
    """Read a division; UserError if there is no such game, option or number of seats."""
    name, *words = text.split() or [""]
    game = find_game(name)
    pairs = dict(_split(word) for word in words)
    if len(pairs) < len(words):
        raise UserError(f"A division has each option once, not as in {text!r}.")
    seats = pairs.pop("seats", "")
    options = read_options(game, pairs)
    allowed = game.seats_for(options)
    usual = tuple(number for number in allowed if number in _USUAL_SEATS) or tuple(allowed)
    return Division(name, write_options(options), _read_seats(seats) if seats else usual)


def _split(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise UserError(
            f"A division is a game and its options, for example 'tonton teams=true seats=4',"
            f" without {word!r}."
        )
    return key, value


def _read_seats(text: str) -> tuple[int, ...]:
    if not all(part.isdecimal() and len(part) < 4 for part in text.split(",")):
        raise UserError(f"Seats are numbers, for example seats=2,3,4, not {text!r}.")
    return tuple(sorted({int(part) for part in text.split(",")}))


class TeamGame(NamedTuple):
    """The result of a game with partners: how its sides came in, and nothing of two on one side."""

    sides: tuple[tuple[Player, ...], ...]
    ranks: tuple[int, ...]
    """The rank of each side; less is better, ties are equal."""
    forfeited: bool
    """Whether the sides are no partners, but those who forfeited it and those who did not."""


@dataclass(frozen=True, slots=True)
class Result:
    """One match, with what came of each game."""

    number: int
    """Its place in the log; results are in increasing order of it."""
    match: int
    """The match's number, under which its record is kept."""
    season: int
    game: str
    players: tuple[Player, ...]
    """The players; nobody is there twice."""
    ranks: tuple[tuple[int, ...], ...]
    """For each game the rank of each player: less is better, ties are equal, partners are equal."""
    teams: tuple[tuple[int, ...], ...]
    """For each game the team of each player; empty where all play for themselves. Everybody stands
    alone in a game that somebody has forfeited, and those who did not have rank 1."""
    time: datetime
    """When it went into the log, in UTC."""

    @property
    def seats(self) -> int:
        return len(self.players)

    def sides(self) -> list[tuple[int, ...]]:
        """Return for each game with partners the side of each player; empty without partners.

        Nobody is compared with a player of the same side. If a partner forfeits, the others cannot
        show their strength. So they are no ties: such a game is one of those who forfeited against
        the rest.
        """
        return [
            tuple(int(rank > 1) for rank in self.ranks[game]) if _is_forfeited(teams) else teams
            for game, teams in enumerate(self.teams)
        ]

    def team_games(self) -> Iterator[TeamGame]:
        """Yield what each game with partners tells; where all forfeited there is one side."""
        for game, sides in enumerate(self.sides()):
            members: dict[int, list[Player]] = {}
            for player, side in zip(self.players, sides, strict=True):
                members.setdefault(side, []).append(player)
            rank_of = dict(zip(sides, self.ranks[game], strict=True))
            ranks = tuple(rank_of[side] for side in members)
            forfeited = _is_forfeited(self.teams[game])
            yield TeamGame(tuple(map(tuple, members.values())), ranks, forfeited)

    def points(self) -> list[float]:
        """Return of each player over how many others it came in front, summed over the games.

        A tie is a half; partners are not compared.
        """
        found = [0.0] * len(self.players)
        for one, player in enumerate(self.players):
            for other in self.players[:one]:
                counts = self.against(player, other)
                found[one] += counts["ahead"] + counts["level"] / 2
                found[self.players.index(other)] += counts["behind"] + counts["level"] / 2
        return found

    def against(self, player: Player, other: Player) -> dict[str, int]:
        """Return in how many games a player was ahead of another one, level, and behind.

        A game in which they were on one side is none of these.
        """
        one, two = self.players.index(player), self.players.index(other)
        counts, sides = {"ahead": 0, "level": 0, "behind": 0}, self.sides()
        for number, ranks in enumerate(self.ranks):
            if not sides or sides[number][one] != sides[number][two]:
                ahead = ranks[two] - ranks[one]
                counts["ahead" if ahead > 0 else "behind" if ahead else "level"] += 1
        return counts

    def drop(self, gone: Collection[Player]) -> Self | None:
        """Return what is left of it without these players; None if nothing is.

        A game with partners is nothing without one of them.
        """
        kept = [player not in gone for player in self.players]
        if all(kept):
            return self
        if self.teams or sum(kept) < 2:
            return None
        ranks = tuple(tuple(compress(game, kept)) for game in self.ranks)
        return replace(self, players=tuple(compress(self.players, kept)), ranks=ranks)


def _is_forfeited(teams: tuple[int, ...]) -> bool:
    """Say whether somebody has forfeited a game with partners: then nobody has one."""
    return len({*teams}) == len(teams)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which results count: those that agree with everything that is said here."""

    game: str | None = None
    season: int | None = None
    seats: int | None = None
    as_of: datetime | None = None
    """Only what was in the log by then."""
    without: frozenset[Player] = frozenset()
    """Players that are taken out of all their matches."""

    @property
    def is_whole(self) -> bool:
        """Whether all that counts in a game and a season is selected."""
        return Selection(self.game, self.season) == self

    def of(self, results: Iterable[Result]) -> Iterator[Result]:
        left = (result.drop(self.without) for result in results if self._takes(result))
        return (result for result in left if result is not None)

    def _takes(self, result: Result) -> bool:
        return (
            self.game in {None, result.game}
            and self.season in {None, result.season}
            and self.seats in {None, result.seats}
            and (self.as_of is None or result.time <= self.as_of)
        )
