"""A scene as lines of text (`arena/games/text.py`), with colours where the terminal has them."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from arena.games.scene import CardColour, Scene
from arena.games.text import describe

_STYLES: Final[dict[CardColour, str]] = {
    "": "",
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "bright_blue",
    "purple": "magenta",
    "grey": "",
}


def draw_scene(scene: Scene, width: int = 80) -> Iterator[Text]:
    """Draw a table in lines of at most `width` letters; only a word that is longer sticks out."""
    for line in describe(scene):
        yield from flow(
            line.head, (Text(text, _STYLES[colour]) for text, colour in line.words), width
        )


def flow(head: str, words: Iterable[Text], width: int) -> Iterator[Text]:
    """Set words in lines, the first behind the head, and the others under it."""
    line: list[Text] = []
    length = len(head)
    for word in words:
        if line and length + 1 + len(word) > width:
            yield Text(head) + Text(" ").join(line)
            head, line, length = " " * len(head), [], len(head)
        length += len(word) + bool(line)
        line.append(word)
    yield Text(head) + Text(" ").join(line)
