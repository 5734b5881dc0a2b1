"""Numbers as words and cells, the same wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.match.steps import Steps
    from ladder.ratings.official import Estimate


def plural(number: int, word: str, many: str = "") -> str:
    """Return a number with its word."""
    return f"{number:,} {word if number == 1 else many or f'{word}s'}"


def cells(estimate: Estimate | Steps | None) -> tuple[float | None, ...]:
    """Return an estimate as three cells of a table."""
    return (None,) * 3 if estimate is None else (estimate.value, estimate.low, estimate.high)


def describe_rank(rank: int | None, between: tuple[int, int] | None) -> str:
    """Return a rank with those that the truth may have, "2 (1-3)"; "-" for who is provisional."""
    if rank is None:
        return "-"
    return (
        f"{rank} ({between[0]}-{between[1]})" if between and between[0] < between[1] else f"{rank}"
    )


def share(estimate: Estimate | None) -> str:
    """Return a chance with its interval, "55% (40-60)"; "-" for none."""
    if estimate is None:
        return "-"
    return f"{estimate.value:.0%} ({estimate.low * 100:.0f}-{estimate.high * 100:.0f})"
