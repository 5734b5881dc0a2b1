"""Runs the fast tests that import, name or mutate some files: a small verdict on a change.

    python -m tests.of FILE ...

A test is of a file if it is that file, mirrors it (`tests/match/test_clock.py` mirrors
`arena/match/clock.py`), imports it, says its path, or has to notice a mutant of it.
"""

import ast
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

import pytest

from tests.mutants.catalogue import read_mutants

ROOT: Final = Path(__file__).parent.parent


def tests_of(files: Collection[str]) -> list[str]:
    """Return the files of tests that are of these files, and what has to notice their mutants."""
    mutants = (mutant for mutant in read_mutants() if mutant.file in files)
    found = {test.partition("::")[0] for mutant in mutants for test in mutant.tests}
    for path in (ROOT / "tests").rglob("test_*.py"):
        name, (text, imported) = path.relative_to(ROOT).as_posix(), _read(path)
        if any(_is_of(file, name, text, imported) for file in files):
            found.add(name)
    return sorted(found)


@cache
def _read(path: Path) -> tuple[str, frozenset[str]]:
    text = path.read_text()
    return text, frozenset(_imports(text))


def _is_of(file: str, name: str, text: str, imported: Collection[str]) -> bool:
    path = PurePosixPath(file.removeprefix("arena/").replace("sdk/python/arena_sdk", "sdk"))
    return (
        name in {file, str(PurePosixPath("tests", path.parent, f"test_{path.stem}.py"))}
        or module_of(file) in imported
        or file in text
    )


def module_of(file: str) -> str:
    """Return the name of a Python file's module; of another file none has it."""
    path = PurePosixPath(file.removeprefix("sdk/python/"))
    parts = path.parent.parts if path.name == "__init__.py" else path.with_suffix("").parts
    return ".".join(parts) if path.suffix == ".py" else file


def _imports(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def main() -> None:
    """Run the tests of these files."""
    files = [Path(word).resolve() for word in sys.argv[1:]]
    if gone := [str(file) for file in files if not file.is_relative_to(ROOT) or not file.exists()]:
        sys.exit(f"There is no {gone[0]} in this project; expected a file of it.")
    tests = tests_of([file.relative_to(ROOT).as_posix() for file in files])
    if not tests:
        sys.exit("No test imports, names or mutates that; type: make test")
    fast = ["-q", "-m", "not (real or clock or soak)"]
    sys.exit(pytest.main([*fast, *tests]))


if __name__ == "__main__":
    main()
