"""A progress bar of games that are being played, for as long as they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn

from arena.terminal.console import PlainConsole


class Advance(Protocol):
    """Moves the bar on by some games, and says what is known."""

    def __call__(self, number: float, /, said: str = "") -> None: ...


@contextmanager
def playing(
    console: PlainConsole, total: int, done: int, *columns: ProgressColumn, disable: bool
) -> Iterator[Advance]:
    """Show how many games are played, with these columns behind the bar."""
    # Without a thread of its own, so that starting a match can fork safely.
    with Progress(
        *(TextColumn("playing"), BarColumn(), *columns),
        console=console,
        auto_refresh=False,
        transient=True,
        disable=disable,
    ) as progress:
        bar = progress.add_task("", total=total, completed=done)

        def advance(number: float, /, said: str = "") -> None:
            progress.update(bar, advance=number, description=said)
            progress.refresh()

        yield advance
