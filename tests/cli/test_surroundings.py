"""Commands where something usual is missing: they go on, or say so in a sentence."""

import os
import subprocess
from pathlib import Path

import pytest

from arena.errors import HostFailure
from tests.bots.writing import choosing, write_bot
from tests.conftest import required
from tests.programs import Run, seeded

PLAY = ["play", "six_nimmt", "first", "random", "--games=2", "--option=rounds=1"]
# Where only what is printed matters.
INLINE = [*PLAY, "--box=inline"]


@pytest.fixture
def no_network(processes: None) -> list[str]:
    """Return the words behind which a program has no network, not even its own."""
    words = ["unshare", "--net", "--map-root-user"]
    with required():
        if subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
            raise HostFailure("no program can be kept from the network here")
    return words


def test_without_a_network_matches_are_played(arena: Run, no_network: list[str]) -> None:
    assert "heads a game" in arena(*PLAY, behind=no_network).stdout


def test_without_a_network_a_server_is_missed_in_a_sentence(no_network: list[str]) -> None:
    done = subprocess.run(
        [*no_network, *seeded("ladder"), "login", "https://ladder.example", "--token-stdin"],
        input="token",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "nothing answers at https://ladder.example" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_home_where_nothing_can_be_written_is_not_needed(
    arena: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not even by root, whom no permissions keep out.
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for words in (["new", "mine", "--game=six_nimmt"], PLAY, ["replay"]):
        assert arena(*words).stderr.strip() == ""


@pytest.mark.parametrize(
    "words", [INLINE, ["replay"], ["replay", "--json"], ["check", "first", "--game=tonton"]]
)
def test_a_full_output_is_one_sentence(
    arena: Run, processes: None, tmp_path: Path, words: list[str]
) -> None:
    if words[0] == "replay":
        arena(*INLINE)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*seeded("arena"), *words],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.strip() == "The output cannot be written: No space left on device."


# The letters of a shell for which of input, output and errors are closed.
@pytest.mark.parametrize(
    ("closed", "words"),
    [("<&-", INLINE), (">&-", INLINE), ("2>&-", INLINE), ("<&- >&- 2>&-", PLAY)],
)
def test_what_is_closed_is_taken_for_nowhere(
    processes: None, tmp_path: Path, closed: str, words: list[str]
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *seeded("arena"), *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ("heads a game" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))
    assert len([*(tmp_path / "records").iterdir()]) == 1


def test_on_40_columns_no_word_is_lost(arena: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    review = ["review", "--bot=random", "--playouts=16"]
    commands = [INLINE, ["replay"], ["replay", "--game=1"], review]
    wide = [arena(*words).stdout for words in commands]
    monkeypatch.setenv("COLUMNS", "40")
    for words, shown in zip(commands, wide, strict=True):
        narrow = arena(*words).stdout
        assert "…" not in narrow
        assert {"first", "random"} & {*narrow.split()} == {"first", "random"} & {*shown.split()}


@pytest.mark.parametrize("depth", [1, 2])
def test_a_bot_deeper_in_a_folder_is_named(arena: Run, tmp_path: Path, depth: int) -> None:
    inside = Path(*"ab"[:depth])
    write_bot(tmp_path / "mine" / inside, choosing("return turn.legal[0]"))
    said = arena("play", "six_nimmt", "mine", "random", check=2).stderr
    assert said == (
        f"mine cannot be started. There is no bot.toml at the top, but in '{inside}'; name one"
        " bot's own folder.\n"
    )


NOTEBOOK = """
import arena
played = arena.play_match("six_nimmt", ["first", "random"], games=2, options={"rounds": 1})
assert "<iframe" in played._repr_html_()
"""


def test_a_notebook_without_a_display_shows_a_match(processes: None, tmp_path: Path) -> None:
    kept = {name: text for name, text in os.environ.items() if name not in {"DISPLAY", "TERM"}}
    words = [*seeded("arena")[:1], "-c", NOTEBOOK]
    subprocess.run(words, cwd=tmp_path, env=kept, check=True)
