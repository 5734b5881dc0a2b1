"""`ladder author`: who may hand in bots."""

from dataclasses import asdict, dataclass

from arena.cli.advice import advise
from arena.cli.terminal import say, say_json
from ladder.admission import check_author
from ladder.cli.opening import make_console, make_table
from ladder.log import Joined
from ladder.roster import Roster
from ladder.store.opening import open_store


@dataclass(frozen=True, slots=True)
class _Author:
    """What is told of an author."""

    author: str
    bots: list[str]
    """The versions that stand for its bots."""
    versions: int
    """All that it has handed in."""
    excluded: str
    """Why; empty if it is not."""


def add_author(place: str, name: str, *, as_json: bool) -> None:
    """Put an author into the log. UserError if nobody can be called so, or somebody is."""
    with open_store(place) as store:
        (entry,) = store.append(Joined(check_author(store.roster(), name)))
    if as_json:
        say_json({"entry": entry.number, "author": name})
        return
    say(f"{name} may hand in bots: entry {entry.number} of the log.")
    say(advise("submit", "--author", name, "BOT", program="ladder"))


def list_authors(place: str, *, as_json: bool) -> None:
    """Show who hands in bots, and what each has on the ladder."""
    with open_store(place) as store:
        roster = store.roster()
    authors = [_tell(roster, author) for author in sorted(roster.authors)]
    if as_json:
        say_json([asdict(author) for author in authors])
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


def _tell(roster: Roster, author: str) -> _Author:
    return _Author(
        author,
        [player for player in roster.listed() if roster.author_of(player) == author],
        len(roster.versions_of(author)),
        roster.excluded.authors.get(author, ""),
    )
