"""What becomes of a command that does not come to its end: one sentence and an exit code."""

import sys
from typing import NoReturn

import click

from arena.match.verdict import HostFailure, Unavailable
from arena.mistake import Mistake


class Program(click.Group):
    """Commands with these exit codes: 1 we failed, 2 the input was wrong, 130 stopped by Ctrl-C.

    Any other exception is a bug and propagates.
    """

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Mistake as mistake:
            end(str(mistake), 2)
        except Unavailable as lack:
            end(f"Not done: {lack}.", 1)
        except HostFailure as failure:
            end(f"Not done, and no bot is to blame: {failure}.", 1)
        except KeyboardInterrupt:
            end("Stopped. Nothing is half done, and no bot is left running.", 130)


def end(sentence: str, code: int) -> NoReturn:
    """End the program with a sentence for its user."""
    click.echo(sentence, err=True)
    sys.exit(code)
