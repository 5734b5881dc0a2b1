"""The mutants: each a fault of one line that the tests of its subject have to notice.

A subject is a file of TOML in this folder, and a table in it is a mutant.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

FOLDER: Final = Path(__file__).parent


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fault, and the tests that have to notice it."""

    name: str
    subject: str
    file: str
    """The file of the product, from the root of the tree."""
    text: str
    """What stands there, exactly once."""
    becomes: str
    why: str
    """What would be wrong with such a product."""
    tests: tuple[str, ...]
    """As pytest takes them: files, folders or single tests."""
    promise: bool = False
    """Whether the documents promise that it is not so: then a test has to notice."""
    survives: str = ""
    """Why no test notices it, where that is known and accepted."""

    def change(self, source: str) -> str:
        """Return the source with the fault; CannotApply if the text is not there once."""
        often = source.count(self.text)
        if often != 1:
            raise CannotApply(f"{self.file} has its text {often} times, expected once")
        return source.replace(self.text, self.becomes)


class CannotApply(Exception):  # noqa: N818 - what it is, not whose
    """The product is no longer what a mutant changes."""


def find_defect(mutant: Mutant, root: Path) -> str:
    """Say why a mutant cannot be tried on a tree; empty if it can."""
    try:
        mutant.change((root / mutant.file).read_text())
        for test in mutant.tests:
            file, _, function = test.partition("::")
            if not (root / file).exists():
                return f"there is no {file}"
            if function and f"def {function.partition('[')[0]}(" not in (root / file).read_text():
                return f"{file} has no {function}"
    except (CannotApply, OSError) as defect:
        return str(defect)
    return ""


def read_mutants(folder: Path = FOLDER) -> list[Mutant]:
    """Read every subject of a folder, in the order of their names and of their files."""
    return [
        mutant
        for path in sorted(folder.glob("*.toml"))
        for mutant in parse_subject(path.stem, path.read_text())
    ]


def parse_subject(subject: str, text: str) -> list[Mutant]:
    return [
        msgspec.convert({**table, "name": name, "subject": subject}, Mutant)
        for name, table in tomllib.loads(text).items()
    ]


def touched(mutant: Mutant, changed: Iterable[str], before: Mapping[str, Mutant]) -> bool:
    """Say whether the product, the tests or the mutant itself are not what they were."""
    targets = {mutant.file, *(test.partition("::")[0] for test in mutant.tests)}
    return before.get(mutant.name) != mutant or any(
        file in targets or any(file.startswith(f"{target}/") for target in targets)
        for file in changed
    )
