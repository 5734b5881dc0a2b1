"""Attacks by a `bot.toml`: texts that are no TOML, too much TOML, or TOML that means mischief."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.attacks.hostile_file import FileAttack


def _text(what: str, text: str | bytes, words: str = "") -> FileAttack:
    """Return the attack by a bot with this in its `bot.toml`."""
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    return _made(what, lambda path: path.write_bytes(content), words)


def _made(what: str, write: Callable[[Path], object], words: str) -> FileAttack:
    def make(folder: Path) -> Path:
        bot = folder / "stranger"
        bot.mkdir()
        (bot / "bot.py").write_text("")
        write(bot / "bot.toml")
        return bot

    return FileAttack(f"has a bot.toml {what}", make, "submission", words)


_NAME: Final = 'name = "stranger"\n'

MANIFESTS: Final = {
    "toml_of_dots": _text(
        "of one key of 32,000 parts, which takes a parser gigabytes",
        ".".join("a" * 32_000) + " = 1",
        "bot.toml",
    ),
    "toml_of_brackets": _text(
        "of brackets in brackets", f"{_NAME}games = {'[' * 2000}", "bot.toml"
    ),
    "toml_of_braces": _text(
        "of tables in tables", f"{_NAME}games = {'{a=' * 1000}1{'}' * 1000}", "bot.toml"
    ),
    "toml_of_digits": _text(
        "with a number of 3,000 digits", f"{_NAME}games = {'9' * 3000}", "games is wrong"
    ),
    "toml_of_5000_digits": _text(
        "with a number of more digits than Python converts", f"name = {'9' * 4500}", "bot.toml"
    ),
    "toml_of_a_megabyte": _text("of a megabyte", f"{_NAME}# {'x' * 10**6}", "over"),
    "toml_of_a_name_of_100": _text(
        "with a name of 100 letters", f'name = "{"x" * 100}"', "up to 40"
    ),
    "toml_without_a_name": _text("with an empty name", 'name = ""', "name is empty"),
    "toml_of_a_list_for_a_name": _text(
        "with a list for a name", 'name = ["a", "b"]', "name is wrong"
    ),
    "toml_of_two_names": _text("with two names", f"{_NAME}{_NAME}", "not valid TOML"),
    "toml_of_escapes": _text("whose name clears the screen", r'name = "\u001b[2Jx"', "up to 40"),
    "toml_of_new_lines": _text(
        "whose name is a line of a table", r'name = "x\n1  winner"', "up to 40"
    ),
    "toml_of_zero_width": _text(
        "whose name has signs of no width", 'name = "x\u200bx"', "up to 40"
    ),
    "toml_of_right_to_left": _text(
        "whose name turns the line around", 'name = "x\u202ex"', "up to 40"
    ),
    "toml_of_a_nul": _text("with a NUL in its name", r'name = "x\u0000"', "up to 40"),
    "toml_of_a_nul_in_its_command": _text(
        "with a NUL in its command", _NAME + r'command = ["python3", "bot.py\u0000"]', "command"
    ),
    "toml_of_an_unknown_key": _text(
        "with a key that clears the screen", _NAME + '"\\u001b[2J" = 1', "unknown key"
    ),
    "toml_of_half_a_command": _text(
        "with a quote that does not end", _NAME + "command = 'python3 \"bot.py'", "command is wrong"
    ),
    "toml_of_no_command": _text(
        "with an empty command", f"{_NAME}command = []", "command is empty"
    ),
    "toml_of_numbers_for_a_command": _text(
        "with numbers for a command", f"{_NAME}command = [1, 2]", "strings only"
    ),
    "toml_of_a_parameter_of_text": _text(
        "with a parameter that clears the screen",
        _NAME + '[parameters]\nword = "\\u001b[2J"',
        "that cannot be",
    ),
    "toml_of_a_parameter_of_500_digits": _text(
        "with a parameter that is a number of 500 digits",
        f"{_NAME}[parameters]\ndepth = {'1234567890' * 50}",
        "that cannot be",
    ),
    "toml_of_parameters_in_parameters": _text(
        "with a parameter that is a table", f"{_NAME}[parameters.depth]\na = 1", "that cannot be"
    ),
    "toml_of_a_hundred_parameters": _text(
        "with a hundred parameters",
        "\n".join([_NAME + "[parameters]", *(f"a{number} = 1" for number in range(100))]),
        "20 are the most",
    ),
    "toml_of_dates": _text("with a date for a name", "name = 1979-05-27", "name is wrong"),
    "toml_of_infinity": _text("with infinity for a list", f"{_NAME}games = inf", "games is wrong"),
    "toml_of_no_utf8": _text("in no UTF-8", b'name = "\xff\xfe"', "UTF-8"),
    "toml_of_utf16": _text("in UTF-16", _NAME.encode("utf-16"), "UTF-8"),
    "toml_of_a_surrogate": _text("with half a letter", r'name = "\ud800"', "bot.toml"),
    "toml_of_nothing": _text("with nothing in it", b"", "has no name"),
    "toml_that_is_a_folder": _made("that is a folder", Path.mkdir, "bot.toml"),
    "toml_that_is_a_link": _made(
        "that is a link to a device without end",
        lambda path: path.symlink_to("/dev/zero"),
        "no ordinary file",
    ),
}
