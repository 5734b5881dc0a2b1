"""The report at the end of `arena play`: one row a bot, one sentence of verdict, the next
command."""

from collections.abc import Iterator
from dataclasses import asdict
from statistics import fmean
from typing import Any, Final

from rich.table import Table

from arena.bots.hints import find_hint
from arena.bots.parameters import tell_parameters
from arena.boxes.kinds import KINDS
from arena.foreign_text import show_lines
from arena.library.result import MatchResult
from arena.match.statistics import (
    LEAST_GAMES,
    Comparison,
    MeanWithMargin,
    Tally,
    identify,
)
from arena.match.verdict import read_verdict
from arena.terminal.console import PlainConsole
from arena.terminal.shown import Shown
from arena.v1 import record_pb2 as rec

# The columns that a narrow terminal does without, and what it shows of a name at least.
_GIVES_WAY: Final = ("worst ms", "mean ms", "p", "wins")
_NAME_LETTERS: Final = 12


def show_result(result: MatchResult) -> Shown:
    advice = ["replay", result.path, "--game", 1]
    return Shown(_describe_match(result), _tell(result), advice)


def show_place(result: MatchResult) -> Shown:
    """Say where the record of a match with people is, whose games have been told one by one."""
    return Shown(None, [_where(result)], ["replay", result.path, "--html", "game.html"])


def _tell(result: MatchResult) -> Iterator[Table | str]:
    yield _table(result, PlainConsole().width)
    for bot in result.plan.bots:
        if bot.parameters:
            yield f"{bot.name}: {tell_parameters(bot.parameters)}"
    forfeits = list(_tell_forfeits(result))
    if forfeits:
        yield from forfeits
        yield from ("", "A forfeited game is lost: it counts as last, one behind the others.")
    if note := KINDS[result.plan.box].note:
        yield from ("", note)
    yield from ("", say_verdict(result), _where(result), _random_seed(result))


def _random_seed(result: MatchResult) -> str:
    again = sum(game.attempt > 0 for game in result.games)
    but = f", but for {again} games, which were dealt again" if again else ""
    return f"The same random seed{but}: --seed {result.plan.seed.hex()}"


def _describe_match(result: MatchResult) -> dict[str, Any]:
    plan = result.plan
    parameters = {bot.name: dict(sorted(bot.parameters.items())) for bot in plan.bots}
    return {
        "game": plan.game.name,
        "games": len(result.games),
        "planned": plan.games,
        "stopped": result.stopped,
        "record": result.path,
        "seed": plan.seed.hex(),
        "clock": plan.clock.kind,
        "box": plan.box,
        "bots": [_describe(bot, parameters[bot.name]) for bot in result.bots],
        "pairs": [_describe_pair(pair) for pair in result.pairs],
        "verdict": say_verdict(result) if result.bots else "",
    }


def say_verdict(result: MatchResult) -> str:
    """Say in one sentence what the match has shown of its two best bots."""
    if len(result.bots) < 2:
        return f"All seats are {result.bots[0].name}; there is no other bot to compare it with."
    return say_comparison(result.pairs[0], result.plan.game.unit)


def say_comparison(found: Comparison, unit: str) -> str:
    """Say in one or two sentences how much better one bot is than another, and how sure that is."""
    amount = f"{found.difference} {unit} a game"
    leads = f"{found.bot} is ahead of {found.other} by {amount}"
    if not found.difference.mean:
        leads = f"{found.bot} and {found.other} are level"
    if found.games < LEAST_GAMES:
        games = "1 game tells" if found.games == 1 else f"{found.games} games tell"
        return f"{leads}; {games} nothing yet, {LEAST_GAMES} are the least."
    if found.p is None or found.detectable is None:
        return f"{leads} in each of {found.games} games, which tells nothing of how sure that is."
    sure = f"p {_chance(found.p)}, {found.games} games"
    if found.shown:
        return f"{found.bot} beats {found.other} by {amount}, {sure}."
    least = f"{found.detectable:.2g} {unit}"
    return (
        f"No difference is shown: {leads}, {sure}. {found.games} games detect one of {least} or"
        " more in four of five matches."
    )


