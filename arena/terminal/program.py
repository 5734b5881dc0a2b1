"""How our programs begin, and what becomes of a command that does not come to its end."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from arena.errors import HostFailure, ServiceAway, Unavailable, UserError
from arena.foreign_text import show
from arena.terminal.output import say, write_readably

STOPPED: Final = 130
"""The exit code of what was stopped."""


class Program(click.Group):
    """Commands that end in one sentence if they fail, whatever the output can show.

    The exit codes: 1 we failed, 2 the input was wrong, 130 stopped by Ctrl-C. Any other exception
    is a bug and propagates.
    """

    def main(self, *words: Any, **settings: Any) -> Any:
        """Run the program, wherever its output goes."""
        _open_closed()
        write_readably(sys.stdout, sys.stderr)
        with _written():
            return super().main(*words, **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of a command line; `help NAME` asks for what `NAME --help` shows."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def make_context(self, *words: Any, **settings: Any) -> click.Context:
        with _showing_what_was_typed():
            return super().make_context(*words, **settings)

    def invoke(self, ctx: click.Context) -> object:
        try:
            with _showing_what_was_typed():
                return super().invoke(ctx)
        except UserError as mistake:
            end(str(mistake), 2)
        except ServiceAway as away:
            tell_away(away)
            sys.exit(STOPPED)
        except Unavailable as lack:
            end(f"Not done: {lack}.", 1)
        except HostFailure as failure:
            end(f"Not done, and no bot is to blame: {failure}.", 1)
        except KeyboardInterrupt:
            end("Stopped. Nothing is half done, and no bot is left running.", STOPPED)


def _open_closed() -> None:
    """Open what was closed of input and output, or a file of ours would get its number."""
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode)  # noqa: SIM115 - for as long as this runs
            setattr(sys, name, stream)
            os.set_inheritable(number, True)


@contextmanager
def _written() -> Iterator[None]:
    """Have all that was printed be written when a program ends, and say so if it cannot be."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        # The failed file may have been one of ours.
        if not _cannot_write():
            raise
        # A reader that stops early is no mistake, and nothing is to be said.
        if error.errno != errno.EPIPE:
            say(f"The output cannot be written: {error.strerror}.", sys.stderr)
        sys.exit(1)


def _cannot_write() -> bool:
    """Say whether no more output can be written; what waits to be written is dropped then."""
    try:
        sys.stdout.flush()
        os.write(sys.stdout.fileno(), b"\n")
    except OSError:
        # Python would try it once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


@contextmanager
def _showing_what_was_typed() -> Iterator[None]:
    """Have a refusal repeat the words of the command line as they are shown everywhere."""
    try:
        yield
    except click.ClickException as refusal:
        vars(refusal)["message"] = show(refusal.message)
        raise


def tell_away(away: ServiceAway) -> None:
    """Say why no more is played; for a program, too, beside what it reads."""
    say(f"Stopped, at nobody's cost: {away}", sys.stderr)


def end(sentence: str, code: int) -> NoReturn:
    """End the program with a sentence for its user."""
    say(sentence, sys.stderr)
    sys.exit(code)
