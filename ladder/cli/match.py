"""`ladder match`: what came of a match, and how it moved the ratings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.errors import UserError
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from ladder.cli.options import at_ladder, putting_record
from ladder.cli.output import make_console, make_table, print_json, working
from ladder.log.entries import describe_forfeits
from ladder.machine.clock import describe_time
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from rich.table import Table

    from ladder.log.entries import Played
    from ladder.matches import Player
    from ladder.queries.matches import MatchSummary


@click.command(epilog="Example: ladder match 7")
@click.argument("number", type=click.IntRange(min=1))
@putting_record
@click.option(
    "--logs",
    type=click.Path(path_type=Path),
    help="Folder to put what its bots have printed in, a file for each; it is kept for a while.",
)
@at_ladder
@as_json
def match(
    *, number: int, record: Path | None, logs: Path | None, place: str, as_json: bool
) -> None:
    """Explain a match: expected ranks, ranks, and what that changed."""
    from ladder.queries.matches import read_match
    from ladder.store.opening import open_store

    with open_store(place) as store, working("rating"):
        story = read_match(store, number)
        content, printed = store.record(number), store.logs(number)
    path = None if record is None else _put(content, number, record)
    if logs is not None:
        _put_logs(story.match, printed, logs)
    if as_json:
        print_json(story, record=path and str(path))
        return
    console = make_console()
    console.print(_title(story))
    console.print(_table(story))
    where = "" if logs is None else f"The output of its bots is in {logs}"
    excluded = f"It does not count: {story.excluded}." if story.excluded else ""
    old = "" if story.rated else "Live ratings are being recalculated. Those shown may be old."
    for text in filter(None, (story.note, excluded, old, where)):
        console.print(text)
    if path is None:
        console.print(advise("match", number, "--record", "records", program="ladder"))
    else:
        console.print(advise("replay", path, "--game", 1))


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


def _title(story: MatchSummary) -> str:
    played = story.match
    options = " ".join(f"{name}={text}" for name, text in sorted(played.options.items()))
    return (
        f"Match {played.match}: {played.game} ({options}), {plural(played.games, 'game')},"
        f" {describe_time(story.time)}"
    )


def _table(story: MatchSummary) -> Table:
    played = story.match
    names = ("bot", "score", "forfeits", "rank", "expected", "mean", "±", "live score")
    table = make_table(*names, left=["bot", "forfeits"])
    for change in story.changes:
        index = played.players.index(change.player)
        table.add_row(
            change.player,
            str(played.scores[index]),
            describe_forfeits(played.forfeits[index]),
            f"{change.rank:.1f}".removesuffix(".0"),
            f"{change.expected_rank:.1f}",
            f"{change.before.mean:.1f} -> {change.after.mean:.1f}",
            f"{change.before.deviation:.1f} -> {change.after.deviation:.1f}",
            f"{change.before.score:.1f} -> {change.after.score:.1f}",
        )
    return table
