"""`ladder match`: what came of a match, and how it moved the ratings."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from arena.boxes.bot_log import write_logs
from arena.cli.advice import advise
from arena.cli.terminal import say_json
from arena.errors import UserError
from arena.match.record import unpack_record, write_record
from ladder.cli.opening import describe_time, make_console, make_table, plural, working
from ladder.leaderboards import read_ratings
from ladder.log import LogEntry, Played, result_of
from ladder.matches import Player
from ladder.ratings.explanation import Change, explain
from ladder.ratings.live import update
from ladder.store.database import StoreFailure
from ladder.store.opening import open_store
from ladder.store.store import Store


def show_match(
    place: str, number: int, folder: Path | None, logs: Path | None, *, as_json: bool
) -> None:
    """Explain one match; where a folder is named its record is put there, or its bots' logs."""
    with open_store(place) as store, working("rating"):
        entry = store.played(number)
        if entry is None:
            raise UserError(f"Match {number} has no result; {_how_many(store)}.")
        changes, note = _explain(store, entry)
        content = store.record(number)
        excluded = store.roster().excluded.matches.get(number, "")
        printed = store.logs(number)
    path = None if folder is None else _put(content, number, folder)
    played = entry.played
    if logs is not None:
        _put_logs(played, printed, logs)
    if as_json:
        found = {"match": asdict_of(played), "changes": [asdict(change) for change in changes]}
        say_json(found | {"note": note, "excluded": excluded, "record": path and str(path)})
        return
    console = make_console()
    console.print(_title(entry, played))
    console.print(_table(played, changes))
    where = "" if logs is None else f"What its bots have printed is in {logs}"
    for text in (note, f"It does not count: {excluded}." if excluded else "", where):
        if text:
            console.print(text)
    if path is None:
        console.print(advise("match", number, "--record records", program="ladder"))
    else:
        console.print(advise("replay", path, "--game 1"))


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


def asdict_of(played: Played) -> dict[str, object]:
    """Return a match as the log has it."""
    return {name: getattr(played, name) for name in played.__struct_fields__}


def _how_many(store: Store) -> str:
    waiting = {planned.match for planned in store.queue()}
    return f"{plural(len(waiting), 'match waits', 'matches wait')} to be played"


def _explain(store: Store, entry: LogEntry) -> tuple[tuple[Change, ...], str]:
    """Rate what counts of the log before this match, and then the match."""
    before = read_ratings(store, store.roster(), entry.played.season, entry.number - 1)
    step = update(before, result_of(entry))
    return explain(step), step.note


def _title(entry: LogEntry, played: Played) -> str:
    options = " ".join(f"{name}={text}" for name, text in sorted(played.options.items()))
    return (
        f"Match {played.match}: {played.game} ({options}), {plural(played.games, 'game')},"
        f" {describe_time(entry.time)}"
    )


def _table(played: Played, changes: tuple[Change, ...]) -> Table:
    names = ("bot", "score", "forfeits", "rank", "expected", "mean", "±", "live score")
    table = make_table(*names, left=["bot", "forfeits"])
    for change in changes:
        index = played.players.index(change.player)
        forfeits = played.forfeits[index].items()
        table.add_row(
            change.player,
            str(played.scores[index]),
            ", ".join(f"{number} {verdict}" for verdict, number in sorted(forfeits)) or "-",
            f"{change.rank:g}",
            f"{change.expected_rank:.1f}",
            f"{change.before.mean:.1f} -> {change.after.mean:.1f}",
            f"{change.before.deviation:.1f} -> {change.after.deviation:.1f}",
            f"{change.before.score:.1f} -> {change.after.score:.1f}",
        )
    return table
