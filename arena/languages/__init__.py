"""Languages that bots are written in: one small TOML file each, and what is read from it.

The file says what the language's image has beside Python, the bridge and the SDK, how a bot is
built, and how it is started. The name of the file is the language's name in `bot.toml`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Final

from arena.errors import UserError

FOLDER: Final = Path(__file__).parent
PYTHON: Final = "python"
"""The language of a bot whose `bot.toml` names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: its image, its build command and its run command."""

    name: str
    title: str
    run: tuple[str, ...]
    """The command of a bot that names none."""
    source: str = ""
    """The file that a bot has to have if it names no command; empty if it needs none."""
    protocol: str = "grpc"
    """The protocol of a bot that names none."""
    packages: tuple[str, ...] = ()
    """Debian packages of the image that bots run in."""
    wheels: tuple[str, ...] = ()
    """Distributions of PyPI in that image, with all that they need."""
    build: tuple[str, ...] = ()
    """The command that makes a bot of its sources; a word with `*` is all files that fit it.
    Empty for a language that is not compiled."""
    tools: tuple[str, ...] = ()
    """Debian packages of the image of the build box, beside `packages`."""
    library: str = ""
    """A library of these packages, as a compiler names it that lacks it on the author's machine."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Links in the images: where, and to what."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables of the bot's program in a container."""


def language_names() -> list[str]:
    """Return the names of all languages, in alphabetical order."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def require_language(name: str) -> None:
    """UserError if a language is not known."""
    if name not in language_names():
        raise UserError(
            f"There is no language {name!r}; expected one of {', '.join(language_names())}."
        )


@cache
def find_language(name: str) -> Language:
    """Return a language that is known; UserError if its file says what none can."""
    said = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    known = {field.name for field in fields(Language)} - {"name"}
    if unknown := said.keys() - known:
        raise UserError(
            f"arena/languages/{name}.toml has the unknown key {min(unknown)!a}; expected one of"
            f" {', '.join(sorted(known))}."
        )
    lists = {key: tuple(value) for key, value in said.items() if isinstance(value, list)}
    return Language(name=name, **{**said, **lists})
