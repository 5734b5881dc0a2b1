"""Acts: what the organiser and the authors decide, each an entry of the log with who decided it.

The command line, the pages and the API all call these. Each looks at the ladder and adds its entry
in one transaction, so of two that decide the same at once the second one is told so. UserError says
in a sentence why something cannot be decided; then nothing is changed. SaidAlready
tells it to a program that had no answer and says the same again.
"""

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypedDict, Unpack

from msgspec import Meta

from arena.bots.manifest import NAME
from arena.errors import NotNow, UserError
from ladder.log.admission import find_author, require_day, require_own, require_play
from ladder.log.entries import (
    LONGEST_REASON,
    ORGANISER,
    Admitted,
    Announced,
    AnyBody,
    Benched,
    Cancelled,
    Chosen,
    Excluded,
    Frozen,
    Joined,
    Limited,
    LogEntry,
    Paused,
    Returned,
    SaidLimit,
    Withdrawn,
)
from ladder.log.roster import Roster
from ladder.log.rulebook import fault_in_author_name
from ladder.machine.clock import utc_now
from ladder.matches import Player, name_of
from ladder.queries.lookup import find_player
from ladder.queries.wording import plural
from ladder.settings.about import About
from ladder.shares import DECISIONS_A_DAY
from ladder.store.reader import Reader
from ladder.store.store import Store
from ladder.store.tokens import Token
from ladder.store.transaction import Transaction

# Bounds of a parameter, the same at each door.
Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST_REASON)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
AuthorName: TypeAlias = Annotated[str, Meta(pattern=f"^{NAME}$")]
VersionName: TypeAlias = Annotated[str, Meta(max_length=64, pattern=r"@[0-9]+$")]
"""A version of a bot, as name@2: the name alone would be another one the second time."""
Number: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class SaidAlready(NotNow):
    """It is so already. An entry of the log may say just this: then it is the same act again."""

    def __init__(self, sentence: str, body: AnyBody) -> None:
        super().__init__(sentence)
        self.body = body


@dataclass(frozen=True, slots=True)
class Actor:
    """Person or program that decides something."""

    name: str = ORGANISER
    """Name in the log."""
    organiser: bool = True
    """Whether they decide for all bots, or for their own only."""

    @property
    def author(self) -> str | None:
        """Author of the bots that they decide for; None for all."""
        return None if self.organiser else self.name


# --- the ladder ---


def pause(store: Store, actor: Actor, *, paused: bool) -> LogEntry:
    """Plan no matches any more, or again; what is planned is still played."""
    return _say(store, Paused(paused, by=actor.name))


def freeze(store: Store, actor: Actor, *, frozen: bool) -> LogEntry:
    """Let no bots come in any more, or again."""
    return _say(store, Frozen(frozen, by=actor.name))


def announce(store: Store, actor: Actor, text: Text) -> LogEntry:
    """Have the leaderboard say something on top, until something else is announced."""

    def act(transaction: Transaction) -> Announced:
        said = make_announcement(actor, text)
        if transaction.roster.announcement == said.text:
            why = "That is announced already." if said.text else "Nothing is announced."
            raise SaidAlready(why, said)
        return said

    return store.decide(act)


def make_announcement(actor: Actor, text: str) -> Announced:
    """Return what announces a text; UserError if it is no line, or too long."""
    said = text.strip()
    if said and not _is_line(said):
        raise UserError(f"An announcement is one line of at most {LONGEST_REASON} characters.")
    return Announced(said, by=actor.name)


def limit(store: Store, actor: Actor, **said_limits: SaidLimit | None) -> LogEntry:
    """Change what each author may have."""

    def act(transaction: Transaction) -> Limited:
        limits = transaction.roster.limits.changed(said_limits)
        said = Limited(limits, by=actor.name)
        if limits == transaction.roster.limits:
            raise SaidAlready(f"The limits are so already: {limits}.", said)
        return said

    return store.decide(act)


