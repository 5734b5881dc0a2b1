"""Lines of text under one another, for the pictures of games."""

from collections.abc import Iterator, Sequence


def align(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return a line for each row of cells, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  " + "  ".join(cells).rstrip()
