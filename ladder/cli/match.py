"""`ladder match`: what came of a match, and how it moved the ratings."""

from collections.abc import Mapping
from pathlib import Path

from rich.table import Table

from arena.boxes.bot_log import write_logs
from arena.errors import UserError
from arena.match.record import unpack_record, write_record
from arena.terminal.advice import advise
from ladder.cli.output import make_console, make_table, print_json, working
from ladder.log import Played
from ladder.matches import Player
from ladder.queries.matches import MatchStory, read_match
from ladder.queries.wording import describe_time, plural
from ladder.store.database import StoreFailure
from ladder.store.opening import open_store


def show_match(
    place: str, number: int, folder: Path | None, logs: Path | None, *, as_json: bool
) -> None:
    """Explain one match; where a folder is named its record is put there, or its bots' logs."""
    with open_store(place) as store, working("rating"):
        story = read_match(store, number)
        content, printed = store.record(number), store.logs(number)
    path = None if folder is None else _put(content, number, folder)
    if logs is not None:
        _put_logs(story.match, printed, logs)
    if as_json:
        print_json(story, record=path and str(path))
        return
    console = make_console()
    console.print(_title(story))
    console.print(_table(story))
    where = "" if logs is None else f"What its bots have printed is in {logs}"
    excluded = f"It does not count: {story.excluded}." if story.excluded else ""
    old = "" if story.rated else "The ratings are being made again; those shown may be old."
    for text in filter(None, (story.note, excluded, old, where)):
        console.print(text)
    if path is None:
        console.print(advise("match", number, "--record", "records", program="ladder"))
    else:
        console.print(advise("replay", path, "--game", 1))


def _put(content: bytes | None, number: int, folder: Path) -> Path:
    """Put a record where it can be replayed."""
    if content is None:
        raise StoreFailure(f"the record of match {number} is missing; take the last copy")
    try:
        return write_record(unpack_record(content, f"The record of match {number}"), folder)
    except OSError as error:
        raise UserError(f"No record can be put in {folder}: {error.strerror}.") from error


def _put_logs(played: Played, printed: Mapping[Player, str], folder: Path) -> None:
    """Put what the bots have printed into files."""
    try:
        write_logs(folder, played.players, [printed.get(one, "") for one in played.players])
    except OSError as error:
        raise UserError(f"No logs can be put in {folder}: {error.strerror}.") from error


def _title(story: MatchStory) -> str:
    played = story.match
    options = " ".join(f"{name}={text}" for name, text in sorted(played.options.items()))
    return (
        f"Match {played.match}: {played.game} ({options}), {plural(played.games, 'game')},"
        f" {describe_time(story.time)}"
    )


def _table(story: MatchStory) -> Table:
    played = story.match
    names = ("bot", "score", "forfeits", "rank", "expected", "mean", "±", "live score")
    table = make_table(*names, left=["bot", "forfeits"])
    for change in story.changes:
        index = played.players.index(change.player)
        forfeits = played.forfeits[index].items()
        table.add_row(
            change.player,
            str(played.scores[index]),
            ", ".join(f"{number} {verdict}" for verdict, number in sorted(forfeits)) or "-",
            f"{change.rank:.1f}".removesuffix(".0"),
            f"{change.expected_rank:.1f}",
            f"{change.before.mean:.1f} -> {change.after.mean:.1f}",
            f"{change.before.deviation:.1f} -> {change.after.deviation:.1f}",
            f"{change.before.score:.1f} -> {change.after.score:.1f}",
        )
    return table
