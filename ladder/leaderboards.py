"""The leaderboards of a ladder, kept or made again from its log.

To make them takes as long as there are results: half a minute for the official fits of a million.
To read them does not. So they are kept at the end of a season, and by programs that had to make
many. What was kept has the digest of the programs that
made it, of the log up to then, and of itself. So it is the same text that making it again would
give, or it is not used.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import ladder
from arena.errors import UserError
from ladder.live_ratings import KEPT_EACH, read_ratings
from ladder.log import ORGANISER, Opened
from ladder.matches import Player, Result, Selection
from ladder.ratings.board import Boards, fit_games, make_boards, rate_log, read_json, to_json
from ladder.ratings.live import LIVE_MODEL
from ladder.ratings.official import Fit
from ladder.roster import Roster
from ladder.store.database import StoreFailure
from ladder.store.reader import Reader
from ladder.store.store import Store

_SOURCES: Final = ("ratings", "matches.py", "roster.py", "live_ratings.py", "leaderboards.py")


def digest_of(sources: Iterable[Traversable]) -> str:
    """Return the SHA-256 of the text of Python files and of all in folders, in hexadecimal."""
    digest = sha256()
    for source in sources:
        if source.is_dir():
            inside = (one for one in source.iterdir() if one.is_dir() or one.name[-3:] == ".py")
            digest.update(digest_of(sorted(inside, key=lambda one: one.name)).encode())
        else:
            digest.update(sha256(source.read_bytes()).digest())
    return digest.hexdigest()


def board_model() -> str:
    """Return a digest of all that boards depend on beside the log."""
    sources = digest_of(files(ladder).joinpath(name) for name in _SOURCES)
    packages = [f"{name} {version(name)}" for name in ("numpy", "scipy")]
    return sha256(" ".join([LIVE_MODEL, sources, *packages]).encode()).hexdigest()


# Boards that a program with another one has made are of no use.
BOARD_MODEL: Final = board_model()


def listed(
    roster: Roster, without: Collection[Player] = (), *, versions: bool = False
) -> list[Player]:
    """Return who has a row, in the order in which the bots came in: all that take part."""
    invited = roster.seasons[-1].players
    return [
        player
        for player in roster.listed(versions=versions)
        if player not in without and (not invited or player in invited)
    ]


def rate_results(
    opened: Opened,
    roster: Roster,
    results: Iterable[Result],
    selection: Selection,
    *,
    versions: bool = False,
) -> Boards:
    """Return the boards of what is selected of these results, from nothing."""
    shown = listed(roster, selection.without, versions=versions)
    authors = _authors(roster, selection.without)
    games = [division.game for division in opened.divisions]
    return rate_log(roster.counted(results), selection, games, shown, authors)


def read_boards(store: Reader, season: int | None = None) -> Boards:
    """Return all boards of a season, by what counts now; without a season of the one that goes on.

    Many results are not rated a second time, if the ladder is open to be changed, and may be.
    """
    season = season or store.roster().season
    kept = store.kept_boards(season, BOARD_MODEL)
    if kept is not None:
        return read_json(kept)
    last, boards = rate_season(store, season)
    if isinstance(store, Store) and store.results_after(0) >= KEPT_EACH:
        with suppress(StoreFailure):
            store.keep_boards(season, BOARD_MODEL, last, to_json(boards))
    return boards


def read_fits(store: Reader, games: Iterable[str], roster: Roster) -> dict[str, Fit]:
    """Return the official fits of those games of its season that have results that count."""
    fits = {}
    for game in games:
        results = store.results(game=game, season=roster.season)
        fits.update(fit_games(roster.counted(results)))
    return fits


def keep_boards(store: Store) -> None:
    """Keep the boards of the season that goes on, as they are now."""
    season = store.roster().season
    last, boards = rate_season(store, season)
    store.keep_boards(season, BOARD_MODEL, last, to_json(boards))


def rate_season(store: Reader, season: int) -> tuple[int, Boards]:
    """Return the boards and the entry up to which they are whole."""
    # The head first: what changes the roster meanwhile is after it, so this is not used then.
    last, _ = store.head()
    return last, rate_up_to(store, store.roster(season), last)


def rate_up_to(store: Reader, roster: Roster, last: int) -> Boards:
    """Return the boards of a roster's season as they were after an entry, by what counts now."""
    ratings = read_ratings(store, roster, roster.season, last)
    results = store.results(last=last, season=roster.season)
    games = [division.game for division in store.opened().divisions]
    fits = fit_games(roster.counted(results))
    return make_boards(ratings, fits, games, listed(roster), _authors(roster))


def _authors(roster: Roster, without: Collection[Player] = ()) -> dict[Player, str | None]:
    """Return the author of all that may be in a reference field; None for the organiser's own."""
    return {
        player: None if (author := roster.author_of(player)) == ORGANISER else author
        for player in listed(roster, without)
    }


# --- a final ---


def find_finalists(store: Reader, top: int) -> tuple[Player, ...]:
    """Return the first `top` of each division in which somebody has a rank, and their equals.

    The rank is that of the season's official board among those that play. A bot that is among the
    first in one division takes part in all that it plays. UserError if there are too few.
    """
    roster = store.roster()
    active, boards = set(roster.active()), read_boards(store)
    found: set[Player] = set()
    for game, rows in boards.games.items():
        ranked = [row for row in rows if row.rank is not None and row.player in active]
        if not ranked:
            continue
        if len(ranked) < top:
            raise UserError(
                f"A final of the first {top} needs {top} bots with a rank, and in {game} only"
                f" {len(ranked)} {'has' if len(ranked) == 1 else 'have'} one."
            )
        # The best comes first.
        least = ranked[top - 1].strength.value
        found |= {one.player for one in ranked if one.strength.value >= least}
    if not found:
        raise UserError(
            f"Nobody has a rank in season {roster.season} yet, so there are no first {top}; ladder"
            " run plays matches."
        )
    return tuple(sorted(found))
