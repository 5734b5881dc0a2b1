"""`arena check`: the steps of a check as they end, and of one that fails all there is to see."""

from collections.abc import Sequence
from typing import Any

from arena.boxes.kinds import KINDS
from arena.boxes.wall_clock import local_clock
from arena.check.check import UNCHECKED
from arena.check.limits import say_limits
from arena.check.printing import tell_step
from arena.check.report import Report, repeat_options
from arena.games import find_game
from arena.library.calls import check_bot
from arena.match.clock import parse_time_control
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.shown import print_json


def show_check(
    bot: str,
    box: str,
    *,
    games: Sequence[str],
    clock: str,
    clock_kind: str,
    start_limit: float,
    as_json: bool,
    **asked: Any,
) -> int:
    """Check a bot, printing every step when it ends; 1 if the bot is refused."""
    console = PlainConsole(soft_wrap=True, quiet=as_json)
    if KINDS[box].isolates:
        console.print(say_limits(box))
    control = local_clock(parse_time_control(clock, clock_kind, start_limit), box, console.print)
    report = check_bot(
        bot,
        games=games,
        box=box,
        clock=clock,
        clock_kind=control.kind,
        start_limit=control.start,
        **asked,
        on_step=lambda step: console.print_lines(tell_step(step)),
    )
    if as_json:
        print_json(report, passed=report.passed)
    else:
        _conclude(report, bot, console, repeat_options(games, report.seed, box))
    return int(not report.passed)


def _conclude(report: Report, bot: str, console: PlainConsole, again: Sequence[str]) -> None:
    """Say what came out, and what to type next."""
    failed = report.failed
    if failed is None:
        seconds = sum(step.seconds for step in report.steps)
        said = f"{report.bot} passes all {len(report.steps)} steps, in {seconds:.0f} s."
        game = report.games[0]
        opponents = ["random"] * (find_game(game).seats[0] - 1)
        advice = advise("play", game, bot, *opponents)
    else:
        said = f"{report.bot} is refused at step {failed.number}, {failed.name}."
        evidence = failed.finding.evidence
        advice = advise("check", bot, *again)
        if evidence is not None and evidence.record is not None:
            advice = advise("replay", evidence.record, "--game", evidence.game)
    console.print_lines(("", said, f"The same random seed: {' '.join(again)}"))
    if failed is None and not KINDS[report.box].isolates:
        console.print(f"{UNCHECKED} {advise('check', bot, '--box', 'container')}")
    console.print(advice)
