"""The tests of parts that seldom change: CI leaves them to the night if nothing of a part has.

`make soak` runs all of them, and so does `make test-all` if it is not told since when.
"""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
# Whatever is installed, and how tests are chosen and run.
_ALWAYS: Final = ("constraints.txt", "pyproject.toml", ".ci", "tests/conftest.py", "tests/parts.py")
_WALLS: Final = ("arena/attacks", "arena/boxes", "arena/containers", "arena/doctor")
# The files of tests, and what they are about beside themselves and what stands in their folder.
PARTS: Final = {
    ("tests/hostile/test_protections.py", "tests/hostile/test_doctor.py"): (
        *_WALLS,
        *("arena/match", "arena/runner", "tests/hostile"),
    ),
    ("tests/hostile/test_attacks.py",): (
        *_WALLS,
        *("arena/bots", "arena/games", "arena/languages", "arena/match", "arena/runner"),
        *("protos", "sdk", "tests/hostile"),
    ),
    ("tests/boxes/test_gvisor.py", "tests/boxes/test_engine_away.py"): (
        *_WALLS,
        *("arena/runner", "tests/boxes"),
    ),
    ("tests/containers/test_image.py", "tests/containers/test_registry.py"): (
        *("arena/containers", "arena/languages", "tests/containers"),
    ),
    ("tests/sample_bots/test_languages.py",): (
        *("arena/boxes", "arena/containers", "arena/languages", "arena/starter", "protos"),
        *("sample_bots", "sdk", "tests/sample_bots"),
    ),
    ("tests/protos/test_languages.py",): ("protos", "tests/protos"),
}


def waiting(since: str) -> frozenset[str]:
    """Return the files of tests of which no part has changed since a commit of this project."""
    git = ("git", "-C", str(ROOT))
    told = subprocess.check_output([*git, "diff", "--name-only", since], text=True)
    new = subprocess.check_output([*git, "ls-files", "--others", "--exclude-standard"], text=True)
    return unchanged(told.splitlines() + new.splitlines())


def unchanged(changed: Iterable[str]) -> frozenset[str]:
    """Return the files of tests of which no part is among the changed files."""
    names = {*changed}
    names |= {str(parent) for name in names for parent in Path(name).parents}
    return frozenset(
        test
        for tests, folders in PARTS.items()
        if names.isdisjoint({*_ALWAYS, *folders})
        for test in tests
    )
