"""The replay page in a real browser, opened from the disk with the network off."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, product
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page

from arena.games import find_game, game_names
from arena.games.scene import Scene
from arena.match.events import tell_step
from arena.match.replay import Replay, open_replays
from arena.review.review import GameReview, list_costliest, review_game
from arena.review.turning import TurningPoint
from arena.v1 import record_pb2 as rec
from arena.viewer.address import position_address
from tests.browsing import listen, open_page, violations
from tests.viewer.matches import LOG, NAMES, erring, hostile, page_of, recorded

# Of each step of a game the number, the title, and what is written on the cards that are seen.
WALK: Final = """(last) => {
  const shown = () => [
    document.querySelector("output").textContent,
    document.querySelector(".stage h2").textContent,
    [...document.querySelectorAll(".scene .face")].map((face) => face.textContent),
  ];
  const seen = [shown()];
  for (let step = 0; step < last; step++) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    seen.push(shown());
  }
  return seen;
}"""
# Who follows a link has its address at once, and what is there once the page has drawn it.
SHOWN: Final = """([address, [step]]) => location.hash === address
  && document.querySelector("output").textContent.startsWith(`${step} / `)"""


# Of each step of a game what is written on cards that are narrower.
CLIPPED: Final = """(last) => {
  const text = document.createRange();
  const clipped = () => [...document.querySelectorAll(".scene .face")].filter((face) => {
    text.selectNodeContents(face);
    return text.getBoundingClientRect().width > face.closest(".card").clientWidth + 0.5;
  }).map((face) => face.textContent);
  const found = clipped();
  for (let step = 0; step < last; step++) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    found.push(...clipped());
  }
  return found;
}"""

# Of the watcher's table at these steps: what is not within the window or lies below the bar,
# whether the sentence or a card of a plate is cut, how wide shared cards are, how small type is,
# where plates are, what the stage takes, which faces are wider than their cards.
WATCHED: Final = """(steps) => {
  const box = (one) => one.getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)];
  const text = (one) => [...one.childNodes].map((node) => node.data ?? "").join("").trim();
  const texts = (those) => those.map(text).join(" ");
  const slider = document.querySelector("[aria-label=Step]");
  const range = document.createRange();
  const isWide = (face) => {
    range.selectNodeContents(face);
    return range.getBoundingClientRect().width > face.closest(".card").clientWidth + 0.5;
  };
  return steps.map((step) => {
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const [stage, said] = [document.querySelector(".stage"), document.querySelector(".subtitle")];
    const bar = box(document.querySelector(".controls")).top;
    const outside = all(".shared > *, .plates > *, .subtitle").filter((one) => {
      const { top, left, right, bottom } = box(one);
      return top < 0 || left < 0 || right > innerWidth + 0.5 || bottom > bar + 0.5;
    });
    const words = all(".scene *, .subtitle *, .stage h2")
      .filter((one) => !one.closest(".heard, .opened") && text(one));
    return {
      step: parseInt(document.querySelector("output").textContent),
      outside: outside.map((one) => one.className),
      hands: all(".plates .fan").length,
      cut: said.scrollHeight > said.clientHeight + 1
        || all(".places .tag").some((one) => box(one).right > box(one.closest("li")).right + 0.5),
      cards: Math.min(999, ...all(".shared > .zone .card").map((one) => box(one).width)),
      type: Math.min(...words.map((one) => parseFloat(getComputedStyle(one).fontSize))),
      plates: all(".seat").map((one) => Object.values(box(one).toJSON())),
      part: (box(stage).width * box(stage).height) / (innerWidth * innerHeight),
      codes: texts(words).match(/[Ss]eat \\d|\\b[RGBYP]\\d\\b/g),
      clipped: all(".shared .face, .plates .face").filter(isWide).map((face) => face.textContent),
    };
  });
}"""
# Sizes of windows with the least width of shared cards and the least size of type there.
WINDOWS: Final = [(390, 844, 36, 8), (1280, 720, 64, 14), (1920, 1080, 96, 20)]
# Steps of a game that are looked at; at night all.
LOOKS: Final = 5

Records = Mapping[str, rec.Record]


def of_another_release() -> rec.Record:
    record = recorded("tonton", 3, 1)
    record.arena_version = "0.0.1"
    return record


def of_forfeits() -> rec.Record:
    return recorded("six_nimmt", 2, 1, erring=1.0, options={"rounds": "1"})


def of_long_names() -> rec.Record:
    record = recorded("tonton", 3, 1)
    for bot, name in zip(record.plan.bots, ("W" * 64, "\u05e9" * 64, "\u6f22" * 64), strict=True):
        bot.name = name
    return record


def of_twenty_games() -> rec.Record:
    return recorded("six_nimmt", 10, 20, options={"rounds": "1"})


STRANGE: Final = {
    "another release": of_another_release,
    "forfeited at once": of_forfeits,
    "long names": of_long_names,
    "twenty games": of_twenty_games,
}


@pytest.fixture(scope="module")
def records() -> Records:
    """Return a match of every game, the hostile one, and games of the most seats.

    They are played before there is a browser, whose loop of events lets no other run.
    """
    full = {f"full {name}": recorded(name, find_game(name).seats[-1], 1) for name in game_names()}
    few = {f"few {name}": recorded(name, find_game(name).seats[0], 1) for name in game_names()}
    strange = {name: make() for name, make in STRANGE.items()} | {"hostile": hostile()}
    return {name: erring(name) for name in game_names()} | strange | full | few


@pytest.fixture(scope="module")
def reviews(records: Records) -> Sequence[GameReview]:
    """Return what was reviewed of the first game of goats: every seat."""
    replay = open_replays(records["goat_n_goat"])[0]
    return [review_game(replay, seat, 60) for seat in range(3)]


@pytest.fixture(scope="module")
def browser(records: Records, reviews: Sequence[GameReview], browser: Browser) -> Browser:
    return browser


@dataclass
class Opened:
    """A page that is open, what it asked for, and what it complained of."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def at(self, name: str) -> Locator:
        return self.page.get_by_label(name, exact=True)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def title(self) -> str:
        return self.page.locator(".stage h2").inner_text()

    def step(self) -> str:
        return self.page.locator("output").inner_text()

    def menu(self, name: str) -> Locator:
        return self.page.get_by_role("combobox", name=name, exact=True)

    def choose(self, name: str, index: int) -> None:
        self.menu(name).select_option(index=index)
        self.page.evaluate("document.activeElement.blur()")

    def opens(self, game: int) -> None:
        """Wait until the game is open that is at this place of the list, from 0 on."""
        this = "game => document.querySelector('select').selectedIndex == game"
        self.page.wait_for_function(this, arg=game)

    def stands_at(self, address: str) -> None:
        """Wait until the address of the page names this position, and the page shows its step."""
        self.page.wait_for_function(SHOWN, arg=[address, re.findall(r"\bs(\d+)", address)])

    def study(self, *, on: bool = True) -> None:
        """Have all be shown that there is of a game, or the table alone."""
        button = self.page.get_by_role("button", name="Study", exact=True)
        if (button.get_attribute("aria-pressed") == "true") != on:
            button.click()
            self.page.evaluate("document.activeElement.blur()")

    def wide(self) -> int:
        width: int = self.page.evaluate("document.documentElement.scrollWidth")
        return width

    def texts(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_text_contents()

    def violations(self) -> list[Any]:
        """Return what axe finds against the rules of WCAG, levels A and AA."""
        return violations(self.page)


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    """Return what opens a match, and see at the end that the page asked for nothing."""
    all_opened = []

    def open_match(
        record: rec.Record,
        width: int = 1280,
        scheme: Any = "light",
        reviews: Sequence[GameReview] = (),
        address: str = "",
        *,
        height: int = 800,
        study: bool = True,
        turning: Sequence[TurningPoint] = (),
    ) -> Opened:
        file = tmp_path / "page.html"
        file.write_text(page_of(record, reviews, turning))
        page = open_page(
            browser,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=True,
            offline=True,
            reduced_motion="reduce",
        )
        this = Opened(page)
        all_opened.append(this)
        this.page.on("request", lambda request: this.requests.append(request.url))
        listen(this.page, this.complaints)
        this.page.goto(file.as_uri() + address)
        this.page.wait_for_selector(".scene")
        this.study(on=study)
        return this

    yield open_match
    for this in all_opened:
        assert this.complaints == []
        asked = {url.partition("#")[0] for url in this.requests}
        assert asked == {(tmp_path / "page.html").as_uri()}
        this.page.context.close()


def scenes(replay: Replay, viewer: int | None) -> list[Scene]:
    states = [replay.game.scene(replay.start(), viewer)]
    states += [replay.game.scene(step.state, viewer) for step in replay.steps()]
    return states


def faces(scene: Scene) -> list[str]:
    """Return what is written on the cards that are seen, in no order."""
    cards = [card for zone in scene.zones for card in zone.cards]
    return sorted(card.face for card in cards)


# --- all that is in it can be seen ---


def see_table(page: Opened, window: tuple[int, int, int, int], looks: int) -> None:
    """See all within the window, large enough and its plates at rest, at as many steps or all."""
    _, _, card, letter = window
    last = int(page.step().rpartition("/")[2])
    steps = [look * last // (looks - 1) for look in range(looks)] if looks else [*range(last + 1)]
    found = page.page.evaluate(WATCHED, steps)
    assert [one["step"] for one in found] == steps
    for one in found:
        told = (one["outside"], one["cut"], one["codes"], one["clipped"], one["hands"])
        assert told == ([], False, None, [], 0), one["step"]
        assert one["cards"] >= card, one["step"]
        assert one["type"] >= letter, one["step"]
        assert one["part"] >= 0.65, one["step"]
        assert one["plates"] == found[0]["plates"], one["step"]


@pytest.mark.parametrize("window", WINDOWS[:2])
@pytest.mark.parametrize("name", game_names())
def test_who_watches_sees_all_seats_all_shared_cards_and_the_sentence(
    name: str, window: tuple[int, int, int, int], opened: Any, records: Records
) -> None:
    for seats in ("few", "full"):
        page = opened(records[f"{seats} {name}"], window[0], height=window[1], study=False)
        see_table(page, window, LOOKS)


@pytest.mark.soak
@pytest.mark.parametrize("seats", ["few", "full"])
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", game_names())
def test_who_watches_sees_them_at_every_step(
    name: str, window: tuple[int, int, int, int], seats: str, opened: Any, records: Records
) -> None:
    page = opened(records[f"{seats} {name}"], window[0], height=window[1], study=False)
    see_table(page, window, 0)


def test_whose_turn_it_is_and_who_did_the_last_thing_are_told_beside_the_table(
    opened: Any, records: Records
) -> None:
    for name in ("goat_n_goat", "six_nimmt"):
        page = opened(records[name], study=False)
        replay = open_replays(records[name])[0]
        states = iter(replay.steps())
        acting = [replay.start().to_act, *(next(states).state.to_act for _ in range(5))]
        for seats in acting:
            sign_and_name = page.page.locator(".seat.acting h3 .who").first.inner_text()
            who = sign_and_name if len(seats) == 1 else f"{len(seats)} players"
            assert page.page.locator(".turn").inner_text() == f"{who} to act"
            page.press("ArrowRight")
        two = [tell_step(replay, step)[-2:] for step in replay.steps()]
        at, said = next(
            (step, said[0])
            for step, said in enumerate(two, 1)
            if re.match(r"Seat \d", said[0])
            and len("".join(said)) < 75
            and said[0][:6] not in said[-1]
        )
        page.at("Step").fill(str(at))
        assert replay.names[int(said[5])] in page.page.locator(".subtitle").inner_text()
        page.press("End")
        assert page.page.locator(".turn").inner_text() == ""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", game_names())
def test_no_card_is_narrower_than_what_is_written_on_it(
    name: str, width: int, opened: Any, records: Records
) -> None:
    page = opened(records[f"full {name}"], width)
    last = int(page.step().rpartition("/")[2])
    assert page.page.evaluate(CLIPPED, last) == []


@pytest.mark.parametrize("name", game_names())
def test_every_step_of_every_game_is_shown(name: str, opened: Any, records: Records) -> None:
    record = records[name]
    page = opened(record, 375, "dark")
    for number, replay in enumerate(open_replays(record)):
        # The first game with open hands, the second with the eyes of seat 1.
        viewer = 1 if number else None
        page.choose("Seen by", 2 if number else 0)
        expected = scenes(replay, viewer)
        last = len(expected) - 1
        seen = page.page.evaluate(WALK, last)
        for step, (scene, (at, title, shown)) in enumerate(zip(expected, seen, strict=True)):
            assert (at, title) == (f"{step} / {last}", scene.title[0].upper() + scene.title[1:])
            assert sorted(shown) == faces(scene)
        page.press("ArrowRight")
        assert page.step() == f"{last} / {last}"
        page.press("PageDown")
        page.opens(min(number + 1, len(record.games) - 1))


# What depends on the width does not depend on the colours, and each is that of all games.
DRESSES: Final = [(375, "light"), (1280, "dark")]
LOOKED_AT: Final = [*zip(game_names(), cycle(DRESSES), strict=False)]


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [
        pytest.param(name, *look, marks=() if (name, look) in LOOKED_AT else pytest.mark.soak)
        for name, look in product(game_names(), DRESSES)
    ],
)
def test_axe_finds_nothing(
    name: str, width: int, scheme: str, opened: Any, records: Records
) -> None:
    page = opened(records[name], width, scheme)
    for _ in range(6):
        page.press("ArrowRight")
    for summary in page.page.locator(".side summary").all():
        summary.click()
    # What opens over the table is closed by a press on it.
    for summary in page.page.locator(".scene summary").all():
        summary.click()
        page.page.locator(".opened:visible").click()
    page.page.locator(".scene summary").first.click()
    assert page.violations() == []
    assert page.wide() <= width
    page.choose("Seen by", 1)
    page.press("End")
    assert page.violations() == []
    assert page.wide() <= width
    page.press("PageDown")
    page.opens(1)
    page.press("End")
    assert page.wide() <= width


def test_a_decision_shows_what_was_possible_and_what_was_chosen(
    opened: Any, records: Records
) -> None:
    record = records["big_fish"]
    page = opened(record)
    replay = open_replays(record)[0]
    state, entry = replay.start(), replay.recorded.entries[0]
    legal = page.page.locator(".legal").first
    assert legal.locator("li").count() == len(state.legal(entry.seat))
    chosen = legal.locator(".made")
    assert chosen.text_content() == f"{replay.text(entry)} (chosen)"
    answer = page.page.locator(".answers").inner_text()
    assert f"{entry.wall_us / 1000:.2f} ms on the wall" in answer
    assert f"{entry.cpu_us / 1000:.2f} ms of CPU" in answer
    assert page.page.locator(".scene .card.chosen").count() > 0


def test_a_seat_that_is_not_asked_sees_no_legal_moves(opened: Any, records: Records) -> None:
    record = records["big_fish"]
    page = opened(record)
    other = (record.games[0].entries[0].seat + 1) % 3
    page.choose("Seen by", other + 1)
    assert page.page.locator(".legal").count() == 0
    assert page.page.locator(".scene .card.chosen").count() == 0


def test_a_forfeit_is_jumped_to_with_its_evidence(opened: Any, records: Records) -> None:
    record = records["hostile"]
    game = next(game for game in record.games if game.forfeits)
    page = opened(record)
    page.choose("Game", list(record.games).index(game))
    page.at("Show results").check()
    told = page.page.locator(".forfeit").first
    told.wait_for()
    forfeit = game.forfeits[0]
    assert f"Seat {forfeit.seat}" in told.locator("h3").inner_text()
    assert "ended by signal 9" in told.inner_text()
    told.get_by_role("button", name="Go there").click()
    bad = page.page.locator(".answers .bad").all_inner_texts()
    assert any("played by the referee" in text for text in bad)


@pytest.mark.parametrize(
    ("width", "scheme"), [(375, "dark"), pytest.param(1280, "light", marks=pytest.mark.soak)]
)
def test_a_review_leads_to_the_mistakes_and_says_what_every_move_was_worth(
    width: int, scheme: str, opened: Any, records: Records, reviews: Sequence[GameReview]
) -> None:
    record = records["goat_n_goat"]
    found = [one for review in reviews for one in review.decisions]
    worst = max(found, key=lambda one: one.cost if one.cost > 2 * one.error else 0.0)
    page = opened(record, width, scheme, reviews)
    mistake = page.at("Mistakes").locator("li").first
    told = f"{worst.better} is worth {worst.cost:.1f} ± {worst.error:.1f} points more"
    assert told in mistake.inner_text()
    mistake.get_by_role("button").click()
    assert page.step().split(" / ")[0] == str(worst.step)
    assert told in page.page.locator(".decision .review").inner_text()
    shown = [text.replace(" (chosen)", "") for text in page.texts(".decision .legal li")]
    expected = [f"{one.move} {one.lead:.1f} ± {one.error:.1f}" for one in worst.worths]
    assert sorted(shown) == sorted(text.replace(" -", " \u2212") for text in expected)
    assert page.violations() == []
    page.choose("Game", 1)
    page.opens(1)
    assert page.at("Mistakes").is_hidden()


def test_how_a_game_ends_is_told_at_its_end_or_to_who_asks(opened: Any, records: Records) -> None:
    page = opened(records["tonton"])
    result = page.at("Result")
    assert result.is_hidden()
    assert page.texts(".games option") == ["1", "2"]
    page.press("End")
    assert result.is_visible()
    assert page.texts(".games option")[0].startswith("1, won by ")
    page.press("Home")
    assert result.is_visible()
    page.press("PageDown")
    page.opens(1)
    assert result.is_hidden()
    page.at("Show results").check()
    assert result.is_visible()
    assert page.texts(".games option")[1].startswith("2, won by ")


def test_the_end_is_a_card_with_places_and_names_nothing_that_decided_it(
    opened: Any, records: Records
) -> None:
    page = opened(records["tonton"])
    (game, *_), (replay, *_) = records["tonton"].games, open_replays(records["tonton"])
    page.press("End")
    closing = page.at("The end of the game")
    closing.wait_for()
    told = closing.inner_text().replace("\u2212", "-")
    for seat, name in enumerate(replay.names):
        assert re.search(rf"{game.ranks[seat]}\. . {name} {game.scores[seat]}", told)
    assert f"Won by {replay.names[list(game.ranks).index(1)]}" in told
    assert "decided" not in told
    assert closing.get_by_role("link").count() == 0
    closing.get_by_role("button", name="Close").click()
    assert closing.count() == 0


# --- a position has an address ---


def test_the_turning_point_is_told_at_its_step_alone(opened: Any, records: Records) -> None:
    record = records["tonton"]
    page = opened(record, turning=[TurningPoint(2, 1, 0.25, 0.75)])
    title, name = page.page.locator(".stage h2"), open_replays(record)[0].names[1]
    said = []
    for _ in range(3):
        page.press("ArrowRight")
        said.append(title.inner_text())
    assert ["Turning point" in one for one in said] == [False, True, False]
    assert f"{name} wins 75 %, before 25 %" in said[1]


def test_an_address_leads_to_a_step_as_a_bot_saw_it_and_is_kept(
    opened: Any, records: Records
) -> None:
    record = records["tonton"]
    first, second = open_replays(record)
    bot = second.names[2]
    page = opened(record, address=position_address(2, 3, bot))
    page.stands_at(position_address(2, 3, bot))
    eyes = page.menu("Seen by")
    assert page.step().startswith("3 / ")
    assert eyes.evaluate("it => it.selectedIndex") == 3
    page.press("ArrowRight")
    page.stands_at(position_address(2, 4, bot))
    page.page.reload()
    page.page.get_by_text("4 / ").wait_for()
    # The eyes are a bot's, in whatever seat it sits.
    page.press("PageUp")
    page.stands_at(position_address(1, 0, bot))
    assert eyes.evaluate("it => it.selectedIndex") == first.names.index(bot) + 1
    page.press("e")
    page.press("End")
    page.page.goto("about:blank")
    page.page.go_back()
    page.page.get_by_text(re.compile(r"^(\d+) / \1$")).wait_for()
    page.opens(0)


def test_a_button_copies_the_address(opened: Any, records: Records) -> None:
    page = opened(records["tonton"])
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.press("ArrowRight")
    page.page.get_by_role("button", name="Copy address").click()
    page.page.get_by_text("The address of this position is copied.").wait_for()
    copied = page.page.evaluate("navigator.clipboard.readText()")
    assert copied == page.page.url.partition("#")[0] + position_address(1, 1)


def test_an_address_leads_to_a_forfeit_and_what_was_found(opened: Any, records: Records) -> None:
    record = records["hostile"]
    replay = next(one for one in open_replays(record) if one.recorded.forfeits)
    seat = replay.recorded.forfeits[0].seat
    address = position_address(replay.number + 1, "forfeit", replay.names[seat])
    page = opened(record, address=address)
    page.page.locator(".forfeit").first.wait_for()
    assert page.menu("Seen by").evaluate("it => it.selectedIndex") == seat + 1
    assert any("played by the referee" in text for text in page.texts(".answers .bad"))


def test_an_address_that_leads_nowhere_is_one_sentence_and_loses_nothing(
    opened: Any, records: Records
) -> None:
    page = opened(records["tonton"])
    page.press("ArrowRight")
    notice = page.page.locator(".notice")
    last = page.step().split(" / ")[1]
    for address, sentence in (
        ("#g9.s1", "There is no game 9 here."),
        ("#g1.s9999", f"Game 1 has no step 9999; its last one is {last}."),
        ("#g1.s1.eyes=nobody", "No bot of game 1 is called \u2068nobody\u2069."),
        ("#g1.s1.eyes=%E0%A4", "is no position; expected one as #g3.s17.eyes=careful@1."),
        ("#<img src=x onerror=alert(1)>", "is no position; expected one as"),
    ):
        page.page.evaluate("address => { location.hash = address; }", address)
        page.page.get_by_text(sentence).wait_for()
        page.stands_at(position_address(1, 1))
        assert page.step().startswith("1 / ")
    page.press("ArrowRight")
    assert notice.inner_text() == ""


def test_who_tries_first_is_told_after_the_choice(
    opened: Any, records: Records, reviews: Sequence[GameReview]
) -> None:
    (_, first), *_ = list_costliest(reviews)
    page = opened(records["goat_n_goat"], 1280, "light", reviews)
    page.at("Mistakes").get_by_role("button", name="Try first").click()
    told = f"{first.better} is worth {first.cost:.1f} ± {first.error:.1f} points more"
    assert "is worth" not in page.at("Mistakes").inner_text()
    mistakes = page.at("Mistakes").locator("li")
    steps = mistakes.get_by_role("button", name=f"Step {first.step}", exact=True)
    steps.first.click()
    decision = page.page.locator(".decision")
    assert "What would you play?" in decision.inner_text()
    assert "is worth" not in decision.inner_text()
    assert decision.locator(".answers").count() == 0
    assert page.page.locator(".scene .chosen").count() == 0
    assert page.violations() == []
    decision.get_by_role("button", name=first.move, exact=True).click()
    assert f"You chose {first.move}" in decision.inner_text()
    assert told in decision.inner_text()
    assert told in page.at("Mistakes").inner_text()
    assert decision.locator(".answers").count() == 1


# --- it is steered in every way ---


def test_keys(opened: Any, records: Records) -> None:
    page = opened(records["six_nimmt"])
    page.page.clock.install()
    last = page.step().split(" / ")[1]
    for key, step in (("ArrowRight", "1"), ("ArrowLeft", "0"), ("ArrowLeft", "0"), ("End", last)):
        page.press(key)
        assert page.step() == f"{step} / {last}"
    page.press("Home")
    for eyes in (1, 2, 3, 0):
        page.press("e")
        assert page.menu("Seen by").evaluate("it => it.selectedIndex") == eyes
    page.press("+")
    page.press("+")
    page.press("+")
    page.press("Space")
    page.page.wait_for_function("() => parseInt(document.querySelector('output').textContent) >= 3")
    page.press("Space")
    stopped = page.step()
    page.page.clock.run_for(60_000)
    assert page.step() == stopped


def test_buttons_lists_and_the_slider(opened: Any, records: Records) -> None:
    page = opened(records["six_nimmt"])
    last = page.step().split(" / ")[1]
    for name, step in (
        ("A step forward", "1"),
        ("To the end", last),
        ("A step back", str(int(last) - 1)),
        ("To the beginning", "0"),
    ):
        page.at(name).click()
        assert page.step() == f"{step} / {last}"
    page.at("Step").focus()
    page.press("ArrowRight")
    assert page.step() == f"1 / {last}"
    page.choose("Go to", 3)
    assert page.title() == page.menu("Go to").evaluate("it => it.selectedOptions[0].text")
    page.at("The next game").click()
    page.opens(1)
    assert page.step().startswith("0 / ")
    assert page.at("The next game").is_disabled()


def test_the_curve_leads_where_one_clicks(opened: Any, records: Records) -> None:
    page = opened(records["six_nimmt"])
    page.at("Show results").check()
    box = page.page.locator(".curve").bounding_box()
    page.page.locator(".curve").click(position={"x": box["width"] - 2, "y": box["height"] / 2})
    step, last = page.step().split(" / ")
    assert step == last


def test_a_finger_turns_the_page(opened: Any, records: Records) -> None:
    page = opened(records["six_nimmt"], 375)

    def swipe(by: int) -> None:
        page.page.evaluate(
            """by => {
              const target = document.querySelector(".stage");
              const touch = (x) => [new Touch({identifier: 1, target, clientX: x, clientY: 90})];
              target.dispatchEvent(new TouchEvent("touchstart", {touches: touch(200)}));
              target.dispatchEvent(new TouchEvent("touchend", {changedTouches: touch(200 + by)}));
            }""",
            by,
        )

    for by, step in ((-80, "1"), (-80, "2"), (-20, "2"), (80, "1")):
        swipe(by)
        assert page.step().split(" / ")[0] == step


def test_what_happened_is_said_to_who_does_not_see(opened: Any, records: Records) -> None:
    record = records["goat_n_goat"]
    page = opened(record)
    replay = open_replays(record)[0]
    page.press("ArrowRight")
    said = page.page.locator(".heard[role=status]")
    told = tell_step(replay, next(replay.steps()))
    assert said.inner_text().startswith(" ".join(told))
    shown = page.page.get_by_label("Events of this step").locator("li").all_inner_texts()
    assert len(shown) == len(told)
    # What is shown has the player in the place of the seat.
    first = re.match(r"Seat (\d)", told[0])
    assert first is not None
    assert re.match(rf". {replay.names[int(first[1])]} ", shown[0])
    assert re.findall(r"[Ss]eat \d|\b[RGB]\d", "".join(shown)) == []
    assert page.title() in said.inner_text()
    assert said.get_attribute("aria-live") == "polite"


# --- strangers ---


# --- bad input ---


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.soak)])
def test_a_strange_record_plays_to_its_end_within_the_window(
    opened: Any, records: Records, name: str, width: int
) -> None:
    record = records[name]
    page = opened(record, width, study=False)
    page.press("End")
    page.at("The end of the game").wait_for()
    assert page.page.locator(".seat").count() == len(record.plan.bots)
    assert page.page.evaluate("document.documentElement.scrollWidth") == width


