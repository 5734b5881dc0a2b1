"""The tables of docs/learning.md; `python -m tests.rl.tables` prints them."""

from collections.abc import Iterator, Sequence

from arena.games import find_game, game_names
from arena.games.encoding import Span, count_elements, find_encoding


def tables(name: str) -> str:
    """Return the section of one game."""
    encoding = find_encoding(name)
    lines = [
        f"### {find_game(name).title}",
        "",
        f"{count_elements(encoding.features)} features:",
        "",
        *_rows("feature", encoding.features),
        "",
        f"{count_elements(encoding.actions)} actions:",
        "",
        *_rows("action", encoding.actions),
    ]
    return "\n".join(lines) + "\n"


def _rows(what: str, spans: Sequence[Span]) -> Iterator[str]:
    yield f"| numbers | {what} | what the k-th of them says, k from 0 on |"
    yield "| --- | --- | --- |"
    place = 0
    for name, size, meaning in spans:
        last = place + size - 1
        numbers = str(place) if size == 1 else f"{place}-{last}"
        yield f"| {numbers} | {name} | {meaning} |"
        place = last + 1


if __name__ == "__main__":
    print("\n".join(map(tables, game_names())))
