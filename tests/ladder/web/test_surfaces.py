"""The part of a page that is seen at once, on a desk and on a phone, with a class.

Each surface of the site has a measure: of a board rows and numbers, of a header its height.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Request

from arena.runner.host import Host
from ladder.course.applying import apply_course
from ladder.log.entries import ORGANISER, Entered
from ladder.store.opening import open_reader, open_store
from ladder.web.tables import PlayTables
from tests.browsing import open_page
from tests.ladder.ladders import SHORT, files_like, make_ladder, play_on
from tests.ladder.web.logins import issue_here
from tests.ladder.web.sites import FISH, serving

DESK: Final = {"width": 1280, "height": 720}
PHONE: Final = {"width": 390, "height": 844}
STUDENTS: Final = 30
# Bytes that the front page takes, with its sheet and scripts.
FRONT: Final = 20_000
HANDED_IN: Final = 12
COURSE: Final = """title = "Cards 101"
timezone = "Europe/Berlin"
names = "shown"
"""
DEADLINE: Final = datetime.now(UTC).replace(microsecond=0, tzinfo=None) + timedelta(28, 9 * 3600)
DATES: Final = f"""[dates]
deadline = {DEADLINE.isoformat()}
final = {(DEADLINE + timedelta(hours=8)).isoformat()}
publish = {(DEADLINE + timedelta(days=3)).isoformat()}
"""
ROWS: Final = """() => [...document.querySelectorAll("table.board tbody tr")].map((row) => ({
    top: row.getBoundingClientRect().top,
    right: row.cells[2].getBoundingClientRect().right,
    texts: [...row.cells].slice(0, 3).map((cell) => cell.textContent.trim()),
}))"""
WIDE: Final = """() => [...document.querySelectorAll(".wide")].every((one) =>
    one.scrollWidth === one.clientWidth || getComputedStyle(one).backgroundImage !== "none")"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ladder of a class in its first hour: nobody has a rank."""
    folder = tmp_path_factory.mktemp("class")
    roster = "".join(
        f'[[authors]]\nkey = "author-{number}"\nname = "Student {number:02}"\n'
        for number in range(STUDENTS)
    )
    course = folder / "course.toml"
    course.write_text(f"{COURSE}{DATES}{roster}")
    with make_ladder(folder / "ladder.db", "random", divisions=(SHORT, FISH)) as store:
        apply_course(store, course)
        for number in range(HANDED_IN):
            digest, content = files_like(f"bot-{number}")
            store.enter(Entered(f"bot-{number}@1", f"author-{number}", digest, ()), content)
        play_on(store, 16)
    return folder / "ladder.db"


@pytest.fixture(scope="module")
def address(place: Path) -> Iterator[str]:
    documents = place.parent / "documents"
    documents.mkdir()
    (documents / "index.html").write_text("<title>Documents</title>")
    with open_reader(str(place)) as reader:
        tables = PlayTables(reader, Host("process"))
        with serving(place, documents=documents, tables=tables) as address:
            yield address


@pytest.fixture(scope="module")
def organiser(place: Path) -> str:
    """Return a token of the organiser."""
    with open_store(str(place)) as store:
        return issue_here(store, ORGANISER, organiser=True)[1]


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(
    address: str, browser: Browser, request: pytest.FixtureRequest, place: Path
) -> Iterator[Page]:
    page = open_page(browser, viewport=request.param, base_url=address)
    yield page
    page.context.close()


def look(page: Page, program: str) -> Any:
    return page.evaluate(program)


@pytest.mark.parametrize("path", ["boards", "boards/six_nimmt"])
def test_a_board_has_place_name_and_wins_of_ten_bots_at_once(page: Page, path: str) -> None:
    page.goto(path)
    rows = look(page, ROWS)[:10]
    assert len(rows) == 10
    assert rows[0]["top"] < 300
    for row in rows:
        _, name, wins = row["texts"]
        assert "@1" in name
        assert "%" in wins, row
        assert row["right"] <= look(page, "innerWidth")
    assert rows[-1]["top"] < look(page, "innerHeight")


def test_a_table_that_is_wider_than_its_room_says_so(page: Page) -> None:
    page.goto("boards")
    assert look(page, WIDE)


def test_the_dates_are_one_line_with_a_countdown(page: Page) -> None:
    page.goto("boards")
    page.get_by_text(f"in 28 days, {DEADLINE:%a %Y-%m-%d %H:%M}").wait_for()
    assert look(page, "document.querySelector('.notice').offsetHeight") < 60
    assert not page.get_by_text("The final begins from zero").is_visible()
    page.get_by_text("Deadline: ").first.click()
    assert page.get_by_text("The final begins from zero").is_visible()


def test_the_header_is_one_row_of_five_doors(page: Page) -> None:
    page.goto("boards")
    doors = page.get_by_role("navigation", name="Site").get_by_role("listitem")
    assert doors.all_inner_texts() == ["Watch", "Play", "Boards", "Take part", "Docs"]
    assert look(page, "document.querySelector('header').offsetHeight") <= 56
    for door in doors.all():
        box = door.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= look(page, "innerWidth")
    # The link that skips, the brand, and the doors.
    assert look(page, "document.querySelectorAll('body > a, header a, header button').length") == 7


def test_the_front_page_is_light_without_the_game_that_plays_there(page: Page) -> None:
    found: list[Request] = []
    page.on("requestfinished", lambda one: found.append(one))  # noqa: PLW0108 - not a list's own
    page.goto("", wait_until="load")
    own = [one for one in found if not re.search("/viewer/|/api/|/tv$", one.url)]
    assert any(one.url.endswith("style.css") for one in own)
    assert sum(one.sizes()["responseBodySize"] for one in own) <= FRONT


def log_in(page: Page, token: str) -> None:
    page.goto("login")
    page.get_by_label("Token").fill(token)
    with page.expect_navigation():
        page.get_by_role("button", name="Log in").click()


def test_the_desk_has_a_line_for_each_student(page: Page, organiser: str) -> None:
    log_in(page, organiser)
    page.goto("organiser")
    rows = page.get_by_role("region", name="Authors").locator("tbody tr")
    boxes = [box for row in rows.all() if (box := row.bounding_box())]
    assert len(boxes) == STUDENTS
    assert max(box["height"] for box in boxes) <= 40
    seen = [box for box in boxes if box["y"] + box["height"] <= look(page, "innerHeight")]
    assert len(seen) >= 14
    page.get_by_role("link", name="Nothing handed in").click()
    assert rows.count() == STUDENTS - HANDED_IN
    names = rows.locator("th").all_inner_texts()
    assert names == [f"Student {number}" for number in range(HANDED_IN, STUDENTS)]
    rows.first.get_by_text("Acts").click()
    assert rows.first.get_by_role("button", name="Make a token").is_visible()
    assert not rows.last.get_by_role("button", name="Make a token").is_visible()
