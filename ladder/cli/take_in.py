"""Taking bots in: a bot is checked as it would be at home, and then it is on the ladder.

One bot's check is told as it goes. Several are checked at once, a process each, and of those that
pass only that is said.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from arena.bots.finding import find_bot
from arena.bots.intake import take_in as take_in_bot
from arena.boxes.host.leftovers import runtime_folder
from arena.check.printing import print_step
from arena.check.report import CheckStep, repeat_options
from arena.errors import Unavailable, UserError
from arena.match.record import require_place
from arena.runner.child import Bounds, answer_all
from arena.runner.host import Host
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.output import say
from ladder.cli.output import print_json
from ladder.cli.trusting import require_trust
from ladder.log.admission import find_author
from ladder.log.entries import ORGANISER
from ladder.machine.pulse import count_cpus
from ladder.queries.wording import plural
from ladder.store.opening import open_store
from ladder.submissions.files import released_samples
from ladder.submissions.submit import Submitted, enter_samples, submit

# Folder of the records of failed checks, for their authors to replay.
RECORDS = Path("records")


def submit_bots(
    bots: Sequence[str],
    place: str,
    boxes: Host,
    *,
    author: str,
    trust: bool,
    as_json: bool,
) -> int:
    """Check the bots and take in those that pass; 1 if a check refuses one.

    UserError if one cannot come in whatever it does. The others have come in all the same.
    """
    console = PlainConsole(soft_wrap=True, quiet=as_json)
    with open_store(place) as store:
        find_author(store.roster(), author)
    if trust:
        require_trust(frozenset({author}))
    outcomes: list[Submitted] = []
    mistakes: list[str] = []
    for bot, outcome in take_in(bots, place, boxes, console, author=author):
        if isinstance(outcome, UserError):
            mistakes.append(f"{bot} does not come in. {outcome}")
            continue
        outcomes.append(outcome)
        _print(outcome, console, steps=len(bots) > 1 and not outcome.player)
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
        again = repeat_options(first.report.games, first.report.seed, boxes.box)
        advice = advise("check", first.bot, *again)
        console.print(f"Refused: {names}. {advice}")
    else:
        missing = [f"--allow-missing={name}" for name in boxes.allow_missing]
        again = ["--trust"] if trust else missing
        console.print(advise("run", "--matches", 10, *again, program="ladder"))
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


def take_in(
    bots: Sequence[str],
    place: str,
    boxes: Host,
    console: PlainConsole,
    *,
    author: str = ORGANISER,
) -> Iterator[tuple[str, Submitted | UserError]]:
    """Take in the bots that need no check, and then check the others; tell of each what came of it.

    One that is checked alone is told of as it goes.
    """
    submit_one = partial(_submit, place=place, author=author, boxes=boxes)
    known = [bot for bot in bots if _is_known(bot)]
    yield from ((bot, submit_one(bot)) for bot in known)
    others = [bot for bot in bots if bot not in known]
    if others:
        require_place(RECORDS)
        yield from _check_all(others, submit_one, console)


def _is_known(text: str) -> bool:
    """Say whether a bot is a sample as it was released; what is wrong with it is found later."""
    try:
        source = find_bot(text)
        if not source.path.is_dir():
            return False
        with runtime_folder() as folder:
            return take_in_bot(source, folder).digest in released_samples()
    except UserError:
        return False


def _check_all(
    bots: Sequence[str], submit_one: Callable[..., Submitted | UserError], console: PlainConsole
) -> Iterator[tuple[str, Submitted | UserError]]:
    if len(bots) == 1:
        console.print(f"Checking {bots[0]} ...")
        yield bots[0], submit_one(bots[0], console)
        return
    console.print(f"Checking {plural(len(bots), 'bot')} ...")
    workers = min(len(bots), count_cpus())
    asked = [(bot,) for bot in bots]
    yield from zip(
        bots, answer_all(submit_one, asked, workers, Bounds(interrupts=True)), strict=True
    )


def _submit(
    bot: str,
    console: PlainConsole | None = None,
    *,
    place: str,
    author: str,
    boxes: Host,
) -> Submitted | UserError:
    def tell(step: CheckStep) -> None:
        if console is not None:
            print_step(step, console)

    try:
        with open_store(place) as store:
            return submit(
                store,
                find_bot(bot),
                author=author,
                host=boxes,
                records=RECORDS,
                on_step=tell,
            )
    except UserError as mistake:
        return mistake
    except Unavailable as lack:
        raise Unavailable(f"{lack}. Bots of your own need no walls: --trust") from lack


def _print(outcome: Submitted, console: PlainConsole, *, steps: bool) -> None:
    if steps:
        console.print(f"{outcome.bot}:")
        for step in outcome.report.steps:
            print_step(step, console)
    if outcome.player is not None:
        said = f"passes all {len(outcome.report.steps)} steps"
        if not outcome.checked:
            said = "is a sample bot that was checked for its release"
        console.print(f"{outcome.bot} {said}: {outcome.player} is on the ladder.")
