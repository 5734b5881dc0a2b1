"""What `bot.toml` may say, and what is said of one that says something else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.bots.manifest import MAX_MANIFEST_BYTES, open_bot
from arena.errors import UserError
from tests.bounded import assert_sentence, bounded

NAME = 'name = "it"\n'


def defect_of(folder: Path, manifest: str) -> str:
    (folder / "bot.toml").write_text(manifest)
    (folder / "bot.py").touch()
    return open_bot(folder).defect


def test_a_name_is_enough_and_a_manifest_may_have_four_kilobytes(tmp_path: Path) -> None:
    assert defect_of(tmp_path, NAME) == ""
    assert defect_of(tmp_path, NAME + "#" * (MAX_MANIFEST_BYTES - len(NAME))) == ""


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (NAME + "#" * MAX_MANIFEST_BYTES, "is over 4,096 bytes; a few lines are enough"),
        (NAME + 'nmae = "it"', "has an unknown key 'nmae'; the keys are name, games,"),
        ("", "bot.toml has no name"),
        (NAME + "exclude = 5", 'exclude is wrong; expected exclude = ["*.md", "data"]'),
        ('name = "it"\nname = "that"', "is not valid TOML"),
        (NAME + 'games = "six_nimmt"', 'games is wrong; expected games = ["six_nimmt"]'),
        (NAME + "games = [1]", "games may hold strings only"),
        (NAME + 'protocol = "telnet"', "there is no protocol 'telnet'"),
        (NAME + 'language = "klingon"', "there is no language 'klingon'"),
        (NAME + 'command = ""', "command is empty"),
        (NAME + 'command = "python3 \'bot.py"', "command is wrong"),
        ('name = "a name"', "'a name' cannot be a bot's name"),
    ],
)
def test_anything_else_is_the_bots_defect_in_a_sentence(
    tmp_path: Path, manifest: str, said: str
) -> None:
    assert said in defect_of(tmp_path, manifest)


# Texts that are no TOML, too much TOML, or TOML that means mischief; and what is said of them.
HOSTILE: dict[str, tuple[str | bytes, str]] = {
    # A parser takes gigabytes for it.
    "dots": (".".join("a" * 32_000) + " = 1", "bot.toml"),
    "brackets": (f"{NAME}games = {'[' * 2000}", "bot.toml"),
    "braces": (f"{NAME}games = {'{a=' * 1000}1{'}' * 1000}", "bot.toml"),
    "digits": (f"{NAME}games = {'9' * 3000}", "games is wrong"),
    "more_digits_than_python_converts": (f"name = {'9' * 4500}", "bot.toml"),
    "a_megabyte": (f"{NAME}# {'x' * 10**6}", "over"),
    "a_name_of_100": (f'name = "{"x" * 100}"', "up to 40"),
    "no_name": ('name = ""', "name is empty"),
    "a_list_for_a_name": ('name = ["a", "b"]', "name is wrong"),
    "two_names": (NAME * 2, "not valid TOML"),
    "a_name_that_clears_the_screen": (r'name = "\u001b[2Jx"', "up to 40"),
    "a_name_that_is_a_line_of_a_table": (r'name = "x\n1  winner"', "up to 40"),
    "a_name_of_zero_width": ('name = "x\u200bx"', "up to 40"),
    "a_name_that_turns_the_line": ('name = "x\u202ex"', "up to 40"),
    "a_nul": (r'name = "x\u0000"', "up to 40"),
    "a_nul_in_its_command": (NAME + r'command = ["python3", "bot.py\u0000"]', "command"),
    "a_key_that_clears_the_screen": (NAME + '"\\u001b[2J" = 1', "unknown key"),
    "half_a_command": (NAME + "command = 'python3 \"bot.py'", "command is wrong"),
    "no_command": (f"{NAME}command = []", "command is empty"),
    "numbers_for_a_command": (f"{NAME}command = [1, 2]", "strings only"),
    "a_parameter_that_clears_the_screen": (
        NAME + '[parameters]\nword = "\\u001b[2J"',
        "that cannot be",
    ),
    "a_parameter_of_500_digits": (
        f"{NAME}[parameters]\ndepth = {'1234567890' * 50}",
        "that cannot be",
    ),
    "a_table_for_a_parameter": (f"{NAME}[parameters.depth]\na = 1", "that cannot be"),
    "a_hundred_parameters": (
        "\n".join([NAME + "[parameters]", *(f"a{number} = 1" for number in range(100))]),
        "20 are the most",
    ),
    "a_date": ("name = 1979-05-27", "name is wrong"),
    "infinity": (f"{NAME}games = inf", "games is wrong"),
    "no_utf8": (b'name = "\xff\xfe"', "UTF-8"),
    "utf16": (NAME.encode("utf-16"), "UTF-8"),
    "half_a_letter": (r'name = "\ud800"', "bot.toml"),
    "nothing": (b"", "has no name"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_manifest_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    manifest, words = HOSTILE[name]
    content = manifest if isinstance(manifest, bytes) else manifest.encode()
    assert_sentence(refusal(tmp_path, lambda path: path.write_bytes(content)), words)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Path.mkdir, "bot.toml"),
        (lambda path: path.symlink_to("/dev/zero"), "no ordinary file"),
    ],
    ids=["folder", "link"],
)
def test_what_is_no_file_is_no_manifest(
    make: Callable[[Path], object], words: str, tmp_path: Path
) -> None:
    assert_sentence(refusal(tmp_path, make), words)


def refusal(folder: Path, make: Callable[[Path], object]) -> str:
    """Take in a bot with such a bot.toml as `ladder submit` does; return what is said of it."""
    bot = folder / "stranger"
    bot.mkdir()
    (bot / "bot.py").touch()
    make(bot / "bot.toml")
    with bounded():
        try:
            return take_in(BotSource(bot), folder).defect
        except UserError as mistake:
            return str(mistake)
