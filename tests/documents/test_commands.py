"""Every command that a document prints can be read: its name, options and number of words."""

import shlex
from collections.abc import Iterator

import click
import pytest

from arena.cli.app import app as arena
from ladder.cli.app import app as ladder
from tests.documents.printed import ROOT, blocks

PROGRAMS = {"arena": arena, "ladder": ladder}
DOCUMENTS = sorted(
    str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
)


def commands(document: str) -> Iterator[list[str]]:
    """Give the words of each of our commands, as a shell reads them."""
    for block in blocks(document):
        for line in block.replace("\\\n", " ").splitlines():
            for command in line.split(" && "):
                words = shlex.split(command.partition(" > ")[0], comments=True)
                if words and words[0].rpartition("/")[2] in PROGRAMS:
                    yield words


def require_readable(program: click.Command, words: list[str]) -> None:
    """Have a program read its words, up to where it would look for files."""
    context = click.Context(program, info_name=program.name)
    if isinstance(program, click.Group):
        name, command, rest = program.resolve_command(context, words)
        assert command is not None, name
        require_readable(command, rest)
        return
    values, rest, _ = program.make_parser(context).parse_args(words)
    assert rest == []
    for param in program.params:
        value = values.get(param.name or "")
        # What was not said is no text.
        if isinstance(value, str | list | tuple) and not isinstance(param.type, click.Path):
            param.type_cast_value(context, value)


@pytest.mark.parametrize("document", [name for name in DOCUMENTS if [*commands(name)]])
def test_every_command_can_be_read(document: str) -> None:
    for words in commands(document):
        require_readable(PROGRAMS[words[0].rpartition("/")[2]], words[1:])


@pytest.mark.parametrize(
    "words", [["ladder", "tables"], ["ladder", "run", "--match", "1"], ["arena", "doctor", "you"]]
)
def test_one_that_cannot_be_read_is_told(words: list[str]) -> None:
    with pytest.raises((click.UsageError, AssertionError)):
        require_readable(PROGRAMS[words[0]], words[1:])
