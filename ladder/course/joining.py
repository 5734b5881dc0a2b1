"""Joining: a guest with the organiser's code becomes an author, without a command.

The log has an entry by the code, and nothing else of it.
"""

from datetime import datetime
from typing import Final

from arena.errors import NotNow, UserError
from ladder.course.applying import Issued, with_keys
from ladder.log.admission import find_missed
from ladder.log.entries import BY_CODE, Joined
from ladder.machine.clock import describe_time
from ladder.settings.join_code import JoinCode
from ladder.settings.people import Participant
from ladder.store.dates import read_dates
from ladder.store.people import keep_people, read_people
from ladder.store.reader import Reader
from ladder.store.settings import read_setting
from ladder.store.store import Store
from ladder.store.tokens import issue_token

LONGEST_NAME: Final = 64


def list_guests(reader: Reader) -> list[str]:
    """Return the authors that came by the code, in their order."""
    entries = (entry.body for entry in reader.entries(kinds=["joined"]))
    return [body.author for body in entries if isinstance(body, Joined) and body.by == BY_CODE]


def join_by_code(store: Store, code: str, name: str, now: datetime) -> Issued:
    """Make an author of a guest who has the code, with a token. UserError says why not."""
    shown = " ".join(name.split())
    if not 0 < len(shown) <= LONGEST_NAME or not shown.isprintable():
        raise UserError(f"Choose a name of 1 to {LONGEST_NAME} letters.")
    with store.writing() as transaction:
        known = read_setting(transaction.connection, JoinCode())
        if not known.opens(code):
            raise NotNow("This code was changed; ask the organiser for the new one.")
        if known.end is not None and now >= known.end:
            raise NotNow(f"This code ended at {describe_time(known.end)}; ask the organiser.")
        if transaction.roster.frozen or find_missed(read_dates(transaction.connection), shown, now):
            raise NotNow("No bots come in any more, so nobody can join.")
        if len(list_guests(Reader.within(transaction.connection))) >= known.most:
            raise NotNow(f"All {known.most} places are taken; ask the organiser for more.")
        people = read_people(transaction.connection)
        names = {*transaction.roster.authors, *(person.name for person in people.values())}
        if shown.casefold() in map(str.casefold, names):
            raise NotNow(f"{shown} is the name of an author already; choose another one.")
        (guest,) = with_keys([Participant(name=shown)], people, transaction.roster.authors)
        transaction.append(Joined(guest.key, by=BY_CODE))
        keep_people(transaction.connection, [guest])
        return Issued(guest, issue_token(transaction, guest.key, by=BY_CODE)[1])
