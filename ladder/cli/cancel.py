"""`ladder cancel`: give up a planned match, by an entry of the log."""

from arena.cli.advice import advise
from arena.cli.terminal import say
from arena.errors import UserError
from ladder.cli.output import print_json
from ladder.queries.wording import plural
from ladder.store.opening import open_store
from ladder.store.store import Store


def cancel_match(place: str, match: int, reason: str, *, as_json: bool) -> None:
    """Take a match out of the queue for good. UserError if it does not wait."""
    if not reason.strip() or not reason.isprintable():
        raise UserError("A reason is some words on one line, for everybody to read.")
    with open_store(place) as store:
        entry = store.cancel(match, reason)
        if entry is None:
            raise UserError(f"Match {match} does not wait to be played; {_how_many(store)}.")
    if as_json:
        print_json({"entry": entry.number, "match": match})
        return
    say(f"Match {match} will not be played: entry {entry.number} of the log.")
    say(advise("run", program="ladder"))


def _how_many(store: Store) -> str:
    waiting = [one.match for one in store.queue()]
    if not waiting:
        return "none does"
    shown = ", ".join(map(str, waiting[:5])) + (" and others" if len(waiting) > 5 else "")
    return f"{plural(len(waiting), 'match does', 'matches do')}: {shown}"