def test_a_browser_without_scripts_has_a_sentence_and_the_result(
    browser: Browser, records: Records, tmp_path: Path
) -> None:
    record = records["tonton"]
    file = tmp_path / "page.html"
    file.write_text(page_of(record))
    page = open_page(browser, java_script_enabled=False, offline=True)
    page.goto(file.as_uri())
    said = page.locator("main").inner_text()
    page.context.close()
    assert "scripts switched off" in said
    for replay in open_replays(record):
        for name, score in zip(replay.names, replay.recorded.scores, strict=True):
            assert f"{name} {score}" in said


def test_what_strangers_wrote_is_text(opened: Any, records: Records) -> None:
    page = opened(records["hostile"])
    page.at("Show results").check()
    assert page.page.locator("img, main script, main b").count() == 0
    names = page.page.locator(".seat h3 bdi").all_inner_texts()
    assert sorted(names) == sorted([NAMES[0], r"\u001b[31mred\u0007 \u202egnp.exe\u2066", NAMES[2]])
    log = page.page.locator(".forfeit pre").first.inner_text()
    assert log.count(r"\u202edone --></script>") == LOG.count("done")
    whole = page.page.locator("body").inner_text()
    assert re.findall("[\u202a-\u202e\x00-\x08\x1b]", whole) == []
    assert page.violations() == []
