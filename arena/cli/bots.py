"""How a command names bots: a folder, `name=folder`, or a sample bot."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import arena
from arena.games import AnyGame
from arena.match.entrant import Entrant, open_entrant
from arena.mistake import Mistake

# Beside the package, in a checkout and in an installation alike.
SAMPLES = Path(arena.__file__).parent.parent / "sample_bots"


def sample_names() -> list[str]:
    return sorted(folder.name for folder in SAMPLES.iterdir() if (folder / "bot.toml").is_file())


def open_bots(texts: Sequence[str], game: AnyGame) -> list[Entrant]:
    """Open the bots; a name that is there twice gets a number. Mistake if one is not found."""
    entrants: list[Entrant] = []
    for text in texts:
        entrant = _open_bot(text)
        if entrant.games and game.name not in entrant.games:
            raise Mistake(f"{entrant.name} plays only {', '.join(entrant.games)}, not {game.name}.")
        taken = {other.name for other in entrants}
        numbered = (f"{entrant.name}#{number}" for number in range(2, len(texts) + 2))
        name = next(name for name in (entrant.name, *numbered) if name not in taken)
        entrants.append(replace(entrant, name=name))
    return entrants


def _open_bot(text: str) -> Entrant:
    name, separator, path = text.partition("=")
    if separator and name and Path(path).is_dir():
        return open_entrant(Path(path), name)
    if Path(text).is_dir():
        return open_entrant(Path(text))
    if text in sample_names():
        return open_entrant(SAMPLES / text)
    raise Mistake(
        f"There is no bot {text!r}; a bot is a folder, name=folder, or a sample bot:"
        f" {', '.join(sample_names())}."
    )
