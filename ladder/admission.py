"""Admission of submissions: who may hand in what under which name, and the limits of authors.

They are asked twice, before a bot is checked, which takes a while, and in the transaction in which
it comes in.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from arena.bots.manifest import NAME_RULE, check_name, is_name
from arena.errors import UserError
from ladder.log import ORGANISER, Entered
from ladder.matches import Player, name_of, version_of
from ladder.ratings.settled import SETTLED
from ladder.roster import Roster

_DAY: Final = timedelta(days=1)


def check_author(roster: Roster, author: str) -> str:
    """Return the name of a new author; UserError if nobody can be called so here."""
    if not is_name(author):
        raise UserError(f"{author!r} cannot be an author's name; {NAME_RULE}.")
    if author.casefold() == ORGANISER:
        raise UserError(f"{ORGANISER!r} is who runs the ladder; an author has another name.")
    same = [known for known in roster.authors if known.casefold() == author.casefold()]
    if same:
        raise UserError(f"There is an author {same[0]!r} already; another one needs another name.")
    return author


def find_author(roster: Roster, author: str) -> str:
    """Return an author that there is, or the organiser; UserError with those that there are."""
    if author != ORGANISER and author not in roster.authors:
        known = ", ".join(sorted(roster.authors)) or "none yet; ladder author add NAME adds one"
        raise UserError(f"There is no author {author!r} on this ladder; there are: {known}.")
    return author


def next_player(roster: Roster, name: str) -> Player:
    """Return the next version of a bot; UserError if a bot cannot be called so here."""
    check_name(name)
    newest = roster.newest(name)
    if newest is not None:
        return f"{name}@{version_of(newest) + 1}"
    same = [known for known in roster.by_name if known.casefold() == name.casefold()]
    if same:
        raise UserError(
            f"{name!r} differs from {same[0]!r} in upper and lower case only; a new version of that"
            f" has to be called {same[0]!r}, and another bot otherwise."
        )
    return f"{name}@1"


def require_own(roster: Roster, player: Player, author: str | None) -> None:
    """UserError if a version is not an author's; without an author the organiser speaks for all."""
    own = roster.author_of(player)
    if author is not None and own != find_author(roster, author):
        raise UserError(
            f"{player} is {_whose(own)}, not {_whose(author)}; each decides for its own."
        )


def require_admission(
    roster: Roster, entered: Entered, games: Mapping[Player, int], now: datetime
) -> None:
    """UserError, in a sentence, if a version of a bot may not come in now.

    `games` says of the versions of its author how many games they have played.
    """
    author, name = find_author(roster, entered.author), name_of(entered.player)
    _require_open(roster, author)
    _require_bot(roster, name, author)
    _require_new_files(roster, entered)
    if next_player(roster, name) != entered.player:
        raise UserError(f"{entered.player} has come in meanwhile; submit it again.")
    if author != ORGANISER:
        _require_room(roster, author, name)
        _require_day(roster, author, now)
        _require_settled(roster, author, name, games)


def require_upload(roster: Roster, author: str, now: datetime) -> None:
    """UserError, in a sentence, if an author may not hand in anything now, whatever it is."""
    _require_open(roster, find_author(roster, author))
    if author != ORGANISER:
        _require_day(roster, author, now)


def require_play(roster: Roster, player: Player) -> None:
    """UserError if a bot may not play once more, because its author has as many that play."""
    author = roster.author_of(player)
    if author != ORGANISER:
        _require_room(roster, author, name_of(player))


def _require_open(roster: Roster, author: str) -> None:
    if roster.frozen:
        raise UserError(
            "The ladder is frozen: no bot comes in before the organiser types ladder freeze --undo."
        )
    if reason := roster.excluded.authors.get(author):
        raise UserError(f"{author} is excluded and hands in nothing: {reason}.")


def _require_bot(roster: Roster, name: str, author: str) -> None:
    newest = roster.newest(name)
    if newest is not None and roster.author_of(newest) != author:
        raise UserError(
            f"{name} is {_whose(roster.author_of(newest))}, and only its author's next version"
            f" takes its place; {_whose(author)} needs another name."
        )
    if reason := roster.excluded.bots.get(name):
        raise UserError(f"{name} is excluded, its next versions too: {reason}.")


def _require_new_files(roster: Roster, entered: Entered) -> None:
    same = roster.by_digest.get(entered.digest)
    if same is None:
        return
    if reason := roster.why_excluded(same):
        raise UserError(f"These are the files of {same}, which is excluded: {reason}.")
    if entered.digest in roster.forgotten:
        return
    again = ""
    if name_of(same) == name_of(entered.player) and roster.current(name_of(same)) != same:
        again = f"; ladder choose {same} has it play again"
    raise UserError(f"This is {same} already, file by file; change it, or let it be{again}.")


def _require_room(roster: Roster, author: str, name: str) -> None:
    most, others = (
        roster.limits.bots,
        [one for one in _bots(roster, author) if name_of(one) != name],
    )
    if most and len(others) >= most:
        raise UserError(
            f"An author may have {most} that play, and {author} has"
            f" {_listing(others)}; another one may play after ladder withdraw of one of these."
        )


def _require_day(roster: Roster, author: str, now: datetime) -> None:
    most = roster.limits.submissions_a_day
    times = sorted(
        time
        for player, time in roster.entered_at.items()
        if roster.author_of(player) == author and time > now - _DAY
    )
    if most and len(times) >= most:
        again = times[-most] + _DAY
        raise UserError(
            f"An author may hand in {most} a day, and {author} has handed in {len(times)}; the next"
            f" one may come in from {again:%Y-%m-%d %H:%M:%S} UTC on."
        )


def _require_settled(roster: Roster, author: str, name: str, games: Mapping[Player, int]) -> None:
    most = roster.limits.unsettled
    others = [one for one in _bots(roster, author) if name_of(one) != name]
    unsettled = [one for one in others if games.get(one, 0) < SETTLED]
    if most and len(unsettled) >= most:
        raise UserError(
            f"An author may have {most} at once without a rank, and {author} has"
            f" {_listing(unsettled)}; the next one may come in when one of these has played"
            f" {SETTLED} games of one game."
        )


def _bots(roster: Roster, author: str) -> list[Player]:
    """Return the versions that stand for an author's bots."""
    return [player for player in roster.listed() if roster.author_of(player) == author]


def _listing(players: list[Player]) -> str:
    return " and ".join(filter(None, [", ".join(players[:-1]), players[-1]]))


def _whose(author: str) -> str:
    return "the organiser's" if author == ORGANISER else f"{author}'s"
