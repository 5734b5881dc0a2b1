"""One attack by a build: a program in the compiler's place, and what has to come of it.

A compiler may be made to do anything by what it compiles. So the build command of these is a
program of the attacker's, `builds/NAME.py`, whose docstring says what it tries, in a build box as
strangers' bots are built in; and the product is read as theirs is.
"""

import ast
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Final

from arena.bots.intake import unpacked
from arena.boxes.build_box import ContainerBuildBox
from arena.boxes.kinds import KINDS
from arena.boxes.leftovers import runtime_folder
from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import UserError
from arena.languages import Language

_BUILDS: Final = Path(__file__).parent / "builds"
# Few seconds, so that a suite of them takes few.
_LIMIT: Final = 10.0
_BUILT: Final = "it is built"
# What has to be said of the bot; of those that are not named here nothing, since they come to
# nothing and the bot is built.
_WORDS: Final = {
    "never_ends": "has not ended",
    "sleeps": "has not ended",
    "fills_the_disk": "No space left",
    "a_huge_file": "File too large",
    "a_huge_product": "of files; that is the most",
    "a_large_file": "is over 16 MB",
    "all_memory": "failed",
    "fork_bomb": "Resource temporarily unavailable",
    "leaves_a_link": "no ordinary file",
    "leaves_a_locked_file": "broken or cut short",
}


@dataclass(frozen=True, slots=True)
class BuildAttack:
    """A program that a build runs, and what must come of it."""

    what: str
    """What it tries, as the end of "A build that ..."."""
    program: Path
    words: str
    """What must be said of the bot; empty if it has to be built."""

    @property
    def must(self) -> str:
        return f"one sentence that says {self.words!r}" if self.words else _BUILT


@dataclass(frozen=True, slots=True)
class Building:
    """What came of a build."""

    came: str
    complaints: tuple[str, ...]


def read_builds() -> dict[str, BuildAttack]:
    """Return all attacks by builds, by their names."""
    return {
        program.stem: BuildAttack(_read_what(program), program, _WORDS.get(program.stem, ""))
        for program in sorted(_BUILDS.glob("*.py"))
    }


def try_build(attack: BuildAttack, box: str) -> Building:
    """Build with the program in the compiler's place, in such a box.

    Unavailable if there are no such boxes. That its processes are gone the box itself sees to.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "stranger"
        source.mkdir()
        copy(attack.program, source / "build.py")
        (source / "bot.toml").write_text('name = "stranger"\n')
        try:
            _build(source, Path(folder), box)
        except UserError as mistake:
            came = str(mistake)
        else:
            came = _BUILT
    right = attack.words in came if attack.words else came == _BUILT
    return Building(came, () if right else (f"right is: {attack.must}; this came: {came[:300]!r}",))


def _build(source: Path, scratch: Path, box: str) -> None:
    runtime = KINDS[box].runtime
    assert runtime is not None  # noqa: S101 - these are for boxes with walls
    language = Language(
        name="stranger", title="a stranger's", run=("./bot",), build=("python3", "build.py")
    )
    product = scratch / "product.tar"
    with closing(Engine()) as engine, runtime_folder() as folder:
        image = require_image(engine).name
        built = ContainerBuildBox(language, folder / "seat", image, engine, runtime, limit=_LIMIT)
        built.build(source, product)
        with unpacked(product, scratch, whole=True):
            pass


def _read_what(program: Path) -> str:
    said = ast.get_docstring(ast.parse(program.read_text())) or ""
    return " ".join(said.split()).removeprefix("A build that ").removesuffix(".")
