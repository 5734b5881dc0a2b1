"""What `arena play` says at the end: one row a bot, one sentence of verdict, what to try next."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.table import Table

from arena.cli.advice import advise
from arena.cli.statistics import Comparison, Tally, by_team, compare, estimate, tally
from arena.games import AnyGame
from arena.match.plan import seating
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class Result:
    """The matches of one call, and where their records are."""

    game: AnyGame
    records: list[rec.Record]
    paths: list[Path]

    def games(self) -> Iterator[rec.GameRecord]:
        for record in self.records:
            yield from record.games

    def tallies(self) -> list[Tally]:
        """The bots, best first: by forfeited games, then by mean score."""
        return sorted(
            tally(self.records),
            key=lambda bot: (bot.forfeits.total(), -fmean(bot.deal_means())),
        )

    def compare(self) -> Comparison:
        """Compare the two best: bots, or teams where there are any."""
        best, second, *_ = by_team(self.tallies())
        return compare(best, second)


def print_result(result: Result, console: Console) -> None:
    bots = result.tallies()
    console.print(_table(result.game, bots))
    for line in _last_forfeits(result):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    sentence = say_verdict(result.compare(), result.game.unit)
    where = " ".join(str(path) for path in result.paths)
    for text in (
        f"\n{sentence}",
        f"The record is in {where}" if len(result.paths) == 1 else f"The records are in {where}",
        advise("replay", result.paths[0], "--game 1"),
    ):
        console.print(text, markup=False, highlight=False, soft_wrap=True)


def print_json(result: Result) -> None:
    bots = result.tallies()
    found = result.compare()
    described = {
        "game": result.game.name,
        "records": [str(path) for path in result.paths],
        "bots": [_describe(bot) for bot in bots],
        "verdict": {
            "sentence": say_verdict(found, result.game.unit),
            "better": found.better,
            "worse": found.worse,
            "difference": found.difference.mean,
            "margin": found.difference.margin,
            "p": found.p,
            "games": found.games,
        },
    }
    print(json.dumps(described, indent=2))


def say_verdict(found: Comparison, unit: str) -> str:
    """Say in one sentence what the match has shown of its two best bots."""
    amount = f"{found.difference} {unit} a game"
    if found.p is None:
        return f"{found.better} is ahead of {found.worse} by {amount}; one deal shows nothing yet."
    chance = "p < 0.001" if found.p < 0.001 else f"p = {found.p:.3f}"
    if found.p < 0.05:
        return f"{found.better} beats {found.worse} by {amount}, {chance}; n = {found.games}."
    return (
        f"No difference is shown: {found.better} is ahead of {found.worse} by {amount}, {chance};"
        f" n = {found.games}. More --deals would tell."
    )


def _table(game: AnyGame, bots: list[Tally]) -> Table:
    table = Table(box=None, pad_edge=False)
    columns = ("bot", "games", f"score ({game.unit})", "wins", "forfeits", "mean time", "worst")
    for column in columns:
        table.add_column(column, justify="left" if column in ("bot", "forfeits") else "right")
    for bot in bots:
        table.add_row(
            bot.name,
            str(bot.games),
            str(estimate(bot.deal_means())),
            f"{bot.wins / bot.games:.0%}",
            ", ".join(f"{number} {name}" for name, number in sorted(bot.forfeits.items())) or "-",
            _milliseconds(fmean(bot.walls)) if bot.walls else "-",
            _milliseconds(max(bot.walls)) if bot.walls else "-",
        )
    return table


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


def _last_forfeits(result: Result) -> Iterator[str]:
    """Show every bot's last forfeit, or rather the last one with a log to show."""
    last: dict[str, str] = {}
    for record in result.records:
        for number, game in enumerate(record.games, start=1):
            seated = seating(record.plan, game.rotation)
            for forfeit in game.forfeits:
                name = record.plan.entrants[seated[forfeit.seat]].name
                if name in last and not forfeit.log_tail:
                    continue
                verdict = read_verdict(forfeit.verdict)
                text = f"\n{name} forfeited game {number}: {verdict}: {forfeit.detail}"
                tail = [f"  | {line}" for line in forfeit.log_tail.splitlines()]
                last[name] = "\n".join([text, *tail])
    yield from last.values()


def _describe(bot: Tally) -> dict[str, Any]:
    score = estimate(bot.deal_means())
    return {
        "name": bot.name,
        "games": bot.games,
        "score": score.mean,
        "margin": score.margin,
        "wins": bot.wins / bot.games,
        "forfeits": dict(bot.forfeits),
        "mean_ms": fmean(bot.walls) * 1000 if bot.walls else None,
        "worst_ms": max(bot.walls) * 1000 if bot.walls else None,
    }
