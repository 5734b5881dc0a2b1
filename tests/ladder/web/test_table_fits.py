"""The table in a real browser: what is in sight, what never moves, and what a press or a key does.

The page is the server's own; what its API would tell of a match are moments of random games.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, Route

from arena.games import find_game, game_names
from arena.games.events import CardMotion
from arena.games.options import read_options
from arena.games.scene import LegalMove, Scene, Touch
from arena.games.testing.random_play import Table, walk
from arena.games.words import Guide
from ladder.web.faces import answer
from ladder.web.files import site_files, site_folder, type_of
from ladder.web.guard import POLICY
from ladder.web.site import Page as SitePage
from ladder.web.site import Site
from ladder.web.tables import GameEnd, GameResult, TableState, TableWish, describe_state
from tests.browsing import listen, open_page, violations

HOST: Final = "http://table.test"
SCREENS: Final = [(1280, 720), (390, 844)]
# The smallest phone, and the first screen at 200 %.
SMALL: Final = [(320, 568), (640, 360)]
# As much as moves by itself in a whole game: good is below 0.1.
MOST_SHIFT: Final = 0.05
# Games with their seats and options.
Played: TypeAlias = Sequence[tuple[str, int, Mapping[str, str]]]
# What shows more than a game's default, with the most seats that it allows.
VARIANTS: Final[Played] = [
    ("six_nimmt", 10, {"variant": "logic"}),
    ("six_nimmt", 10, {"variant": "professional"}),
    ("big_fish", 6, {"licences": "true"}),
    ("tonton", 4, {"teams": "true", "missions": "advanced"}),
]
FEWEST_AND_MOST: Final[Played] = [
    (name, seats, {})
    for name in game_names()
    for seats in (find_game(name).seats[0], find_game(name).seats[-1])
]
BETWEEN: Final[Played] = [
    (name, seats, {}) for name in game_names() for seats in find_game(name).seats[1:-1]
]
PLAYED: Final = [
    pytest.param([*FEWEST_AND_MOST, *VARIANTS], id="fewest_and_most_seats"),
    pytest.param(BETWEEN, id="seats_between", marks=pytest.mark.soak),
]
# Moments of a game that are looked at: its first, its last, and those evenly between.
MOMENTS: Final = 4
# What of the table is not within the window, lies below something else, or is cut off on its plate;
# and where plates are.
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
  const cut = [...root.querySelectorAll(".plates :is(.head, .chip) strong")].filter((one) =>
    box(one).right > box(one.closest(".head, .chip")).right + 0.5);
  const letters = root.querySelectorAll(".plates > *").length > 4 ? 4 : 8;
  const short = [...root.querySelectorAll(".above h3")].filter((one) => {
    const name = document.createRange();
    name.setStart(one.querySelector("bdi").firstChild, 0);
    name.setEnd(one.querySelector("bdi").firstChild, letters);
    return box(name).right > box(one).right + 0.5;
  });
  const wide = document.documentElement.scrollWidth;
  return { outside: outside.map(name), covered: covered.map(name), plates, wide,
    cut: [...cut.map((one) => one.parentElement.textContent), ...short.map(name)] };
}"""
# How high a window has to be for the own hand and what is shared, above the bar.
TOGETHER: Final = """() => {
  const root = document.getElementById("table").shadowRoot;
  const box = (one) => one.getBoundingClientRect();
  const boxes = [...root.querySelectorAll(".shared > .zone, .own > .fan")].map(box);
  const [top, bottom] = [boxes.map(({ top }) => top), boxes.map(({ bottom }) => bottom)];
  const all = Math.max(...bottom) - Math.min(...top) + box(root.querySelector(".controls")).height;
  return [all, document.documentElement.scrollWidth];
}"""
WATCH_SHIFTS: Final = """
  window.shift = 0;
  const add = (list) => list.getEntries().forEach(({ value }) => (window.shift += value));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
"""
WATCH_FLIGHTS: Final = """() => {
  window.flights = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    if (this.closest(".flying")) window.flights.push(how.duration);
    return animate.call(this, frames, how);
  };
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
            route.fulfill(json={"move": "55", "why": "In simulated games 55 does 1.0 better."})
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
            body=bytes(answer(describe_state(state)).body), content_type="application/json"
        )
        scene = state.scene
        if scene is not None and state.end is None:
            game = f"Game {state.playing} of {state.games}, " if state.games > 1 else ""
            where = re.compile(re.escape(game + scene.title), re.IGNORECASE)
            self.page.locator(".stage h2").get_by_text(where).wait_for()


@pytest.fixture
def server(browser: Browser) -> Iterator[Server]:
    """Return a page of a table, and what it complains of at the end."""
    wish = TableWish("six_nimmt", ("careful", "random"), {})
    values = {"wish": wish, "table": Named("table"), "rules": ["Lay a card."]}
    html = Site().render(SitePage("play/table", "table", "A game", values, layout=""))
    this = Server(open_page(browser, reduced_motion="reduce"), html)
    complaints: list[str] = []
    listen(this.page, complaints)
    this.page.route("**/*", this.answer)
    this.page.add_init_script(WATCH_SHIFTS)
    yield this
    assert complaints == []
    this.page.context.close()


@dataclass
class Named:
    """A table, as far as its page asks for it."""

    name: str


@pytest.mark.parametrize("played", PLAYED)
@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("name", game_names())
def test_all_that_a_decision_touches_is_in_sight_and_no_plate_moves(
    name: str, screen: tuple[int, int], played: Played, server: Server
) -> None:
    page = server.page
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for game, seats, options in played:
        if game != name:
            continue
        server.waiting.clear()
        page.goto(f"{HOST}/play/table")
        places = []
        for number, (scene, guide) in enumerate(moments(name, seats, options), start=1):
            state = TableState(number, "asking", name, find_game(name).unit, 1, 1, 0, scene, number)
            state = replace(state, names=("a-name-as-long-as-any-that-a-bot-may-have",) * seats)
            server.show(replace(state, rule=guide.rule, notes=guide.notes, hints=True))
            found = page.evaluate(MEASURE)
            where = (seats, options, scene.title)
            assert (*where, found["outside"], found["covered"]) == (*where, [], [])
            assert (*where, found["cut"]) == (*where, [])
            assert (*where, found["wide"]) == (*where, screen[0])
            places.append(found["plates"])
            assert (*where, found["plates"]) == (*where, places[0])
        assert page.evaluate("window.shift") < MOST_SHIFT, (seats, options)


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


def played(server: Server) -> list[str]:
    """Wait until a move has come to the server; return all that have."""
    while not server.moves:
        server.page.wait_for_timeout(10)
    return server.moves


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
    assert hint.inner_text() == f"Playing: {legal(state)[2]}, {state.notes[2]}. Undo?"
    page.get_by_role("button", name="Undo").click()
    page.clock.run_for(5000)
    assert server.moves == []
    # A press on another card takes the first one back.
    page.locator(".own .press").first.click()
    card.click()
    page.clock.run_for(5000)
    assert played(server) == [legal(state)[2]]


def test_two_presses_at_once_on_a_card_play_it_once(server: Server) -> None:
    page, state = server.page, sit(server)
    page.locator(".own .press").nth(1).dblclick()
    page.clock.run_for(5000)
    assert played(server) == [legal(state)[1]]


def test_a_press_on_play_does_not_wait_and_two_at_once_play_one_move(server: Server) -> None:
    page, state = server.page, sit(server)
    page.locator(".own .press").first.click()
    page.get_by_role("button", name="Play", exact=True).dblclick()
    page.clock.run_for(5000)
    assert played(server) == [legal(state)[0]]


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
    assert played(server) == [legal(state)[3]]


def test_anyone_who_types_goes_on_typing(server: Server) -> None:
    page, state = server.page, sit(server)
    page.get_by_text("By name", exact=True).click()
    page.get_by_label("Move", exact=True).fill(legal(state)[1])
    page.keyboard.press("Enter")
    server.show(replace(state, number=2, phase="waiting", turn=None, rule="", notes=()))
    server.show(replace(state, number=3, turn=2))
    assert played(server) == [legal(state)[1]]
    assert page.evaluate(FOCUS) == "move"


def test_a_hint_is_marked_as_an_estimate_and_says_why_at_the_second_press(server: Server) -> None:
    page = server.page
    sit(server)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_text("Hint: 55.").wait_for()
    page.get_by_role("button", name="Why", exact=True).click()
    page.get_by_text("In simulated games 55 does 1.0 better.").wait_for()
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
    assert played(server) == ["dig"]


def test_hand_and_shared_cards_are_seen_together_on_the_smallest_screens(server: Server) -> None:
    page = server.page
    most: Played = [(name, find_game(name).seats[-1], {}) for name in game_names()]
    for name, seats, options in [*most, *VARIANTS]:
        server.waiting.clear()
        page.goto(f"{HOST}/play/table")
        for number, (scene, guide) in enumerate(moments(name, seats, options), start=1):
            state = TableState(number, "asking", name, "points", 1, 1, 0, scene, number)
            server.show(replace(state, rule=guide.rule, notes=guide.notes, hints=True))
            for width, height in SMALL:
                page.set_viewport_size({"width": width, "height": height})
                needed, wide = page.evaluate(TOGETHER)
                where = (name, options, scene.title, width)
                assert wide == width, where
                assert needed <= height, where


def question(number: int, playing: int, scene: Scene, **more: Any) -> TableState:
    return TableState(number, "asking", "tonton", "points", 2, playing, 0, scene, number, **more)


def test_cards_move_one_event_after_another_unless_that_is_unwanted(server: Server) -> None:
    page = server.page
    (first, _), (second, _), *_ = moments("tonton", 3, {})
    before, after = (next(z for z in s.zones if z.name == "hand 0") for s in (first, second))
    gone = next(card.name for card in before.cards if card not in after.cards)
    moved = (CardMotion((gone,), "hand 0", "trick"), CardMotion((gone,), "trick", "top 1"))
    # Two events of 200 ms.
    wishes: Sequence[tuple[Any, list[int]]] = (("reduce", []), ("no-preference", [400]))
    for wanted, flights in wishes:
        page.emulate_media(reduced_motion=wanted)
        server.waiting.clear()
        page.goto(f"{HOST}/play/table")
        server.show(question(1, 1, first))
        page.evaluate(WATCH_FLIGHTS)
        server.show(question(2, 1, second, motions=moved))
        assert page.evaluate("window.flights") == flights
    page.locator(".flying .card").wait_for(state="detached")


def test_the_end_of_a_game_stays_until_the_person_goes_on(server: Server) -> None:
    page = server.page
    page.goto(f"{HOST}/play/table")
    *_, (asked, _), (last, _) = moments("tonton", 3, {})
    over = replace(last, title="the match is over", decision=None)
    server.show(question(1, 1, asked, history=("Seat 1 played R5.",)))
    result = GameResult(("you", "careful", "random"), 0, (7, 12, 3), (2, 1, 3))
    end = GameEnd(over, ("You scored 7.",), ())
    server.show(question(2, 2, asked, results=(result,), end=end))
    closing = page.get_by_label("The end of the game")
    assert "You finished 2nd of 3." in closing.inner_text()
    assert "1. \u25cf careful 12" in closing.inner_text()
    assert "You scored 7." in page.locator(".happened").inner_text()
    # What comes meanwhile waits.
    server.show(question(3, 2, asked, results=(result,), end=end))
    while not server.waiting:
        page.wait_for_timeout(10)
    assert page.locator(".stage h2").inner_text() == "Game 1 of 2, the match is over"
    assert violations(page) == []
    page.get_by_role("button", name="Next game").click()
    page.locator(".stage h2").get_by_text(f"Game 2 of 2, {asked.title}").wait_for()
    assert closing.count() == 0
