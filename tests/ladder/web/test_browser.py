"""The pages of a server in a real browser: for spectators, authors and the organiser.

Anyone who looks, on a small screen or a large one, in light or dark: no page complains, asks
another host, is wider than the screen, or breaks a rule of WCAG, levels A and AA, that axe knows.
"""

import re
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from arena.bots.samples import SAMPLES
from ladder.course.applying import apply_course
from ladder.log.entries import Entered, Joined
from ladder.store.opening import open_store
from ladder.submissions.files import pack_folder
from tests.browsing import PATIENCE, listen, open_page, violations
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import files_like
from tests.ladder.servers import wait_for_address
from tests.ladder.web.logins import issue_here
from tests.ladder.web.sites import fill
from tests.waiting import wait_until

# What depends on the width does not depend on the colours.
Look = tuple[int, Any]
LOOKS: Final[Sequence[Look]] = [(1280, "light"), (375, "dark")]
# What everybody may look at, with strangers' names, a void, forfeits and an exclusion.
PUBLIC: Final = [
    *("", "boards/six_nimmt", "boards/six_nimmt?without=one&versions=true", "bots", "bots/two"),
    *("compare?bot=one&against=two", "matches", "matches/1", "games", "games/big_fish", "season"),
    *("log", "live", "tv", "api", "login", "nothing", "play"),
]
# Others of the same templates, of which the width alone is looked at.
ALIKE: Final = [
    *("boards", "boards/tonton", "bots/%3Cscript%3Ealert(1)@1", "compare", "matches?bot=two"),
    "log?kind=excluded",
]
# Where somebody who is not logged in is told to, and the page of another's upload.
REFUSED: Final = ["mine", "submit", "requests", "uploads"]
# Where the server says no, the browser says so too.
BROWSER: Final = "Failed to load resource: the server responded with a status of"
DESK: Final = [
    *("organiser", "organiser/grades", "organiser/suspects", "organiser/doctor"),
    *("organiser/course", "organiser/matrix/six_nimmt"),
]
COURSE: Final = """timezone = "Europe/Berlin"
names = "shown"

[dates]
deadline = 2099-11-27T23:59:00
publish = 2099-12-01T09:00:00

[[authors]]
key = "ada"
name = "Zoë Müller and Øyvind Ångström, the Team of the Seventh Table"
members = [{name = "Zoë Müller"}, {name = "Øyvind Ångström"}]

[[authors]]
key = "eve"

[[tiers]]
bot = "one"
points = 10

[webhook]
url = "https://hooks.example.org/1"
secret = "at least sixteen letters"
"""
# What has the focus, if it is within the page, can be seen and is marked; else nothing.
STOP: Final = """() => {
    const has = document.activeElement, place = has.getBoundingClientRect();
    const seen = place.width && place.height && place.left >= 0 && place.right <= innerWidth;
    const marked = getComputedStyle(has).outlineStyle !== "none";
    const within = document.querySelector("main").contains(has);
    return within && seen && marked ? has.textContent.trim() || has.name : "";
}"""
READY: Final = "() => document.querySelector('#replay:not([data-ready])') === null"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ladder with strangers' names, and with an author, eve.

    It is played before there is a browser, whose loop of events lets no other run.
    """
    place = tmp_path_factory.mktemp("site") / "ladder.db"
    with fill(place, 4) as store:
        store.append(Joined("eve"))
        digest, content = files_like("eves")
        store.enter(Entered("eves@1", "eve", digest, ()), content)
    return place


@pytest.fixture(scope="module")
def browser(filled: Path, browser: Browser) -> Browser:
    return browser


@dataclass
class Somebody:
    """Somebody at a browser."""

    page: Page
    address: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    turns: Iterator[Look] = field(default_factory=lambda: cycle(LOOKS))

    def visit(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")
        self.page.wait_for_function(READY)

    def log_in(self, secret: str) -> None:
        self.visit("login")
        self.page.get_by_label("Token").fill(secret)
        self.follow(self.page.get_by_role("button", name="Log in"))
        self.page.get_by_role("button", name="Log out").wait_for()

    def press(self, name: str) -> None:
        """Press a button that sends a form; return when there is the answer's page."""
        self.follow(self.page.locator("main").get_by_role("button", name=name, exact=True))

    def follow(self, link: Locator) -> None:
        """Click on what leads to another page, and wait until that is there."""
        with self.page.expect_navigation():
            link.click()

    def form(self, button: str) -> Locator:
        """Return the form that has this button."""
        named = self.page.get_by_role("button", name=button, exact=True)
        return self.page.locator("main form").filter(has=named)

    def fill(self, button: str, field: str, text: str) -> None:
        """Fill in the only field of a form that matters, and send it."""
        self.form(button).get_by_label(field).fill(text)
        self.follow(self.form(button).get_by_role("button"))

    def see(self, text: str) -> None:
        """Wait until the page says this."""
        main = self.page.locator("main")
        expect(main).to_contain_text(text, use_inner_text=True, timeout=PATIENCE * 1000)

    def look_at_it(self, looks: Sequence[Look] = ()) -> None:
        """See that the page fits every screen, and is right for all eyes.

        Axe takes longest: unless it is told which looks, it has one a page, in turns.
        """
        self.fit_screens()
        for look in looks or [next(self.turns)]:
            where = self._show(look)
            known = len(self.complaints)
            assert (where, violations(self.page)) == (where, [])
            # Axe tries to style what it measures, which our policy refuses.
            del self.complaints[known:]

    def fit_screens(self) -> None:
        """See that the page is no wider than the screens."""
        for look in LOOKS:
            where, width = self._show(look), look[0]
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            assert (where, max(wide, width)) == (where, width)

    def _show(self, look: Look) -> tuple[str, Look]:
        """Show the page so; return which it is and how it is shown."""
        width, scheme = look
        # So high that a bar which stays in sight covers nothing.
        self.page.set_viewport_size({"width": width, "height": 4000})
        self.page.emulate_media(color_scheme=scheme)
        return self.page.url, look


