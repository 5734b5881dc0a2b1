"""Hints: what the last lines of a bot say of its mistake, and what its author can do."""

import re
from collections.abc import Iterator
from typing import Final

from arena.languages import find_language, language_names

_ERROR: Final = re.compile(
    r"^Traceback \(most recent call last\):\n(?: .*\n)+(\S.{0,199})", re.MULTILINE
)
_MISSING: Final = re.compile(r"^ModuleNotFoundError: No module named '(\w+)", re.MULTILINE)
_NO_TERMINAL: Final = {
    r"^(bdb\.)?BdbQuit": (
        "breakpoint() has no terminal in a box of its own; with --box inline, or in arena rerun"
        " with --debug, it stops here."
    ),
    r"^EOFError": "input() has no terminal in a box of its own; with --box inline it asks here.",
}


def find_hint(log: str) -> str:
    """Return a sentence for the author of a bot whose log ends so; empty if there is none."""
    return next(_hints(log), "")


def find_error(log: str) -> str:
    """Return the last error of Python in a log, as Python says it; empty if there is none."""
    found = _ERROR.findall(log)
    return found[-1] if found else ""


def _hints(log: str) -> Iterator[str]:
    for pattern, hint in _NO_TERMINAL.items():
        if re.search(pattern, log, re.MULTILINE):
            yield hint
    for module in _MISSING.findall(log):
        for name in language_names():
            if module in find_language(name).wheels:
                yield (
                    f'{module} is in the image for language = "{name}", which bot.toml has to name;'
                    " a plain process has what is installed on this machine."
                )
