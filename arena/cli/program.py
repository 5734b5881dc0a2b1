"""How our programs begin, and what becomes of a command that does not come to its end."""

import sys
from typing import Any, NoReturn

import click

from arena.cli.terminal import write_readably
from arena.match.verdict import HostFailure, Unavailable
from arena.mistake import Mistake


class Program(click.Group):
    """Commands that end in one sentence if they fail, whatever the output can show.

    The exit codes: 1 we failed, 2 the input was wrong, 130 stopped by Ctrl-C. Any other exception
    is a bug and propagates.
    """

    def main(self, *words: Any, **settings: Any) -> Any:
        """Run the program, wherever its output goes."""
        write_readably(sys.stdout, sys.stderr)
        return super().main(*words, **settings)

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
    # Not with click's echo, which writes UTF-8 where there is only ASCII.
    print(sentence, file=sys.stderr)
    sys.exit(code)
