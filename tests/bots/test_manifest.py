"""What `bot.toml` may say, and what is said of one that says something else."""

from pathlib import Path

import pytest

from arena.bots.manifest import MAX_MANIFEST_BYTES, open_bot

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
