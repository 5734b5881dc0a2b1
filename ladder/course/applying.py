"""Brings a ladder to what a course file says: all of it in one transaction, or nothing.

Applied again, the same file changes nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count, islice
from pathlib import Path
from random import SystemRandom
from typing import Final

import msgspec

from arena.errors import UserError
from ladder.acts import Actor, make_announcement
from ladder.course.file import Course, Read, check_course, read_course
from ladder.log.entries import Frozen, Joined, Limited
from ladder.machine.clock import utc_now
from ladder.settings.about import About, Logo, name_logo
from ladder.settings.dates import ActName, PlannedAct, find_act
from ladder.settings.join_code import JoinCode
from ladder.settings.people import Participant
from ladder.settings.scheme import Scheme
from ladder.settings.webhook import NOWHERE, Webhook
from ladder.store.dates import keep_dates, read_dates
from ladder.store.outbox import keep_webhook
from ladder.store.people import keep_people, read_people
from ladder.store.settings import find_setting, keep_setting, read_setting
from ladder.store.store import Store
from ladder.store.tokens import authors_with_tokens, issue_token
from ladder.store.transaction import Transaction

# Key of an author without one in the roster: this and a number.
_DRAWN: Final = "author-{}"


@dataclass(frozen=True, slots=True)
class Issued:
    """A token that was made for an author, with its secret, which is told this one time."""

    participant: Participant
    secret: str


@dataclass(frozen=True, slots=True)
class Applied:
    """Changes by a course file, made or to be made."""

    changes: tuple[str, ...]
    """As sentences; none for nothing."""
    unnamed: tuple[str, ...]
    """Authors of the ladder that the file does not name, and that have handed in nothing."""
    without_token: tuple[str, ...]
    """Those who cannot log in: no token of theirs opens anything."""


def apply_course(
    store: Store,
    file: Path,
    hand_out: Callable[[Sequence[Issued]], Callable[[], object]] | None = None,
    *,
    read: Read = Path.read_bytes,
    folder: Path | None = None,
    now: datetime | None = None,
    dry_run: bool = False,
) -> Applied:
    """Apply a course file, and say what it has changed.

    Authors without a token get one if `hand_out` is given. It is called before anything is changed
    for good, and what it returns after that. Pages may be published only within a `folder` if one
    is given, else anywhere from that of the file on. With `dry_run` nothing is changed. UserError
    says what cannot be; then nothing is either. The second of two at once finds what the first has
    done.
    """
    # Before the transaction: no other writer waits for a file.
    course = read_course(file, read)
    tell: Callable[[], object] | None = None
    with store.writing() as transaction:
        check_course(file, course, transaction, now or utc_now(), within=folder)
        tried = transaction.connection.begin_nested()
        applied = _apply(transaction, course, file.parent if folder is None else folder)
        if dry_run:
            tried.rollback()
        elif hand_out is not None and applied.without_token:
            people = read_people(transaction.connection)
            tell = hand_out(
                [
                    Issued(people.get(key, Participant(key)), issue_token(transaction, key)[1])
                    for key in applied.without_token
                ]
            )
    if tell is not None:
        tell()
    return applied


def _apply(transaction: Transaction, course: Course, folder: Path) -> Applied:
    known = read_people(transaction.connection)
    people = (
        [*with_keys(course.authors, known, transaction.roster.authors)] if course.authors else []
    )
    keys = {participant.key for participant in people}
    left_out = transaction.roster.authors - keys if people else set[str]()
    _require_kept(transaction, left_out)
    joined = sorted(keys - transaction.roster.authors)
    for key in joined:
        transaction.append(Joined(key))
    planned, dropped = _plan(transaction, course, folder)
    told = [participant for participant in people if known.get(participant.key) != participant]
    keep_people(transaction.connection, told)
    described = (participant.key for participant in told if participant.key not in joined)
    changes = {
        "Joined": ", ".join(joined),
        "Described": ", ".join(described),
        "Limits": _limit(transaction, course),
        "Announced": _announce(transaction, course),
        "On the pages": ", ".join(_tell(transaction, course)),
        "Planned": "; ".join(map(str, planned)),
        "Not planned any more": "; ".join(map(str, dropped)),
        "Events are posted to": _post(transaction, course.webhook),
        "Guests join": _let_join(transaction, course),
    }
    return Applied(
        tuple(f"{what}: {said.removesuffix('.')}." for what, said in changes.items() if said),
        unnamed=tuple(sorted(left_out)),
        without_token=tuple(sorted(keys - authors_with_tokens(transaction.connection))),
    )


def with_keys(
    people: Sequence[Participant], known: dict[str, Participant], taken: Iterable[str]
) -> Iterator[Participant]:
    """Give each author a key: its own, or that of who is known by its ids, or a new one.

    New keys are drawn, so that nobody reads the order of the roster from them.
    """
    keys = {mark: participant.key for participant in known.values() for mark in participant.marks}
    found = [
        participant.key or next((keys[mark] for mark in sorted(participant.marks & {*keys})), "")
        for participant in people
    ]
    used = {*taken, *found}
    free = (key for key in map(_DRAWN.format, count(1)) if key not in used)
    drawn = [*islice(free, found.count(""))]
    SystemRandom().shuffle(drawn)
    for participant, key in zip(people, found, strict=True):
        yield msgspec.structs.replace(participant, key=key or drawn.pop())


def _require_kept(transaction: Transaction, left_out: Iterable[str]) -> None:
    """UserError if an author that has handed in a bot would be taken away."""
    with_bots = sorted(author for author in left_out if transaction.roster.versions_of(author))
    if with_bots:
        raise UserError(
            f"The course leaves out {', '.join(with_bots)}, with bots on this ladder; name them in"
            f" it. For bots that are to count no more type: ladder exclude --author {with_bots[0]}"
        )


def _plan(
    transaction: Transaction, course: Course, folder: Path
) -> tuple[tuple[PlannedAct, ...], tuple[PlannedAct, ...]]:
    """Have the plan be as the course says; return what of it is new, and what is gone."""
    before = read_dates(transaction.connection)
    done = [act for act, is_done in before.items() if is_done]
    # In other words perhaps; a deadline only in these.
    kept = {(str(act.act), act.time): act for act in done if act.act is not ActName.DEADLINE}
    said = course.plan(folder) if course.dates is not None else before
    acts = [kept.get((str(act.act), act.time), act) for act in said]
    keep_dates(transaction.connection, [(act, act in done) for act in acts])
    closed, final = find_act(done, ActName.DEADLINE), find_act(done, ActName.FINAL)
    still = closed is not None and any(act == closed for act in acts)
    if closed is not None and not still and final is None and transaction.roster.frozen:
        # It closed for a deadline that is another one now, and closes again at that.
        transaction.append(Frozen(frozen=False))
    return (
        tuple(act for act in acts if act not in before),
        tuple(act for act in before if act not in acts),
    )


def _tell(transaction: Transaction, course: Course) -> tuple[str, ...]:
    """Have the pages say what the course says of itself; return what of it is new."""
    connection = transaction.connection
    before, scheme = find_setting(connection, About), read_setting(connection, Scheme(()))
    known = before or About()
    said = {name: getattr(course, name) for name in About.__struct_fields__}
    if course.logo is not None:
        said["logo"] = name_logo(course.picture) if course.picture else ""
        keep_setting(connection, Logo(course.picture))
    new = {name: value for name, value in said.items() if value not in (None, getattr(known, name))}
    told = Scheme(course.tiers, newest=course.marks == "newest") if course.tiers else scheme
    keep_setting(connection, msgspec.structs.replace(known, **new))
    keep_setting(connection, told)
    return (*new, *(("tiers",) if told != scheme else ()))


def _post(transaction: Transaction, webhook: Webhook | None) -> str:
    """Have events be posted as the course says; return where, if that is new."""
    if webhook is None or webhook == read_setting(transaction.connection, NOWHERE):
        return ""
    keep_webhook(transaction.connection, webhook)
    return webhook.host or "nobody"


def _let_join(transaction: Transaction, course: Course) -> str:
    """Let guests join by the code of the course; say how, if that is new."""
    code = course.join_code
    if code is None or code == read_setting(transaction.connection, JoinCode()):
        return ""
    keep_setting(transaction.connection, code)
    return str(code)


def _limit(transaction: Transaction, course: Course) -> str:
    """Have the limits of the course hold; return them, if they are new."""
    limits = transaction.roster.limits.changed(course.limits)
    if limits == transaction.roster.limits:
        return ""
    transaction.append(Limited(limits))
    return str(limits)


def _announce(transaction: Transaction, course: Course) -> str:
    """Announce what the course says; return it, if it is new."""
    if course.announcement is None:
        return ""
    said = make_announcement(Actor(), course.announcement)
    if said.text == transaction.roster.announcement:
        return ""
    transaction.append(said)
    return said.text
