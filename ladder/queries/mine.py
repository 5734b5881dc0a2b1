"""An author's own page: bots, uploads, requests, shares, and lost points."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ladder.matches import Player
from ladder.queries.bots import MatchPlace, list_bots, place_in_match
from ladder.queries.requests import list_lost_points
from ladder.queries.shares import ShareUsed, read_shares
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import TableQuery, read_standings
from ladder.queries.uploads import list_uploads
from ladder.ratings.official import Estimate
from ladder.wire import LostPoints, Request, RequestState, UploadLine

# This many of each are told, the newest; of lost points the dearest of this many reviews.
_NEWEST: Final = 10
_MATCHES: Final = 5
_REVIEWS: Final = 20


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A bot's place on a board."""

    game: str | None
    """None: on the overall board."""
    rank: int | None
    """None as long as it is provisional."""
    moved: int | None
    """By how many ranks it has risen since midnight, in UTC; None if it had none then."""
    wins: Estimate
    """How likely it wins a game, as the board has it."""
    needs: str
    """The condition of a rank overall, as the end of a sentence; empty for nothing."""


@dataclass(frozen=True, slots=True)
class OwnBot:
    """A version that stands for one of the author's bots."""

    player: Player
    state: str
    """In a few words: "plays", or why it does not."""
    places: tuple[OwnPlace, ...]
    """On the boards on which it is."""
    matches: tuple[MatchPlace, ...]
    """The 5 newest."""


@dataclass(frozen=True, slots=True)
class Mine:
    """The content of an author's own page."""

    bots: tuple[OwnBot, ...]
    uploads: tuple[UploadLine, ...]
    """The 10 newest."""
    note: str
    """Why none is checked of those that wait, in a sentence; else empty."""
    requests: tuple[Request, ...]
    """The 10 newest, of matches and reviews."""
    lost: tuple[LostPoints, ...]
    """The 10 dearest decisions of the 20 newest reviews."""
    shares: tuple[ShareUsed, ...]

    @property
    def going_on(self) -> bool:
        """Say whether anything of it is still to be checked or played."""
        waits = {RequestState.WAITING, RequestState.PLAYING}
        return any(not one.state.is_over for one in self.uploads) or any(
            one.state in waits for one in self.requests
        )


def read_mine(snapshot: Snapshot, author: str) -> Mine:
    """Tell an author what is its own; of the organiser that is what has no other author."""
    store = snapshot.ladder
    uploads, requests = list_uploads(store, author), store.requests
    reviewed = requests.reviews(author, _REVIEWS)
    return Mine(
        bots=tuple(_own_bots(snapshot, author)),
        uploads=uploads.uploads[:_NEWEST],
        note=uploads.note,
        requests=tuple(requests.newest(author, _NEWEST)),
        lost=tuple(list_lost_points(reviewed)[:_NEWEST]),
        shares=tuple(read_shares(store, author)),
    )


def _own_bots(snapshot: Snapshot, author: str) -> Iterator[OwnBot]:
    asked: list[str | None] = [None, *snapshot.games]
    boards = {game: read_standings(snapshot, game, TableQuery()) for game in asked}
    # As it is now: who has just decided something sees what has come of it.
    for bot in list_bots(snapshot.ladder.roster(), {}):
        player = bot.player
        if bot.author != author:
            continue
        places = (
            OwnPlace(
                game,
                row.rank,
                standings.movement.get(player),
                standings.board.wins(row),
                standings.board.needs.get(player, "") if game is None else "",
            )
            for game, standings in boards.items()
            for row in standings.board.rows
            if row.player == player and row.games
        )
        newest = snapshot.ladder.matches_of(player, _MATCHES)
        matches = tuple(place_in_match(player, entry) for entry in newest)
        yield OwnBot(player, bot.state, tuple(places), matches)
