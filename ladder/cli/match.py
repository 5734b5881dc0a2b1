"""`ladder match`: what came of a match, and how it moved the ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.errors import UserError
from arena.terminal.advice import advise
from ladder.cli.options import putting_record
from ladder.cli.output import Shown, make_table, showing
from ladder.log.entries import describe_forfeits
from ladder.machine.clock import describe_time
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from rich.table import Table

    from ladder.log.entries import Played
    from ladder.matches import Player
    from ladder.queries.matches import MatchSummary
    from ladder.store.store import Store


@click.command(epilog="Example: ladder match 7")
@click.argument("number", type=click.IntRange(min=1))
@putting_record
@click.option(
    "--logs",
    type=click.Path(path_type=Path),
    help="Folder to put what its bots have printed in, a file for each; it is kept for a while.",
)
@showing("rating")
def match(store: Store, *, number: int, record: Path | None, logs: Path | None) -> Shown:
    """Explain a match: expected ranks, ranks, and what that changed."""
    from ladder.queries.matches import read_match

    story = read_match(store, number)
    path = None if record is None else _put(store.record(number), number, record)
    if logs is not None:
        _put_logs(story.match, store.logs(number), logs)
    play = advise("replay", path, "--game", 1) if path else ("match", number, "--record", "records")
    return Shown(story, _tell(story, logs), play, {"record": path and str(path)})


def _tell(story: MatchSummary, logs: Path | None) -> Iterator[str | Table]:
    played = story.match
    options = " ".join(f"{name}={text}" for name, text in sorted(played.options.items()))
    yield (
        f"Match {played.match}: {played.game} ({options}), {plural(played.games, 'game')},"
        f" {describe_time(story.time)}"
    )
    yield _table(story)
    if story.note:
        yield story.note
    if story.excluded:
        yield f"It does not count: {story.excluded}."
    if not story.rated:
        yield "Live ratings are being recalculated. Those shown may be old."
    if logs is not None:
        yield f"What its bots have printed is in {logs}"


def _put(content: bytes | None, number: int, folder: Path) -> Path:
    """Put a record where it can be replayed."""
    from arena.match.record import unpack_record, write_record
    from ladder.store.database import StoreFailure

    if content is None:
        raise StoreFailure(f"the record of match {number} is missing; take the last copy")
    try:
        return write_record(unpack_record(content, f"The record of match {number}"), folder)
    except OSError as error:
        raise UserError(f"No record can be put in {folder}: {error.strerror}.") from error


def _put_logs(played: Played, printed: Mapping[Player, str], folder: Path) -> None:
    """Put what the bots have printed into files."""
    from arena.boxes.supervision.bot_log import write_logs

    try:
        write_logs(folder, played.players, [printed.get(one, "") for one in played.players])
    except OSError as error:
        raise UserError(f"No logs can be put in {folder}: {error.strerror}.") from error


def _table(story: MatchSummary) -> Table:
    played = story.match
    heads = ("bot", "#score", "forfeits", "#rank", "#expected", "#mean", "#±", "#live score")
    rows = (
        (
            one.player,
            played.scores[played.players.index(one.player)],
            describe_forfeits(played.forfeits[played.players.index(one.player)]),
            f"{one.rank:.1f}".removesuffix(".0"),
            f"{one.expected_rank:.1f}",
            f"{one.before.mean:.1f} -> {one.after.mean:.1f}",
            f"{one.before.deviation:.1f} -> {one.after.deviation:.1f}",
            f"{one.before.score:.1f} -> {one.after.score:.1f}",
        )
        for one in story.changes
    )
    return make_table(heads, rows)
