"""`arena review`: where a bot lost points, and what its result is made of."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.progress import track
from rich.table import Table
from rich.text import Text

from arena.cli.replay import find_record, tell_answered
from arena.errors import UserError
from arena.match.index import read_questions, require_bot
from arena.match.replay import Replay, choose_replays
from arena.match.unfinished import read_match
from arena.review.review import (
    GameReview,
    ReviewedDecision,
    list_costliest,
    list_seats,
    review_seat,
)
from arena.runner.child import answer_all
from arena.system import usable_cpus
from arena.terminal.console import PlainConsole
from arena.terminal.shown import Shown
from arena.v1 import record_pb2 as rec
from arena.viewer.page import replay_page, write_html


def show_review(
    path: Path, *, bot: str, number: int | None, playouts: int, worst: int, html: Path | None
) -> Shown:
    """Review the games of a bot, and show the decisions that cost it most."""
    path = find_record(path)
    record = read_match(path)
    replays = choose_replays(record, number)
    require_bot(replays, bot)
    if html is not None and not html.parent.is_dir():
        # Before the work, which would be lost.
        raise UserError(f"{html} cannot be written: there is no folder {html.parent}.")
    reviews = [*_review_all(record, [*list_seats(replays, bot)], playouts)]
    costly = list_costliest(reviews)[:worst]
    lines: list[RenderableType] = [_draw_games(reviews)]
    for review, decision in costly:
        lines += _tell_decision(_find(replays, review), decision)
    lines += ["", _conclude(reviews, bot, replays[0].game.unit, playouts)]
    if html is not None:
        write_html(html, replay_page(record, replays, reviews))
        lines.append(f"{html}: the games with what every move was worth. Any browser opens it.")
    advice: list[object] = []
    if costly:
        review, decision = costly[0]
        advice = ["replay", path, "--game", review.game, "--view", decision.question]
    answer = {"bot": bot, "playouts": playouts, "games": [*map(_describe, reviews)]}
    return Shown(answer, lines, advice)


# --- all cores ---


def _review_all(
    record: rec.Record, jobs: Sequence[tuple[int, int]], playouts: int
) -> Iterator[GameReview]:
    """Yield the review of each (game from 0 on, seat), each made in one of as many processes."""
    content = record.SerializeToString()
    workers = min(len(jobs), len(usable_cpus()))
    asked = [(content, game, seat, playouts) for game, seat in jobs]
    yield from track(
        answer_all(_review, asked, workers),
        "reviewing",
        total=len(jobs),
        console=PlainConsole(stderr=True),
        transient=True,
        disable=len(jobs) == 1,
    )


def _review(content: bytes, number: int, seat: int, playouts: int) -> GameReview:
    record = rec.Record.FromString(content)
    (replay,) = choose_replays(record, number + 1)
    return review_seat(replay, seat, playouts)


# --- what came out ---


def _find(replays: Sequence[Replay], review: GameReview) -> Replay:
    return next(replay for replay in replays if replay.number + 1 == review.game)


def _draw_games(reviews: Sequence[GameReview]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("game", "seat", "lead", "=", "deal", "others' play", "own play", "mistakes"):
        table.add_column(name, justify="right", overflow="fold")
    for review in reviews:
        split = review.split
        table.add_row(
            str(review.game),
            str(review.seat) + (" forfeit" if review.forfeited else ""),
            f"{split.lead:+.1f}",
            "",
            str(split.deal),
            str(split.others),
            str(split.own),
            f"{-review.cost:+.1f} ± {review.error:.1f}",
        )
    return table


def _tell_decision(replay: Replay, decision: ReviewedDecision) -> Iterator[str | Text]:
    yield ""
    yield from tell_answered(next(islice(read_questions(replay), decision.question - 1, None)))
    yield (
        f"{decision.better} would have been worth {decision.cost:.1f} ±"
        f" {decision.error:.1f} {replay.game.unit} more ({tell_sure(decision)})."
    )


def tell_sure(decision: ReviewedDecision) -> str:
    """Say how sure it is that the better move is better."""
    return "99.9 % sure" if decision.sure > 0.999 else f"{100 * decision.sure:.0f} % sure"


def _conclude(reviews: Sequence[GameReview], bot: str, unit: str, playouts: int) -> str:
    games = len(reviews)
    cost = sum(review.cost for review in reviews) / games
    error = sqrt(sum(review.error**2 for review in reviews)) / games
    decisions = sum(len(review.decisions) for review in reviews)
    return (
        f"The mistakes of {bot} cost {cost:.1f} ± {error:.1f} {unit} a game, found with {playouts}"
        f" playouts for each of {decisions} decisions. A lead is over the mean of the others; it"
        " is what the deal, their play and its own play sum to. Each ± is one standard error."
    )


def _describe(review: GameReview) -> dict[str, Any]:
    decisions = [
        {**asdict(decision), "sure": decision.sure}
        for decision in sorted(review.decisions, key=lambda one: -one.cost)
    ]
    return {**asdict(review), "cost": review.cost, "error": review.error, "decisions": decisions}
