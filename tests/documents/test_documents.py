"""What the documents promise by themselves: short, complete, and every link leads somewhere."""

import re

import pytest

from arena.cli.app import app as arena
from ladder.cli.app import app as ladder
from tests.documents.printed import README, ROOT, tracked
from tests.programs import commands_of


def test_the_first_bot_takes_at_most_ten_lines() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in source.splitlines() if line]) <= 10


@pytest.mark.usefixtures("processes")
def test_every_link_leads_to_a_file() -> None:
    links = [
        (document, link)
        for document in tracked()
        if document.suffix == ".md"
        for link in re.findall(r"\]\(([^):#]+)\)", (ROOT / document).read_text())
    ]
    assert len(links) > 5
    assert [one for one in links if not (ROOT / one[0].parent / one[1]).exists()] == []


@pytest.mark.parametrize(
    "words",
    [f"arena {name}" for name in commands_of(arena)]
    + [f"ladder {name}" for name in commands_of(ladder)],
)
def test_the_documents_name_every_command(words: str) -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert any(words in " ".join(page.read_text().split()) for page in pages)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 130
