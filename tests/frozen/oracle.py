"""The frozen oracle: what today's program says, kept in `kept/`, and what differs from it.

    python -m tests.frozen [KIND...]

writes `kept/` again. Each line of its difference is read before it is committed, and the commit
says for each why it changed: gone on purpose, or better on purpose.

A kind of answers is a module of this folder. It yields files by their names, and reads `given/`:
exports and records of an earlier program, which are never written again.
"""

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

# The name of a file, and its lines.
Answers: TypeAlias = Iterator[tuple[str, Sequence[str]]]

FOLDER: Final = Path(__file__).parent
KEPT: Final = FOLDER / "kept"
GIVEN: Final = FOLDER / "given"
# These stay in their process; the others start programs.
FAST: Final = ("surface", "helps", "wire", "verdicts", "records", "boards", "routes")
REAL: Final = ("programs",)
# So much of a difference names its cause.
_MOST: Final = 40


def answer(kind: str) -> dict[str, str]:
    """Return what today's program answers, by the names of the files."""
    answers: Answers = import_module(f"tests.frozen.{kind}").answers()
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in answers}


def kept(kind: str) -> dict[str, str]:
    """Return what was answered when it was recorded."""
    folder = KEPT / kind
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def record(kind: str) -> None:
    """Keep what today's program answers."""
    folder, answers = KEPT / kind, answer(kind)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in answers:
            path.unlink()
    for name, text in answers.items():
        (folder / name).write_text(text)


def difference(kind: str) -> str:
    """Return the first lines in which today's answers differ from those that are kept."""
    now, then = answer(kind), kept(kind)
    lines = (
        line
        for name in sorted({*now, *then})
        for line in unified_diff(
            then.get(name, "").splitlines(),
            now.get(name, "").splitlines(),
            f"kept/{kind}/{name}",
            "today",
            lineterm="",
            n=0,
        )
    )
    return "\n".join(islice(lines, _MOST))


def digest(content: bytes | str) -> str:
    """Return what stands for bytes that nobody would read."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:12]
