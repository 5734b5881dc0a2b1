"""Compiles the rules of the games with mypyc: C of the very same sources, as extension modules.

    python hatch_build.py arena/games/compiled_rules

makes a folder of them for this interpreter; `arena/games/compiled.py` says when they are used. As a
build hook (hatchling) it puts that folder into a wheel if ARENA_RULES=compiled. Without that nobody
needs a compiler. Every build makes the SDK's modules of the games, an editable install included.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
COMPILED = "arena/games/compiled_rules"
COMPILERS = ["mypy>=2.4", "setuptools>=80"]
# What all games share; and of a game its rules, cards, encoding and what else is not named here.
COMMON = ("choices", "colours", "contract", "deal", "encoding", "playout", "unseen")
INTERPRETED = {"__init__", "events", "options", "table"}


SDK = ROOT / "sdk/python/arena_sdk"
SDK_OF_A_GAME = '''"""The SDK typed for {game}: what the author of a bot for this game imports.

from arena_sdk.{game} import Bot, Move, Turn, run

class First(Bot):
    def choose(self, turn: Turn) -> Move:
        return turn.legal[0]

if __name__ == "__main__":
    run(First)
"""

from typing import TypeAlias

from arena.games.{game} import {names}
from arena_sdk import bot
from arena_sdk.bot import Over, Start
from arena_sdk.errors import ProviderAway
from arena_sdk.program import load, run

__all__ = {exported}

Bot: TypeAlias = bot.Bot[View, Move, State]
Turn: TypeAlias = bot.Turn[View, Move, State]
'''


class GamesHook(BuildHookInterface):
    """Makes the SDK's modules of the games; a wheel gets their rules pages, and compiled rules."""

    def dependencies(self) -> list[str]:
        return COMPILERS if self._is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        write_sdk()
        if self.target_name != "wheel" or version == "editable":
            return
        for game in games():
            build_data["force_include"][f"docs/{game}.md"] = f"arena/games/{game}/rules.md"
        if not self._is_wanted():
            return
        self._made = Path(mkdtemp()) / "rules"
        compile_rules(self._made)
        build_data["force_include"][str(self._made)] = COMPILED
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_made"):
            shutil.rmtree(self._made.parent)

    def _is_wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("ARENA_RULES") == "compiled"


def compile_rules(target: Path) -> None:
    """Compile into a folder, which is there when all of it is."""
    paths = list(sources())
    digests = {_module(path): sha256((ROOT / path).read_bytes()).hexdigest() for path in paths}
    listed = json.dumps(digests, indent=1).encode()
    with TemporaryDirectory() as scratch:
        # The code of all modules is in one library, whose name fits this list of sources alone.
        _run_mypyc(paths, f"rules_{sha256(listed).hexdigest()[:16]}", Path(scratch))
        made = Path(scratch) / "lib"
        (made / "sources.json").write_bytes(listed)
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, target)


def games() -> list[str]:
    """Return the names of all games: the folders with an options module."""
    return sorted(path.parent.name for path in (ROOT / "arena/games").glob("*/options.py"))


def write_sdk() -> None:
    """Write the SDK's module of each game, of what its package exports. Git ignores them."""
    for game in games():
        source = (ROOT / f"arena/games/{game}/__init__.py").read_text("utf-8")
        names = re.findall(r'"(\w+)"', source.partition("__all__ = [")[2].partition("]")[0])
        names.remove("GAME")
        exported = sorted([*names, "Bot", "Over", "ProviderAway", "Start", "Turn", "load", "run"])
        text = SDK_OF_A_GAME.format(game=game, names=", ".join(names), exported=exported)
        (SDK / f"{game}.py").write_text(text, "utf-8")
    ignored = [".gitignore", *(f"{game}.py" for game in games())]
    (SDK / ".gitignore").write_text("".join(f"/{name}\n" for name in ignored), "utf-8")


def sources() -> Iterator[Path]:
    """Yield what is compiled, relative to the project."""
    games = Path("arena/games")
    yield from (games / f"{name}.py" for name in COMMON)
    for path in sorted((ROOT / games).glob("*/*.py")):
        if path.stem not in INTERPRETED and path.parent.name != "testing":
            yield path.relative_to(ROOT)


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def _run_mypyc(paths: list[Path], library: str, scratch: Path) -> None:
    """Have mypyc make C of the sources, and the C compiler extension modules of that."""
    words = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={scratch / 'mypy'}"]
    words += map(str, paths)
    program = (
        "import os; from mypyc.build import mypycify; from setuptools import setup;"
        f" made = mypycify({words!r}, group_name={library!r}, target_dir={str(scratch / 'c')!r},"
        " debug_level='0');"
        f" os.chdir({str(scratch)!r});"  # away from the pyproject.toml, which is hatchling's
        " setup(name='rules', ext_modules=made,"
        " script_args=['--quiet', 'build_ext', '--build-lib', 'lib', '--build-temp', 'temp'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"The rules could not be compiled:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    compile_rules(Path(sys.argv[1]))
