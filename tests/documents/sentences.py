"""The linter of the sentences that a person reads: of documents, of commands' help, of messages.

    python -m tests.documents.sentences

prints those that have to be read twice, and ends with 1 if there are any. A sentence of a help, a
message, a docstring, a comment or a page begins with its noun; a question on a page does not.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import click

from arena.cli.app import app as arena
from ladder.cli.app import app as ladder
from tests.documents.printed import ROOT

MOST_WORDS: Final = 25
_NO_PROSE: Final = re.compile(r"```.*?```|^#.*$|^\|.*$|^ {4,}\S.*$", re.DOTALL | re.MULTILINE)
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_BLOCK: Final = re.compile(r"\n\s*\n|\n\s*(?:[-*]|\d+\.)\s")
_END: Final = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[^a-z]|$)")
# What tells a person what was wrong, or how things are.
_TELLING: Final = re.compile(
    r"(?:Error|Failure|Unavailable|Finding|CannotPlay|NoBot|Refusal)$|^(?:say|end|print)$"
)

_NO_NOUN: Final = re.compile(r"(?:^|(?<=[.:;!?]\s))(?:Of|What|Who|Whose|Where|Whatever)\b[^.:;!?]*")
_SHOWN: Final = re.compile(r"[>\"]([^<>\"{}]+)")
_COMMENT: Final = re.compile(r"^ *# (.*(?:\n *# .*)*)", re.MULTILINE)


def long_sentences(text: str) -> list[str]:
    """Return those sentences of a text in Markdown that have too many words."""
    prose = _LINK.sub(r"\1", _NO_PROSE.sub("\n\n", text))
    found = (sentence for block in _BLOCK.split(prose) for sentence in _END.split(block))
    return [" ".join(one.split()) for one in found if len(one.split()) > MOST_WORDS]


def nounless_sentences(text: str) -> list[str]:
    """Return those sentences that begin with a question word and not with a noun."""
    return _NO_NOUN.findall(" ".join(text.split()))


def documents() -> Iterator[tuple[str, str]]:
    """Yield the documents, each with its name."""
    pages = [ROOT / name for name in ("README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for page in (*pages, *sorted((ROOT / "docs").rglob("*.md"))):
        yield str(page.relative_to(ROOT)), page.read_text()


def helps() -> Iterator[tuple[str, str]]:
    """Yield what `--help` says: of every command, and of each of its options."""
    for name, program in (("arena", arena), ("ladder", ladder)):
        yield from _help_of(name, program)


def _help_of(name: str, command: click.Command) -> Iterator[tuple[str, str]]:
    yield name, command.help or ""
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield f"{name} {parameter.opts[-1]}", parameter.help or ""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None:
                yield from _help_of(f"{name} {inner}", found)


def messages() -> Iterator[tuple[str, str]]:
    """Yield what the programs say of mistakes and failures; a value in it counts as one word."""
    for file in _sources("attacks"):
        for node in _read(file):
            if isinstance(node, ast.Call) and _TELLING.search(_name_of(node.func)):
                for argument in node.args:
                    yield _place(file, node), _text_of(argument)


def prose() -> Iterator[tuple[str, str]]:
    """Yield the docstrings and the comments of the sources."""
    for file in _sources():
        for node in _read(file):
            if isinstance(node, ast.Expr):
                yield _place(file, node), _text_of(node.value)
        for comment in _COMMENT.findall(file.read_text()):
            yield str(file.relative_to(ROOT)), re.sub(r"\n *# ", " ", comment)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the texts of the site's templates and of all scripts, but for questions."""
    for pattern in ("ladder/web/templates/*.html", "ladder/web/static/*.js", "arena/viewer/*.js"):
        for file in sorted(ROOT.glob(pattern)):
            for text in _SHOWN.findall(file.read_text()):
                if not text.endswith("?"):
                    yield file.name, text


def _sources(*but: str) -> Iterator[Path]:
    for folder in ("arena", "ladder", "sdk/python"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not {"v1", *but} & {*file.relative_to(ROOT).parts}:
                yield file


@cache
def _read(file: Path) -> list[ast.Call | ast.Expr]:
    """Return what may say something, read once for all that look for it."""
    nodes = ast.walk(ast.parse(file.read_text()))
    return [node for node in nodes if isinstance(node, (ast.Call, ast.Expr))]


def _place(file: Path, node: ast.expr | ast.Expr) -> str:
    return f"{file.relative_to(ROOT)}:{node.lineno}"


def _name_of(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _text_of(node: ast.expr) -> str:
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(_text_of(part) for part in parts)
        case ast.BinOp(left, ast.Add(), right):
            return _text_of(left) + _text_of(right)
        case ast.IfExp(_, one, other):
            return max(_text_of(one), _text_of(other), key=len)
        case _:
            return "X"


if __name__ == "__main__":
    told = [*helps(), *messages()]
    found = [
        f"{place}: {sentence}"
        for place, text in (*documents(), *told)
        for sentence in long_sentences(text)
    ]
    found += [
        f"{place}: {one}"
        for place, text in (*told, *prose(), *pages())
        for one in nounless_sentences(text)
    ]
    print(*found, sep="\n", end="\n" * bool(found))
    sys.exit(f"A sentence has at most {MOST_WORDS} words, and its noun first." if found else 0)
