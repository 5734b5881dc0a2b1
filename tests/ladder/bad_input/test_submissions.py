"""What `ladder submit` refuses is refused with its reason, and not kept."""

import json
from pathlib import Path

import pytest

from arena.bots.samples import SAMPLES
from tests.ladder.bad_input.mistakes import dump, dump_all_but_uploads, refused
from tests.programs import Run


def bot(folder: Path, toml: str, source: str = "1 / 0") -> str:
    folder.mkdir()
    (folder / "bot.toml").write_text(toml)
    (folder / "bot.py").write_text(source)
    return folder.name


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        ('name = "tWO"', "'tWO' differs from 'Two' in upper and lower case only"),
        ('name = "new"\ngames = ["tonton"]', "It plays tonton, and not six_nimmt"),
        ('name = "new"\ngames = ["chess"]', "It plays chess, and not six_nimmt"),
    ],
)
def test_a_bot_that_cannot_come_in_is_not_even_checked(
    ladder: Run, played: Path, tmp_path: Path, toml: str, sentence: str
) -> None:
    before = dump(played)
    name = bot(tmp_path / "mine", toml)
    done = ladder("submit", name, "--trust", check=2)
    assert f"mine does not come in. {sentence}" in refused(done)
    assert done.stdout == ""
    assert dump(played) == before


def test_a_name_that_no_bot_can_have_is_refused_when_it_is_typed(ladder: Run, played: Path) -> None:
    before = dump(played)
    assert "'a b' cannot be a bot's name; expected up to 40 letters" in refused(
        ladder("submit", f"a b={SAMPLES}/first", "--trust", check=2)
    )
    assert dump(played) == before


def test_the_same_files_again_are_refused(ladder: Run, played: Path) -> None:
    # As a sample bot, whose files these are, under its own name and another one.
    before = dump(played)
    for name in ("one", "other"):
        done = ladder("submit", f"{name}={SAMPLES}/first", "--trust", check=2)
        assert "This is one@1 already" in refused(done)
    assert dump(played) == before


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        (
            'name = "bad"',
            [
                "FAILED   start-up",
                "ZeroDivisionError",
                "The same random seed: arena check BOT --game six_nimmt --seed ",
            ],
        ),
        ("name = ", ["FAILED   files", "not valid TOML", "is refused at step 1, files."]),
        ('name = "a b"', ["FAILED   files", "'a b' cannot be a bot's name; expected up to 40"]),
    ],
)
def test_a_bot_that_its_check_refuses_is_told_all_of_it_and_not_kept(
    ladder: Run, played: Path, tmp_path: Path, toml: str, words: list[str]
) -> None:
    before = dump_all_but_uploads(played)
    bot(tmp_path / "odd name", toml)
    done = ladder("submit", "odd name", "--trust", check=1)
    assert done.stderr == ""
    assert " 3  not run  restart" in done.stdout
    for word in words:
        assert word in done.stdout
    (told,) = json.loads(ladder("submit", "odd name", "--trust", "--json", check=1).stdout)
    assert (told["bot"], told["player"], told["checked"]) == ("odd name", None, True)
    assert told["report"]["steps"][-1]["outcome"] == "skipped"
    assert dump_all_but_uploads(played) == before


def test_a_folder_with_a_very_long_name_is_a_bot_like_any_other(
    ladder: Run, played: Path, tmp_path: Path
) -> None:
    name = bot(tmp_path / ("x" * 250), 'name = "bad"')
    assert "ZeroDivisionError" in ladder("submit", name, "--trust", check=1).stdout
