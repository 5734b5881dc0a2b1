"""The last line of every command: the next one to try."""

import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click

# The key in a command's context of the words that a next command of the same program repeats.
_REPEATING: Final = "arena.terminal.advice"


def advise(*words: object, program: str = "arena") -> str:
    """Return `Try: arena ...`, written so that it works in the shell that called us.

    The words that name the ladder have to be typed again.
    """
    texts = [str(word) for word in words]
    return f"Try: {shlex.join([find_program(program), *texts, *_repeated(program, texts)])}"


def find_program(program: str) -> str:
    """Return a program of ours as our caller may type it: by its name, or by where it lies."""
    beside = Path(sys.argv[0]).with_name(program)
    found = shutil.which(program)
    known = found is not None and Path(found) == Path(shutil.which(str(beside)) or beside)
    if len(beside.parts) == 1 or known or not beside.exists():
        return program
    return str(beside)


def repeat_in_advice(program: str, repeat: Callable[[Sequence[str]], Sequence[str]]) -> None:
    """Have each command of a program that this one advises end with what `repeat` says of it."""
    click.get_current_context().meta[_REPEATING] = (program, repeat)


def _repeated(program: str, words: Sequence[str]) -> Sequence[str]:
    context = click.get_current_context(silent=True)
    of, repeat = ("", None) if context is None else context.meta.get(_REPEATING, ("", None))
    return repeat(words) if repeat is not None and of == program else ()
