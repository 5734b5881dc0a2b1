"""`ladder choose` and `ladder withdraw`: which version of a bot plays, as its author says."""

from arena.cli.advice import advise
from arena.cli.terminal import say
from arena.errors import UserError
from ladder.admission import require_own, require_play
from ladder.cli.output import print_json
from ladder.log import AnyBody, Chosen, Withdrawn
from ladder.matches import Player, name_of
from ladder.queries.lookup import find_player
from ladder.roster import Roster
from ladder.store.opening import open_store
from ladder.store.store import Store


def choose_version(place: str, name: str, author: str | None, *, as_json: bool) -> None:
    """Have a version play for its bot. UserError if it does already, or may not."""
    with open_store(place) as store:
        roster = store.roster()
        if "@" not in name:
            raise UserError(
                f"Which version of {name!r} is to play is said as {name}@1, for example."
            )
        player = find_player(roster, name)
        require_own(roster, player, author)
        if reason := roster.why_excluded(player):
            raise UserError(
                f"{player} is excluded: {reason}; only the organiser can take that back."
            )
        if roster.current(name_of(player)) == player:
            raise UserError(f"{player} is the version that plays already.")
        require_play(roster, player)
        _change(store, player, Chosen(player), as_json=as_json)


def withdraw_version(place: str, name: str, author: str | None, *, as_json: bool) -> None:
    """Have a version play no more. UserError if it does not play anyway."""
    with open_store(place) as store:
        roster = store.roster()
        player = find_player(roster, name)
        require_own(roster, player, author)
        if why := _why_out(roster, player):
            raise UserError(f"{why}; there is nothing to withdraw.")
        _change(store, player, Withdrawn(player), as_json=as_json)


def _why_out(roster: Roster, player: Player) -> str:
    """Say why a version would not play for its bot in any case; empty if it might."""
    if reason := roster.why_excluded(player):
        return f"{player} is excluded: {reason}"
    return f"{player} was withdrawn already" if player in roster.withdrawn else ""


def _change(store: Store, player: Player, body: AnyBody, *, as_json: bool) -> None:
    (entry,) = store.append(body)
    current = store.roster().current(name_of(player))
    if as_json:
        print_json({"entry": entry.number, "player": player, "plays": current})
        return
    plays = f"{current} plays" if current else f"no version of {name_of(player)} plays any more"
    say(f"From now on {plays}: entry {entry.number} of the log.")
    say(advise("bot", name_of(player), program="ladder"))
