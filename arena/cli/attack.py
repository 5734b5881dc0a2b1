"""`arena doctor --attack`: what strangers' bots may try, tried on this very machine.

It says of every attack whether it held, and how many matches at once the machine bears. That all of
them hold is no proof: it is a list of what was thought of.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from rich.progress import Progress
from rich.text import Text

from arena.attacks.leftovers import find_leftovers
from arena.containers.engine import Engine
from arena.doctor.capacity import Capacity, find_capacity
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.output import say_json

if TYPE_CHECKING:
    from arena.attacks.suite import Outcome

_SIGNS: Final = {
    "held": Text("held  ", "green"),
    "open": Text("open  ", "yellow"),
    "broken": Text("BROKEN", "red"),
}


def show_attacks(box: str, *, as_json: bool, only: Sequence[str] = ()) -> int:
    """Print a line for every attack as it is tried; 1 if one got through that should not.

    `only` names some of them; then nothing else is said. UserError if there is none such.
    """
    console = PlainConsole()
    # First: what the matches below have taken comes back with a delay.
    capacity = None if only else find_capacity(box)
    # Only now: it loads gRPC, and what has loaded that cannot start referees' processes.
    from arena.attacks.suite import find_left, run_suite, suite_names

    names = suite_names(only)
    engine = Engine()
    before = find_leftovers(engine)
    outcomes: list[Outcome] = []
    with Progress(console=console, transient=True, disable=as_json) as progress:
        bar = progress.add_task("attacking", total=len(names))
        for outcome in run_suite(box, only):
            outcomes.append(outcome)
            if not as_json:
                _print(outcome, console)
            progress.advance(bar)
        left = find_left(engine, before)
    if as_json:
        found: dict[str, Any] = {"box": box, "attacks": list(map(_tell, outcomes)), "left": left}
        found |= {"matches_at_once": _describe(capacity)} if capacity else {}
        say_json(found, indent=1)
    else:
        if capacity:
            console.print(_say(capacity))
        _sum_up(outcomes, left, box, console)
    return int(bool(left) or any(outcome.complaints for outcome in outcomes))


def _tell(outcome: "Outcome") -> dict[str, Any]:
    return asdict(outcome) | {"result": outcome.result}


def _sum_up(
    outcomes: "Sequence[Outcome]", left: Sequence[str], box: str, console: PlainConsole
) -> None:
    """Say in a sentence what held, what is open, and what is broken."""
    names: dict[str, list[str]] = {"held": [], "open": [], "broken": []}
    for outcome in outcomes:
        names[outcome.result].append(outcome.name)
    said = [f"{len(names['held'])} held"]
    if names["open"]:
        said.append(f"{len(names['open'])} open for a known reason ({', '.join(names['open'])})")
    if names["broken"]:
        said.append(f"{len(names['broken'])} BROKEN ({', '.join(names['broken'])})")
    number = "1 attack was" if len(outcomes) == 1 else f"{len(outcomes)} attacks were"
    console.print(f"{number} tried on this machine with --box {box}: {', '.join(said)}.")
    for one in left:
        console.print(f"BROKEN  left behind: {one}")
    if not (names["broken"] or left):
        console.print(advise("play", "six_nimmt", "careful", "random", "--box", box))


def _describe(capacity: Capacity) -> dict[str, int | None]:
    return {"advised": capacity.matches, **asdict(capacity)}


def _say(capacity: Capacity) -> str:
    said = f"{capacity.matches} matches at once: {capacity.by_cpu} by CPUs for bots"
    if capacity.by_memory is not None:
        said += f", {capacity.by_memory:,} by free memory with the most seats of any game"
    return f"{said}."


def _print(outcome: "Outcome", console: PlainConsole) -> None:
    console.print(_SIGNS[outcome.result], end="  ")
    line = f"{outcome.name}: {outcome.tries} ({outcome.where})"
    console.print(line)
    for line in (outcome.known, *outcome.complaints):
        if line:
            console.print(f"        {line}")
