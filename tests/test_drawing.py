"""A scene on the terminal: it fits, and nothing is told by colour alone."""

import io
from dataclasses import replace

import pytest
from rich.text import Text

from arena.drawing import draw_scene
from arena.games import find_game, game_names
from arena.games.scene import Card, Counter, Decision, Scene, Zone
from arena.games.testing.random_play import Table, walk
from arena.terminal.console import PlainConsole
from tests.match.playing import quick_tables

RED = Card("5", "red", "R")
SCENE = Scene(
    "turn 3",
    seats=2,
    seat=1,
    zones=(
        Zone("open", "Open row", (RED, Card("12")), "row", note="a note", marked=True),
        Zone("row", "Row", (), "row"),
        Zone("deck", "Deck", (), "stack", hidden=30),
        Zone("gone", "Gone", (), "grid"),
        Zone("hand 0", "Hand", (), "fan", seat=0, hidden=2),
        Zone("pile 0", "Taken", (RED, Card("12")), "row", seat=0),
        Zone("hand 1", "Hand", (), "fan", seat=1),
    ),
    counters=(Counter("score 0", "Score", -7, "points", 0), Counter("dice", "Dice", 2, "dice")),
    decision=Decision((1,), "Lay a card."),
)


def drawn(scene: Scene, width: int = 80) -> list[str]:
    return [line.plain for line in draw_scene(scene, width)]


def test_a_scene_is_drawn_zone_by_zone_and_seat_by_seat() -> None:
    assert drawn(SCENE) == [
        "turn 3; you: Lay a card.",
        "* Open row: R5 12 (a note)",
        "  Row: -",
        "  Deck: 30 cards",
        "  Hand by seat: 2, 0 cards",
        "  Score: -7 (seat 0)",
        "  Dice: 2",
        "  seat 0: taken R5 12",
    ]


def test_a_game_that_is_over_asks_nobody() -> None:
    lines = drawn(replace(SCENE, decision=None))
    assert lines[0] == "turn 3"
    assert not any(line.startswith("*") for line in lines[2:])


def test_what_does_not_fit_goes_on_below_its_first_word() -> None:
    hand = Zone("hand 0", "Hand", tuple(Card(str(card)) for card in range(90, 104)), "fan", seat=0)
    assert drawn(replace(SCENE, zones=(hand,)), 32)[-3:] == [
        "  seat 0: hand 90 91 92 93 94 95",
        "          96 97 98 99 100 101",
        "          102 103",
    ]


@pytest.mark.parametrize("name", game_names())
def test_every_game_fits_into_80_columns(name: str) -> None:
    game = find_game(name)
    widths = [
        max(map(len, drawn(game.scene(position.state))))
        for table in [*quick_tables(game)][::5]
        for position in walk(table)
        if position.number % 10 == 0
    ]
    assert 0 < max(widths) <= 80


def printed(color_system: str | None) -> str:
    stream = io.StringIO()
    console = PlainConsole(file=stream, force_terminal=True, color_system=color_system, width=80)
    for line in draw_scene(SCENE):
        console.print(line)
    return stream.getvalue()


def test_cards_have_colours_where_the_terminal_has_them_and_letters_everywhere() -> None:
    coloured, plain = printed("standard"), printed(None)
    assert "\x1b[31mR5\x1b[0m" in coloured
    assert Text.from_ansi(coloured).plain.split() == plain.split()
    assert "\x1b" not in plain


@pytest.mark.parametrize("name", game_names())
def test_two_cards_of_a_zone_that_differ_are_written_differently(name: str) -> None:
    game = find_game(name)
    for position in walk(Table(game, 3, game.Options(), seed=0)):
        zones = game.scene(position.state).zones
        assert any(zone.cards for zone in zones)
        for zone in zones:
            assert len({card.symbol + card.face for card in zone.cards}) == len({*zone.cards})
