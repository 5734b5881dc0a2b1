"""`make play`: a small ladder of the sample bots, in a minute from a fresh clone to a table.

    python -m ladder.cli.play [FOLDER]

A ladder that is there already is gone on with; nothing is ever removed.
"""

import os
import shlex
import sys
import time
from pathlib import Path
from typing import Final

import click

from arena.containers.engine import Engine
from arena.containers.image import build_image, find_image
from arena.doctor.examine import find_lack
from arena.errors import HostFailure, UserError, saying_why
from arena.match.replay import choose_replays
from arena.runner.host import Host
from arena.terminal.advice import find_program, repeat_in_advice
from arena.terminal.console import PlainConsole
from arena.terminal.options import A_PATH
from arena.terminal.program import Program
from arena.viewer.page import replay_page, write_html
from ladder.cli.output import make_table
from ladder.cli.running import run_season
from ladder.log.entries import ORGANISER
from ladder.queries.wording import plural
from ladder.small_ladder import add_samples, create_small_ladder
from ladder.store.opening import open_store
from ladder.store.store import Store

GAME: Final = "six_nimmt"
# Those that think for no time, so that a minute is enough.
BOTS: Final = ("random", "first", "all_rounder", "careful")
# Two at a table, so that a match has few boxes to start.
DIVISION: Final = f"{GAME} seats=2"
MATCHES: Final = 6


@click.group(cls=Program, invoke_without_command=True)
@click.argument("folder", type=A_PATH, default="play")
def play(folder: Path) -> None:
    """Play six matches of the sample bots on the ladder of FOLDER, and show what came of it."""
    console = PlainConsole(soft_wrap=True)
    place = folder / "ladder.db"
    repeat_in_advice("ladder", lambda _: ("--ladder", str(place)))
    with _open(place, console) as store:
        box = _find_box(console)
        _require_own_bots(store, box)
        add_samples(store, BOTS)
    if code := run_season(str(place), MATCHES, boxes=Host(box), journal_form="text"):
        sys.exit(code)
    with open_store(str(place)) as store:
        _print_table(store, console)
        console.print(f"The last match, for a browser: {_write_page(store, folder)}")
    _print_next(place, box, console)


def _open(place: Path, console: PlainConsole) -> Store:
    """Return the ladder that is there, or make it."""
    if place.exists():
        store = open_store(str(place))
        matches = plural(store.count_results(), "match", "matches")
        console.print(f"Going on with {place}, after {matches}. Another: make play FOLDER=another")
        return store
    with saying_why(f"There can be no ladder in {place.parent}"):
        place.parent.mkdir(parents=True, exist_ok=True)
    return create_small_ladder(str(place), [DIVISION])


# --- where they play ---


def _find_box(console: PlainConsole) -> str:
    """Return where bots can be played here: in containers, if one can be held."""
    lack = _make_image(console) or find_lack()
    if not lack:
        console.print("The bots play in containers.")
        return "container"
    console.print(
        "The bots play in plain processes, which have no walls: enough for our samples, and for"
        f" bots of your own. Why no containers: {lack}."
    )
    console.print(f"The command for them: {shlex.quote(find_program('arena'))} doctor")
    return "process"


def _make_image(console: PlainConsole) -> str:
    """Have the engine get the bots' image, if there is one; return why it has none in the end."""
    engine = Engine()
    try:
        engine.version()
        if find_image(engine) is None:
            console.print("Making the image that bots run in, once ...")
            begun = time.monotonic()
            build_image(engine, lambda _: None)
            console.print(f"It is there after {time.monotonic() - begun:.0f} s.")
    except HostFailure as failure:
        return str(failure)
    finally:
        engine.close()
    return ""


def _require_own_bots(store: Store, box: str) -> None:
    """UserError if bots of others would play without walls."""
    roster = store.roster()
    others = {roster.author_of(player) for player in roster.active()} - {ORGANISER}
    if box == "process" and others:
        raise UserError(
            f"On this ladder are bots of {', '.join(sorted(others))}; without containers only your"
            " own are played here."
        )


# --- what came of it ---


def _print_table(store: Store, console: PlainConsole) -> None:
    """Print the live board: TrueSkill."""
    ratings = store.ratings(store.roster().season, [GAME])
    found = [(rating, player) for (player, _), rating in ratings.items()]
    found.sort(key=lambda pair: (-pair[0].score, pair[1]))
    rows = (
        (number, player, *map("{:.1f}".format, (one.score, one.mean, one.deviation)), one.games)
        for number, (one, player) in enumerate(found, 1)
    )
    heads = ("#place", "bot", "#TrueSkill", "#mean", "#±", "#games")
    console.print(make_table(heads, rows))
    console.print("TrueSkill: the mean less three deviations, which a bot is worth at least.")


def _write_page(store: Store, folder: Path) -> Path:
    """Write the replay page of the match that was played last."""
    number = max(result.match for result in store.results())
    record = store.read_record(number)
    if record is None:
        raise HostFailure(f"the record of match {number} is missing")
    page = folder / f"match-{number}.html"
    write_html(page, replay_page(record, choose_replays(record, None)))
    return page


def _print_next(place: Path, box: str, console: PlainConsole) -> None:
    """Print what to type next."""
    arena, ladder = (shlex.quote(find_program(name)) for name in ("arena", "ladder"))
    trust = " --trust" if box == "process" else ""
    told = {
        "Look at the ladder in a browser": (
            f"LADDER={shlex.quote(str(place))} {ladder} serve{trust}"
        ),
        "Sit down at the table": f"{arena} play {GAME} human careful random",
        "Build a bot": f"{arena} new my_bot --game {GAME}",
    }
    for what, line in told.items():
        console.print(f"{what}:")
        console.print(f"    {line}")


if __name__ == "__main__":
    # So that what is advised works in the shell that called `make`, in its folder.
    sys.argv[0] = os.path.relpath(Path(sys.prefix) / "bin" / "ladder")
    play()
