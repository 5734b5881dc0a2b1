"""`ladder exclude` and `ladder return`: who and what counts, changed by entries of the log."""

from arena.cli.advice import advise
from arena.cli.terminal import say, say_json
from arena.mistake import Mistake
from ladder.cli.opening import find_player, working
from ladder.kept_ratings import keep_ratings
from ladder.log import Admitted, AnyBody, Excluded, Returned
from ladder.result import Player
from ladder.store.opening import open_store
from ladder.store.store import Store


def change_exclusion(place: str, what: str, reason: str, *, undo: bool, as_json: bool) -> None:
    """Put an exclusion, or its end, into the log. Mistake if that would change nothing."""
    if not reason.strip() or not reason.isprintable():
        raise Mistake("A reason is some words on one line, for everybody to read.")
    with open_store(place) as store, working("rating"):
        player, match = _find(store, what)
        roster = store.roster()
        excluded = player in roster.excluded.players or match in roster.excluded.matches
        if excluded != undo:
            state = "counts anyway" if undo else "is excluded already"
            raise Mistake(f"{what} {state}; ladder doctor lists what is excluded.")
        body: AnyBody = (Admitted if undo else Excluded)(reason, player=player, match=match)
        (entry,) = store.append(body)
        keep_ratings(store)
    name = player or f"match {match}"
    if as_json:
        say_json({"entry": entry.number, "player": player, "match": match, "undo": undo})
        return
    say(f"{name} {'counts again' if undo else 'counts no more'}: entry {entry.number} of the log.")
    say(advise("table", program="ladder"))


def send_back_in(place: str, name: str, *, as_json: bool) -> None:
    """Put a benched bot's return into the log. Mistake if it is not benched."""
    with open_store(place) as store:
        roster = store.roster()
        player = find_player(roster, name)
        if player not in roster.benched:
            raise Mistake(f"{player} is not benched; ladder doctor lists who is.")
        (entry,) = store.append(Returned(player))
    if as_json:
        say_json({"entry": entry.number, "player": player})
        return
    say(f"{player} plays again: entry {entry.number} of the log.")
    say(advise("run", program="ladder"))


def _find(store: Store, what: str) -> tuple[Player | None, int | None]:
    if not what.isdecimal():
        return find_player(store.roster(), what), None
    if store.played(int(what)) is None:
        raise Mistake(f"Match {what} has no result; ladder bot NAME lists a bot's matches.")
    return None, int(what)
