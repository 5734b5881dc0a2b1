"""The compiled rules: extension modules that mypyc made of the very sources beside them.

They lie in a folder of their own, `compiled_rules`, with the SHA-256 of every source that they were
made of; `make compiled` makes it, and wheels may have it. Python finds them there instead of the
sources as long as these are the same. Which form of the rules is played says the environment
variable ARENA_RULES: `compiled`, `interpreted`, or without it compiled where there are any.
"""

import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, TypeAlias

from arena.errors import UserError

Form: TypeAlias = Literal["compiled", "interpreted"]

VARIABLE: Final = "ARENA_RULES"
FOLDER: Final = Path(__file__).parent / "compiled_rules"
SOURCES: Final = "sources.json"
# The folder of `arena`.
_ROOT: Final = Path(__file__).parents[2]
_SUFFIX: Final = EXTENSION_SUFFIXES[0]


class CompiledRules:
    """Finds compiled modules for Python. UserError if one is of another version than its source.

    All are compared at once: a compiled module imports others without asking any finder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        listed = (folder / SOURCES).read_bytes()
        self._digests: dict[str, str] = json.loads(listed)
        # The module with the code of all others: its name fits one list of sources.
        self._library = f"rules_{sha256(listed).hexdigest()[:16]}__mypyc"
        for name in self._digests:
            self._require_source(name)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - as it is called
        target: ModuleType | None = None,  # noqa: ARG002 - the same
    ) -> ModuleSpec | None:
        if fullname not in self._digests and fullname != self._library:
            return None
        return spec_from_file_location(fullname, self._file(fullname))

    def files(self) -> list[Path]:
        """Return all files of these modules."""
        modules = [self._file(name) for name in (*self._digests, self._library)]
        return [self._folder / SOURCES, *modules]

    def _file(self, name: str) -> Path:
        path = self._folder.joinpath(*name.split("."))
        return path.with_name(f"{path.name}{_SUFFIX}")

    def _require_source(self, name: str) -> None:
        source = _ROOT.joinpath(*name.split(".")).with_suffix(".py")
        is_there = source.is_file()
        if not is_there or sha256(source.read_bytes()).hexdigest() != self._digests[name]:
            raise UserError(
                f"The compiled module {name} is of another version of {source}; make compiled"
                f" compiles it again, and without the folder {self._folder} it is interpreted."
            )


@cache
def compiled_rules() -> CompiledRules | None:
    """Return the compiled rules that are to be played, or None to play the sources.

    UserError if ARENA_RULES says neither or asks for what is not there, or if they are stale.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in {"", "compiled", "interpreted"}:
        raise UserError(f"{VARIABLE} is {wanted[:40]!r}; expected compiled or interpreted.")
    is_there = (FOLDER / f"arena/games/contract{_SUFFIX}").is_file()
    if wanted == "compiled" and not is_there:
        raise UserError(
            f"{VARIABLE} is compiled, but {FOLDER} has no rules for this Python; in a checkout"
            " make compiled makes them."
        )
    return CompiledRules(FOLDER) if is_there and wanted != "interpreted" else None


def use_compiled_rules() -> None:
    """Have Python find the compiled rules from now on, if they are to be played."""
    rules = compiled_rules()
    if rules is not None:
        sys.meta_path.insert(0, rules)


def form_of(module: str) -> Form:
    """Return in which form a module that is loaded runs."""
    spec = sys.modules[module].__spec__
    is_compiled = spec is not None and isinstance(spec.loader, ExtensionFileLoader)
    return "compiled" if is_compiled else "interpreted"
