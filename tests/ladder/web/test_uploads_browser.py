"""Handing in with a real browser: a folder is chosen or dragged, and its check is watched."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.bots.manifest import open_bot
from ladder.store.opening import open_store
from ladder.store.tokens import Tokens
from ladder.store.uploads import Uploads
from tests.browsing import open_page
from tests.ladder.conftest import StartLadder
from tests.ladder.servers import wait_for_address
from tests.ladder.uploading import open_ladder, write_goat

# A page's own way to say where its form is.
_MIDDLE = """() => {
  const box = document.querySelector("form[data-drop]").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "ladder.db"
    open_ladder(place, "one").close()
    return place


@pytest.fixture
def address(place: Path, start_ladder: StartLadder) -> str:
    return wait_for_address(start_ladder("serve", "--port", "0"))


@pytest.fixture
def page(browser: Browser, place: Path, address: str) -> Iterator[Page]:
    """Return a page of somebody who has logged in; nothing may go wrong on it."""
    with open_store(str(place)) as store:
        _, secret = Tokens(store.connections).issue("ada", organiser=False)
    page = open_page(browser)
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{address}login")
    page.get_by_label("Token").fill(secret)
    page.locator("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(f"{address}mine")
    yield page
    assert problems == []
    page.context.close()


def write_folder(folder: Path) -> Path:
    """Write a bot with files of all kinds of names, and with what is no part of it."""
    bot = write_goat(folder / "my goat", "goat")
    for name in (
        "deep/er/käse.txt",
        f"deep/{'long' * 20}/{'name' * 20}.txt",
        ".git/config",
        "records/a",
        "venv/b",
    ):
        (bot / name).parent.mkdir(parents=True, exist_ok=True)
        (bot / name).write_text("some text\n" * 200)
    return bot


def test_a_folder_is_chosen_and_its_check_is_watched(
    page: Page, address: str, start_ladder: StartLadder, tmp_path: Path
) -> None:
    page.goto(f"{address}submit")
    page.get_by_label("Or a folder").set_input_files(write_folder(tmp_path))
    page.get_by_text("my goat is chosen").wait_for()
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(f"{address}uploads/1")
    page.get_by_text("No season runs at the moment").wait_for()
    start_ladder("run", "--trust", "--parallel", "1")
    # Nobody loads the page again: it changes by itself.
    page.get_by_text("start-up: passed").wait_for()
    page.get_by_text("goat@1 is on the ladder.").first.wait_for()
    assert page.get_by_role("status").text_content() != ""
    assert page.get_by_role("link", name="Look again").count() == 0
    page.get_by_role("link", name="goat@1").click()
    page.wait_for_url(f"{address}bots/goat@1")


def test_a_folder_is_dragged_onto_the_form(page: Page, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}submit")
    page.get_by_label("Or a folder").wait_for()
    bot = write_folder(tmp_path)
    x, y = page.evaluate(_MIDDLE)
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(bot)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
    page.get_by_text("my goat is chosen").wait_for()
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(f"{address}uploads/1")


def test_what_is_packed_is_what_the_folder_has(
    page: Page, address: str, place: Path, tmp_path: Path
) -> None:
    page.goto(f"{address}submit")
    bot = write_folder(tmp_path)
    page.get_by_label("Or a folder").set_input_files(bot)
    page.get_by_text("my goat is chosen").wait_for()
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(f"{address}uploads/1")
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        check = uploads.begin()
        assert check is not None
        sent = uploads.content(check)
    assert sent is not None
    (tmp_path / "sent.tar").write_bytes(sent.content)
    sent_bot = take_in(BotSource(tmp_path / "sent.tar"), tmp_path / "taken")
    assert sent_bot.digest == open_bot(bot).digest
