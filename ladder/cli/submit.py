"""`ladder submit`: a bot is checked as it would be at home, and then it is on the ladder."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from arena.cli.advice import advise
from arena.cli.bots import find_bot
from arena.cli.check import print_step
from arena.mistake import Mistake
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submission import Submitted, submit

# Where the records of failed checks go, for their authors to replay.
RECORDS = Path("records")


def submit_bots(bots: Iterable[str], place: str, *, trust: bool, as_json: bool) -> int:
    """Check and take in one bot after the other; 1 if a check refuses one."""
    console = Console(highlight=False, soft_wrap=True, quiet=as_json)
    box = "process" if trust else "container"
    with open_store(place) as store:
        outcomes = [_submit(bot, store, box, console) for bot in bots]
    if as_json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], indent=1, default=str))
    refused = [outcome.bot for outcome in outcomes if outcome.player is None]
    if refused:
        console.print(f"Refused: {', '.join(refused)}. {advise('check', *refused[:1])}")
    else:
        console.print(advise("run", "--matches", 10, program="ladder"))
    return int(bool(refused))


def _submit(bot: str, store: Store, box: str, console: Console) -> Submitted:
    path, name = find_bot(bot)
    console.print(f"Checking {bot} ...", markup=False)
    try:
        outcome = submit(
            store,
            path,
            name,
            box=box,
            records=RECORDS,
            on_step=lambda step: print_step(step, console),
        )
    except Mistake as mistake:
        raise Mistake(f"{bot} does not come in. {mistake}") from mistake
    if outcome.player is not None:
        console.print(f"{outcome.player} is on the ladder.", markup=False)
    return outcome
