"""How a command names a bot: a folder, an archive, or a sample bot, or `name=` any.

Behind it may be values for its parameters, `?depth=3&time=0.1`: it is another bot with these.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.bots.manifest import MANIFEST, check_name
from arena.bots.parameters import split_parameters
from arena.bots.samples import SAMPLES, sample_names
from arena.errors import UserError, guess


@dataclass(frozen=True, slots=True)
class BotSource:
    """A bot's files as a command names them, with its settings."""

    path: Path
    """A folder or an archive."""
    name: str | None = None
    """The bot's name in the match; None for the name in its manifest."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Values for its parameters, by name."""


def find_bot(text: str) -> BotSource:
    """Return the place of a bot's files. UserError if nothing is there, or the name is no name.

    The files themselves are not looked at.
    """
    if "?" not in text or _is_there(text):
        return BotSource(*_find_files(text))
    where, given = split_parameters(text)
    return BotSource(*_find_files(where), given)


def _is_there(text: str) -> bool:
    """Say whether a question mark is part of the name of a file."""
    return any(path and _exists(Path(path)) for path in (text, text.partition("=")[2]))


def _find_files(text: str) -> tuple[Path, str | None]:
    name, _, path = text.partition("=")
    if name and path and _exists(Path(path)):
        return Path(path), check_name(name)
    if name and path in sample_names():
        return SAMPLES / path, check_name(name)
    # A file may have a sample bot's name by chance; a folder is meant.
    if _exists(Path(text)) and (Path(text).is_dir() or text not in sample_names()):
        return Path(text), None
    if text in sample_names():
        return SAMPLES / text, None
    raise UserError(
        f"There is no bot {text!r}{_guess(path or name)}; expected a folder, an archive, or one of"
        f" {', '.join(sample_names())}. name= may stand before it and ?depth=3 behind."
    )


def _guess(text: str) -> str:
    """Say which sample bot or folder may have been meant."""
    place = Path(text)
    try:
        folders = [str(near) for near in place.parent.iterdir() if (near / MANIFEST).is_file()]
    except (OSError, ValueError):
        folders = []
    return guess(text, [*folders, *sample_names()])


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, or below what is closed to us
        return False
