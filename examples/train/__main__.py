"""Teach a network a card game by self-play, and write a bot that plays by it.

    python -m examples.train goat_n_goat

While it learns it measures itself against the game's heuristic sample bot. Ctrl-C stops it, and the
same command goes on. In the folder `--out` are then the bot, which can be handed in as it is, and
the learning curve as a picture.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

# A product of small matrices on several cores is slower; and with one it is always the same.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import click
from matplotlib.figure import Figure
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.errors import UserError
from arena.games import find_game, game_names
from arena.terminal.console import PlainConsole
from arena.terminal.program import end
from examples.train.training import GAMES, Lesson, Training

# How often it is seen how good it is, by how many games; and by how many in the end.
GLANCES: Final = 10
GLANCE: Final = 40
LAST_LOOK: Final = 200


@click.command(context_settings={"show_default": True})
@click.argument("game", type=click.Choice(game_names()))
@click.option("--updates", type=click.IntRange(1), default=400, help="How often it learns.")
@click.option("--seats", default=4, help="How many play.")
@click.option("--seed", type=click.IntRange(0), default=1, help="Of all random numbers.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for what is learnt.  [default: taught/GAME]",
)
def main(game: str, updates: int, seats: int, seed: int, out: Path | None) -> None:
    """Teach a network GAME by self-play, and write a bot that plays by it."""
    try:
        training = Training(Lesson(game, seats, seed), out or Path("taught") / game)
        learn(training, updates)
    except UserError as mistake:
        end(str(mistake), 2)
    except OSError as lack:
        end(f"This could not be kept: {lack}. Another --out may do.", 1)
    except KeyboardInterrupt:
        end("Stopped. What was learnt is kept, and the same command goes on.", 130)


def learn(training: Training, updates: int) -> None:
    """Go on to this many updates, and say what came of it."""
    console = PlainConsole()
    counted = (BarColumn(), MofNCompleteColumn(), TextColumn("updates"), TimeRemainingColumn())
    with Progress(*counted, TextColumn("{task.description}"), console=console) as progress:
        bar = progress.add_task("", total=updates)
        while training.updates < updates:
            progress.update(bar, completed=training.updates, description=say_latest(training))
            training.update(updates)
            if training.updates % max(1, updates // GLANCES) == 0 and training.updates < updates:
                training.measure(GLANCE)
                draw(training)
        progress.update(bar, completed=updates, description="measuring")
        rewards = training.measure(LAST_LOOK)
    draw(training)
    tell(training, rewards, console)


def say_latest(training: Training) -> str:
    """Say how good the bot was when it was last measured."""
    return f"{training.curve[-1][1]:+.2f} against {training.opponent}" if training.curve else ""


def draw(training: Training) -> None:
    """Draw the learning curve."""
    lesson = training.lesson
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(*zip(*training.curve, strict=True), marker="o", markersize=3)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(
        title=f"{find_game(lesson.game).title}, {lesson.seats} seats: learnt by self-play",
        xlabel=f"updates, of {GAMES} games each",
        ylabel=f"mean reward by rank against {training.opponent}",
        ylim=(-1.05, 1.05),
    )
    figure.savefig(training.folder / "curve.png", dpi=150)


def tell(training: Training, rewards: Sequence[float], console: PlainConsole) -> None:
    """Say what came out, how sure that is, where it is, and what to try next."""
    lesson = training.lesson
    margin = 1.96 * stdev(rewards) / len(rewards) ** 0.5
    size = sum(path.stat().st_size for path in training.bot.iterdir()) / 1000
    others = " ".join([training.opponent] * (lesson.seats - 1))
    console.print(
        f"{training.updates:,} updates, of {GAMES} games each. Against {others} its mean reward by"
        f" rank is {fmean(rewards):+.2f} ± {margin:.2f} in {len(rewards)} games: 1 is always first,"
        " 0 equal, -1 always last.",
        soft_wrap=True,
    )
    console.print(f"Bot: {training.bot} ({size:.0f} kB)", soft_wrap=True)
    console.print(f"Curve: {training.folder / 'curve.png'}", soft_wrap=True)
    console.print(f"Try: arena play {lesson.game} {training.bot} {others}", soft_wrap=True)


if __name__ == "__main__":
    main()
