"""`ladder verify`: whether an export proves what it says, and goes on from an earlier one.

And whether the bots of a ladder's records answer again as they did.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Final

import click

from arena.boxes.host.leftovers import runtime_folder
from arena.errors import UserError
from arena.match.record import unpack_record
from arena.terminal.options import A_PATH, FROM_ONE
from arena.terminal.output import say
from ladder.archive.exchange import Checked, opened, read_exported_log
from ladder.cli.options import at_times_at_ladder
from ladder.cli.output import Shown, printing, wants_json, working
from ladder.log.entries import LogEntry
from ladder.log.rulebook import ASKS_WHO_DECIDES, ASKS_WHO_PLAYS
from ladder.queries.wording import plural
from ladder.store.opening import open_store
from ladder.submissions.repeats import (
    PLAYS,
    BotRepeat,
    Finding,
    draw_matches,
    repeat_record,
)

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_FINDINGS: Final[dict[Finding, str]] = {
    "repeats": "repeats its answers, all {0.same}",
    "unsteady": "does not repeat itself, so nothing is shown: {0.text}",
    "differs": "differs from the record, alike in {1} plays: {0.text}",
    "absent": "cannot be played again: {0.text}",
}


@click.command(epilog="Example: ladder verify ladder.zip")
@click.argument("file", type=A_PATH, required=False)
@click.option(
    "--extends",
    "earlier",
    metavar="OLD|DIGEST",
    help="Whether it goes on from an earlier export, or from its last digest.",
)
@click.option(
    "--play",
    "number",
    type=FROM_ONE,
    help="Without a file: play the bots of this many of the ladder's records again.",
)
@click.option("--seed", help="Draw the records as this seed did. [default: a new one]")
@at_times_at_ladder
@printing()
def verify(
    *,
    file: Path | None,
    earlier: str | None,
    number: int | None,
    seed: str | None,
    maybe_place: str,
) -> Shown:
    """Check that an export proves what it says.

    That is every entry, every record, and every bot's files. With --play say whether the bots of a
    ladder answer again as its records have it.
    """
    if (file is None) == (number is None):
        raise UserError("Name an export to be checked, or --play N for records of the ladder.")
    if file is not None:
        return _verify_export(file, earlier)
    return _play_again(maybe_place, number or 1, seed)


def _verify_export(file: Path, earlier: str | None) -> Shown:
    """Check all of it, and say what is in it. UserError at the first thing that does not fit."""
    digest, last = ("", 0) if earlier is None else _read_earlier(earlier)
    found: list[int] = []

    def look_at(entry: LogEntry) -> None:
        if entry.digest == digest:
            found.append(entry.number)

    with opened(file) as export, runtime_folder() as scratch, working("checking"):
        checked = export.check(scratch, look_at)
    if digest and not found:
        raise UserError(
            f"{file} fits together, but does not go on from the earlier export:"
            f" {_explain(digest, last, checked.state.number)}."
        )
    number = found[0] if found else None
    lines = [*_sentences(checked)]
    if number is not None:
        lines.append(f"It goes on from entry {number}, which has the digest that was asked for.")
    more = {"file": str(file), "extends": number}
    return Shown(_describe(checked), lines, ["rate", file], more)


def _read_earlier(text: str) -> tuple[str, int]:
    """Return the last digest of an earlier export with its number; of a digest itself that is 0."""
    if _DIGEST.fullmatch(text.lower()):
        return text.lower(), 0
    if not Path(text).exists():
        raise UserError(f"{text!r} is neither an export nor a digest of 64 hexadecimal figures.")
    last = read_exported_log(Path(text))[-1]
    return last.digest, last.number


def _explain(digest: str, last: int, entries: int) -> str:
    """Say why an export does not go on from the entry `last` of an earlier one."""
    if last > entries:
        return f"it has {entries} entries, and that one {last}"
    if last:
        return f"entry {last}, the last of that one, is another here"
    return f"none of its entries has the digest {digest}"


def _play_again(place: str, number: int, seed: str | None) -> Shown:
    """Play the bots of some records again; the exit code is 1 if one differs from its record."""
    drawn, found = seed or token_hex(8), list[BotRepeat]()
    with open_store(place) as store:
        chosen = draw_matches([result.match for result in store.results()], number, drawn)
        if not chosen:
            raise UserError("No match is played on this ladder; ladder run plays some.")
        for match, content in ((match, store.record(match)) for match in chosen):
            if content is None:
                continue
            with working("playing"):
                ended = repeat_record(match, unpack_record(content, ""), store.submission)
            found += ended
            for one in () if wants_json() else ended:
                say(f"match {match}: {one.player} {_FINDINGS[one.finding].format(one, PLAYS)}")
    differing = [one.match for one in found if one.finding == "differs"]
    answer = {"seed": drawn, "matches": chosen, "bots": found}
    lines = [f"The seed of this draw is {drawn}; --seed repeats it."]
    advice = ("match", (differing or chosen)[0], "--record", "records")
    return Shown(answer, lines, advice, code=int(bool(differing)))


def _describe(checked: Checked) -> dict[str, object]:
    state, matches = checked.state, checked.state.matches
    return {
        "format": state.opened.format,
        "entries": state.number,
        "digest": state.digest,
        "planned": matches.planned,
        "played": len(matches.played),
        "cancelled": matches.cancelled,
        "open": sorted(matches.open),
        "voids": matches.voids,
        "boxes": checked.boxes,
        "submissions": checked.submissions,
    }


def _sentences(checked: Checked) -> Iterator[str]:
    state, matches = checked.state, checked.state.matches
    entries, played = plural(state.number, "entry", "entries"), len(matches.played)
    log_format = state.opened.format
    yield f"All fits together: {entries} of format {log_format}, the last digest is"
    yield state.digest
    if log_format < ASKS_WHO_PLAYS:
        yield "An older log is not asked whether benched, withdrawn or excluded bots played on."
    if log_format < ASKS_WHO_DECIDES:
        yield "An older log is not asked who decided, or whether what it speaks of is there."
    yield (
        f"{plural(matches.planned, 'match', 'matches')} planned: {played} played,"
        f" {matches.cancelled} cancelled, {len(matches.open)} not over."
    )
    yield f"{plural(matches.voids, 'time')} a match was void or stopped, and dealt again."
    yield f"{plural(played, 'record')} played again: all from the seeds that were planned."
    if checked.boxes:
        boxes = ", ".join(f"{box} {count}" for box, count in sorted(checked.boxes.items()))
        yield f"Boxes of the bots, by matches: {boxes}."
