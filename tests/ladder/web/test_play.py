"""Playing in a real browser: against sample bots, on a real server, to the end of every game."""

import json
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from arena.games import find_game, game_names
from arena.match.record import unpack_record
from arena.match.replay import verify
from tests.browsing import listen, open_page, violations
from tests.ladder.conftest import StartLadder
from tests.ladder.servers import wait_for_address
from tests.programs import Run

LOOKS: Final[list[tuple[int, Any]]] = [(1280, "light"), (375, "dark")]
# Asked, and nothing under way; or over.
READY: Final = """() => {
  const table = document.getElementById("table");
  const form = table?.shadowRoot?.querySelector("form");
  return table?.hidden || (form && !form.hidden && form.getAttribute("aria-busy") === "false");
}"""
# By clicking; a third one is played by keys. How each legal move of all games is put together is in
# tests/viewer/test_choice.py, and whether all is in sight in test_table_fits.py.
CLICKED: Final = ("six_nimmt", "tonton")
# What has the focus, in whatever tree.
FOCUS: Final = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at ? `${at.tagName} ${at.className} ${at.id} ${at.getAttribute("aria-disabled")}` : "";
}"""


@pytest.fixture
def address(ladder: Run, start_ladder: StartLadder) -> str:
    """Return the address of a server whose bots play in plain processes."""
    ladder("init")
    return wait_for_address(start_ladder("serve", "--port", "0", "--trust"))


@dataclass
class Player:
    """Somebody at a browser."""

    page: Page
    address: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    turns: Iterator[tuple[int, Any]] = field(default_factory=lambda: cycle(LOOKS))

    def sit(self, game: str, options: Mapping[str, str] | None = None) -> None:
        """Choose a game and its options, and sit down at a table with two usual opponents."""
        self.page.goto(f"{self.address}play")
        self.page.locator(f"main a[href$='game={game}']").click()
        if options:
            self.page.locator("summary").click()
        for name, value in (options or {}).items():
            self.page.locator(f"[name='option.{name}']").fill(value)
        self.page.get_by_role("button", name="Sit down").click()
        self.wait()

    def wait(self) -> bool:
        """Wait for the next question; say whether there is one."""
        self.page.wait_for_function(READY)
        return self.page.locator("#table[hidden]").count() == 0

    @property
    def move(self) -> str:
        return self.page.get_by_label("Move", exact=True).input_value()

    def click_a_move(self, draw: Random) -> None:
        """Put a move together by clicking whatever is possible, and play it."""
        while not self.move:
            possible = self.page.locator(".press[aria-disabled=false][aria-pressed=false]")
            count = possible.count()
            # A move that touches nothing is in the list alone.
            listed = self.page.locator(".legal button:visible")
            at = draw.randrange(count + bool(listed.count()))
            part = possible.nth(at) if at < count else listed.nth(draw.randrange(listed.count()))
            part.click()
        self.page.get_by_role("button", name="Play", exact=True).click()

    def look_at_it(self) -> None:
        """See that the page fits both kinds of screens, and is right for all eyes.

        Axe takes longest: it has one look a page, in turns.
        """
        for width, scheme in (*LOOKS, next(self.turns)):
            self.page.set_viewport_size({"width": width, "height": 800})
            self.page.emulate_media(color_scheme=scheme)
            assert self.page.evaluate("document.documentElement.scrollWidth") <= width
        assert self.violations() == []

    def violations(self) -> list[Any]:
        return violations(self.page)

    def table(self) -> str:
        return self.page.url.rsplit("/", 1)[1]


Sit = Callable[..., Player]


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Sit]:
    """Return what opens a browser; see at the end that no page complained or asked elsewhere."""
    players = []

    def come() -> Player:
        player = Player(open_page(browser, reduced_motion="reduce"), address)
        players.append(player)
        player.page.on("request", lambda request: player.requests.append(request.url))
        listen(player.page, player.complaints)
        return player

    yield come
    for player in players:
        assert player.complaints == []
        assert [url for url in player.requests if not url.startswith(address)] == []
        player.page.context.close()


def fetch(address: str, path: str) -> bytes:
    with urllib.request.urlopen(f"{address}{path}") as response:  # noqa: S310 - our own
        content: bytes = response.read()
        return content


# --- to the end ---


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in CLICKED else pytest.mark.soak)
        for name in game_names()
    ],
)
def test_a_game_is_played_to_its_end_by_clicking(name: str, visit: Sit, ladder: Run) -> None:
    player, draw = visit(), Random(1)
    # Each moment has one look of one of the games.
    player.turns = cycle(LOOKS if name == "six_nimmt" else LOOKS[::-1])
    player.sit(name, find_game(name).short)
    moves = 0
    while player.wait():
        if moves in {0, 4}:
            # By its name, since a press on a card would be played in a moment.
            player.page.locator(".legal button").first.evaluate("one => one.click()")
            player.look_at_it()
        player.click_a_move(draw)
        moves += 1
    assert moves > 3
    player.page.locator("#replay .scene").wait_for()
    player.look_at_it()
    record = unpack_record(fetch(player.address, f"api/v1/tables/{player.table()}/record"), "it")
    assert verify(record) > moves
    (seat,) = [at for at, bot in enumerate(record.games[0].seating) if record.plan.bots[bot].human]
    made = [entry for entry in record.games[0].entries if entry.seat == seat]
    assert len(made) == moves
    assert not record.games[0].forfeits
    # Nothing of it comes onto the ladder.
    assert json.loads(ladder("matches", "--json").stdout) == []
    if name == "six_nimmt":
        find_lost_points(player)


def find_lost_points(player: Player) -> None:
    """Have the own moves be reviewed, and try the better ones first."""
    page = player.page
    page.get_by_role("button", name="Where did I lose points?").click()
    page.get_by_role("status").get_by_text("Try first asks you before it tells").wait_for()
    mistakes = page.get_by_role("region", name="Mistakes")
    mistakes.get_by_role("heading", name="Mistakes").wait_for()
    if mistakes.get_by_role("listitem").count():
        mistakes.get_by_role("button", name="Try first").click()
        mistakes.get_by_text("what would you play?").first.wait_for()
    player.look_at_it()


def test_a_game_is_played_to_its_end_with_the_keyboard_alone(visit: Sit) -> None:
    player = visit()
    player.sit("goat_n_goat")
    page = player.page
    page.get_by_text("By name", exact=True).click()

    def tab_to(what: str) -> bool:
        for _ in range(150):
            page.keyboard.press("Tab")
            if what in page.evaluate(FOCUS):
                return True
        return False

    moves = 0
    while player.wait():
        if moves % 2 and tab_to("BUTTON press  false"):
            page.keyboard.press("Space")
        typed = not player.move
        if typed:
            first = page.locator(".legal button").first.text_content()
            assert tab_to("INPUT  move")
            page.keyboard.press("Control+a")
            page.keyboard.type(first or "")
            page.keyboard.press("Enter")
        else:
            assert tab_to("BUTTON play")
            page.keyboard.press("Enter")
        moves += 1
        if moves == 3:
            # Where one types, or where the next question is, one goes on.
            player.wait()
            assert ("INPUT  move" if typed else "question") in page.evaluate(FOCUS)
    assert moves > 3
    assert "H2  result" in page.evaluate(FOCUS)


# --- in between ---


def test_a_page_that_is_loaded_anew_and_one_in_a_second_tab_are_the_same_table(visit: Sit) -> None:
    player, draw = visit(), Random(2)
    player.sit("big_fish")
    for _ in range(3):
        player.click_a_move(draw)
        player.wait()
    seen = [player.page.locator(part).all_inner_texts() for part in (".stage", ".happened li")]
    assert seen[1]
    player.page.reload()
    player.wait()
    again = [player.page.locator(part).all_inner_texts() for part in (".stage", ".happened li")]
    assert again == seen
    tabs = player, Player(player.page.context.new_page(), player.address)
    listen(tabs[1].page, player.complaints)
    tabs[1].page.goto(player.page.url)
    for one, other in (tabs, tabs[::-1]):
        one.wait()
        one.click_a_move(draw)
        one.wait()
        told = one.page.locator(".happened li").all_inner_texts()
        other.page.locator(".happened li").nth(len(told) - 1).wait_for()
        assert other.page.locator(".happened li").all_inner_texts() == told


def test_what_is_chosen_can_be_undone_and_what_is_wrong_or_happens_is_said(visit: Sit) -> None:
    player, draw = visit(), Random(3)
    player.sit("six_nimmt")
    page, play = player.page, player.page.get_by_role("button", name="Play", exact=True)
    alert = page.locator("form [role=alert]")
    page.get_by_text("By name", exact=True).click()
    play.click()
    assert "not a complete move yet" in alert.inner_text()
    page.get_by_label("Move", exact=True).fill("105")
    play.click()
    assert "No legal move has this name" in alert.inner_text()
    page.locator(".hand .press, .fan .press").first.click()
    assert player.move
    assert page.locator(".card.chosen").count() == 1
    page.keyboard.press("Escape")
    assert not player.move
    assert page.locator(".card.chosen").count() == 0
    name = page.locator(".legal button").last.inner_text()
    page.get_by_label("Move", exact=True).fill(name)
    assert page.locator(".card.chosen").count() == 1
    assert page.locator(".legal [aria-pressed=true]").inner_text() == name
    # To who does not see, too.
    said, heard = player.page.locator("[role=status][aria-live]"), ""
    # A card that fits nowhere has its owner take a row first.
    while "trick 2" not in heard:
        player.click_a_move(draw)
        player.wait()
        heard += said.inner_text()
    for text in ("laid", "Lay a card face down."):
        assert text in heard


def test_to_leave_ends_the_table(visit: Sit) -> None:
    player = visit()
    player.page.goto(f"{player.address}play")
    player.page.get_by_role("button", name="Play TonTon, easy").click()
    player.wait()
    assert player.page.get_by_text("random").count() > 0
    # Every page leads back to it, and to sit down at another does, too.
    own = player.page.url
    player.page.goto(f"{player.address}play")
    assert player.page.get_by_role("link", name="Your table").get_attribute("href") == own
    player.page.get_by_role("button", name="Play TonTon, easy").click()
    player.page.wait_for_url(own)
    player.wait()
    player.page.get_by_text("Leave", exact=True).click()
    player.page.get_by_role("button", name="Leave the table").click()
    again = player.page.get_by_role("link", name="Play again")
    again.wait_for()
    left = player.page.locator("main").inner_text()
    assert left.split("\n\n") == ["TonTon", "The table was left."]
    again.click()
    assert player.page.get_by_role("button", name="Sit down").count() == 1
    player.page.goto(f"{player.address}play")
    player.page.wait_for_load_state("networkidle")
    assert player.page.get_by_role("link", name="Your table").count() == 0


def test_who_chooses_a_game_sees_an_example_of_each_and_is_told_of_a_wish_without_sense(
    visit: Sit,
) -> None:
    player = visit()
    player.page.goto(f"{player.address}play")
    for name in game_names():
        example = player.page.locator(f"section[aria-labelledby=play-{name}] figure")
        example.locator(".own .card").first.wait_for()
        assert example.locator("figcaption li").count() == 3
    player.look_at_it()
    player.page.goto(f"{player.address}play?game=six_nimmt")
    player.page.locator("summary").click()
    player.page.locator("[name='option.rounds']").fill("-1")
    player.page.get_by_role("button", name="Sit down").click()
    said = player.page.locator("[role=alert]").inner_text()
    assert "rounds" in said
    assert len(said.splitlines()) == 1
    assert player.page.locator("[name='option.rounds']").input_value() == "-1"
    assert player.violations() == []
    # The console tells the status of the page.
    assert [said for said in player.complaints if "422" not in said] == []
    player.complaints.clear()
