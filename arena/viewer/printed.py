"""The output of bots, beside the turns of a game at which they printed it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias

from arena.boxes.supervision.bot_log import CUT, read_log
from arena.errors import UserError
from arena.match.index import read_steps
from arena.match.replay import Replay

# The number of letters that are shown of one turn: its beginning and its end.
_MOST: Final = 4000
# No file that a match has written is longer, in letters.
_LONGEST: Final = 1024**2

Printed: TypeAlias = dict[tuple[int, int, int], str]
"""By the number of the game, from 1 on, the seat, and its turn, from 1 on."""


def read_log_files(folder: Path) -> list[str]:
    """Return the logs that `arena play --logs` has written. UserError if there is none."""
    # The last time of a game that was dealt again is in a folder further in.
    found = sorted(folder.rglob("*.log"), key=lambda file: (len(file.parts), file))
    if not found:
        raise UserError(f"There is no log in {folder}; arena play with --logs writes them.")
    try:
        return [_read(file) for file in found]
    except OSError as error:
        raise UserError(f"The logs in {folder} cannot be read: {error.strerror}.") from error


def _read(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as opened:
        return opened.read(_LONGEST)


def merge_logs(logs: Iterable[str]) -> Printed:
    """Return what bots have printed; of a game that was dealt again the last time counts."""
    found: Printed = {}
    for log in map(read_log, logs):
        again = {place[:2] for place in log}
        found = {place: text for place, text in found.items() if place[:2] not in again} | log
    return found


def printed_in(replay: Replay, printed: Printed) -> dict[tuple[int, int], str]:
    """Return what was printed in a game by seat and the step before which it was asked."""
    if not any(game == replay.number + 1 for game, _, _ in printed):
        return {}
    steps = read_steps(replay)
    return {
        (seat, steps[seat, turn]): _shorten(text)
        for (game, seat, turn), text in printed.items()
        if game == replay.number + 1 and text and (seat, turn) in steps
    }


def _shorten(text: str) -> str:
    half = _MOST // 2
    return text if len(text) <= _MOST else f"{text[:half]}\n{CUT}\n{text[-half:]}"
