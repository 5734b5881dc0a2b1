"""The commands that change what counts: each is an act of `ladder.acts`, by an entry of the log."""

from typing import Any

import click

from arena.errors import UserError
from arena.terminal.options import FROM_ONE
from ladder import acts
from ladder.acts import Actor
from ladder.cli.options import for_a_reason, limiting, ruling, speaking
from ladder.cli.output import Shown, decided, showing
from ladder.log.entries import ORGANISER, LogEntry, SaidLimit
from ladder.queries.lookup import find_player
from ladder.rerating import rate_here
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
@showing()
def set_(
    store: Store,
    *,
    freeze: bool | None,
    pause: bool | None,
    announce: str | None,
    **limits: SaidLimit | None,
) -> Shown:
    """Freeze, pause, announce, or limit what authors may have.

    One setting at a time, but several limits at once. The organiser's own bots have no limits. The
    present settings: ladder show.
    """
    limited = any(limit is not None for limit in limits.values())
    if [freeze is not None, pause is not None, announce is not None, limited].count(True) != 1:
        raise UserError("Name one setting to change; ladder set --help lists them.")
    actor = acts.Actor()
    if announce is not None:
        return decided(acts.announce(store, actor, announce), "serve")
    if freeze is not None:
        advice = "season --final" if freeze else "submit BOT"
        return decided(acts.freeze(store, actor, frozen=freeze), *advice.split())
    if pause is not None:
        advice = "set --resume" if pause else "run"
        return decided(acts.pause(store, actor, paused=pause), *advice.split())
    entry = acts.limit(store, actor, **limits).number
    now = store.roster().limits
    said = f"Each author may have {now}. This is entry {entry} of the log."
    return Shown(now, [said], ["author", "list"], {"entry": entry})


# --- rulings ---


@click.command(epilog='Example: ladder exclude --version owl@1 --reason "It was found to cheat."')
@ruling
@showing("rating")
def exclude(store: Store, **ruling: Any) -> Shown:
    """Have a bot, a version, an author or a match count no more.

    The log keeps what was, and why. Anyone who is excluded plays no more, and hands in nothing.
    ladder admit ends that.
    """
    return _rate(store, acts.exclude(store, acts.Actor(), **ruling))


@click.command(epilog='Example: ladder admit --version owl@1 --reason "It did not cheat."')
@ruling
@showing("rating")
def admit(store: Store, **ruling: Any) -> Shown:
    """Have what was excluded count again."""
    return _rate(store, acts.admit(store, acts.Actor(), **ruling))


def _rate(store: Store, entry: LogEntry) -> Shown:
    rated = rate_here(store)
    later = "The season or the server makes the live ratings again; the official board is right."
    return decided(entry, "table", also=[] if rated else [later], rated=rated)


@click.command(epilog='Example: ladder bench owl --reason "It fails."')
@click.argument("name", metavar="BOT")
@for_a_reason
@showing()
def bench(store: Store, *, name: str, reason: str) -> Shown:
    """Have a bot play no more until it is sent back in.

    It stays on the board; ladder return sends it back.
    """
    return decided(acts.bench(store, acts.Actor(), name, reason), "return", name)


@click.command("return", epilog="Example: ladder return owl")
@click.argument("name", metavar="BOT")
@showing()
def return_(store: Store, *, name: str) -> Shown:
    """Send a benched bot back in."""
    return decided(acts.send_back_in(store, acts.Actor(), name), "run")


@click.command(epilog='Example: ladder cancel 7 --reason "Planned by mistake."')
@click.argument("match", type=FROM_ONE)
@for_a_reason
@showing()
def cancel(store: Store, *, match: int, reason: str) -> Shown:
    """Give up a match that waits to be played. The log says so, and why."""
    return decided(acts.cancel(store, acts.Actor(), match, reason), "run")


# --- of authors, for their bots ---


@click.command(epilog="Example: ladder choose owl@2")
@click.argument("name", metavar="BOT@N")
@speaking
@showing()
def choose(store: Store, *, name: str, author: str | None) -> Shown:
    """Have this version of a bot play, until its next one comes in."""
    entry = acts.choose(store, _speaker(author), name)
    roster = store.roster()
    bot = find_player(roster, name).partition("@")[0]
    return decided(entry, "bot", bot, plays=roster.current(bot))


@click.command(epilog="Example: ladder withdraw owl@1")
@click.argument("name", metavar="BOT[@N]")
@speaking
@showing()
def withdraw(store: Store, *, name: str, author: str | None) -> Shown:
    """Have a version play no more; the one before plays again."""
    player = find_player(store.roster(), name)
    bot = player.partition("@")[0]
    entry = acts.withdraw(store, _speaker(author), player)
    plays = store.roster().current(bot)
    said = f"From now on {plays} plays." if plays else f"No version of {bot} plays any more."
    return decided(entry, "bot", bot, also=[said], plays=plays)


def _speaker(author: str | None) -> Actor:
    """Return who was named at the command line; the organiser if nobody was."""
    return Actor(author or ORGANISER, organiser=author is None)
