"""The commands of an organiser, run as printed, one after the other in one copy."""

from pathlib import Path

import pytest

from tests.documents.printed import blocks, printed, require_success

COURSE = blocks("docs/course.md")


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize(
    "block",
    [
        *printed("docs/organising.md", at_night=True),
        pytest.param(COURSE[0], id="a course until its season"),
        # A night begins the course that it goes on with.
        pytest.param("\n".join(COURSE), marks=pytest.mark.soak, id="a course with its season"),
    ],
)
def test_a_command_works_as_printed_and_changes_nothing_that_git_keeps(
    block: str, checkout: Path
) -> None:
    require_success(block, checkout)
