"""Names of bots on a ladder, and the versions under a name."""

from arena.bots.name import check_name
from arena.errors import UserError
from ladder.matches import Player, version_of
from ladder.roster import Roster


def next_player(roster: Roster, name: str) -> Player:
    """Return the next version of a bot; UserError if a bot cannot be called so here."""
    check_name(name)
    newest = roster.newest(name)
    if newest is not None:
        return f"{name}@{version_of(newest) + 1}"
    same = [known for known in roster.by_name if known.casefold() == name.casefold()]
    if same:
        raise UserError(
            f"{name!r} differs from {same[0]!r} in upper and lower case only; a new version of that"
            f" has to be called {same[0]!r}, and another bot otherwise."
        )
    return f"{name}@1"
