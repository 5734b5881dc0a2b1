"""The README's commands and those of the boxes, run as printed, one after the other in one copy."""

from pathlib import Path

import pytest

from tests.documents.printed import printed, require_success


@pytest.mark.parametrize("block", [*printed("README.md"), *printed("docs/boxes.md")])
def test_a_command_works_as_printed_and_changes_nothing_that_git_keeps(
    block: str, checkout: Path
) -> None:
    require_success(block, checkout)
