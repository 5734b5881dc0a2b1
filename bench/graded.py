"""Bots of graded strength: each sample bot with more and more noise, up to any legal move."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.bots.samples import SAMPLES
from bench.in_process import BEST

GRADES = 10
_NOISY = """

class Noisy({best}):
    def choose(self, turn):
        if self.rng.random() < {noise}:
            return self.rng.choice(turn.legal)
        return super().choose(turn)


run(Noisy)
"""


@dataclass(frozen=True, slots=True)
class Graded:
    """A bot that plays one game, and the probability with which its move is any legal one."""

    name: str
    game: str
    noise: float
    folder: Path


def write_graded(folder: Path) -> Iterator[Graded]:
    """Write this many grades of each, from the sample bot as it is to noise alone."""
    for game, sample in BEST.items():
        source = (SAMPLES / sample / "bot.py").read_text()
        found = re.search(r'^if __name__ == "__main__":\n    run\((\w+)\)$', source, re.MULTILINE)
        assert found, f"{sample} calls run with its class"
        for grade in range(GRADES):
            noise = grade / (GRADES - 1)
            bot = Graded(f"{sample}-{noise:.2f}", game, noise, folder / f"{sample}{grade}")
            bot.folder.mkdir()
            noisy = _NOISY.format(best=found[1], noise=noise)
            (bot.folder / "bot.py").write_text(source[: found.start()].rstrip() + "\n" + noisy)
            manifest = f'name = "{bot.name}"\ngames = ["{game}"]\n'
            (bot.folder / "bot.toml").write_text(manifest)
            yield bot
