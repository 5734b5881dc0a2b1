"""Tables as CSV: no cell is a formula for a spreadsheet, and what is read back is the text."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.foreign_text import show
from arena.terminal.output import write_csv

ROOT = Path(__file__).parents[2]
BEGINS = "=+-@\t\r"
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r1", "=cmd|' /C calc'!A0", "-"]
BLANKS = ["", " ", "   ", "\n", "\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}"]


def read_back(*cells: object) -> list[str]:
    out = io.StringIO()
    names = [cell for cell in cells if isinstance(cell, str)]
    write_csv(out, names, [names, cells])
    head, same, row = csv.reader(io.StringIO(out.getvalue()))
    assert head == same
    return row


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("formula", FORMULAS)
def test_a_cell_that_would_be_a_formula_is_its_text_behind_an_apostrophe(
    formula: str, blank: str
) -> None:
    name = blank + formula
    assert read_back(name, "after") == [f"'{show(name)}", "after"]


def test_numbers_and_other_texts_are_as_they_are() -> None:
    cells = (-1, -0.25, 3, None, "Ann", "a=b", "x-y", "1-2", "'quoted", "", " ", "a\t=1")
    assert read_back(*cells) == [
        *("-1", "-0.25", "3", "", "Ann", "a=b", "x-y", "1-2", "'quoted", "", " ", r"a\t=1")
    ]


@given(st.text())
@example("\N{EM SPACE}=1")
def test_no_text_begins_a_formula(text: str) -> None:
    (cell,) = read_back(text) or [""]
    assert cell.lstrip()[:1] not in {*BEGINS}
    assert cell.removeprefix("'") == show(text).removeprefix("'")


def test_one_place_writes_csv() -> None:
    writers = [
        str(file.relative_to(ROOT))
        for room in ("arena", "ladder", "sdk")
        for file in (ROOT / room).rglob("*.py")
        if re.search(r"csv\.(writer|DictWriter)|to_csv", file.read_text())
    ]
    assert writers == ["arena/terminal/output.py"]
