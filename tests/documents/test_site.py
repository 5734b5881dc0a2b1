"""The site of the documents, as Sphinx makes it and a browser opens it from the disk."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from arena.cli.app import app as arena
from arena.games import AnyGame, Deal, State, find_game, game_names
from arena.games.encoding import count_elements, find_encoding
from ladder.cli.app import app as ladder
from tests.browsing import listen, open_page, violations
from tests.documents.printed import ROOT
from tests.programs import commands_of

# What a newcomer types, and where it has to lead.
QUESTIONS = {
    "why did my bot lose on time": "questions.html#why-did-my-bot-lose-on-time",
    "run without docker": "questions.html#run-without-docker",
    "is my new version better": "questions.html#is-my-new-version-better-than-the-old-one",
    "where are the prints of my bot": "questions.html#where-are-the-prints-of-my-bot",
    "play from a notebook": "questions.html",
    "another language": "bots.html#another-language",
    "timeout": "matches.html",
    "TimeManager": "reference/python.html#arena_sdk.timing.TimeManager",
    "memory limit": "limits.html",
    "no_start": "matches.html",
}


@pytest.fixture(scope="module")
def site(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, which has been made without a warning."""
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "docs", str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_reference_has_every_command_of_both_programs(site: Path) -> None:
    page = (site / "reference" / "commands.html").read_text()
    for name, program in (("arena", arena), ("ladder", ladder)):
        commands = [*commands_of(program)]
        assert len(commands) > 10
        for command in commands:
            assert f'id="{name}-{command}"' in page


@pytest.mark.parametrize("name", game_names())
def test_the_page_of_a_game_ends_with_what_programs_read(site: Path, name: str) -> None:
    page = re.sub(r"<[^>]+>", "", (site / f"{name}.html").read_text())
    game, encoding = find_game(name), find_encoding(name)
    assert f"The kinds of its events are {', '.join(game.kinds)}." in page
    assert f"{game.longest_text(game.Options()):,}" in page.partition("has at most")[2][:60]
    for what, spans in ("features", encoding.features), ("actions", encoding.actions):
        _, told, table = page.partition(f"{count_elements(spans)} {what}:")
        assert told
        for span in spans:
            assert unescape(table).count(span.meaning)
    assert f"message {game.view(*first_question(game)).DESCRIPTOR.name} {{" in page
    assert f'href="{name}.html"' in (site / "index.html").read_text()


def first_question(game: AnyGame) -> tuple[State[Any], int]:
    """Return a state and the seat that is to act."""
    state = game.start(game.seats[0], Deal(0), game.Options())
    return state, state.to_act[0]


def test_every_page_is_what_a_ladders_policy_allows_and_asks_for_nothing_elsewhere(
    site: Path,
) -> None:
    pages = [*site.rglob("*.html")]
    assert len(pages) > 30
    for page in pages:
        text = page.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son[a-z]+=", text), page
        assert not re.search(r'<(?:script|img|link)[^>]*(?:src|href)="https?:', text), page
        # Keys scroll what may be wider than its room.
        assert not re.search(r"<(pre|table)(?! tabindex)", text), page


def test_a_browser_finds_in_it_what_a_newcomer_asks_without_a_server(
    site: Path, browser: Browser
) -> None:
    complaints: list[str] = []
    page = open_page(browser, offline=True)
    listen(page, complaints)
    for question, answer in QUESTIONS.items():
        page.goto(f"{site.as_uri()}/search.html?q={question.replace(' ', '+')}")
        page.wait_for_function(
            "document.querySelector('#search-results p.search-summary')"
            ".textContent.includes('found')"
        )
        links = page.locator("#search-results li a").evaluate_all(
            "links => links.slice(0, 3).map(link => link.getAttribute('href'))"
        )
        assert answer in links, (question, links)
    assert complaints == []


# How a document is seen, and the pages whose tables, programs and signatures are widest.
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
@pytest.mark.parametrize("name", ["index", "limits", "testing", "tutorial", "reference/library"])
def test_a_document_fits_every_screen_and_is_for_all_eyes(
    site: Path, browser: Browser, name: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    page = open_page(browser, viewport={"width": width, "height": 844}, color_scheme=scheme)
    page.goto((site / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == width
    heads = "() => [...document.querySelectorAll('thead tr')].map(row => row.offsetHeight)"
    assert all(height < 80 for height in page.evaluate(heads))
    assert violations(page) == []
    page.context.close()