Come = Callable[[], Somebody]


@pytest.fixture
def place(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "ladder.db"))


def issue(place: Path, author: str, *, organiser: bool = False) -> str:
    with open_store(str(place)) as store:
        return issue_here(store, author, organiser=organiser)[1]


@pytest.fixture
def come(browser: Browser, place: Path, start_ladder: StartLadder) -> Iterator[Come]:
    """Return what opens a browser; see at the end that no page complained or asked elsewhere."""
    address = wait_for_address(
        start_ladder("serve", "--port", "0", "--trust", "--ladder", str(place))
    )
    everybody = []

    def come() -> Somebody:
        this = Somebody(open_page(browser, reduced_motion="reduce"), address)
        everybody.append(this)
        this.page.on("request", lambda request: this.requests.append(request.url))
        listen(this.page, this.complaints)
        return this

    yield come
    for this in everybody:
        assert [said for said in this.complaints if not said.startswith(BROWSER)] == []
        assert [url for url in this.requests if not url.startswith(address)] == []
        this.page.context.close()


@pytest.mark.parametrize("looks", [(), pytest.param(LOOKS, marks=pytest.mark.soak)])
def test_a_spectator_sees_every_page_on_every_screen(come: Come, looks: Sequence[Look]) -> None:
    spectator = come()
    for path in PUBLIC:
        spectator.visit(path)
        spectator.look_at_it(looks)
    for path in ALIKE:
        spectator.visit(path)
        if looks:
            spectator.look_at_it(looks)
        else:
            spectator.fit_screens()
    for path in REFUSED:
        spectator.visit(path)
        spectator.see("Log in first")


def test_the_players_are_there_before_the_replay(come: Come) -> None:
    spectator = come()
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    spectator.page.route(re.compile(r"/replay(\?|$)"), hold)
    for page in ("matches/1", "tv"):
        spectator.page.goto(f"{spectator.address}{page}", wait_until="commit")
        plates = spectator.page.locator("#replay .laying li")
        plates.first.wait_for(state="visible")
        assert plates.count() > 1
        wait_until(lambda: spectator.page.title() and held)
        held.pop().continue_()
        spectator.page.wait_for_selector("#replay[data-ready]")
        assert not plates.first.is_visible()


