"""Opens a ladder for a command, and finds on it what somebody names."""

from collections.abc import Collection
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Final

from rich.table import Table
from rich.text import Text

from arena.cli.console import PlainConsole
from arena.errors import UserError
from ladder.log import Opened
from ladder.matches import Player
from ladder.roster import Roster
from ladder.store.store import Store

# What does not fit in so many columns is wrapped.
_WIDEST: Final = 160


def find_player(roster: Roster, text: str) -> Player:
    """Return who is meant; UserError with those that there are."""
    player = roster.find(text)
    if player is None:
        known = ", ".join(sorted(roster.by_name)) or "none yet"
        raise UserError(f"There is no bot {text!r} on this ladder; there are: {known}.")
    return player


def find_game_name(opened: Opened, text: str) -> str:
    """Return the game that is meant; UserError if it is not played here."""
    games = [division.game for division in opened.divisions]
    if text not in games:
        raise UserError(f"{text!r} is not played on this ladder; its games are {', '.join(games)}.")
    return text


def read_season(store: Store, season: int | None) -> Roster:
    """Return who was on the ladder in a season; without a number, who is in the one that goes on.

    UserError if there is no such season.
    """
    roster = store.roster(season)
    return require_season(roster, season)


def require_season(roster: Roster, season: int | None) -> Roster:
    """Return the roster of a season. UserError if it ends with an earlier one."""
    if season is not None and season > roster.season:
        raise UserError(f"There is no season {season} on this ladder; the last is {roster.season}.")
    return roster


def one_form(*, as_csv: bool, as_json: bool) -> None:
    """UserError if somebody wants two forms at once."""
    if as_csv and as_json:
        raise UserError("A table is printed as --csv or as --json, not as both.")


def make_console() -> PlainConsole:
    """Return a console for tables. None is squeezed into a window: that would break names."""
    return PlainConsole(soft_wrap=True, width=_WIDEST)


def make_table(*columns: str | Text, left: Collection[str] = ()) -> Table:
    """Return a table that is as narrow as its cells; these columns have words and no numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    for column in columns:
        table.add_column(column, justify="left" if str(column) in left else "right", no_wrap=True)
    return table


def working(what: str) -> AbstractContextManager[object]:
    """Show on a terminal what takes a while, as long as it does; on stderr, so never in JSON."""
    return PlainConsole(stderr=True).status(f"{what} ...")


def describe_time(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M:%S} UTC"


def plural(number: int, word: str, many: str = "") -> str:
    """Return a number with its word."""
    return f"{number:,} {word if number == 1 else many or f'{word}s'}"
