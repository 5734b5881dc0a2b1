"""The console of every command that prints more than a line."""

import textwrap
from collections.abc import Iterable
from typing import Any, Final

from rich.console import Console, RenderableType  # noqa: TID251 - this is what takes its place
from rich.text import Text

from arena.foreign_text import show

# The text behind one of these is to be pasted.
_COMMANDS: Final = ("Try: ", "type: ")


class PlainConsole(Console):
    """A console that takes every string for a stranger's, in tables, too.

    It is one line without markup, however it was meant. Output with lines or colours of ours is a
    `Text`, and a stranger's text is never made one.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, **settings)

    def print(self, *objects: Any, soft_wrap: bool | None = None, **settings: Any) -> None:
        """Print tables as Rich does, and each sentence on a line.

        A terminal gets sentences broken between words, and no command is.
        """
        soft = soft_wrap or self.soft_wrap or all(isinstance(o, str | Text) for o in objects)
        if soft and self.is_terminal:
            objects = tuple(Text(_fit(o, self.width)) if isinstance(o, str) else o for o in objects)
        super().print(*objects, soft_wrap=soft, **settings)

    def print_lines(
        self, lines: Iterable[RenderableType], *, soft_wrap: bool | None = None
    ) -> None:
        """Print each on lines of its own."""
        for line in lines:
            self.print(line, soft_wrap=soft_wrap)

    def render_str(self, text: str, **settings: Any) -> Text:
        ours = {"markup": False, "emoji": False, "highlight": False}
        return super().render_str(show(text), **{**settings, **ours})


def _fit(line: str, width: int) -> str:
    """Return a sentence in lines that are no longer than this, if its words are not."""
    shown = show(line)
    if shown.startswith(" ") or any(command in shown for command in _COMMANDS):
        return shown
    return textwrap.fill(shown, width, break_long_words=False, break_on_hyphens=False)
