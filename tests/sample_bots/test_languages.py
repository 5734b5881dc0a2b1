"""Bots of every language: made by `arena new`, built, checked and played against each other."""

import json
import subprocess
from pathlib import Path

import pytest

from arena.containers import image as image_module
from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import Unavailable
from tests.bots.writing import write_bot
from tests.programs import SEED, Run


@pytest.fixture(autouse=True)
def own_products(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "card-arena" / "products"


@pytest.mark.usefixtures("images")
def test_sample_bots_of_all_languages_play_one_match_in_containers(arena: Run) -> None:
    bots = ["careful", "nearest", "counter", "joiner", "random"]
    words = ["--option=rounds=1", f"--games={len(bots)}", f"--seed={SEED}", "--box=container"]
    found = json.loads(arena("play", "six_nimmt", *bots, *words, "--json").stdout)["bots"]
    assert [bot for bot in found if bot["forfeits"]] == []
    # The last is the one that plays at random.
    assert found[-1]["name"] == "random"


@pytest.mark.usefixtures("images")
@pytest.mark.parametrize("language", ["cpp", "java", "numpy"])
def test_a_new_bot_plays_at_once_and_the_same_when_its_match_is_run_again(
    arena: Run, language: str
) -> None:
    arena("new", "beginner", "--game=big_fish", f"--language={language}")
    words = ["--games=2", "--box=container", "--json"]
    found = json.loads(arena("play", "big_fish", "beginner", "first", *words).stdout)["bots"]
    assert [bot for bot in found if bot["forfeits"]] == []
    words = ["records", "--bot=beginner", "--game=2", "--box=container", "--json"]
    again = json.loads(arena("rerun", *words).stdout)
    assert (again["departure"], again["forfeit"]) == (None, None)
    assert again["same"] > 2


@pytest.mark.usefixtures("image")
def test_a_new_bot_in_go_is_an_executable_that_needs_no_image_of_its_own(
    arena: Run, tmp_path: Path
) -> None:
    arena("new", "beginner", "--game=big_fish", "--language=binary")
    (line,) = [
        line for line in (tmp_path / "beginner" / "README.md").read_text().splitlines()
        if "go build" in line
    ]  # fmt: skip
    subprocess.run(line, shell=True, cwd=tmp_path, check=True)  # noqa: S602 - as an author types it
    words = ["--games=2", "--box=container", "--json"]
    found = json.loads(arena("play", "big_fish", "beginner", "first", *words).stdout)["bots"]
    assert [bot for bot in found if bot["forfeits"]] == []


JAVA = 'name = "mine"\nlanguage = "java"\n'


def test_a_compilers_error_is_told_with_file_and_line(arena: Run, tmp_path: Path) -> None:
    write_bot(tmp_path / "mine", "public class Bot {\n  int x = y;\n}\n", JAVA, program="Bot.java")
    shown = arena("check", "mine", "--box=process", check=1).stdout
    assert "Its build failed: ./Bot.java:2: error: cannot find symbol" in shown
    assert "log    |   symbol:   variable y" in shown
    said = arena("play", "six_nimmt", "mine", "random", check=2).stderr
    assert "mine is written in Java, and is being built ..." in said
    reason = "Its build failed: ./Bot.java:2: error: cannot find symbol"
    assert said.splitlines()[-1] == f"mine cannot be started. {reason}"


def test_a_bot_is_built_once_and_anew_when_its_sources_change(
    arena: Run, tmp_path: Path, own_products: Path
) -> None:
    def play() -> dict[str, float]:
        arena("play", "six_nimmt", "mine", "random", check=2)
        return {path.name: (path / "Bot.class").stat().st_ctime for path in own_products.iterdir()}

    write_bot(
        tmp_path / "mine",
        "public class Bot { public static void main(String[] a) {} }\n",
        JAVA,
        program="Bot.java",
    )
    first = play()
    assert len(first) == 1
    assert play() == first
    with (tmp_path / "mine" / "Bot.java").open("a") as source:
        source.write("// changed\n")
    assert len(play()) == 2


@pytest.mark.parametrize("kept", ["cache", "nowhere"])
def test_an_image_builds_for_plain_processes_too(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runtime_parent: Path, kept: str
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    if kept == "nowhere":
        monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    words = ["nearest", "first", "--games=2"]
    said = arena("play", "six_nimmt", *words).stderr
    instead = [*runtime_parent.glob("products/*/bot")]
    assert len(instead) == (kept == "nowhere")
    assert ("Nothing can be written in /proc/nowhere/card-arena/products" in said) == bool(instead)


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        ('language = "cobol"', 'there is no language \'cobol\'; expected one of "binary", "cpp"'),
        ('language = "cpp"', 'There is no file bot.cpp, which a bot with language = "cpp" has'),
        ('language = "binary"', 'There is no file bot, which a bot with language = "binary" has'),
        ("language = 3", 'language is wrong; expected language = "cpp"'),
    ],
)
def test_a_wrong_language_is_one_sentence(
    arena: Run, tmp_path: Path, toml: str, sentence: str
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text(f'name = "mine"\n{toml}\n')
    shown = " ".join(arena("check", "mine", "--box=process", check=1).stdout.split())
    assert sentence in shown
    assert "Traceback" not in shown


def test_an_image_that_is_not_there_is_named_with_the_line_to_type(
    arena: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = arena("image", "cobol", check=2).stderr
    assert "There is no language 'cobol'; expected one of binary, cpp, java" in errors
    monkeypatch.setattr(image_module, "find_image", lambda *_: None)
    with pytest.raises(
        Unavailable, match=r"no image for bots in C\+\+ yet; type: arena image cpp$"
    ):
        require_image(Engine(), "cpp", to_build=True)
