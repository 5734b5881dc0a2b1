"""The leaderboards of a ladder: live ratings as they were written with the results, and fits."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from arena.bots.samples import house_bots
from arena.errors import UserError
from ladder.log.entries import ORGANISER, Opened
from ladder.log.roster import Roster
from ladder.matches import Player, Result, Selection
from ladder.ratings.board import Boards, fit_games, fold_log, make_boards
from ladder.ratings.official import Fit
from ladder.ratings.rating import Ratings
from ladder.store.reader import Reader
from ladder.submissions.files import released_samples


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
    versions: bool,
) -> Boards:
    """Return the boards of what is selected of these results, from nothing: a pure fold."""
    ratings, fits = fold_log(roster.counted(results), selection)
    return _make(ratings, fits, opened.games, roster, selection, versions=versions)


def read_boards(
    store: Reader,
    roster: Roster,
    selection: Selection | None = None,
    *,
    last: int | None = None,
    versions: bool = False,
    fits: dict[str, Fit] | None = None,
) -> Boards:
    """Return the boards of a roster's season, or of what is selected of it, by what counts now.

    With `last` as they were after that entry of the log. `fits` are given where they are known.
    """
    asked = selection or Selection(season=roster.season)
    games = store.opened().games
    if fits is None:
        fits = read_fits(store, games, roster, asked, last=last)
    ratings = store.ratings(roster.season, games, last) if asked.is_whole else None
    return _make(ratings, fits, games, roster, asked, versions=versions)


def _make(
    ratings: Ratings | None,
    fits: dict[str, Fit],
    games: list[str],
    roster: Roster,
    selection: Selection,
    *,
    versions: bool,
) -> Boards:
    shown = listed(roster, selection.without, versions=versions)
    # The organiser's own are of nobody, and so may all be in a reference field.
    authors = {
        player: None if (author := roster.author_of(player)) == ORGANISER else author
        for player in listed(roster, selection.without)
    }
    made = make_boards(ratings, fits, games, shown, authors, house=_house(roster, games))
    return replace(made, tried=roster.tried())


def read_fits(
    store: Reader,
    games: Iterable[str],
    roster: Roster,
    selection: Selection | None = None,
    *,
    last: int | None = None,
) -> dict[str, Fit]:
    """Return the official fits of those games of its season that have results that count."""
    asked, fits = selection or Selection(season=roster.season), {}
    for game in games:
        if asked.game in {None, game}:
            results = store.results(last=last, game=game, season=roster.season)
            fits.update(fit_games(asked.of(roster.counted(results))))
    return fits


def _house(roster: Roster, games: Iterable[str]) -> dict[str, dict[int, Player]]:
    """Return by game the graded house bots that have come in: they are known by their files."""
    digests = {name: digest for digest, name in released_samples().items()}
    return {
        game: {
            grade: roster.by_digest[digest]
            for grade, name in enumerate(house_bots(game))
            if (digest := digests.get(name)) in roster.by_digest
        }
        for game in games
    }


# --- a final ---


def find_finalists(store: Reader, top: int) -> tuple[Player, ...]:
    """Return the first `top` of each division in which somebody has a rank, and their equals.

    The rank is that of the season's official board among those that play. A bot that is among the
    first in one division takes part in all that it plays. UserError if there are too few.
    """
    roster = store.roster()
    active, boards = set(roster.active()), read_boards(store, roster)
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
