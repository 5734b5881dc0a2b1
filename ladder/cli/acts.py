"""The commands that change what counts: each is an act of `ladder.acts`, by an entry of the log."""

from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder import acts
from ladder.acts import Actor, AskedLimits, Target
from ladder.cli.output import print_entry, print_json, working
from ladder.log import ORGANISER
from ladder.queries.lookup import find_player
from ladder.rerating import rate_rest
from ladder.store.opening import open_store


def change_limits(place: str, asked: AskedLimits, *, as_json: bool) -> None:
    """Show the limits, after changing those that are named. UserError if that changes nothing."""
    with open_store(place) as store:
        change = asked != AskedLimits()
        entry = acts.limit(store, Actor(), asked).number if change else None
        limits = store.roster().limits
    if as_json:
        print_json(limits, entry=entry)
        return
    noted = f" This is entry {entry} of the log." if entry else ""
    say(f"Each author may have {limits}.{noted}")
    say(advise("author", "list", program="ladder"))


def pause(place: str, *, undo: bool, as_json: bool) -> None:
    """Plan no matches any more, or again."""
    with open_store(place) as store:
        entry = acts.pause(store, Actor(), paused=not undo)
    print_entry(entry, *("run" if undo else "pause --undo").split(), as_json=as_json)


def freeze(place: str, *, undo: bool, as_json: bool) -> None:
    """Let no bots come in any more, or again."""
    with open_store(place) as store:
        entry = acts.freeze(store, Actor(), frozen=not undo)
    print_entry(entry, *("submit BOT" if undo else "final").split(), as_json=as_json)


def announce(place: str, text: str, *, as_json: bool) -> None:
    """Have the leaderboard say something on top."""
    with open_store(place) as store:
        entry = acts.announce(store, Actor(), text)
    print_entry(entry, "serve", as_json=as_json)


def cancel_match(place: str, match: int, reason: str, *, as_json: bool) -> None:
    """Take a match out of the queue for good."""
    with open_store(place) as store:
        entry = acts.cancel(store, Actor(), match, reason)
    print_entry(entry, "run", as_json=as_json)


def change_exclusion(place: str, target: Target, reason: str, *, undo: bool, as_json: bool) -> None:
    """Have something count no more, or again."""
    with open_store(place) as store, working("rating"):
        entry = (acts.admit if undo else acts.exclude)(store, Actor(), target, reason)
        rate_rest(store)
    print_entry(entry, "table", as_json=as_json, undo=undo)


def bench_bot(place: str, name: str, reason: str, *, as_json: bool) -> None:
    """Have a bot play no more until it is sent back in."""
    with open_store(place) as store:
        entry = acts.bench(store, Actor(), name, reason)
    print_entry(entry, "return", name, as_json=as_json)


def return_bot(place: str, name: str, *, as_json: bool) -> None:
    """Have a benched bot play again."""
    with open_store(place) as store:
        entry = acts.send_back_in(store, Actor(), name)
    print_entry(entry, "run", as_json=as_json)


def choose_version(place: str, name: str, author: str | None, *, as_json: bool) -> None:
    """Have a version play for its bot."""
    with open_store(place) as store:
        entry = acts.choose(store, _speaker(author), name)
        roster = store.roster()
        plays = roster.current(find_player(roster, name).partition("@")[0])
    print_entry(entry, "bot", name.partition("@")[0], as_json=as_json, plays=plays)


def withdraw_version(place: str, name: str, author: str | None, *, as_json: bool) -> None:
    """Have a version play no more; say which one plays instead."""
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
    return Actor(author or ORGANISER, organiser=author is None)
