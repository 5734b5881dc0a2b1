"""The page of shares has the numbers of the program."""

from tests.documents.printed import ROOT
from tests.documents.shares import write_shares


def test_the_page_has_the_table_of_the_program() -> None:
    assert write_shares() in (ROOT / "docs" / "shares.md").read_text()
