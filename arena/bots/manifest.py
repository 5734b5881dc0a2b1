"""A bot on disk: the digest of its files, and its manifest, `bot.toml`."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Final

from arena.bots.folder import BotFile, digest_files, find_part, parts, walk
from arena.bots.parameters import Parameter, check_parameters, set_parameters
from arena.errors import UserError
from arena.foreign_text import quote
from arena.languages import PYTHON, Language, find_language, language_names

MANIFEST: Final = "bot.toml"
# The names that a bot may have, as a regular expression: they can be typed, and mean only
# themselves.
NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}"
NAME_RULE: Final = "expected up to 40 letters of a to z, digits, and . _ + - after the first"
# The time of reading TOML grows with the square of a key's length.
MAX_MANIFEST_BYTES: Final = 4 * 1024
# The most folders below the top that a message names as having a manifest.
_MOST_PLACES: Final = 3
_PARAMETERS: Final = "parameters"
_EXCLUDE: Final = "exclude"
# By key the types of its value, and an example.
_KEYS: Final[dict[str, tuple[type | tuple[type, ...], str]]] = {
    "name": (str, 'name = "my-bot"'),
    "games": (list, 'games = ["six_nimmt"]'),
    "language": (str, 'language = "cpp"'),
    "command": ((str, list), 'command = ["python3", "bot.py"]'),
    "protocol": (str, 'protocol = "stdio"'),
    _EXCLUDE: (list, 'exclude = ["*.md", "data"]'),
    _PARAMETERS: (dict, "a table: [parameters], and a line like depth = 2"),
}
_DEFAULT_COMMAND: Final = ("python3", "bot.py")
GRPC: Final = "grpc"
STDIO: Final = "stdio"
# The protocols that a bot's program may speak.
PROTOCOLS: Final = (GRPC, STDIO)
_BRIDGE: Final = ("python3", "-I", "-m", "arena_sdk.bridge")


class SeatKind(StrEnum):
    """The kind of a seat's player. A bot has files and a box; the others answer from outside."""

    BOT = "bot"
    PERSON = "person"
    FUNCTION = "function"
    """One of the caller's, in the caller's program."""

    @property
    def is_bot(self) -> bool:
        """Whether it has files, and so a digest, and needs a box. Such alone may be rated."""
        return self is SeatKind.BOT

    @property
    def may_leave(self) -> bool:
        """Whether its match waits for it when it goes away; else it has crashed then."""
        return self is SeatKind.PERSON


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on disk: its name, its folder, and what its manifest says. A TakenBot can be played."""

    name: str
    folder: Path
    digest: str
    """SHA-256 over the names and contents of its files, in hexadecimal."""
    command: tuple[str, ...] = _DEFAULT_COMMAND
    games: tuple[str, ...] = ()
    """The games that it plays; empty for all."""
    protocol: str = GRPC
    """The protocol of its program: one of PROTOCOLS."""
    language: str = PYTHON
    """The language of its sources: one of `arena.languages`."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict, hash=False)
    """The parameters it is started with, by name: its own defaults, or a command's settings."""
    defect: str = ""
    """Why it cannot be started, as a sentence; empty if it can."""
    kind: ClassVar = SeatKind.BOT
    clock: ClassVar[None] = None
    """It plays on that of the plan."""

    @property
    def program(self) -> tuple[str, ...]:
        """The words of what runs in its box: its command, behind the bridge if it speaks stdio."""
        return self.command if self.protocol == GRPC else (*_BRIDGE, *self.command)


def open_bot(folder: Path, name: str | None = None, *, whole: bool = False) -> Bot:
    """Read a bot where it lies. A wrong `bot.toml` is the bot's fault: it enters with a defect.

    With `whole` all that is in the folder is part of it, as when it was handed in.
    """
    label = name or derive_name(folder.resolve().name)
    digest = digest_files(walk(folder) if whole else walk_parts(folder))
    try:
        manifest = _read_manifest(folder)
    except UserError as mistake:
        return Bot(label, folder, digest, defect=str(mistake))
    language = find_language(manifest.get("language", PYTHON))
    return Bot(
        name or manifest["name"],
        folder,
        digest,
        _split_command(manifest.get("command", language.run)),
        tuple(manifest.get("games", ())),
        manifest.get("protocol", language.protocol),
        language.name,
        manifest.get(_PARAMETERS, {}),
    )


def walk_parts(folder: Path) -> Iterator[BotFile]:
    """Yield all that is part of a bot in its author's folder; what it excludes is none."""
    try:
        exclude = _read_manifest(folder).get(_EXCLUDE, ())
    except UserError:
        exclude = ()
    return walk(folder, parts(exclude))


