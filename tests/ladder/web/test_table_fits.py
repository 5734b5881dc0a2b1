"""The table in a real browser: all that a decision touches is in sight, and no plate ever moves.

The page is the server's own; what its API would tell of a match are moments of random games.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route

from arena.games import find_game, game_names
from arena.games.options import read_options
from arena.games.scene import Scene
from arena.games.testing.random_play import Table, walk
from ladder.web import api
from ladder.web.files import site_files, site_folder, type_of
from ladder.web.guard import POLICY
from ladder.web.site import Page as SitePage
from ladder.web.site import Site
from ladder.web.tables import TableState, TableWish
from tests.browsing import listen, open_page

HOST: Final = "http://table.test"
SCREENS: Final = [(1280, 720), (390, 844)]
# What shows more than a game's default, with the most seats that it allows.
VARIANTS: Final[Sequence[tuple[str, int, Mapping[str, str]]]] = [
    ("six_nimmt", 10, {"variant": "logic"}),
    ("six_nimmt", 10, {"variant": "professional"}),
    ("big_fish", 6, {"licences": "true"}),
    ("tonton", 4, {"teams": "true", "missions": "advanced"}),
]
PLAYED: Final[Sequence[tuple[str, int, Mapping[str, str]]]] = [
    (name, seats, {}) for name in game_names() for seats in find_game(name).seats
]
# Moments of a game that are looked at: its first, its last, and those evenly between.
MOMENTS: Final = 6
# What of the table is not within the window, or lies below something else; and where plates are.
MEASURE: Final = """() => {
  const root = document.getElementById("table").shadowRoot;
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => `${one.className}: ${one.textContent.slice(0, 40)}`;
  const needed = root.querySelectorAll(".shared > *, .press, .plates > *, .own, .question, .play");
  const outside = [...needed].filter((one) => {
    const { top, bottom, left, right } = box(one);
    return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
  });
  const covered = [...root.querySelectorAll(".press, .play")].filter((one) => {
    const { x, y, width, height } = box(one);
    const over = root.elementFromPoint(x + width / 2, y + height / 2);
    return !over || !(one.contains(over) || over.contains(one));
  });
  const plates = [...root.querySelectorAll(".seat, .own > .fan")].map((one) => {
    const { x, y, width } = box(one);
    return [x, y, width].map(Math.round);
  });
  const wide = document.documentElement.scrollWidth;
  return { outside: outside.map(name), covered: covered.map(name), plates, wide };
}"""


def moments(name: str, seats: int, options: Mapping[str, str]) -> list[Scene]:
    """Return a random game as seat 0 sees it, some of the times when it is asked."""
    game = find_game(name)
    table = Table(game, seats, read_options(game, options), seed=7)
    seen = [game.scene(at.state, 0) for at in walk(table) if at.seat == 0 and 0 in at.state.to_act]
    some = [seen[at * (len(seen) - 1) // (MOMENTS - 1)] for at in range(MOMENTS)]
    return [replace(scene, title=f"{scene.title}, moment {at}") for at, scene in enumerate(some)]


@dataclass
class Server:
    """Answers as `ladder serve` does, and tells the next moment when the test says so."""

    page: Page
    html: bytes
    waiting: list[Route] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        if path.startswith("/api/"):
            self.waiting.append(route)
        elif path.startswith(f"/{site_folder()}/"):
            name = path.removeprefix(f"/{site_folder()}/")
            self.send(route, site_files()[name], type_of(name))
        else:
            self.send(route, self.html, "text/html")

    def send(self, route: Route, body: bytes, kind: str) -> None:
        route.fulfill(body=body, content_type=kind, headers={"content-security-policy": POLICY})

    def show(self, state: TableState) -> None:
        while not self.waiting:
            self.page.wait_for_timeout(10)
        self.waiting.pop().fulfill(
            body=bytes(api.answer(state).body), content_type="application/json"
        )
        assert state.scene is not None
        self.page.locator(".stage h2").get_by_text(f"Game 1 of 1, {state.scene.title}").wait_for()


@pytest.fixture
def server(browser: Browser) -> Iterator[Server]:
    """Return a page of a table, and what it complains of at the end."""
    wish = TableWish("six_nimmt", ("careful", "random"), {})
    values = {"wish": wish, "table": Named("table"), "rules": "# Rules\n\nLay a card."}
    html = Site().render(SitePage("play/table", "table", "A game", values))
    this = Server(open_page(browser, reduced_motion="reduce"), html)
    complaints: list[str] = []
    listen(this.page, complaints)
    this.page.route("**/*", this.answer)
    yield this
    assert complaints == []
    this.page.context.close()


@dataclass
class Named:
    """A table, as far as its page asks for it."""

    name: str


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("name", game_names())
def test_all_that_a_decision_touches_is_in_sight_and_no_plate_moves(
    name: str, screen: tuple[int, int], server: Server
) -> None:
    page = server.page
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for game, seats, options in [*PLAYED, *VARIANTS]:
        if game != name:
            continue
        server.waiting.clear()
        page.goto(f"{HOST}/play/table")
        places = []
        for number, scene in enumerate(moments(name, seats, options), start=1):
            state = TableState(number, "asking", name, find_game(name).unit, 1, 1, 0, scene, number)
            server.show(state)
            found = page.evaluate(MEASURE)
            where = (seats, options, scene.title)
            assert (*where, found["outside"], found["covered"]) == (*where, [], [])
            assert (*where, found["wide"]) == (*where, screen[0])
            places.append(found["plates"])
            assert (*where, found["plates"]) == (*where, places[0])
