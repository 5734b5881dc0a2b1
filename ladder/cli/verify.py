"""`ladder verify`: whether an export proves what it says, and goes on from an earlier one.

And whether the bots of a ladder's records answer again as they did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from arena.errors import UserError
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_times_at_ladder
from ladder.cli.output import Shown, print_shown, working
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from ladder.archive.exchange import Checked, ExportSummary
    from ladder.log.entries import LogEntry
    from ladder.submissions.repeats import Finding

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_FINDINGS: Final[dict[Finding, str]] = {
    "repeats": "repeats its answers, all {0.same}",
    "unsteady": "does not repeat itself, so nothing is shown: {0.text}",
    "differs": "differs from the record, alike in {1} plays: {0.text}",
    "absent": "cannot be played again: {0.text}",
}


@click.command(epilog="Example: ladder verify ladder.zip")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--extends",
    "earlier",
    metavar="OLD|DIGEST",
    help="Whether it goes on from an earlier export, or from its last digest.",
)
@click.option(
    "--play",
    "number",
    type=click.IntRange(min=1),
    help="Without a file: play the bots of this many of the ladder's records again.",
)
@click.option("--seed", help="Draw the records as this seed did. [default: a new one]")
@at_times_at_ladder
@as_json
def verify(
    *,
    file: Path | None,
    earlier: str | None,
    number: int | None,
    seed: str | None,
    maybe_place: str,
    as_json: bool,
) -> None:
    """Check that an export proves what it says.

    That is every entry, every record, and every bot's files. With --play say whether the bots of a
    ladder answer again as its records have it.
    """
    if (file is None) == (number is None):
        raise UserError("Name an export to be checked, or --play N for records of the ladder.")
    if file is None and number is not None:
        _play_again(maybe_place, number, seed, as_json=as_json)
    elif file is not None:
        _verify_export(file, earlier, as_json=as_json)


def _verify_export(file: Path, earlier: str | None, *, as_json: bool) -> None:
    """Check all of it, and say what is in it. UserError at the first thing that does not fit."""
    from arena.boxes.host.leftovers import runtime_folder
    from ladder.archive.exchange import opened

    extended = None if earlier is None else _Extended(earlier)
    with opened(file) as export, runtime_folder() as scratch, working("checking"):
        checked = export.check(scratch, extended.look_at if extended else lambda _: None)
    number = extended.require(file, checked) if extended else None
    lines = [*_sentences(checked.summary())]
    if number is not None:
        lines.append(f"It goes on from entry {number}, which has the digest that was asked for.")
    more = {"file": str(file), "extends": number}
    print_shown(Shown(checked.summary(), lines, ["rate", file], more), as_json=as_json)


def _play_again(place: str, number: int, seed: str | None, *, as_json: bool) -> None:
    """Play the bots of some records again; exit with 1 if one differs from its record."""
    from secrets import token_hex

    from arena.match.record import unpack_record
    from ladder.store.opening import open_store
    from ladder.submissions.repeats import DIFFERS, PLAYS, BotRepeat, draw_matches, repeat_record

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
            for one in () if as_json else ended:
                say(f"match {match}: {one.player} {_FINDINGS[one.finding].format(one, PLAYS)}")
    differing = [one.match for one in found if one.finding == DIFFERS]
    answer = {"seed": drawn, "matches": chosen, "bots": found}
    lines = [f"The seed of this draw is {drawn}; --seed repeats it."]
    advice = ("match", (differing or chosen)[0], "--record", "records")
    shown = Shown(answer, lines, advice, code=int(bool(differing)))
    print_shown(shown, as_json=as_json)


class _Extended:
    """An earlier export, or the last digest of one, and whether it is found in this one."""

    def __init__(self, text: str) -> None:
        from ladder.archive.exchange import read_exported_log

        self.digest, self._last = _find_digest(text), 0
        if not self.digest:
            last = read_exported_log(Path(text))[-1]
            self.digest, self._last = last.digest, last.number
        self._number: int | None = None

    def look_at(self, entry: LogEntry) -> None:
        if entry.digest == self.digest:
            self._number = entry.number

    def require(self, file: Path, checked: Checked) -> int:
        """Return after which entry it goes on; UserError if it does not."""
        if self._number is not None:
            return self._number
        if self._last > checked.state.number:
            why = f"it has {checked.state.number} entries, and that one {self._last}"
        elif self._last:
            why = f"entry {self._last}, the last of that one, is another here"
        else:
            why = f"none of its entries has the digest {self.digest}"
        raise UserError(f"{file} fits together, but does not go on from the earlier export: {why}.")


def _find_digest(text: str) -> str:
    """Return a digest as it is in a log; empty if the text is the name of a file."""
    if _DIGEST.fullmatch(text.lower()):
        return text.lower()
    if not Path(text).exists():
        raise UserError(f"{text!r} is neither an export nor a digest of 64 hexadecimal figures.")
    return ""


def _sentences(found: ExportSummary) -> Iterator[str]:
    from ladder.log.rulebook import ASKS_WHO_DECIDES, ASKS_WHO_PLAYS

    entries = plural(found.entries, "entry", "entries")
    matches = plural(found.planned, "match", "matches")
    yield f"All fits together: {entries} of format {found.format}, the last digest is"
    yield found.digest
    if found.format < ASKS_WHO_PLAYS:
        yield "An older log is not asked whether benched, withdrawn or excluded bots played on."
    if found.format < ASKS_WHO_DECIDES:
        yield "An older log is not asked who decided, or whether what it speaks of is there."
    yield (
        f"{matches} planned: {found.played} played, {found.cancelled} cancelled,"
        f" {len(found.open)} not over."
    )
    yield f"{plural(found.voids, 'time')} a match was void or stopped, and dealt again."
    yield f"{plural(found.played, 'record')} played again: all from the seeds that were planned."
    if found.boxes:
        boxes = ", ".join(f"{box} {count}" for box, count in sorted(found.boxes.items()))
        yield f"Boxes of the bots, by matches: {boxes}."
