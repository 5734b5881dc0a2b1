"""`ladder author`: who may hand in bots, and the tokens that let somebody in at the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.errors import UserError
from arena.foreign_text import quote, show
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import make_console, make_table, print_entry, print_json
from ladder.machine.clock import describe_time

if TYPE_CHECKING:
    from ladder.store.tokens import Token


@click.group(epilog="Example: ladder author add ann")
def author() -> None:
    """Say who may hand in bots, and who may do so at the server."""


@author.command("add", epilog="Example: ladder author add ann")
@click.argument("name")
@at_ladder
@as_json
def add_author(*, name: str, place: str, as_json: bool) -> None:
    """Add an author, who may hand in bots from now on."""
    from ladder import acts
    from ladder.store.opening import open_store

    with open_store(place) as store:
        entry = acts.add_author(store, acts.Actor(), name)
    print_entry(entry, "submit", "--author", name, "BOT", as_json=as_json)


@author.command("list", epilog="Example: ladder author list")
@at_ladder
@as_json
def list_authors(*, place: str, as_json: bool) -> None:
    """Show the authors with their bots."""
    from ladder.queries import bots
    from ladder.store.opening import open_store

    with open_store(place) as store:
        authors, people = bots.list_authors(store.roster(), {}), store.people()
    if as_json:
        print_json({"authors": authors, "people": [*people.values()]})
        return
    if authors:
        table = make_table("author", "name", "bots", "versions", "", left=["author", "name", ""])
        for one in authors:
            note = f"excluded: {one.excluded}" if one.excluded else ", ".join(one.bots)
            name = show(people[one.author].name) if one.author in people else ""
            table.add_row(one.author, name, str(len(one.bots)), str(one.versions), note)
        make_console().print(table)
    else:
        say("There are no authors yet: all bots are the organiser's own.")
    say(advise("author", "add", "NAME", program="ladder"))


@author.command("forget", epilog="Example: ladder author forget ann")
@click.argument("name")
@at_ladder
@as_json
def forget_author(*, name: str, place: str, as_json: bool) -> None:
    """Erase names, e-mail and ids of an author; its key and its bots stay.

    A backup from before still has them.
    """
    from ladder.store.opening import open_store
    from ladder.store.people import forget_person

    with open_store(place) as store:
        with store.connections.writing() as transaction:
            was_known = forget_person(transaction.connection, name)
        if not was_known:
            raise UserError(f"Nothing is known of {quote(name)} but the key; ladder author list.")
    if as_json:
        print_json({"forgotten": name})
        return
    say(f"Nothing is known of {name} any more but the key.")
    say(advise("author", "list", program="ladder"))


# --- tokens ---


@author.command("token", epilog="Example: ladder author token ann")
@click.argument("name")
@click.option("--organiser", is_flag=True, help="With the organiser's rights.")
@at_ladder
@as_json
def issue_token(*, name: str, organiser: bool, place: str, as_json: bool) -> None:
    """Make a token for an author, and print it this one time.

    For anyone who runs the ladder and hands in nothing NAME is organiser.
    """
    from ladder import acts
    from ladder.store.opening import open_store

    with open_store(place) as store:
        token, secret = acts.issue_token(store, acts.Actor(), name, organiser=organiser)
    if as_json:
        print_json(token, token=secret)
        return
    say(f"Token {token.number} of {name}, {_role(token)}. It is shown this one time:")
    say(secret)
    say(f"It makes its owner {name} on the server. ladder author revoke {token.number} ends that.")
    say(advise("serve", program="ladder"))


@author.command("tokens", epilog="Example: ladder author tokens")
@at_ladder
@as_json
def list_tokens(*, place: str, as_json: bool) -> None:
    """Show whose tokens there are, and which were revoked."""
    from ladder.store.opening import open_store

    with open_store(place) as store:
        tokens = store.tokens.all()
    if as_json:
        print_json(tokens)
        return
    if tokens:
        table = make_table("token", "author", "role", "made (UTC)", "", left=["author", "role"])
        for one in tokens:
            made, note = describe_time(one.time)[:16], "revoked" if one.revoked else ""
            table.add_row(str(one.number), one.author, _role(one), made, note)
        make_console().print(table)
    else:
        say("There are no tokens yet, so nobody can do more on the server than look.")
    say(advise("author", "token", "NAME", program="ladder"))


@author.command("revoke", epilog="Example: ladder author revoke 3")
@click.argument("number", type=click.IntRange(min=1, max=2**31 - 1))
@at_ladder
@as_json
def revoke_token(*, number: int, place: str, as_json: bool) -> None:
    """Have a token open nothing any more."""
    from ladder import acts
    from ladder.store.opening import open_store

    with open_store(place) as store:
        token = acts.revoke_token(store, acts.Actor(), number)
    if as_json:
        print_json(token)
        return
    say(f"Token {number} of {token.author} opens nothing any more, and its sessions are over.")
    say(advise("author", "tokens", program="ladder"))


def _role(token: Token) -> str:
    return "organiser" if token.organiser else "author"
