"""`ladder submit`: a bot is checked as it would be at home, and then it is on the ladder.

One bot's check is told as it goes. Several are checked at once, a process each, and of those that
pass only that is said.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from arena.check.report import CheckStep, repeat_options
from arena.cli.advice import advise
from arena.cli.bots import find_bot
from arena.cli.check import print_step
from arena.cli.console import PlainConsole
from arena.cli.terminal import say
from arena.errors import UserError
from arena.match.record import require_place
from ladder.admission import find_author
from ladder.cli.output import print_json
from ladder.queries.wording import plural
from ladder.store.opening import open_store
from ladder.submit import Submitted, enter_samples, submit

# Where the records of failed checks go, for their authors to replay.
RECORDS = Path("records")


def submit_bots(
    bots: Sequence[str],
    place: str,
    allow_missing: Sequence[str],
    *,
    author: str,
    box: str,
    trust: bool,
    as_json: bool,
) -> int:
    """Check the bots and take in those that pass; 1 if a check refuses one.

    UserError if one cannot come in whatever it does. The others have come in all the same.
    """
    console = PlainConsole(soft_wrap=True, quiet=as_json)
    kind = "process" if trust else box
    with open_store(place) as store:
        find_author(store.roster(), author)
    require_place(RECORDS)
    outcomes: list[Submitted] = []
    mistakes: list[str] = []
    submit_one = partial(_submit, place=place, author=author, box=kind, allow_missing=allow_missing)
    for bot, outcome in _submit_all(bots, submit_one, console):
        if isinstance(outcome, UserError):
            mistakes.append(f"{bot} does not come in. {outcome}")
            continue
        outcomes.append(outcome)
        _print(outcome, console, steps=len(bots) > 1 and outcome.player is None)
    if as_json:
        print_json(outcomes)
    if mistakes:
        for mistake in mistakes[:-1]:
            say(mistake, sys.stderr)
        raise UserError(mistakes[-1])
    refused = [outcome for outcome in outcomes if outcome.player is None]
    if refused:
        names = ", ".join(outcome.bot for outcome in refused)
        first = refused[0]
        advice = advise("check", first.bot, *repeat_options(first.report.games, first.report.seed))
        console.print(f"Refused: {names}. {advice}")
    else:
        console.print(advise("run", "--matches", 10, program="ladder"))
    return int(bool(refused))


def submit_samples(place: str, *, as_json: bool) -> None:
    """Take in the graded field, and say who came in; UserError if one did not."""
    with open_store(place) as store:
        found = [*enter_samples(store)]
    entered = [one for one in found if not isinstance(one, UserError)]
    if as_json:
        print_json(entered)
    elif entered:
        say(f"On the ladder: {', '.join(entered)}.")
    mistakes = [one for one in found if isinstance(one, UserError)]
    for mistake in mistakes[:-1]:
        say(str(mistake), sys.stderr)
    if mistakes:
        raise mistakes[-1]
    if not as_json:
        say(advise("run", "--matches", 10, program="ladder"))


def _submit_all(
    bots: Sequence[str], submit_one: Callable[..., Submitted | UserError], console: PlainConsole
) -> Iterator[tuple[str, Submitted | UserError]]:
    if len(bots) == 1:
        console.print(f"Checking {bots[0]} ...")
        yield bots[0], submit_one(bots[0], console)
        return
    console.print(f"Checking {plural(len(bots), 'bot')} ...")
    # Not forked: a check loads gRPC, and what has loaded that may not fork.
    context = multiprocessing.get_context("spawn")
    workers = min(len(bots), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, context) as pool:
        yield from zip(bots, pool.map(submit_one, bots), strict=True)


def _submit(
    bot: str,
    console: PlainConsole | None = None,
    *,
    place: str,
    author: str,
    box: str,
    allow_missing: Sequence[str],
) -> Submitted | UserError:
    def tell(step: CheckStep) -> None:
        if console is not None:
            print_step(step, console)

    try:
        with ExitStack() as held, open_store(place) as store:
            path, name = find_bot(bot, held)
            return submit(
                store,
                path,
                name,
                author=author,
                box=box,
                allow_missing=allow_missing,
                records=RECORDS,
                on_step=tell,
            )
    except UserError as mistake:
        return mistake


def _print(outcome: Submitted, console: PlainConsole, *, steps: bool) -> None:
    if steps:
        console.print(f"{outcome.bot}:")
        for step in outcome.report.steps:
            print_step(step, console)
    if outcome.player is not None:
        said = f"{outcome.bot} passes all {len(outcome.report.steps)} steps:"
        console.print(f"{said} {outcome.player} is on the ladder.")
