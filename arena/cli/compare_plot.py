"""The picture of a comparison: the running estimate with its interval, a panel a game."""

from collections.abc import Sequence
from pathlib import Path

from arena.cli.comparison import GameComparison
from arena.errors import UserError
from arena.extras import install_line
from arena.match.paired import Arm


def require_drawing(path: Path) -> None:
    """UserError if no picture of this name could be drawn in the end."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise UserError(f"--plot needs matplotlib; type: {install_line('plot')}") from error
    kinds = Figure().canvas.get_supported_filetypes()
    if path.suffix.removeprefix(".") not in kinds:
        raise UserError(f"{path} cannot be drawn: a .png or .svg is right.")


def plot_comparisons(found: Sequence[GameComparison], path: Path) -> None:
    """Draw what was known after every round. UserError if it cannot be written."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4 * len(found)), layout="constrained")
    panels = figure.subplots(len(found), squeeze=False)[:, 0]
    for axes, one in zip(panels, found, strict=True):
        course, margin = one.comparison.course, one.comparison.margin
        pairs = [known.pairs for known in course]
        low, high = ([100 * known.interval[side] for known in course] for side in (0, 1))
        (line,) = axes.plot(pairs, [100 * known.mean for known in course])
        axes.fill_between(pairs, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
        axes.axhline(0, color="black", linewidth=0.8)
        for side in (-100 * margin, 100 * margin):
            axes.axhline(side, color="grey", linewidth=0.8, linestyle="dashed")
        # Names may have signs that start formulas.
        title = f"{one.game.title}: {one.name(Arm.NEW)} beside {one.name(Arm.OLD)}"
        axes.set_title(f"{title}: {one.comparison.answer}", parse_math=False)
        axes.set(xlabel="pairs of games", ylabel="more of the table beaten, %")
        # The first intervals are wide, and would leave no room for the others.
        axes.set_ylim(*_limits(low, high, 100 * margin))
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be drawn: {error}; a .png or .svg is right.") from error


def _limits(low: Sequence[float], high: Sequence[float], margin: float) -> tuple[float, float]:
    """Return what is shown of the scale: what was known after a third of the rounds, and more."""
    late = len(low) // 3
    least, most = min([*low[late:], -margin]), max([*high[late:], margin])
    return 1.2 * least, 1.2 * most