def test_a_spectator_gets_from_the_board_to_a_replay_by_clicking(come: Come) -> None:
    spectator = come()
    spectator.visit("")
    spectator.follow(spectator.page.get_by_role("link", name="Matches", exact=True))
    # Beside the time in UTC is that of one's own clocks.
    expect(spectator.page.locator("time").first).to_have_attribute("title", re.compile("^For you "))
    spectator.follow(spectator.page.locator("tbody th a").first)
    spectator.page.wait_for_selector("#replay[data-ready]")
    assert spectator.page.locator("#replay .scene").count() == 1


def test_a_board_is_sorted_by_its_heads_and_own_rows_are_marked(come: Come, place: Path) -> None:
    author = come()
    author.log_in(issue(place, "eve"))
    author.visit("bots")
    first = author.page.locator("table.board").first
    assert (
        first.locator("tr.own").all_inner_texts()
        == first.locator("tr", has_text="yours").all_inner_texts()
    )
    assert "eves@1" in first.locator("tr.own").inner_text()

    def shown() -> list[int]:
        texts = first.locator("tbody tr td:nth-child(5)").all_inner_texts()
        return [int(text) for text in texts]

    head = first.get_by_role("button", name="matches", exact=True)
    head.click()
    assert shown() == sorted(shown(), reverse=True) != []
    head.press("Enter")
    assert shown() == sorted(shown())
    assert (
        first.get_by_role("columnheader", name="matches").get_attribute("aria-sort") == "ascending"
    )
    author.look_at_it()


def test_every_link_is_reached_with_the_keyboard_in_the_order_of_the_page(come: Come) -> None:
    spectator = come()
    inside = "document.querySelector('main').contains(document.activeElement)"
    for path in ("", "bots/two", "matches/1"):
        spectator.visit(path)
        spectator.page.keyboard.press("Tab")
        has = spectator.page.evaluate("document.activeElement.textContent")
        assert (path, has) == (path, "Skip to the content")
        spectator.page.keyboard.press("Enter")
        spectator.page.keyboard.press("Tab")
        assert (path, spectator.page.evaluate(inside)) == (path, True)


def test_an_author_asks_for_a_match_and_watches_its_replay(
    come: Come, place: Path, start_ladder: StartLadder
) -> None:
    author = come()
    author.log_in(issue(place, "eve"))
    author.visit("mine")
    author.follow(author.page.get_by_role("link", name="Ask for a match"))
    author.look_at_it()
    author.page.get_by_label("Your bot").select_option("eves@1")
    author.page.get_by_label("Against", exact=True).fill("nobody")
    author.press("Ask for it")
    author.see("There is no bot 'nobody'")
    author.page.get_by_label("Against", exact=True).fill("one")
    author.page.get_by_label("Game").select_option("six_nimmt")
    author.press("Ask for it")
    author.see("waiting")
    author.look_at_it()
    season = start_ladder("run", "--trust", "--matches", "1", "--ladder", str(place))
    assert season.wait() == 0
    # Without a click: Mine goes on by itself.
    author.page.get_by_role("cell", name="played").wait_for()
    author.follow(author.page.get_by_role("rowheader", name="1", exact=True).get_by_role("link"))
    author.page.wait_for_selector("#replay[data-ready]")
    assert author.page.locator("#replay .scene").count() == 1
    author.look_at_it()
    author.follow(author.page.get_by_role("link", name="All requests"))
    author.look_at_it()
    author.follow(author.page.get_by_role("button", name="Log out"))
    author.page.get_by_role("link", name="Log in").wait_for()


def test_an_author_hands_in_a_bot_watches_its_check_and_finds_it_on_the_ladder(
    come: Come, place: Path, tmp_path: Path, start_ladder: StartLadder
) -> None:
    author = come()
    author.log_in(issue(place, "eve"))
    author.visit("mine")
    author.follow(author.page.get_by_role("link", name="Hand in a bot"))
    author.look_at_it()
    author.page.get_by_label("Archive").set_input_files(pack_careful(tmp_path))
    author.press("Hand in")
    author.page.get_by_text("waiting").wait_for()
    author.look_at_it()
    season = start_ladder("run", "--trust", "--parallel", "1", "--ladder", str(place))
    # Without a click: the steps come as they happen.
    author.page.get_by_role("link", name="mindful@1").wait_for()
    # Else it plays matches for as long as somebody looks on here.
    season.send_signal(signal.SIGTERM)
    season.communicate()
    author.look_at_it()
    author.follow(author.page.get_by_role("link", name="mindful@1"))
    author.see("By eve")
    author.look_at_it()
    author.follow(author.page.get_by_role("link", name="Manage this bot"))
    author.look_at_it()
    author.press("Withdraw mindful@1")
    author.see("withdrawn")
    author.look_at_it()
    author.follow(author.page.get_by_role("link", name="All uploads"))
    author.look_at_it()


