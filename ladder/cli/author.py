"""`ladder author`: who may hand in bots, and the tokens that let somebody in at the server."""

import click

from arena.errors import UserError
from arena.foreign_text import quote
from ladder import acts
from ladder.cli.output import Shown, decided, make_table, showing
from ladder.queries import bots
from ladder.store.people import forget_person
from ladder.store.store import Store
from ladder.store.tokens import Token


@click.group(epilog="Example: ladder author add ann")
def author() -> None:
    """Say who may hand in bots, and who may do so at the server."""


@author.command("add", epilog="Example: ladder author add ann")
@click.argument("name")
@showing()
def add_author(store: Store, *, name: str) -> Shown:
    """Add an author, who may hand in bots from now on."""
    entry = acts.add_author(store, acts.Actor(), name)
    return decided(entry, "submit", "--author", name, "BOT")


@author.command("list", epilog="Example: ladder author list")
@showing()
def list_authors(store: Store) -> Shown:
    """Show the authors with their bots."""
    authors, people = bots.list_authors(store.roster(), {}), store.people()
    rows = (
        (
            one.author,
            people[one.author].name if one.author in people else "",
            len(one.bots),
            one.versions,
            f"excluded: {one.excluded}" if one.excluded else ", ".join(one.bots),
        )
        for one in authors
    )
    table = make_table(["author", "name", "#bots", "#versions", ""], rows)
    nobody = "There are no authors yet: all bots are the organiser's own."
    answer = {"authors": authors, "people": [*people.values()]}
    return Shown(answer, [table if authors else nobody], ["author", "add", "NAME"])


@author.command("forget", epilog="Example: ladder author forget ann")
@click.argument("name")
@showing()
def forget_author(store: Store, *, name: str) -> Shown:
    """Erase names, e-mail and ids of an author; its key and its bots stay.

    A backup from before still has them.
    """
    with store.writing() as transaction:
        was_known = forget_person(transaction.connection, name)
    if not was_known:
        raise UserError(f"Nothing is known of {quote(name)} but the key; ladder author list.")
    said = f"Nothing is known of {name} any more but the key."
    return Shown({"forgotten": name}, [said], ["author", "list"])


# --- tokens ---


@author.command("token", epilog="Example: ladder author token ann")
@click.argument("name")
@click.option("--organiser", is_flag=True, help="With the organiser's rights.")
@showing()
def issue_token(store: Store, *, name: str, organiser: bool) -> Shown:
    """Make a token for an author, and print it this one time.

    For anyone who runs the ladder and hands in nothing NAME is organiser.
    """
    token, secret = acts.issue_token(store, acts.Actor(), name, organiser=organiser)
    end = f"ladder author revoke {token.number} ends that."
    said = f"Token {token.number} of {name}, {_role(token)}. It is shown this one time:"
    lines = [said, secret, f"It makes its owner {name} on the server. {end}"]
    return Shown(token, lines, ["serve"], {"token": secret})


@author.command("tokens", epilog="Example: ladder author tokens")
@showing()
def list_tokens(store: Store) -> Shown:
    """Show whose tokens there are, and which were revoked."""

    tokens = store.tokens.all()
    rows = (
        (one.number, one.author, _role(one), one.time, "revoked" if one.revoked else "")
        for one in tokens
    )
    table = make_table(["#token", "author", "role", "made (UTC)", ""], rows)
    nobody = "There are no tokens yet, so nobody can do more on the server than look."
    return Shown(tokens, [table if tokens else nobody], ["author", "token", "NAME"])


@author.command("revoke", epilog="Example: ladder author revoke 3")
@click.argument("number", type=click.IntRange(min=1, max=2**31 - 1))
@showing()
def revoke_token(store: Store, *, number: int) -> Shown:
    """Have a token open nothing any more."""
    token = acts.revoke_token(store, acts.Actor(), number)
    said = f"Token {number} of {token.author} opens nothing any more, and its sessions are over."
    return Shown(token, [said], ["author", "tokens"])


def _role(token: Token) -> str:
    return "organiser" if token.organiser else "author"
