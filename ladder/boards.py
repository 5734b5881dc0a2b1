"""The boards of a ladder: as they were kept, where they are still those of its log, or made anew.

To make them takes as long as there are results, half a minute for a million; to read them does not.
They are kept at the end of a season, and by whoever had to make many. What was kept has the digest
of the programs that made it, of the log up to then, and of itself, so it is the same text that
making them anew would give, or it is not used.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import ladder
from ladder.kept_ratings import KEPT_EACH, read_ratings
from ladder.log import ORGANISER, Opened
from ladder.matches import Player, Result, Selection
from ladder.ratings import checkpoint
from ladder.ratings.board import Boards, fit_games, make_boards, rate_log, read_json, to_json
from ladder.ratings.official import Fit
from ladder.roster import Roster
from ladder.store.database import StoreFailure
from ladder.store.store import Store

_SOURCES: Final = ("ratings", "matches.py", "roster.py", "boards.py")


def digest_of(sources: Iterable[Traversable]) -> str:
    """Return the digest of the text of Python files and of all in folders."""
    digest = sha256()
    for source in sources:
        if source.is_dir():
            inside = (one for one in source.iterdir() if one.is_dir() or one.name[-3:] == ".py")
            digest.update(digest_of(sorted(inside, key=lambda one: one.name)).encode())
        else:
            digest.update(sha256(source.read_bytes()).digest())
    return digest.hexdigest()


def _model() -> str:
    sources = digest_of(files(ladder).joinpath(name) for name in _SOURCES)
    packages = [f"{name} {version(name)}" for name in ("numpy", "scipy")]
    return sha256(" ".join([checkpoint.MODEL, sources, *packages]).encode()).hexdigest()


# Of all that boards depend on beside the log. What other programs have made is of no use.
MODEL: Final = _model()


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


def read_boards(store: Store, season: int | None = None) -> Boards:
    """Return all boards of a season, by what counts now; without a season of the one that goes on.

    Many results are not rated a second time, if the ladder may be written to.
    """
    season = season or store.roster().season
    kept = store.kept_boards(season, MODEL)
    if kept is not None:
        return read_json(kept)
    last, boards = _make(store, season)
    if store.results_after(0) >= KEPT_EACH:
        with suppress(StoreFailure):
            store.keep_boards(season, MODEL, last, to_json(boards))
    return boards


def read_fits(store: Store, games: Iterable[str], roster: Roster) -> dict[str, Fit]:
    """Return the official fits of those games of its season that have results that count."""
    fits = {}
    for game in games:
        results = store.results(game=game, season=roster.season)
        fits.update(fit_games(roster.counted(results)))
    return fits


def keep_boards(store: Store) -> None:
    """Keep the boards of the season that goes on, as they are now."""
    season = store.roster().season
    last, boards = _make(store, season)
    store.keep_boards(season, MODEL, last, to_json(boards))


def _make(store: Store, season: int) -> tuple[int, Boards]:
    """Return the boards and the entry up to which they are whole."""
    # The head first: what changes the roster meanwhile is after it, so this is not used then.
    last, _ = store.head()
    roster = store.roster(season)
    ratings = read_ratings(store, roster, roster.season, last)
    results = store.results(last=last, season=roster.season)
    games = [division.game for division in store.opened().divisions]
    fits = fit_games(roster.counted(results))
    return last, make_boards(ratings, fits, games, listed(roster), _authors(roster))


def _authors(roster: Roster, without: Collection[Player] = ()) -> dict[Player, str | None]:
    """Return the author of all that may be in a reference field; None for the organiser's own."""
    return {
        player: None if (author := roster.author_of(player)) == ORGANISER else author
        for player in listed(roster, without)
    }
