"""Output of the commands of a ladder, by the printer of all programs."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial, wraps
from typing import Any, Final

import msgspec

from arena.terminal import shown
from arena.terminal.console import PlainConsole
from arena.terminal.shown import Shown, make_table, print_json, wants_json
from ladder.cli.options import at_ladder
from ladder.log.entries import LogEntry

__all__ = [
    "Shown",
    "decided",
    "make_table",
    "print_json",
    "printing",
    "showing",
    "wants_json",
    "working",
]
# None of their tables is squeezed into a window: that would break names. Text beyond is wrapped.
_WIDEST: Final = 160
printing: Final = partial(shown.printing, "ladder", _WIDEST)


def showing(wait: str = "") -> Callable[[Callable[..., Shown]], Callable[..., None]]:
    """Return the decorator of a command of one ladder, which gets that first.

    `wait` is what a terminal shows as long as the answer takes.
    """

    def decorate(command: Callable[..., Shown]) -> Callable[..., None]:
        @at_ladder
        @printing()
        @wraps(command)
        def run(*, place: str, **asked: Any) -> Shown:
            # Here, since commands of a client have this printer without a database.
            from ladder.store.opening import open_store

            with open_store(place) as store, working(wait) if wait else nullcontext():
                return command(store, **asked)

        return run

    return decorate


def decided(entry: LogEntry, *advice: object, also: Sequence[str] = (), **more: object) -> Shown:
    """Return what a command shows that has decided something: its entry of the log."""
    answer = {"entry": entry.number, **msgspec.structs.asdict(entry.body), **more}
    return Shown(answer, [f"Entry {entry.number} of the log: {entry.body}.", *also], advice)


def working(what: str) -> AbstractContextManager[object]:
    """Show on a terminal what takes a while, as long as it does; on stderr, so never in JSON."""
    return PlainConsole(stderr=True).status(f"{what} ...")
