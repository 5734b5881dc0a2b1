"""The front page: what happens now, and who is in front in each game."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from ladder.log.entries import LogEntry, result_of
from ladder.matches import Player
from ladder.queries.games import GameLine, list_games
from ladder.queries.matches import MatchLine, match_line
from ladder.queries.snapshot import Snapshot
from ladder.ratings.board import Row
from ladder.submissions.files import find_language_of

_PODIUM: Final = 3
# The number of newest matches among which an upset is looked for.
_NEWEST: Final = 12
# The chance of an upset is less, a game.
_UPSET: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class Podium:
    """A game, and the first of its board by estimate; those without a rank are provisional."""

    game: GameLine
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Upset:
    """A match in which a bot came in front of one that usually beats it."""

    match: int
    player: Player
    beaten: Player
    chance: float
    """By the official board, a game."""


@dataclass(frozen=True, slots=True)
class Front:
    """The present state of a ladder."""

    podiums: tuple[Podium, ...]
    bots: int
    """How many play."""
    matches: int
    """How many were played."""
    playing: int
    """How many are being played."""
    running: bool
    """Whether a season runs."""
    frozen: bool
    paused: bool
    newest: MatchLine | None
    """The match that was over last."""
    newcomer: Player | None
    """The bot that came in last, of those that play."""
    upset: Upset | None
    """The last one, of the newest matches."""
    languages: dict[Player, str]
    """Languages of the bots on the podiums; empty where their files are not here."""


def read_front(snapshot: Snapshot) -> Front:
    """Return what the front page of a ladder says."""
    roster, active = snapshot.roster, {*snapshot.roster.active()}
    podiums = tuple(
        Podium(line, first_of(snapshot, line.game, _PODIUM)) for line in list_games(snapshot)
    )
    newest = list(snapshot.store.played_before(most=_NEWEST))
    return Front(
        podiums=podiums,
        bots=len(active),
        matches=snapshot.store.count_results(),
        playing=len(snapshot.begun),
        running=snapshot.season.running,
        frozen=roster.frozen,
        paused=roster.paused,
        newest=next(map(match_line, newest), None),
        newcomer=next((one for one in reversed(roster.versions) if one in active), None),
        upset=next(filter(None, (_find_upset(snapshot, entry) for entry in newest)), None),
        languages={
            row.player: _language(snapshot, row.player) for one in podiums for row in one.rows
        },
    )


def _find_upset(snapshot: Snapshot, entry: LogEntry) -> Upset | None:
    line, fit = match_line(entry), snapshot.boards().fits.by_game.get(entry.played.game)
    if fit is None or not any(snapshot.roster.counted([result_of(entry)])):
        return None
    first, *others = line.players
    behind = [one for one, rank in zip(others, line.ranks[1:], strict=True) if rank > 1]
    if first not in fit or not (known := [one for one in behind if one in fit]):
        return None
    chance, beaten = min((fit.beats(first, one).value, one) for one in known)
    return Upset(line.match, first, beaten, chance) if chance < _UPSET else None


def _language(snapshot: Snapshot, player: Player) -> str:
    digest, find = snapshot.roster.versions[player].digest, snapshot.store.submission
    name = f"language of {digest}"
    return snapshot.answers.get(name, None, lambda: find_language_of(find(digest) or b""))


def first_of(snapshot: Snapshot, game: str, most: int) -> tuple[Row, ...]:
    """Return the first rows of a game's official board, of those who have played."""
    played = (row for row in snapshot.boards().boards.games[game] if row.games)
    return tuple(islice(played, most))
