"""The versions of a ladder's rules, dealing and rating, each named by its first release.

A log names it once, as it is opened. A program that has other rules, another dealing or another
rating refuses the ladder: else a match, or a board, would be another one than was published.
"""

from collections.abc import Iterable
from typing import Final

from arena.games import find_game
from arena.match.plan import DEALING, fault_in_release
from ladder.log.entries import FORMAT, Limits, Opened
from ladder.matches import Division

RATING: Final = "1.0"
"""The release since which a log makes these boards."""
_RATING: Final = "rating"
_DEALING: Final = "dealing"


def open_log(
    divisions: Iterable[Division], games_a_match: int, clock: str, limits: Limits | None = None
) -> Opened:
    """Return the first entry of a ladder of this program."""
    played = tuple(divisions)
    versions = {_DEALING: DEALING, _RATING: RATING}
    versions |= {one.game: find_game(one.game).rules for one in played}
    return Opened(FORMAT, played, games_a_match, clock, limits or Limits(), versions)


def fault_in_names(opened: Opened) -> str:
    """Say that a ladder names others than its games, dealing and rating; empty if just these."""
    named = {_DEALING, _RATING, *opened.games}
    if named == {*(opened.versions or {})}:
        return ""
    return f"it has to name the versions of {', '.join(sorted(named))}, and of nothing else"


def fault_in_versions(opened: Opened) -> str:
    """Say that a ladder is of another release, and of which; empty if it is one of this program."""
    named = opened.versions or {}
    games = map(find_game, opened.games)
    ours = {game.name: (f"the rules of {game.title}", game.rules) for game in games}
    ours |= {_DEALING: ("the dealing", DEALING), _RATING: ("the rating", RATING)}
    faults = (fault_in_release(what, named.get(one, ""), own) for one, (what, own) in ours.items())
    return next((f"it has {fault}" for fault in faults if fault), "")
