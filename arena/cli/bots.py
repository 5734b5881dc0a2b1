"""How a command names bots: a folder or an archive, `name=` either, or a sample bot."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import arena
from arena.games import AnyGame
from arena.match.bot_name import check_name
from arena.match.entrant import Entrant, open_entrant
from arena.match.submission import open_submission
from arena.mistake import Mistake

# Beside the package, in a checkout and in an installation alike.
SAMPLES = Path(arena.__file__).parent.parent / "sample_bots"


def sample_names() -> list[str]:
    return sorted(folder.name for folder in SAMPLES.iterdir() if (folder / "bot.toml").is_file())


def open_bots(texts: Sequence[str], game: AnyGame, held: ExitStack) -> list[Entrant]:
    """Open the bots; a name that is there twice gets a number. Mistake if one is not found.

    What was unpacked for them is there for as long as it is held.
    """
    entrants: list[Entrant] = []
    for text in texts:
        entrant = _open_files(*find_bot(text), held)
        if entrant.games and game.name not in entrant.games:
            raise Mistake(f"{entrant.name} plays only {', '.join(entrant.games)}, not {game.name}.")
        taken = {other.name for other in entrants}
        numbered = (f"{entrant.name}#{number}" for number in range(2, len(texts) + 2))
        name = next(name for name in (entrant.name, *numbered) if name not in taken)
        entrants.append(replace(entrant, name=name))
    return entrants


def find_bot(text: str) -> tuple[Path, str | None]:
    """Return where a bot's files are, and its name if one was given. Mistake if nothing is there,
    or that is no name.

    What the files are worth is not looked at.
    """
    name, _, path = text.partition("=")
    if name and path and _exists(Path(path)):
        return Path(path), check_name(name)
    # A file may have a sample bot's name by chance; a folder is meant.
    if _exists(Path(text)) and (Path(text).is_dir() or text not in sample_names()):
        return Path(text), None
    if text in sample_names():
        return SAMPLES / text, None
    raise Mistake(
        f"There is no bot {text!r}; a bot is a folder, an archive of one, name= and either, or a"
        f" sample bot: {', '.join(sample_names())}."
    )


def _open_files(path: Path, name: str | None, held: ExitStack) -> Entrant:
    if path.is_dir():
        return open_entrant(held.enter_context(open_submission(path)), name)
    # Late, since it loads the engine's client. In a match's folder, as the next match removes what
    # even a killed command has left there.
    from arena.boxes.leftovers import runtime_folder

    scratch = held.enter_context(runtime_folder())
    return open_entrant(held.enter_context(open_submission(path, scratch)), name)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, or below what is closed to us
        return False
