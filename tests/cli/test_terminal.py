"""Output that cannot show all letters: it is written with what it can, and nothing ends over it."""

import io
import json
from pathlib import Path

import pytest

from arena.terminal.console import PlainConsole
from arena.terminal.output import say_json, write_readably
from tests.bots.writing import choosing
from tests.programs import Run

ASCII = ("env", "PYTHONIOENCODING=ascii")
NAME = "Jos\u00e9 \u00b1 \u00d7 \u4e2d"
SHOWN = "Jos\\xe9 +- x \\u4e2d"


def test_no_control_character_is_printed_as_such_in_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hostile = "".join(map(chr, [*range(32), 0x7F, *range(0x80, 0xA0), 0x202E]))
    say_json({hostile: [hostile]})
    printed = capsys.readouterr().out
    assert json.loads(printed) == {hostile: [hostile]}
    assert all(" " <= letter <= "~" for letter in printed.removesuffix("\n"))


@pytest.mark.parametrize(
    ("encoding", "text", "written"),
    [
        ("ascii", "1.2 \u00b1 0.3", b"1.2 +- 0.3"),
        ("ascii", "2 \u00d7 3 \u2013 4 \u2014 5 \u2212 6 \u2026", b"2 x 3 - 4 - 5 - 6 ..."),
        ("ascii", "\u2018a\u2019 \u201cb\u201d \u2192 \u2264 \u2265", b"'a' \"b\" -> <= >="),
        ("ascii", "\u4e2d\u00e9", b"\\u4e2d\\xe9"),
        ("latin-1", "\u00b1 \u2212 \u00e9", b"\xb1 - \xe9"),
        ("utf-8", "\u00b1 \u2212 \u4e2d", "\u00b1 \u2212 \u4e2d".encode()),
        # From a file's name that is no UTF-8.
        ("utf-8", "a\udcff", b"a\\udcff"),
    ],
)
def test_what_cannot_be_written_is_written_readably(
    encoding: str, text: str, written: bytes
) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    write_readably(stream)
    stream.write(text)
    stream.flush()
    assert raw.getvalue() == written


def test_a_stream_of_another_kind_is_left_as_it_is() -> None:
    stream = io.StringIO()
    write_readably(stream, None)
    stream.write("\u00b1")
    assert stream.getvalue() == "\u00b1"


def test_the_commands_of_arena_print_where_there_is_only_ascii(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("new", "mine", "--game=tonton")
    failing = choosing(f"raise ValueError({NAME!r})")
    (tmp_path / "mine" / "bot.py").write_text(failing, encoding="utf-8")
    words = ["--games=1", "--box=inline", "--json"]
    arena("play", "tonton", "mine", "first", "first", *words, check=1)
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    for words in (
        *(["games"], ["doctor"], ["replay", "records"], ["replay", "records", "--game=1"]),
        ["replay", "records", "--verify"],
        *(["new", "other"], ["--help"], ["new", "--help"]),
    ):
        said = arena(*words).stdout
        assert said.isascii()
        assert "--game=1" not in words or SHOWN in said


def test_a_refusal_is_printed_where_there_is_only_ascii(arena: Run) -> None:
    said = arena("play", "tonton", NAME, "first", behind=ASCII, check=2).stderr
    assert SHOWN in said
    assert "Traceback" not in said


def test_a_narrow_terminal_breaks_sentences_between_words_and_no_command() -> None:
    file = io.StringIO()
    console = PlainConsole(file=file, force_terminal=True, width=20, soft_wrap=True)
    console.print("first is ahead of random by twelve heads a game.")
    command = "Try: arena replay records/six_nimmt.arena --game 1"
    console.print(command)
    console.print("  | a line of a log that is longer than that")
    assert file.getvalue().splitlines() == [
        "first is ahead of",
        "random by twelve",
        "heads a game.",
        command,
        "  | a line of a log that is longer than that",
    ]


def test_what_is_no_terminal_gets_a_line_a_sentence() -> None:
    file = io.StringIO()
    PlainConsole(file=file, width=20, soft_wrap=True).print("first is ahead of random by twelve.")
    assert file.getvalue() == "first is ahead of random by twelve.\n"


@pytest.mark.parametrize("columns", ["40", "50", "60"])
def test_a_narrow_table_keeps_the_names(
    arena: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    words = ["--games=10", "--box=inline", "--option=rounds=1"]
    shown = arena("play", "six_nimmt", "careful", "all_rounder", *words).stdout
    table = shown.partition("\n\n")[0].splitlines()
    assert {line.split()[0] for line in table} == {"bot", "careful", "all_rounder"}
    assert max(map(len, table)) <= int(columns)
