"""What becomes of a stranger's text where it is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from arena.foreign_text import quote, show, show_lines
from arena.terminal.console import PlainConsole
from tests.foreign_text.hostile import HOSTILE, TYPED, unsafe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, 12 %", "plain words, 12 %"),
        ("é ü ñ 牛 🐐 ± × …", "é ü ñ 牛 🐐 ± × …"),
        ("e\u0301 and Hindi \u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f", None),
        ("\x1b]52;c;eA==\x07", r"\x1b]52;c;eA==\x07"),
        ("back\rover\b", r"back\rover\x08"),
        ("\x9b31m\x7f", r"\x9b31m\x7f"),
        ("two\nlines\tand a tab", r"two\nlines\tand a tab"),
        ("\u2028\u2029\x85", r"\u2028\u2029\x85"),
        ("\u202egnp.exe\u2066\u2069", r"\u202egnp.exe\u2066\u2069"),
        ("\u05d0\u0627\u0663", r"\u05d0\u0627\u0663"),
        ("a\u200bb\u2060c\ufeffd\u00ade", r"a\u200bb\u2060c\ufeffd\xade"),
        ("\u3164\u2800\ufe0f\U000e0100", r"\u3164\u2800\ufe0f\U000e0100"),
        ("e\u0301\u0302\u0303\u0304", "e\u0301\u0302" + r"\u0303\u0304"),
        ("\udcff\ue000", r"\udcff\ue000"),
        ("[/b]oo [link=x]", "[/b]oo [link=x]"),
    ],
)
def test_what_cannot_simply_be_seen_is_an_escape(text: str, shown: str | None) -> None:
    assert show(text) == (text if shown is None else shown)


def test_a_text_is_as_long_as_there_is_room() -> None:
    assert show("x" * 40, 40) == "x" * 40
    assert show("x" * 41, 40) == "x" * 37 + "..."
    assert len(show("\n" * 41, 40)) == 40
    assert quote("x" * 61) == f"'{'x' * 60}...'"


def test_a_block_has_its_lines_and_nothing_else() -> None:
    assert show_lines("") == []
    assert show_lines("one\r\n\ttwo\rthree\x0bfour\n\n") == [
        "one",
        r"        two\rthree\x0bfour",
        "",
    ]


@given(st.text())
def test_whatever_is_shown_is_safe_and_shown_again_the_same(text: str) -> None:
    for shown in (show(text), *show_lines(text), quote(text)):
        assert not unsafe(show(shown))
        assert "\n" not in show(shown)
    assert show(show(text)) == show(text)


def test_a_console_takes_every_string_for_a_strangers(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(HOSTILE, title=HOSTILE, caption=HOSTILE)
    table.add_row(TYPED)
    console = PlainConsole(width=1000)
    console.print(table)
    console.print(HOSTILE, TYPED)
    console.print(Text("ours\nof two lines"))
    said = capsys.readouterr().out
    assert not unsafe(said)
    assert said.count("[/b]oo[link=file:///etc/passwd]") == 6
    assert "FORGED" not in {line[:6] for line in said.split("\n")}
    assert said.endswith("ours\nof two lines\n")
