"""Matches, checks and records as a script and a notebook have them."""

import asyncio
import html
import re
from pathlib import Path
from typing import Any, Final

import pytest

import arena
from arena.errors import UserError
from tests.documents.printed import ROOT

GAME: Final[dict[str, Any]] = {
    "options": {"rounds": 1},
    "games": 4,
    "seed": "a word",
    "box": "inline",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_match_is_played_and_its_record_says_the_same(processes: None) -> None:
    played = arena.play_match("six_nimmt", ["careful", "random"], **GAME)
    assert {bot.name for bot in played.bots} == {"careful", "random"}
    assert len(played.games) == 4
    read = arena.read_record(played.path)
    assert (read.plan, read.bots, read.stopped) == (played.plan, played.bots, False)
    assert re.fullmatch(
        r"<4 of 4 games of six_nimmt: \w+ won \d+%, \w+ won \d+%; \S+\.arena>", repr(read)
    )


def test_the_same_word_deals_the_same_cards(processes: None) -> None:
    one, two = (arena.play_match("six_nimmt", ["first", "random"], **GAME) for _ in range(2))
    assert [game.scores for game in one.games] == [game.scores for game in two.games]


def test_the_page_of_the_library_works_in_a_notebook_whose_event_loop_runs(
    processes: None,
) -> None:
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "reference" / "library.md").read_text(), re.DOTALL
    )
    names: dict[str, Any] = {}

    async def run_cells() -> None:
        for block in blocks:
            exec(block, names)  # noqa: S102 - the page's own

    asyncio.run(run_cells())
    assert names["report"].passed
    (page,) = re.findall(r'<iframe srcdoc="([^"]*)"', names["played"]._repr_html_())
    assert html.unescape(page).startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("chess", {}, "chess"),
        ("six_nimmt", {"teams": True}, "has no option 'teams'"),
        ("six_nimmt", {"rounds": "many"}, "rounds cannot be 'many'"),
    ],
)
def test_a_mistake_is_one_sentence(game: str, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        arena.play_match(game, ["first", "random"], options=options)


def test_a_seed_that_a_bot_could_guess_is_for_bots_that_are_trusted() -> None:
    with pytest.raises(UserError, match="that no bot can guess"):
        arena.check_bot("first", seed="a word", box="container")