def test_the_organiser_decides_and_every_act_is_in_the_log(come: Come, place: Path) -> None:
    organiser = come()
    organiser.log_in(issue(place, "anna", organiser=True))
    organiser.follow(organiser.page.get_by_role("link", name="Desk"))
    organiser.look_at_it()
    organiser.page.get_by_text("Pause the season").first.click()
    organiser.look_at_it()
    organiser.press("Pause the season")
    organiser.see("Done: no matches are planned")
    organiser.visit("organiser")
    organiser.fill("Announce", "On top of the leaderboard; empty for nothing", "the final is near")
    organiser.visit("organiser")
    organiser.fill("Change the limits", "Requested matches a day", "3")
    organiser.visit("organiser")
    form = organiser.form("Bench")
    form.get_by_label("Bot").fill("one")
    form.get_by_label("Reason, for everybody to read").fill("it sleeps")
    organiser.follow(form.get_by_role("button"))
    organiser.visit("organiser")
    organiser.page.get_by_text("Exclude a bot, a version or a match").click()
    organiser.look_at_it()
    form = organiser.form("Exclude it")
    form.get_by_label("Match").fill("1")
    form.get_by_label("Reason, for everybody to read").fill("it was played by hand")
    organiser.follow(form.get_by_role("button"))
    organiser.visit("organiser")

    def is_told() -> bool:
        """Pages are made again a moment after the log has changed."""
        organiser.visit("log")
        return "match 1 counts no more: it was played by hand" in organiser.page.inner_text("body")

    wait_until(is_told)
    for said in ("no matches are planned", "announced: the final is near", "3 requested matches"):
        organiser.see(said)
    organiser.see("one@1 is benched: it sleeps")
    organiser.visit("")
    organiser.page.get_by_text("the final is near").wait_for()
    organiser.look_at_it()


def test_the_desk_of_a_course_is_narrow_and_run_by_the_keyboard(
    come: Come, place: Path, tmp_path: Path
) -> None:
    (tmp_path / "course.toml").write_text(COURSE)
    (tmp_path / "course.toml").chmod(0o600)
    with open_store(str(place)) as store:
        apply_course(store, tmp_path / "course.toml")
    organiser = come()
    organiser.log_in(issue(place, "anna", organiser=True))
    for path in DESK:
        organiser.visit(path)
        organiser.look_at_it([(320, "dark")])
    organiser.visit("organiser")
    organiser.page.set_viewport_size({"width": 320, "height": 800})
    keys = organiser.page.keyboard
    organiser.page.locator("main a").first.focus()
    stops = [organiser.page.evaluate(STOP)]
    for wanted in ("Acts", "Exclude"):
        while stops[-1] != wanted:
            assert stops[-1], f"after {stops[-5:]}"
            keys.press("Tab")
            stops.append(organiser.page.evaluate(STOP))
        keys.press("Enter")
    assert stops[-1] == "Exclude"
    keys.press("Tab")
    keys.type("by the keyboard")
    with organiser.page.expect_navigation():
        keys.press("Enter")
    with open_store(str(place)) as store:
        assert store.roster().excluded.authors["anna"] == "by the keyboard"


def pack_careful(folder: Path) -> Path:
    """Return an archive of the sample bot `careful` under another name."""
    copy = Path(shutil.copytree(SAMPLES / "careful", folder / "mindful"))
    (copy / "bot.toml").write_text('name = "mindful"\ngames = ["six_nimmt"]\n')
    archive = folder / "mindful.tar.gz"
    archive.write_bytes(pack_folder(copy))
    return archive
