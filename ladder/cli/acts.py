"""The commands that change what counts: each is an act of `ladder.acts`, by an entry of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arena.errors import UserError
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder, for_a_reason, limiting, ruling, speaking
from ladder.cli.output import print_entry, print_json, working

if TYPE_CHECKING:
    from ladder.acts import Actor
    from ladder.log.entries import SaidLimit
    from ladder.store.store import Store

# --- settings ---


@click.command("set", epilog='Example: ladder set --announce "We play until Friday."')
@click.option("--freeze/--unfreeze", default=None, help="Let no bots come in any more, or again.")
@click.option(
    "--pause/--resume",
    default=None,
    help="Plan no more matches, or again; what is planned is still played.",
)
@click.option(
    "--announce",
    metavar="TEXT",
    help="Have the leaderboard say this on top, until another one; '' says nothing.",
)
@limiting
@at_ladder
@as_json
def set_(
    *,
    freeze: bool | None,
    pause: bool | None,
    announce: str | None,
    place: str,
    as_json: bool,
    **limits: SaidLimit | None,
) -> None:
    """Freeze, pause, announce, or limit what authors may have.

    One setting at a time, but several limits at once. The organiser's own bots have no limits. The
    present settings: ladder show.
    """
    from ladder.store.opening import open_store

    limited = any(limit is not None for limit in limits.values())
    if [freeze is not None, pause is not None, announce is not None, limited].count(True) != 1:
        raise UserError("Name one setting to change; ladder set --help lists them.")
    with open_store(place) as store:
        if limited:
            _change_limits(store, limits, as_json=as_json)
        elif announce is not None:
            _announce(store, announce, as_json=as_json)
        elif freeze is not None:
            _freeze(store, frozen=freeze, as_json=as_json)
        elif pause is not None:
            _pause(store, paused=pause, as_json=as_json)


def _change_limits(store: Store, asked: dict[str, SaidLimit | None], *, as_json: bool) -> None:
    from ladder import acts

    entry = acts.limit(store, acts.Actor(), **asked).number
    limits = store.roster().limits
    if as_json:
        print_json(limits, entry=entry)
        return
    say(f"Each author may have {limits}. This is entry {entry} of the log.")
    say(advise("author", "list", program="ladder"))


def _announce(store: Store, text: str, *, as_json: bool) -> None:
    from ladder import acts

    print_entry(acts.announce(store, acts.Actor(), text), "serve", as_json=as_json)


def _freeze(store: Store, *, frozen: bool, as_json: bool) -> None:
    from ladder import acts

    entry = acts.freeze(store, acts.Actor(), frozen=frozen)
    print_entry(entry, *("season --final" if frozen else "submit BOT").split(), as_json=as_json)


def _pause(store: Store, *, paused: bool, as_json: bool) -> None:
    from ladder import acts

    entry = acts.pause(store, acts.Actor(), paused=paused)
    print_entry(entry, *("set --resume" if paused else "run").split(), as_json=as_json)


# --- rulings ---


@click.command(epilog='Example: ladder exclude --version owl@1 --reason "It was found to cheat."')
@ruling
@at_ladder
@as_json
def exclude(*, place: str, reason: str, as_json: bool, **target: Any) -> None:
    """Have a bot, a version, an author or a match count no more.

    The log keeps what was, and why. Anyone who is excluded plays no more, and hands in nothing.
    ladder admit ends that.
    """
    _rule(place, target, reason, admitted=False, as_json=as_json)


@click.command(epilog='Example: ladder admit --version owl@1 --reason "It did not cheat."')
@ruling
@at_ladder
@as_json
def admit(*, place: str, reason: str, as_json: bool, **target: Any) -> None:
    """Have what was excluded count again."""
    _rule(place, target, reason, admitted=True, as_json=as_json)


def _rule(
    place: str, target: dict[str, Any], reason: str, *, admitted: bool, as_json: bool
) -> None:
    from ladder import acts
    from ladder.rerating import rate_here
    from ladder.store.opening import open_store

    rule = acts.admit if admitted else acts.exclude
    with open_store(place) as store, working("rating"):
        entry = rule(store, acts.Actor(), reason, **target)
        rated = rate_here(store)
    print_entry(entry, "table", as_json=as_json, rated=rated)
    if not rated and not as_json:
        say("The season or the server makes the live ratings again; the official board is right.")


@click.command(epilog='Example: ladder bench owl --reason "It fails."')
@click.argument("name", metavar="BOT")
@for_a_reason
@at_ladder
@as_json
def bench(*, name: str, reason: str, place: str, as_json: bool) -> None:
    """Have a bot play no more until it is sent back in.

    It stays on the board; ladder return sends it back.
    """
    from ladder import acts
    from ladder.store.opening import open_store

    with open_store(place) as store:
        entry = acts.bench(store, acts.Actor(), name, reason)
    print_entry(entry, "return", name, as_json=as_json)


@click.command("return", epilog="Example: ladder return owl")
@click.argument("name", metavar="BOT")
@at_ladder
@as_json
def return_(*, name: str, place: str, as_json: bool) -> None:
    """Send a benched bot back in."""
    from ladder import acts
    from ladder.store.opening import open_store

    with open_store(place) as store:
        entry = acts.send_back_in(store, acts.Actor(), name)
    print_entry(entry, "run", as_json=as_json)


@click.command(epilog='Example: ladder cancel 7 --reason "Planned by mistake."')
@click.argument("match", type=click.IntRange(min=1))
@for_a_reason
@at_ladder
@as_json
def cancel(*, match: int, reason: str, place: str, as_json: bool) -> None:
    """Give up a match that waits to be played. The log says so, and why."""
    from ladder import acts
    from ladder.store.opening import open_store

    with open_store(place) as store:
        entry = acts.cancel(store, acts.Actor(), match, reason)
    print_entry(entry, "run", as_json=as_json)


# --- of authors, for their bots ---


@click.command(epilog="Example: ladder choose owl@2")
@click.argument("name", metavar="BOT@N")
@speaking
@at_ladder
@as_json
def choose(*, name: str, author: str | None, place: str, as_json: bool) -> None:
    """Have this version of a bot play, until its next one comes in."""
    from ladder import acts
    from ladder.queries.lookup import find_player
    from ladder.store.opening import open_store

    with open_store(place) as store:
        entry = acts.choose(store, _speaker(author), name)
        roster = store.roster()
        plays = roster.current(find_player(roster, name).partition("@")[0])
    print_entry(entry, "bot", name.partition("@")[0], as_json=as_json, plays=plays)


@click.command(epilog="Example: ladder withdraw owl@1")
@click.argument("name", metavar="BOT[@N]")
@speaking
@at_ladder
@as_json
def withdraw(*, name: str, author: str | None, place: str, as_json: bool) -> None:
    """Have a version play no more; the one before plays again."""
    from ladder import acts
    from ladder.queries.lookup import find_player
    from ladder.store.opening import open_store

    with open_store(place) as store:
        player = find_player(store.roster(), name)
        bot = player.partition("@")[0]
        entry = acts.withdraw(store, _speaker(author), player)
        plays = store.roster().current(bot)
    if not as_json:
        say(f"From now on {plays} plays." if plays else f"No version of {bot} plays any more.")
    print_entry(entry, "bot", bot, as_json=as_json, plays=plays)


def _speaker(author: str | None) -> Actor:
    """Return who was named at the command line; the organiser if nobody was."""
    from ladder.acts import Actor
    from ladder.log.entries import ORGANISER

    return Actor(author or ORGANISER, organiser=author is None)
