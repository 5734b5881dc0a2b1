"""Live pages, and the replay in a match's page, in a real browser: they renew themselves."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from arena.v1 import record_pb2 as rec
from ladder.log.proof import prove
from ladder.queue.plans import Queued
from ladder.store.live_games import LiveGames
from ladder.store.opening import open_reader, open_store
from ladder.store.store import Store
from ladder.web.publish import publish
from tests.browsing import open_page, violations
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import finish, make_ladder, plan_match, play, queue
from tests.ladder.servers import wait_for_address

# The list of games in the replay.
MENU: Final = "document.querySelector('#replay').shadowRoot.querySelector('select')"
THIRD_GAME: Final = "document.querySelector('a[href^=\"#g3\"]')"
# The bytes that came over the wire for a page, with all that it asked for.
WEIGHT: Final = """["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((all, { encodedBodySize }) => all + encodedBodySize, 0)"""
# Count how often there is no table where there was one.
COUNT_BLANKS: Final = """() => {
  const { shadowRoot } = document.getElementById("replay");
  window.blanks = 0;
  const look = () => (window.blanks += shadowRoot.querySelector(".scene") ? 0 : 1);
  new MutationObserver(look).observe(shadowRoot, { childList: true, subtree: true });
}"""


Waiting = list[tuple[Queued, rec.Record]]


@dataclass
class Played:
    """A ladder with a match that was played, and two of which the records are known already.

    They are played before there is a browser, whose loop of events lets no other run.
    """

    store: Store
    waiting: Waiting

    def begin(self) -> tuple[Queued, rec.Record]:
        queued, record = self.waiting.pop(0)
        self.store.begin(queued.match)
        return queued, record

    def show(self, queued: Queued, *games: rec.GameRecord) -> None:
        LiveGames(self.store.connections).add((queued.match, game) for game in games)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Waiting]:
    """Return a ladder with a match that was played, and two that wait, with what comes of them."""
    place = tmp_path_factory.mktemp("made") / "ladder.db"
    with make_ladder(place, "one", "two", "three", games_a_match=6) as store:
        finish(store, plan_match(store), ["two"])
        planned = [queue(store, plan_match(store)) for _ in range(2)]
    return place, [(queued, play(queued.plan)) for queued in planned]


@pytest.fixture
def played(made: tuple[Path, Waiting], tmp_path: Path) -> Iterator[Played]:
    place, waiting = made
    with open_store(str(shutil.copy(place, tmp_path))) as store:
        yield Played(store, [*waiting])


@pytest.fixture
def address(played: Played, start_ladder: StartLadder) -> str:
    return wait_for_address(start_ladder("serve", "--port", "0"))


@pytest.fixture(scope="module")
def browser(made: object, browser: Browser) -> Browser:
    return browser