def cancel(store: Store, actor: Actor, match: Number, reason: Text) -> LogEntry:
    """Give up a match that waits to be played. UserError if it does not wait."""
    reason = _read_reason(reason)
    entry = store.cancel(match, reason, by=actor.name)
    if entry is None:
        why = f"Match {match} does not wait to be played; {_how_many_wait(store)}."
        raise SaidAlready(why, Cancelled(match, reason, by=actor.name))
    return entry


def _how_many_wait(store: Reader) -> str:
    waiting = [one.match for one in store.queue()]
    if not waiting:
        return "none does"
    shown = ", ".join(map(str, waiting[:5])) + (" and others" if len(waiting) > 5 else "")
    return f"{plural(len(waiting), 'match does', 'matches do')}: {shown}"


# --- authors and their tokens ---


def add_author(store: Store, actor: Actor, name: AuthorName) -> LogEntry:
    """Add an author, who may hand in bots from now on. UserError if the name is not free."""
    if fault := fault_in_author_name(name):
        raise UserError(f"{fault}.")
    return _say(store, Joined(name, by=actor.name))


def issue_token(
    store: Store,
    actor: Actor,
    author: Name,
    *,
    organiser: bool = False,
    number: Number | None = None,
) -> tuple[Token, str]:
    """Make a token; its secret is told now.

    With the number that it is to have it is made once: NotNow for the second.

    The role of the organiser is that of the token, so an author may have both kinds. Anyone who is
    no author gets one as ORGANISER.
    """
    return store.tokens.issue(author, organiser=organiser, by=actor.name, expected=number)


def revoke_token(store: Store, actor: Actor, number: Number) -> Token:
    """End a token, and the sessions that were begun with it."""
    token = store.tokens.revoke(number, by=actor.name)
    if token is None:
        raise NotNow(f"There is no token {number}, or it was revoked already.")
    return token


# --- bots ---


class Target(TypedDict, total=False):
    """The subject of a ruling: exactly one of these."""

    bot: Name | None
    version: Name | None
    author: Name | None
    match: Number | None


def exclude(store: Store, actor: Actor, reason: Text, **target: Unpack[Target]) -> LogEntry:
    """Have a bot, a version, an author or a match count no more.

    All versions of a bot and all bots of an author are meant, also those that are yet to come in.
    Anyone who is excluded plays no more, and hands in nothing.
    """
    return _rule(store, actor, Excluded, reason, target)


def admit(store: Store, actor: Actor, reason: Text, **target: Unpack[Target]) -> LogEntry:
    """Take an exclusion back."""
    return _rule(store, actor, Admitted, reason, target)


def _rule(
    store: Store, actor: Actor, kind: type[Excluded | Admitted], reason: str, target: Target
) -> LogEntry:
    reason = _read_reason(reason)

    def act(transaction: Transaction) -> Excluded | Admitted:
        said = kind(reason, by=actor.name, **_find_target(transaction.roster, **target))
        is_excluded = transaction.roster.excluded.why(said) is not None
        if is_excluded == (kind is Excluded):
            why = "is excluded already" if is_excluded else "counts anyway: it is not excluded"
            raise SaidAlready(f"{said.target} {why}.", said)
        return said

    return store.decide(act)


def _find_target(
    roster: Roster,
    *,
    bot: str | None = None,
    version: str | None = None,
    author: str | None = None,
    match: int | None = None,
) -> dict[str, Any]:
    """Return the target as the log has it; UserError unless it is exactly one of these."""
    if sum(one is not None for one in (bot, version, author, match)) != 1:
        raise UserError("An exclusion is of one bot, version, author or match; name just one.")
    return {
        "player": None if version is None else _find_version(roster, version),
        "bot": None if bot is None else name_of(find_player(roster, bot)),
        "author": None if author is None else find_author(roster, author),
        "match": match,
    }


def _find_version(roster: Roster, text: str) -> Player:
    if "@" not in text:
        raise UserError(
            f"A version is a bot's name with its number, as {text}@1; --bot is for all."
        )
    return find_player(roster, text)


