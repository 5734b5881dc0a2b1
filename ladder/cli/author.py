"""`ladder author`: who may hand in bots, and the tokens that let somebody in at the server."""

from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder import acts
from ladder.acts import Actor
from ladder.cli.output import make_console, make_table, print_entry, print_json
from ladder.queries import bots
from ladder.queries.wording import describe_time
from ladder.store.opening import open_store
from ladder.store.tokens import Token, Tokens


def add_author(place: str, name: str, *, as_json: bool) -> None:
    """Put an author into the log. UserError if nobody can be called so, or somebody is."""
    with open_store(place) as store:
        entry = acts.add_author(store, Actor(), name)
    print_entry(entry, "submit", "--author", name, "BOT", as_json=as_json)


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


# --- tokens ---


def issue_token(place: str, name: str, *, organiser: bool, as_json: bool) -> None:
    """Make a token and print it, this one time."""
    with open_store(place) as store:
        token, secret = acts.issue_token(store, Actor(), name, organiser=organiser)
    if as_json:
        print_json(token, token=secret)
        return
    say(f"Token {token.number} of {name}, {_role(token)}. It is shown this one time:")
    say(secret)
    say(f"It makes its owner {name} on the server. ladder author revoke {token.number} ends that.")
    say(advise("serve", program="ladder"))


def list_tokens(place: str, *, as_json: bool) -> None:
    """Show whose tokens there are, and which were revoked; never the tokens themselves."""
    with open_store(place) as store:
        tokens = Tokens(store.connections).all()
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


def revoke_token(place: str, number: int, *, as_json: bool) -> None:
    """Have a token open nothing any more."""
    with open_store(place) as store:
        token = acts.revoke_token(store, Actor(), number)
    if as_json:
        print_json(token)
        return
    say(f"Token {number} of {token.author} opens nothing any more, and its sessions are over.")
    say(advise("author", "tokens", program="ladder"))


def _role(token: Token) -> str:
    return "organiser" if token.organiser else "author"
