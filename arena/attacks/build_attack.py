"""One attack by a build: a program in the compiler's place, and what has to come of it.

A compiler may be made to do anything by what it compiles. So the build command of these is a
program of the attacker's, `builds/NAME.py`, whose docstring says what it tries, in a build box as
strangers' bots are built in; and the product is read as theirs is.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Final

from arena.attacks.attack import read_what
from arena.bots.folder import make_folder
from arena.bots.intake import unpacked
from arena.errors import UserError
from arena.languages import PYTHON, Language
from arena.runner.host import Host

_BUILDS: Final = Path(__file__).parent / "builds"
# Few seconds, so that a suite of them takes few.
_LIMIT: Final = 4.0
_BUILT: Final = "it is built"
# Words that must be said of the bot. The attacks that are not named here come to nothing: the bot
# is built.
_WORDS: Final = {
    "never_ends": "has not ended",
    "sleeps": "has not ended",
    "fills_the_disk": "No space left",
    "a_huge_file": "File too large",
    "a_huge_product": "of files; that is the most",
    "a_large_file": "is over 16 MB",
    "all_memory": "more memory than its box has",
    "process_bomb": "Resource temporarily unavailable",
    "leaves_a_link": "no ordinary file",
    "leaves_a_locked_file": "Permission denied",
    "leaves_a_device": "Operation not permitted",
    "leaves_deep_folders": "more than 16 deep",
    "leaves_many_files": "more than 1,000 files",
    "leaves_nothing": "it is empty",
    "options_for_gcc": "for an option",
    "options_for_javac": "for an option",
    "sends_a_device": "failed",
    "sends_a_gigabyte": "of files; that is the most",
    "sends_without_end": "has not ended",
    "holds_its_product": "failed",
}
# Words under gVisor that differ; and the reason if gVisor does not stop the attack.
_UNDER_GVISOR: Final = {
    "ends_the_supervisor": ("was ended by signal", ""),
    # Its sandbox ends, or before that its time.
    "process_bomb": ("Its build", ""),
    "reads_the_host": ("/proc/meminfo can be read", "/proc is that of gVisor's own kernel"),
    "writes_the_supervisors_memory": (
        "/proc/1/environ can be opened",
        "gVisor has no Landlock, which closes /proc; memory is closed all the same",
    ),
}
# Files that a bot has beside its program, and its build command names.
_SOURCES: Final = {
    "options_for_gcc": "@options.cpp",
    "options_for_javac": "-J-XX:OnError=x.java",
}


@dataclass(frozen=True, slots=True)
class BuildAttack:
    """A program that a build runs, and what must come of it."""

    what: str
    """The attempt, as the end of "A build that ..."."""
    program: Path

    def words(self, box: str) -> str:
        """Return what must be said of the bot; nothing if it has to be built."""
        usual = _WORDS.get(self.program.stem, "")
        return _UNDER_GVISOR.get(self.program.stem, (usual,))[0] if box == "gvisor" else usual

    def known_open(self, box: str) -> str:
        """Return why such boxes do not stop it; nothing if they do."""
        return _UNDER_GVISOR.get(self.program.stem, ("", ""))[1] if box == "gvisor" else ""

    def must(self, box: str) -> str:
        words = self.words(box)
        return f"one sentence that says {words!r}" if words else _BUILT


BUILDS: Final = {
    program.stem: BuildAttack(read_what(program), program)
    for program in sorted(_BUILDS.glob("*.py"))
}
"""All attacks of the doctor by builds, by their names."""


def try_build(attack: BuildAttack, box: str) -> tuple[str, tuple[str, ...]]:
    """Build with the program in the compiler's place; return what came, and what is wrong with it.

    Unavailable if there are no such boxes. That its processes are gone the box itself sees to.
    """
    with Host(box) as host:
        # Below a runtime folder: the engine may see no other of ours.
        folder = host.folder()
        source = folder / "stranger"
        make_folder(source)
        copy(attack.program, source / "build.py")
        (source / "bot.toml").write_text('name = "stranger"\n')
        if attack.program.stem in _SOURCES:
            (source / _SOURCES[attack.program.stem]).touch()
        try:
            asyncio.run(_build(host, source, folder))
        except UserError as mistake:
            came = str(mistake)
        else:
            came = _BUILT
    words, must = attack.words(box), attack.must(box)
    right = words in came if words else came == _BUILT
    return came, () if right else (f"expected: {must}; this came: {came[:300]!r}",)


async def _build(host: Host, source: Path, scratch: Path) -> None:
    command = ("python3", "build.py", "**/*.cpp", "**/*.java")
    language = Language(name="stranger", title="a stranger's", run=("./bot",), build=command)
    product = scratch / "product.tar"
    await host.compile(language, source, host.image(PYTHON), product, _LIMIT)
    with unpacked(product, scratch, whole=True):
        pass