def set_in_manifest(folder: Path, given: Mapping[str, str]) -> None:
    """Give a bot's parameters these values: that makes another bot of it, with another digest.

    UserError if it has no such parameters, or its `bot.toml` cannot be read.
    """
    manifest = _read_manifest(folder)
    parameters = set_parameters(manifest.pop(_PARAMETERS, {}), given)
    lines = [*_write_toml(manifest), f"[{_PARAMETERS}]", *_write_toml(parameters)]
    (folder / MANIFEST).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_toml(table: Mapping[str, Any]) -> list[str]:
    """Return strings, numbers, and lists of these as lines of TOML: as JSON, but for one letter."""
    values = {key: json.dumps(value, ensure_ascii=False) for key, value in table.items()}
    return [f"{key} = {value}".replace("\x7f", "\\u007f") for key, value in values.items()]


def _split_command(command: str | Iterable[str]) -> tuple[str, ...]:
    """Return the words of a command; none if its quotes do not match, or nothing can be run so."""
    try:
        words = tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError:
        return ()
    # No program can be given a word with a NUL.
    return () if any("\0" in word for word in words) else words


def _read_manifest(folder: Path) -> dict[str, Any]:
    content = find_part(folder, MANIFEST)
    if content is None:
        raise UserError(_tell_missing(folder))
    if len(content) > MAX_MANIFEST_BYTES:
        raise UserError(f"{MANIFEST} is over {MAX_MANIFEST_BYTES:,} bytes; a few lines are enough.")
    try:
        manifest = tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{MANIFEST} is not valid TOML: {error}.") from error
    except (ValueError, RecursionError) as error:
        # No text, numbers of thousands of digits, brackets within brackets without end.
        raise UserError(
            f"{MANIFEST} cannot be read; it is a few lines of TOML in UTF-8."
        ) from error
    _check_manifest(manifest)
    if "command" not in manifest:
        _check_source(folder, find_language(manifest.get("language", PYTHON)))
    return manifest


def _tell_missing(folder: Path) -> str:
    """Say that there is no manifest where it should be, and where there is one."""
    below = [part.names[:-1] for part in walk(folder) if part.names[-1] == MANIFEST]
    if below:
        places = " and ".join(quote("/".join(names)) for names in below[:_MOST_PLACES])
        return f"There is no {MANIFEST} at the top, but in {places}; name one bot's own folder."
    return f'There is no {MANIFEST}; it needs at least a line like name = "my-bot".'


def _check_source(folder: Path, language: Language) -> None:
    if language.source and find_part(folder, language.source) is None:
        raise UserError(
            f'There is no file {language.source}, which a bot with language = "{language.name}"'
            " has, unless bot.toml has a command."
        )


def _check_manifest(manifest: dict[str, Any]) -> None:
    for key, value in manifest.items():
        if key not in _KEYS:
            raise UserError(
                f"{MANIFEST} has an unknown key {key!r}; the keys are {', '.join(_KEYS)}."
            )
        kind, example = _KEYS[key]
        if not isinstance(value, kind):
            raise UserError(f"{MANIFEST}: {key} is wrong; expected {example}.")
        if isinstance(value, list) and not all(isinstance(part, str) for part in value):
            raise UserError(f"{MANIFEST}: {key} may hold strings only, for example {example}.")
        if not value and key not in {"games", _EXCLUDE, _PARAMETERS}:
            raise UserError(f"{MANIFEST}: {key} is empty; expected {example}.")
    language = manifest.get("language", PYTHON)
    if language not in language_names():
        known = ", ".join(f'"{one}"' for one in language_names())
        raise UserError(f"{MANIFEST}: there is no language {language!r}; expected one of {known}.")
    try:
        check_parameters(manifest.get(_PARAMETERS, {}))
    except UserError as mistake:
        raise UserError(f"{MANIFEST} {mistake}") from mistake
    protocol = manifest.get("protocol", GRPC)
    if protocol not in PROTOCOLS:
        known = " or ".join(f'"{one}"' for one in PROTOCOLS)
        raise UserError(f"{MANIFEST}: there is no protocol {protocol!r}; expected {known}.")
    words = _split_command(manifest.get("command", _DEFAULT_COMMAND))
    if not words:
        raise UserError(f"{MANIFEST}: command is wrong; expected {_KEYS['command'][1]}.")
    if "name" not in manifest:
        raise UserError(f"{MANIFEST} has no name; expected {_KEYS['name'][1]}.")
    if not is_name(manifest["name"]):
        raise UserError(f"{MANIFEST}: {manifest['name']!r} cannot be a bot's name; {NAME_RULE}.")


def is_name(text: str) -> bool:
    return re.fullmatch(NAME, text) is not None


def check_name(text: str) -> str:
    """Return the name; UserError if a bot cannot be called so."""
    if not is_name(text):
        raise UserError(f"{text!r} cannot be a bot's name; {NAME_RULE}.")
    return text


def derive_name(text: str) -> str:
    """Return a name that is as near to a file's as it may be, for a bot that has no better one."""
    letters = re.sub(r"[^A-Za-z0-9._+-]", "_", text).lstrip("._+-")
    return letters[:40] or "bot"
