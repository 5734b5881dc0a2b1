"""The console of every command that prints more than a line."""

from typing import Any

from rich.console import Console  # noqa: TID251 - this is what takes its place
from rich.text import Text

from arena.foreign_text import show


class PlainConsole(Console):
    """A console that takes every string for a stranger's, in tables, too.

    It is one line without markup, however it was meant. What has lines or colours of ours is a
    `Text`, and nobody else's text is made one.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, **settings)

    def render_str(self, text: str, **settings: Any) -> Text:
        ours = {"markup": False, "emoji": False, "highlight": False}
        return super().render_str(show(text), **{**settings, **ours})
