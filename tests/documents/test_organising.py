"""The commands of an organiser, run as printed, one after the other in one copy."""

from pathlib import Path

import pytest

from tests.documents.printed import printed, require_success


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize(
    "block", [*printed("docs/organising.md", at_night=True), *printed("docs/course.md")]
)
def test_a_command_works_as_printed_and_changes_nothing_that_git_keeps(
    block: str, checkout: Path
) -> None:
    require_success(block, checkout)
