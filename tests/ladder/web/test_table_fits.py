"""The table in a real browser: what is in sight, what never moves, and what a press or a key does.

The page is the server's own; what its API would tell of a match are moments of random games.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route

from arena.games import find_game, game_names
from arena.games.guide import Guide
from arena.games.options import read_options
from arena.games.scene import LegalMove, Scene, Touch
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


def moments(name: str, seats: int, options: Mapping[str, str]) -> list[tuple[Scene, Guide]]:
    """Return a random game as seat 0 sees it, some of the times when it is asked."""
    game = find_game(name)
    table = Table(game, seats, read_options(game, options), seed=7)
    seen = [
        (game.scene(at.state, 0), game.guide(at.state, 0))
        for at in walk(table)
        if at.seat == 0 and 0 in at.state.to_act
    ]
    some = [seen[at * (len(seen) - 1) // (MOMENTS - 1)] for at in range(MOMENTS)]
    return [
        (replace(scene, title=f"{scene.title}, moment {at}"), guide)
        for at, (scene, guide) in enumerate(some)
    ]


@dataclass
class Server:
    """Answers as `ladder serve` does, and tells the next moment when the test says so."""

    page: Page
    html: bytes
    waiting: list[Route] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    hints: int = 0

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        if path.endswith("/moves"):
            self.moves.append(json.loads(route.request.post_data or "{}")["move"])
            route.fulfill(json={})
        elif path.endswith("/hint"):
            self.hints += 1
            route.fulfill(json={"move": "55", "why": "In imagined games 55 comes out at +1.0."})
        elif path.startswith("/api/"):
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
        if state.scene is not None:
            said = self.page.locator(".stage h2")
            said.get_by_text(f"Game 1 of 1, {state.scene.title}").wait_for()


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
        for number, (scene, guide) in enumerate(moments(name, seats, options), start=1):
            state = TableState(number, "asking", name, find_game(name).unit, 1, 1, 0, scene, number)
            server.show(replace(state, rule=guide.rule, notes=guide.notes, hints=True))
            found = page.evaluate(MEASURE)
            where = (seats, options, scene.title)
            assert (*where, found["outside"], found["covered"]) == (*where, [], [])
            assert (*where, found["wide"]) == (*where, screen[0])
            places.append(found["plates"])
            assert (*where, found["plates"]) == (*where, places[0])


# --- what a press or a key does ---

FOCUS: Final = "() => document.getElementById('table').shadowRoot.activeElement?.id ?? ''"


def sit(server: Server, scene: Scene | None = None) -> TableState:
    """Show the first question of a game of 6 nimmt!, by a clock that stands still."""
    first, guide = moments("six_nimmt", 4, {})[0]
    told = scene or first
    state = TableState(1, "asking", "six_nimmt", "heads", 1, 1, 0, told, 1)
    state = replace(state, rule=guide.rule, notes=guide.notes, hints=True)
    server.page.clock.install()
    server.page.goto(f"{HOST}/play/table")
    server.show(state)
    return state


def legal(state: TableState) -> list[str]:
    assert state.scene is not None
    assert state.scene.decision is not None
    return [move.text for move in state.scene.decision.moves]


def test_one_press_plays_a_card_after_a_moment_in_which_it_can_be_taken_back(
    server: Server,
) -> None:
    page, state = server.page, sit(server)
    card, hint = page.locator(".own .press").nth(2), page.locator("#hint")
    assert hint.inner_text() == state.rule
    card.hover()
    assert hint.inner_text() == f"{legal(state)[2]}, {state.notes[2]}."
    card.click()
    assert hint.inner_text() == f"Played in a moment: {legal(state)[2]}, {state.notes[2]}."
    page.get_by_role("button", name="Undo").click()
    page.clock.run_for(5000)
    assert server.moves == []
    # A press on another card takes the first one back.
    page.locator(".own .press").first.click()
    card.click()
    page.clock.run_for(5000)
    assert server.moves == [legal(state)[2]]


def test_two_presses_at_once_on_a_card_play_it_once(server: Server) -> None:
    page, state = server.page, sit(server)
    page.locator(".own .press").nth(1).dblclick()
    page.clock.run_for(5000)
    assert server.moves == [legal(state)[1]]


def test_a_press_on_play_does_not_wait_and_two_at_once_play_one_move(server: Server) -> None:
    page, state = server.page, sit(server)
    page.locator(".own .press").first.click()
    page.get_by_role("button", name="Play", exact=True).dblclick()
    page.clock.run_for(5000)
    assert server.moves == [legal(state)[0]]


def test_keys_press_cards_and_arrows_go_from_one_to_the_next(server: Server) -> None:
    page, state = server.page, sit(server)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator("#hint").inner_text().startswith(f"{legal(state)[1]}, ")
    page.keyboard.press("0")
    page.keyboard.press("Escape")
    page.clock.run_for(5000)
    assert server.moves == []
    page.keyboard.press("4")
    page.clock.run_for(5000)
    assert server.moves == [legal(state)[3]]


def test_anyone_who_types_goes_on_typing(server: Server) -> None:
    page, state = server.page, sit(server)
    page.get_by_text("By name", exact=True).click()
    page.get_by_label("Move", exact=True).fill(legal(state)[1])
    page.keyboard.press("Enter")
    server.show(replace(state, number=2, phase="waiting", turn=None, rule="", notes=()))
    server.show(replace(state, number=3, turn=2))
    assert server.moves == [legal(state)[1]]
    assert page.evaluate(FOCUS) == "move"


def test_a_hint_is_marked_as_an_estimate_and_says_why_at_the_second_press(server: Server) -> None:
    page = server.page
    sit(server)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_text("Hint, an estimate by the policy of reviews: 55.").wait_for()
    page.get_by_role("button", name="Why", exact=True).click()
    page.get_by_text("In imagined games 55 comes out at +1.0.").wait_for()
    assert (server.hints, server.moves) == (1, [])


def test_a_card_that_is_dragged_out_of_the_window_stays_in_the_hand(server: Server) -> None:
    page, state = server.page, sit(server)
    box = page.locator(".own .press").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(-200, -200, steps=4)
    page.mouse.up()
    page.clock.run_for(5000)
    assert server.moves == []
    assert page.locator("#hint").inner_text().startswith(state.rule)
    assert page.locator(".own .card").count() == len(legal(state))


def test_a_zone_that_nobody_knows_is_drawn_and_a_move_with_it_has_its_name(server: Server) -> None:
    scene, _ = moments("six_nimmt", 4, {})[0]
    assert scene.decision is not None
    odd = replace(scene.zones[0], name="cellar", title="Cellar", layout="spiral")  # type: ignore[arg-type]
    unknown = (LegalMove("dig", (Touch("attic", 3),)), *scene.decision.moves)
    scene = replace(
        scene, zones=(*scene.zones, odd), decision=replace(scene.decision, moves=unknown)
    )
    page, _ = server.page, sit(server, scene)
    assert page.get_by_role("heading", name="Cellar").count() == 1
    page.get_by_text("By name", exact=True).click()
    page.get_by_role("button", name="dig", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(0)
    assert server.moves == ["dig"]