def _chance(p: float) -> str:
    """Return how likely chance alone is, with the sign before it."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def _where(result: MatchResult) -> str:
    games, planned = len(result.games), result.plan.games
    if not result.stopped:
        return f"The record is in {result.path}"
    return (
        f"Stopped after {games} of {planned} games, which are in {result.path}; the same command"
        " goes on with them."
    )


def _table(result: MatchResult, width: int) -> Table:
    """Return a row a bot. In a narrow terminal columns give way, and then the end of a name."""
    columns = _columns(result)
    for title in _GIVES_WAY:
        if _width(columns) > width:
            columns.pop(title, None)
    table = Table(box=None, pad_edge=False)
    # A column that may be wrapped gives way first, and a word is then not broken but cut.
    table.add_column("bot", overflow="ellipsis")
    for title in columns:
        table.add_column(title, justify="right", no_wrap=True)
    for bot, *cells in zip(result.bots, *columns.values(), strict=True):
        table.add_row(_name(bot), *cells)
    return table


def _columns(result: MatchResult) -> dict[str, list[str]]:
    """Return the figures of the bots, best first, by the title of their column."""
    pairs = result.pairs[: len(result.bots) - 1]
    times = [[1000 * seconds for seconds in bot.times] for bot in result.bots]
    columns = {
        "score": [f"{bot.score:.2f}" for bot in result.bots],
        "wins": [f"{bot.win_share:.0%}" for bot in result.bots],
        "to the first": ["", *(_behind(pair) for pair in pairs)],
        "p": ["", *(_tell_p(pair) for pair in pairs)],
        "mean ms": [f"{fmean(of_bot):.2f}" if of_bot else "-" for of_bot in times],
        "worst ms": [f"{max(of_bot):.2f}" if of_bot else "-" for of_bot in times],
    }
    if any(bot.forfeits for bot in result.bots):
        columns["forfeits"] = [str(bot.forfeits.total() or "-") for bot in result.bots]
    return columns


def _width(columns: dict[str, list[str]]) -> int:
    """Return the width of a table with these columns and the beginning of each name."""
    widths = (max(map(len, (title, *cells))) for title, cells in columns.items())
    return _NAME_LETTERS + sum(2 + width for width in widths)


def _tell_p(found: Comparison) -> str:
    return "?" if found.p is None else _chance(found.p).removeprefix("= ")


def _name(bot: Tally) -> str:
    return bot.name if bot.copies == 1 else f"{bot.name} ×{bot.copies}"


def _behind(found: Comparison) -> str:
    """Return how far the second of two is behind the first."""
    return str(MeanWithMargin(0 - found.difference.mean, found.difference.margin))


def _tell_forfeits(result: MatchResult) -> Iterator[str]:
    """Tell of every bot how often it forfeited, and show the last time that has a log to show."""
    last: dict[str, tuple[int, rec.Forfeit]] = {}
    for game in result.games:
        for forfeit in game.forfeits:
            identity = identify(result.plan.bots[game.seating[forfeit.seat]])
            if forfeit.log_tail or identity not in last:
                last[identity] = game.number + 1, forfeit
    for bot in result.bots:
        if bot.identity in last:
            number, forfeit = last[bot.identity]
            counts = ", ".join(f"{times} {name}" for name, times in sorted(bot.forfeits.items()))
            verdict = read_verdict(forfeit.verdict)
            yield ""
            yield f"{bot.name} forfeited: {counts}. In game {number}: {verdict}: {forfeit.detail}"
            yield from (f"  | {line}" for line in show_lines(forfeit.log_tail))
            if hint := find_hint(forfeit.log_tail):
                yield hint


def _describe(bot: Tally, parameters: dict[str, str]) -> dict[str, Any]:
    return {
        "name": bot.name,
        "parameters": parameters,
        "copies": bot.copies,
        "games": len(bot.scores),
        "score": bot.score,
        "wins": bot.win_share,
        "forfeits": dict(bot.forfeits),
        "mean_ms": fmean(bot.times) * 1000 if bot.times else None,
        "worst_ms": max(bot.times) * 1000 if bot.times else None,
    }


def _describe_pair(pair: Comparison) -> dict[str, Any]:
    mean, margin = pair.difference.mean, pair.difference.margin
    return {**asdict(pair), "difference": mean, "margin": margin}