@dataclass
class Visit:
    """A page that is open, where it asks, and what it complains of."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def violations(self) -> list[Any]:
        return violations(self.page)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Any]:
    visits = []

    def come(url: str, width: int = 1280, scheme: Any = "light", **more: Any) -> Visit:
        size = {"width": width, "height": 700}
        this = Visit(open_page(browser, viewport=size, color_scheme=scheme, **more))
        visits.append(this)
        this.page.on("request", lambda request: this.requests.append(request.url))
        this.page.on("console", lambda said: this.complaints.append(said.text))
        this.page.on("pageerror", lambda error: this.complaints.append(str(error)))
        this.page.goto(url)
        return this

    yield come
    for this in visits:
        assert this.complaints == []
        assert len({url.split("/")[2] for url in this.requests}) == 1
        this.page.context.close()


@pytest.mark.parametrize(
    ("width", "scheme"), [(375, "dark"), pytest.param(1280, "light", marks=pytest.mark.soak)]
)
def test_a_match_page_has_a_replay_that_takes_keys_only_when_it_has_the_focus(
    width: int, scheme: str, address: str, visit: Any
) -> None:
    one = visit(f"{address}matches/1", width, scheme)
    page = one.page
    page.locator("#replay .scene").wait_for()
    step = page.locator("#replay output")
    assert step.inner_text().startswith("0 / ")
    page.keyboard.press("ArrowRight")
    assert step.inner_text().startswith("0 / ")
    page.get_by_label("A step forward").click()
    assert step.inner_text().startswith("1 / ")
    page.keyboard.press("ArrowRight")
    assert step.inner_text().startswith("2 / ")
    page.get_by_label("The next game").click()
    # Every row of the list of games leads to the game, and the way back to where one was, even
    # if the page's address did not name it yet.
    page.wait_for_function(f"() => {MENU}.selectedIndex == 1 && ({THIRD_GAME}.click(), true)")
    page.wait_for_function(f"() => {MENU}.selectedIndex == 2")
    page.go_back()
    page.wait_for_function(f"() => {MENU}.selectedIndex == 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert one.violations() == []


SHIFT: Final = """new Promise((done) => {
  let sum = 0;
  const add = (list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
  };
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 500);
})"""


def test_nothing_moves_when_a_replay_comes_and_all_is_as_wide_as_a_small_phone(
    address: str, visit: Any
) -> None:
    page = visit(f"{address}matches/1").page
    page.locator("#replay .scene").wait_for()
    assert page.evaluate(SHIFT) < 0.05
    page = visit(f"{address}matches/1", 320).page
    page.locator("#replay .scene").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_live_page_shows_games_as_they_end_and_keeps_the_focus(
    address: str, visit: Any, played: Played
) -> None:
    one = visit(f"{address}live")
    page = one.page
    page.get_by_text("No match is being played").wait_for()
    queued, record = played.begin()
    link = page.get_by_role("link", name=f"Match {queued.match}")
    link.wait_for()
    link.focus()
    played.show(queued, *record.games[:2])
    page.get_by_text(f"After game 2 of {queued.plan.games}").wait_for()
    assert page.evaluate("document.activeElement.textContent") == f"Match {queued.match}"
    assert one.violations() == []
    played.store.finish(queued.match, prove(record))
    page.get_by_text("No match is being played").wait_for()


def test_games_that_are_over_play_by_themselves_on_small_tables(
    address: str, visit: Any, played: Played
) -> None:
    queued, record = played.begin()
    one = visit(f"{address}live")
    page, tables = one.page, one.page.locator("#tables figure")
    page.get_by_role("link", name=f"Match {queued.match}").wait_for()
    # Nothing is told of a game that is being played.
    assert tables.count() == 0
    assert not page.get_by_role("heading", name="Games that are over").is_visible()
    played.show(queued, record.games[0])
    tables.locator(".scene").wait_for()
    assert page.locator("#tables figcaption").inner_text().endswith("game 1")
    first = tables.locator(".scene").inner_text()
    page.wait_for_function(
        "(first) => document.querySelector('#tables figure > div').shadowRoot"
        ".querySelector('.scene').innerText !== first",
        arg=first,
    )
    assert one.violations() == []
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play", exact=True).click()


@pytest.mark.parametrize(
    ("width", "scheme"), [pytest.param(375, "light", marks=pytest.mark.soak), (1280, "dark")]
)
def test_the_page_of_a_running_match_offers_new_games_and_then_its_result(
    width: int, scheme: str, address: str, visit: Any, played: Played
) -> None:
    queued, record = played.begin()
    played.show(queued, record.games[0])
    visit(f"{address}live").page.get_by_text("After game 1").wait_for()
    one = visit(f"{address}live/{queued.match}", width, scheme)
    page = one.page
    page.locator("#replay .scene").wait_for()
    games = page.locator("#replay select").first.locator("option")
    assert games.count() == 1
    played.show(queued, record.games[1])
    more = page.get_by_role("button", name="Show the games that are over since")
    more.wait_for()
    assert games.count() == 1
    assert "2 games over" in page.locator("#news").inner_text()
    assert one.violations() == []
    more.click()
    page.wait_for_function(f"() => {MENU}.length == 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    played.store.finish(queued.match, prove(record))
    page.get_by_role("link", name="It is over").click()
    page.wait_for_url(f"**/matches/{queued.match}")
    page.locator("#replay .scene").wait_for()


def test_the_leaderboard_moves_by_itself(address: str, visit: Any, played: Played) -> None:
    one = visit(f"{address}boards/six_nimmt", 375)
    page = one.page
    page.get_by_text("after entry").wait_for()
    page.locator(".wide").evaluate("(wide) => (wide.scrollLeft = 60)")
    page.get_by_role("link", name="the log").focus()
    before = page.locator("#renewed").inner_text()
    queued, record = played.begin()
    played.store.finish(queued.match, prove(record))
    page.wait_for_function(
        "(before) => document.querySelector('#renewed').innerText != before", arg=before
    )
    assert page.evaluate("document.activeElement.textContent") == "the log"
    assert page.locator(".wide").evaluate("(wide) => wide.scrollLeft") == 60
    assert "The leaderboard has changed" in page.locator("#news").text_content()


def test_a_board_stays_sorted_as_it_moves_and_its_head_keeps_the_focus(
    address: str, visit: Any, played: Played
) -> None:
    page = visit(f"{address}boards/six_nimmt").page
    page.get_by_role("button", name="games", exact=True).click()
    before = page.locator("#renewed").inner_text()
    queued, record = played.begin()
    played.store.finish(queued.match, prove(record))
    page.wait_for_function(
        "(before) => document.querySelector('#renewed').innerText != before", arg=before
    )
    assert page.evaluate("document.activeElement.textContent") == "games"
    head = page.get_by_role("columnheader", name="games", exact=True)
    assert head.get_attribute("aria-sort") == "descending"


def test_a_hidden_page_listens_to_nothing_and_is_new_when_it_is_seen_again(
    address: str, visit: Any, played: Played
) -> None:
    one = visit(f"{address}live")
    page = one.page
    page.get_by_text("No match is being played").wait_for()
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    # The page itself, and what it renews as soon as it listens.
    while one.requests.count(f"{address}live") < 2:
        page.wait_for_timeout(50)
    page.evaluate(hide, True)
    known = len(one.requests)
    witness = visit(f"{address}live").page
    queued, _ = played.begin()
    witness.get_by_role("link", name=f"Match {queued.match}").wait_for()
    assert one.requests[known:] == []
    page.evaluate(hide, False)
    page.get_by_role("link", name=f"Match {queued.match}").wait_for()


def test_without_scripts_the_pages_are_the_same_and_stand_still(
    address: str, visit: Any, played: Played
) -> None:
    queued, record = played.begin()
    played.show(queued, record.games[0])
    visit(f"{address}live").page.get_by_text("After game 1").wait_for()
    still = visit(f"{address}live/{queued.match}", java_script_enabled=False).page
    still.get_by_text("After game 1").wait_for()
    assert "To watch it move by move, allow scripts" in still.locator("#replay").inner_text()


def test_a_published_replay_opens_from_a_disk_with_the_network_off(
    tmp_path: Path, visit: Any, played: Played
) -> None:
    with open_reader(str(tmp_path / "ladder.db")) as reader:
        publish(reader, tmp_path / "site", export=False)
    page = visit((tmp_path / "site" / "matches" / "1.html").as_uri(), offline=True).page
    page.get_by_role("link", name="Watch it move by move").click()
    page.locator(".scene").wait_for()
    page.go_back()
    page.get_by_label("Games", exact=True).get_by_role("link", name="2", exact=True).click()
    page.locator(".scene").wait_for()
    page.wait_for_function("() => document.querySelector('select').selectedIndex == 1")


def test_the_front_plays_a_game_beside_its_leaders(address: str, visit: Any) -> None:
    one = visit(address)
    table = one.page.locator("#replay .scene")
    table.wait_for()
    first = table.inner_text()
    one.page.wait_for_function(
        "(first) => document.querySelector('#replay').shadowRoot"
        ".querySelector('.scene').innerText !== first",
        arg=first,
    )
    assert one.page.locator("#replay .controls").count() == 0
    assert 30_000 < one.page.evaluate(WEIGHT) <= 60_000
    assert one.violations() == []
    one.page.goto("about:blank")


def test_television_plays_a_game_to_its_end_and_goes_to_the_next(
    address: str, visit: Any, played: Played
) -> None:
    for queued, record in played.waiting:
        played.store.finish(queued.match, prove(record))
    tv = visit(f"{address}tv")
    tv.page.clock.install()
    tv.page.reload()
    tv.page.wait_for_selector("#replay[data-ready]")
    first = tv.page.locator("#replay").get_attribute("data-match")
    assert tv.page.locator("#replay .controls").is_hidden()
    assert violations(tv.page) == []
    tv.page.evaluate(COUNT_BLANKS)
    # A step a second, of which no game has more, and the end for a while.
    with tv.page.expect_navigation(url="**/tv?after=*"):
        tv.page.clock.run_for(300_000)
    tv.page.wait_for_selector("#replay[data-ready]")
    assert tv.page.locator("#replay").get_attribute("data-match") != first
    assert tv.page.evaluate("blanks") == 0
    # What it asks for next is not asked of a server that stops.
    tv.page.goto("about:blank")