def bench(store: Store, actor: Actor, bot: Name, reason: Text) -> LogEntry:
    """Have a bot play no more until it is sent back in; it stays on the board."""
    reason = _read_reason(reason)

    def act(transaction: Transaction) -> Benched:
        player = find_player(transaction.roster, bot)
        said = Benched(player, reason, (), by=actor.name)
        if player in transaction.roster.benched:
            why = f"{player} is benched already: {transaction.roster.benched[player].reason}."
            raise SaidAlready(why, said)
        return said

    return store.decide(act)


def send_back_in(store: Store, actor: Actor, bot: Name) -> LogEntry:
    """Send a benched bot back in: one of your own, or the organiser any."""

    def act(transaction: Transaction) -> Returned:
        player = _find_own(transaction, actor, bot)
        said = Returned(player, by=actor.name)
        if player not in transaction.roster.benched:
            raise SaidAlready(f"{player} is not benched.", said)
        return said

    return store.decide(act)


def choose(store: Store, actor: Actor, bot: VersionName) -> LogEntry:
    """Have a version play for its bot, until the next one comes in."""

    def act(transaction: Transaction) -> Chosen:
        if "@" not in bot:
            raise UserError(f"Which version of {bot!r} is to play is said as {bot}@1, for example.")
        player = _find_own(transaction, actor, bot)
        _require_decision(transaction, actor)
        if reason := transaction.roster.why_excluded(player):
            raise NotNow(f"{player} is excluded: {reason}; only the organiser can take that back.")
        said = Chosen(player, by=actor.name)
        if transaction.roster.current(name_of(player)) == player:
            raise SaidAlready(f"{player} is the version that plays already.", said)
        digest = transaction.roster.versions[player].digest
        if Reader.within(transaction.connection).submission(digest) is None:
            raise NotNow(
                f"The files of {player} are not on this ladder any more; hand them in as its next"
                " version."
            )
        require_play(transaction.roster, player)
        return said

    return store.decide(act)


def withdraw(store: Store, actor: Actor, bot: VersionName) -> LogEntry:
    """Have a version play no more; the one before it plays again."""

    def act(transaction: Transaction) -> Withdrawn:
        player = _find_own(transaction, actor, bot)
        _require_decision(transaction, actor)
        said = Withdrawn(player, by=actor.name)
        if why := _why_out(transaction.roster, player):
            raise SaidAlready(f"{why}; there is nothing to withdraw.", said)
        return said

    return store.decide(act)


def _find_own(transaction: Transaction, actor: Actor, name: str) -> Player:
    """Return a version that somebody may decide for."""
    about = Reader.within(transaction.connection).setting(About())
    known = transaction.roster.read_by(actor.author or ORGANISER, about)
    player = find_player(known, name)
    require_own(known, player, actor.author)
    return player


def _require_decision(transaction: Transaction, actor: Actor) -> None:
    """UserError if somebody has decided too often."""
    if actor.author is not None:
        reader = Reader.within(transaction.connection)
        times = reader.arrivals(actor.author, utc_now(), "chosen", "withdrawn")
        most = DECISIONS_A_DAY
        require_day(actor.author, f"choose and withdraw {most} times", times, most)


def _why_out(roster: Roster, player: Player) -> str:
    """Say why a version would not play for its bot in any case; empty if it might."""
    if reason := roster.why_excluded(player):
        return f"{player} is excluded: {reason}"
    return f"{player} was withdrawn already" if player in roster.withdrawn else ""


def _say(store: Store, body: AnyBody) -> LogEntry:
    """Add an entry of which the rulebook knows whether it says nothing new."""
    try:
        return store.append(body)[0]
    except NotNow as refusal:
        raise SaidAlready(str(refusal), body) from refusal


# --- what is written for everybody ---


def _read_reason(text: str) -> str:
    """Return a reason as it is kept. UserError if it is no line, or too long."""
    if not _is_line(reason := text.strip()):
        raise UserError(
            "A reason is some words on one line, for everybody to read; at most"
            f" {LONGEST_REASON} characters."
        )
    return reason


def _is_line(text: str) -> bool:
    return 0 < len(text) <= LONGEST_REASON and text.isprintable()
