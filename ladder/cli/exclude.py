"""`ladder exclude` and `ladder return`: who and what counts, changed by entries of the log."""

import msgspec

from arena.cli.advice import advise
from arena.cli.terminal import say
from arena.errors import UserError
from ladder.admission import find_author
from ladder.cli.output import print_json, working
from ladder.leaderboards import keep_ratings
from ladder.log import ORGANISER, Admitted, Excluded, Returned, Ruling
from ladder.matches import name_of
from ladder.queries.lookup import find_player
from ladder.roster import Roster
from ladder.store.opening import open_store
from ladder.store.store import Store


def change_exclusion(
    place: str,
    *,
    bot: str | None,
    version: str | None,
    author: str | None,
    match: int | None,
    reason: str,
    undo: bool,
    as_json: bool,
) -> None:
    """Put an exclusion, or its end, into the log. UserError if that would change nothing."""
    if not reason.strip() or not reason.isprintable():
        raise UserError("A reason is some words on one line, for everybody to read.")
    if sum(one is not None for one in (bot, version, author, match)) != 1:
        raise UserError(
            "What is excluded is one of --bot NAME, --version NAME@N, --author NAME and --match N."
        )
    with open_store(place) as store, working("rating"):
        roster = store.roster()
        ruling = Ruling(
            reason,
            player=None if version is None else _find_version(roster, version),
            bot=None if bot is None else name_of(find_player(roster, bot)),
            author=None if author is None else _find_author(roster, author),
            match=None if match is None else _find_match(store, match),
        )
        name = _describe(ruling)
        if (roster.excluded.why(ruling) is not None) != undo:
            state = "counts anyway" if undo else "is excluded already"
            raise UserError(f"{name} {state}; ladder doctor lists what is excluded.")
        fields = msgspec.structs.asdict(ruling)
        (entry,) = store.append(Admitted(**fields) if undo else Excluded(**fields))
        keep_ratings(store)
    if as_json:
        print_json({"entry": entry.number, "undo": undo, **fields})
        return
    say(f"{name} {'counts again' if undo else 'counts no more'}: entry {entry.number} of the log.")
    say(advise("table", program="ladder"))


def send_back_in(place: str, name: str, *, as_json: bool) -> None:
    """Put a benched bot's return into the log. UserError if it is not benched."""
    with open_store(place) as store:
        roster = store.roster()
        player = find_player(roster, name)
        if player not in roster.benched:
            raise UserError(f"{player} is not benched; ladder doctor lists who is.")
        (entry,) = store.append(Returned(player))
    if as_json:
        print_json({"entry": entry.number, "player": player})
        return
    say(f"{player} plays again: entry {entry.number} of the log.")
    say(advise("run", program="ladder"))


def _find_version(roster: Roster, text: str) -> str:
    if "@" not in text:
        raise UserError(
            f"A version is a bot's name with its number, as {text}@1; --bot is for all."
        )
    return find_player(roster, text)


def _find_author(roster: Roster, author: str) -> str:
    if author == ORGANISER:
        raise UserError("The organiser is no author; its bots are excluded one by one, with --bot.")
    return find_author(roster, author)


def _find_match(store: Store, match: int) -> int:
    if store.played(match) is None:
        raise UserError(f"Match {match} has no result; ladder bot NAME lists a bot's matches.")
    return match


def _describe(ruling: Ruling) -> str:
    if ruling.match is not None:
        return f"match {ruling.match}"
    if ruling.author is not None:
        return f"the author {ruling.author}"
    return ruling.player or f"the bot {ruling.bot}"
