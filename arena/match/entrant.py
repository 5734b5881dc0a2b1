"""A bot's folder: which files are part of it, their digest, and what is in its `bot.toml`."""

import os
import shlex
import stat
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from arena.mistake import Mistake

MANIFEST: Final = "bot.toml"
# No part of a bot, be it a folder or a file: what tools leave behind, and macOS unasked.
_IGNORED: Final = frozenset({"__pycache__", ".git", ".venv", "__MACOSX", ".DS_Store"})
_IGNORED_START: Final = "._"
_MANIFEST_BYTES: Final = 64 * 1024
_KEYS: Final[dict[str, type | tuple[type, ...]]] = {
    "name": str,
    "games": list,
    "command": (str, list),
}
_DEFAULT_COMMAND: Final = ("python3", "bot.py")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot as it enters a match."""

    name: str
    folder: Path
    digest: str
    """SHA-256 over the names and contents of its files, in hexadecimal."""
    command: tuple[str, ...] = _DEFAULT_COMMAND
    games: tuple[str, ...] = ()
    """The games that it plays; empty for all."""
    defect: str = ""
    """Why it cannot be started, as a sentence; empty if it can."""


def open_entrant(folder: Path, name: str | None = None) -> Entrant:
    """Read a bot's folder. A wrong `bot.toml` is the bot's fault, so it enters with a defect."""
    label = name or folder.resolve().name
    digest = digest_folder(folder)
    try:
        manifest = _read_manifest(folder / MANIFEST)
    except Mistake as mistake:
        return Entrant(label, folder, digest, defect=str(mistake))
    command = manifest.get("command", _DEFAULT_COMMAND)
    return Entrant(
        name or manifest["name"],
        folder,
        digest,
        _split_command(command),
        tuple(manifest.get("games", ())),
    )


def _split_command(command: str | Iterable[str]) -> tuple[str, ...]:
    """Return the words of a command; none if its quotes do not match."""
    try:
        return tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError:
        return ()


def is_ignored(name: str) -> bool:
    """Say of the name of a file or folder whether it is no part of a bot, with all that is in it.

    Whoever checks, counts, digests, copies or packs a bot asks here.
    """
    return name in _IGNORED or name.startswith(_IGNORED_START)


def walk_bot(folder: Path) -> Iterator[tuple[tuple[str, ...], os.stat_result]]:
    """Yield all that is part of a bot, by the parts of its name, each folder before what is in it.

    Links are not followed, and what is ignored is not walked. In the order of the names, which
    the digest rests on.
    """
    waiting = _list_backwards(folder, ())
    while waiting:
        parts = waiting.pop()
        status = folder.joinpath(*parts).lstat()
        yield parts, status
        if stat.S_ISDIR(status.st_mode):
            waiting += _list_backwards(folder, parts)


def _list_backwards(folder: Path, parts: tuple[str, ...]) -> list[tuple[str, ...]]:
    names = sorted((path.name for path in folder.joinpath(*parts).iterdir()), reverse=True)
    return [(*parts, name) for name in names if not is_ignored(name)]


def digest_folder(folder: Path) -> str:
    """Return a digest that two folders share exactly if a bot's files in them are the same."""
    digest = sha256()
    for parts, status in walk_bot(folder):
        if stat.S_ISREG(status.st_mode):
            for part in ("/".join(parts).encode(), folder.joinpath(*parts).read_bytes()):
                digest.update(len(part).to_bytes(8, "big"))
                digest.update(part)
    return digest.hexdigest()


def _read_manifest(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise Mistake(f'There is no {MANIFEST}; it needs at least a line like name = "my-bot".')
    if path.stat().st_size > _MANIFEST_BYTES:
        raise Mistake(f"{MANIFEST} is over {_MANIFEST_BYTES} bytes; a few lines are enough.")
    try:
        manifest = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"{MANIFEST} is not valid TOML: {error}.") from error
    except (ValueError, RecursionError) as error:
        # No text, numbers of thousands of digits, brackets within brackets without end.
        raise Mistake(f"{MANIFEST} cannot be read; it is a few lines of TOML in UTF-8.") from error
    _check_manifest(manifest)
    return manifest


def _check_manifest(manifest: dict[str, Any]) -> None:
    for key, value in manifest.items():
        if key not in _KEYS:
            raise Mistake(
                f"{MANIFEST} has an unknown key {key!r}; the keys are {', '.join(_KEYS)}."
            )
        if not isinstance(value, _KEYS[key]):
            raise Mistake(f"{MANIFEST}: {key} is wrong; right is {_EXAMPLES[key]}.")
        if isinstance(value, list) and not all(isinstance(part, str) for part in value):
            raise Mistake(f"{MANIFEST}: {key} may hold strings only, for example {_EXAMPLES[key]}.")
        if not value and key != "games":
            raise Mistake(f"{MANIFEST}: {key} is empty; right is {_EXAMPLES[key]}.")
    words = _split_command(manifest.get("command", _DEFAULT_COMMAND))
    if any("\0" in word for word in words):
        raise Mistake(
            f"{MANIFEST}: command has a NUL character, which no program can be given; right is"
            f" {_EXAMPLES['command']}."
        )
    if not words:
        raise Mistake(f"{MANIFEST}: command is wrong; right is {_EXAMPLES['command']}.")
    if "name" not in manifest:
        raise Mistake(f"{MANIFEST} has no name; right is {_EXAMPLES['name']}.")
    if not manifest["name"].isprintable() or len(manifest["name"]) > 40:
        raise Mistake(f"{MANIFEST}: a name is up to 40 printable characters.")


_EXAMPLES: Final = {
    "name": 'name = "my-bot"',
    "games": 'games = ["six_nimmt"]',
    "command": 'command = ["python3", "bot.py"]',
}
