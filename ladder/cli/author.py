"""`ladder author`: who may hand in bots."""

from arena.cli.advice import advise
from arena.cli.terminal import say
from ladder.admission import check_author
from ladder.cli.output import make_console, make_table, print_json
from ladder.log import Joined
from ladder.queries import bots
from ladder.store.opening import open_store


def add_author(place: str, name: str, *, as_json: bool) -> None:
    """Put an author into the log. UserError if nobody can be called so, or somebody is."""
    with open_store(place) as store:
        (entry,) = store.append(Joined(check_author(store.roster(), name)))
    if as_json:
        print_json({"entry": entry.number, "author": name})
        return
    say(f"{name} may hand in bots: entry {entry.number} of the log.")
    say(advise("submit", "--author", name, "BOT", program="ladder"))


def list_authors(place: str, *, as_json: bool) -> None:
    """Show who hands in bots, and what each has on the ladder."""
    with open_store(place) as store:
        authors = bots.list_authors(store)
    if as_json:
        print_json(authors)
        return
    if authors:
        table = make_table("author", "bots", "versions", "", left=["author", ""])
        for one in authors:
            note = f"excluded: {one.excluded}" if one.excluded else ", ".join(one.bots)
            table.add_row(one.author, str(len(one.bots)), str(one.versions), note)
        make_console().print(table)
    else:
        say("There are no authors yet: all bots are the organiser's own.")
    say(advise("author", "add", "NAME", program="ladder"))
