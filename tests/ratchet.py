"""The size of the project, against `ratchet.txt`: no figure changes unsaid.

    python -m tests.ratchet [--write]

A code line has more than a comment or a docstring. A token is a name, a number, an operator or a
text in Python; elsewhere a word or a sign. A commit that raises a figure says for what.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".txt")
_SURFACE: Final = Path(__file__).with_name("frozen") / "kept/surface/surface.txt"
_PRODUCT: Final = ("arena", "ladder", "sdk", "sample_bots")
_MADE: Final = re.compile(r".*(/dist/|/kept/|package-lock|\.(png|svg|zip|arena|backup|bin|ico)$)")
_COMMENT: Final = re.compile(r"/\*.*?\*/|<!--.*?-->|\{#.*?#\}|^\s*(//|#|\*)[^\n]*", re.S | re.M)
_KINDS: Final = {tokenize.NAME, tokenize.NUMBER, tokenize.OP, tokenize.STRING}


def measure(*folders: str) -> tuple[int, int]:
    """Return the code lines and the tokens of what git has in these folders."""
    listed = subprocess.check_output(["git", "ls-files", *folders], text=True).splitlines()
    counts = [_count(Path(name)) for name in listed if not _MADE.match(name)]
    return sum(lines for lines, _ in counts), sum(tokens for _, tokens in counts)


def _count(file: Path) -> tuple[int, int]:
    text = file.read_text()
    if file.suffix not in {".py", ".pyi"}:
        code = _COMMENT.sub("", text)
        lines = [line for line in code.splitlines() if line.strip()]
        return len(lines), len(re.findall(r"\w+|[^\w\s]", code))
    walked = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Expr)]
    docstrings = [one for one in walked if isinstance(one.value, ast.Constant)]
    prose = {line for one in docstrings for line in range(one.lineno, (one.end_lineno or 0) + 1)}
    read = tokenize.generate_tokens(io.StringIO(text).readline)
    tokens = [one for one in read if one.type in _KINDS and one.start[0] not in prose]
    filled = {line for one in tokens for line in range(one.start[0], one.end[0] + 1)}
    return len(filled), len(tokens)


def figures() -> str:
    """Return the figures of today, a line each."""
    found = [*measure(*_PRODUCT), len(_SURFACE.read_text().splitlines()), *measure("tests")]
    names = ("product lines", "product tokens", "surface entries", "test lines", "test tokens")
    return "".join(f"{name} {figure}\n" for name, figure in zip(names, found, strict=True))


if __name__ == "__main__":
    today = figures()
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(today)
    elif today != FILE.read_text():
        sys.exit(f"{FILE.name} has\n{FILE.read_text()}and today's size is\n{today}See {__file__}.")
