"""`arena measure`: how strong is a bot, in steps between the house bots of a game?"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from arena.cli.compare import play_paired, read_paired
from arena.cli.compare_report import say_faults
from arena.games import find_game
from arena.library.measure import GameMeasurement, MeasureRequest, open_measurement
from arena.runner.competitors import Competitors
from arena.runner.host import Host
from arena.terminal.console import PlainConsole
from arena.terminal.program import STOPPED
from arena.terminal.shown import Shown, wants_json


def measure_bot(*, game: str, **asked: Any) -> Shown:
    """Measure a bot; the exit code is 130 if a signal stopped it. The games played are kept in any
    case.
    """
    console = PlainConsole(stderr=True, quiet=wants_json(), soft_wrap=True)
    request = read_paired(MeasureRequest, console.print, **asked)
    with Host(request.box, request.allow_missing) as host:
        competitors = Competitors(host, console.print)
        found = open_measurement(request, find_game(game), competitors, host)
        console.print(_say_begin(found))
        stopped = play_paired(found, console, partial(_say_steps, found))
    answer, lines = _describe(found, stopped=stopped), _tell(found, stopped=stopped)
    return Shown(answer, lines, code=STOPPED if stopped else 0)


def _say_begin(one: GameMeasurement) -> str:
    """Say what the bot will be asked: one that asks a model pays for it."""
    most, each = one.comparison.most, one.questions()
    longest = one.game.longest_text(one.folder.first.options)
    return (
        f"{one.game.title}: {one.name} and three house bots play the same deals against"
        f" {', '.join(one.against)}. {one.name} plays at most {most:,} games of about {each}"
        f" questions: {most * each:,}, as text of at most {longest:,} characters each."
    )


def _say_steps(one: GameMeasurement) -> str:
    measured = one.comparison
    games = f"{len(measured.pairs):,} game{'' if len(measured.pairs) == 1 else 's'}"
    if measured.steps is None:
        return f"no steps yet in {games}: {measured.missing}"
    steps = measured.steps
    beyond = ", outside of the house bots" if steps.beyond else ""
    sure = f"95% interval {steps.low:.2f} to {steps.high:.2f}"
    return f"{steps.value:.2f} steps ({sure}{beyond}), {games}"


def _tell(one: GameMeasurement, *, stopped: bool) -> Iterator[str]:
    yield f"{one.name} in {one.game.title}: {_say_steps(one)}."
    if faults := one.comparison.forfeits(0):
        yield f"{one.name} forfeited: {say_faults(faults)}. A forfeited game is lost."
    if stopped:
        yield "Stopped; the same command goes on."
    yield f"The records are in {one.folder.path}"


def _describe(one: GameMeasurement, *, stopped: bool) -> dict[str, object]:
    measured, steps = one.comparison, one.comparison.steps
    return {
        "game": one.game.name,
        "options": dict(one.folder.first.option_texts),
        "bot": one.name,
        "house": [plan.bots[0].name for plan in [*one.folder.plans.values()][1:]],
        "against": one.against,
        "stopped": stopped,
        "games": len(measured.pairs),
        "steps": steps and steps.value,
        "low": steps and steps.low,
        "high": steps and steps.high,
        "beyond": steps and steps.beyond,
        "reason": measured.missing,
        "faults": dict(measured.forfeits(0)),
        "seed": one.folder.seed.hex(),
        "folder": str(one.folder.path),
    }
