"""What onlookers and seats are shown of 6 nimmt!."""

import json

import pytest

from arena.games import Deal
from arena.games.scene import as_plain
from arena.games.six_nimmt import Options
from arena.games.testing.random_play import Table, walk
from tests.games.shown import counter_of, marked, offered, shown, zone_of
from tests.games.six_nimmt.scripted import GAMES, dealt, laid_out, play

HANDS = ([1, 15, 55], [2, 22], [3, 99])


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_others() -> None:
    scene = GAMES.scene(laid_out([[10], [40], [70], [100]], HANDS), seat=1)
    assert shown(scene, "hand 0") == "? ? ?"
    assert shown(scene, "hand 1") == "2 22"
    assert "?" not in shown(GAMES.scene(laid_out([[10], [40], [70], [100]], HANDS)), "hand 0")


def test_a_card_that_another_seat_has_laid_still_looks_like_one_in_its_hand() -> None:
    state = laid_out([[10], [40], [70], [100]], HANDS)
    play(state, "55")
    other, own, onlooker = (GAMES.scene(state, seat) for seat in (1, 0, None))
    assert (shown(other, "hand 0"), shown(other, "laid 0")) == ("? ? ?", "")
    assert (shown(own, "hand 0"), shown(own, "laid 0")) == ("1 15", "55")
    assert (shown(onlooker, "hand 0"), shown(onlooker, "laid 0")) == ("1 15", "55")
    assert other.decision is not None
    assert own.decision is not None
    assert onlooker.decision is not None
    assert other.decision.seats == (0, 1, 2)
    assert own.decision.seats == onlooker.decision.seats == (1, 2)
    assert own.decision.moves == onlooker.decision.moves == ()


def test_what_a_seat_may_lay_is_touched_in_its_hand() -> None:
    state = laid_out([[10], [40], [70], [100]], HANDS)
    assert offered(GAMES.scene(state, 1)) == {"2": "hand 1: 2", "22": "hand 1: 22"}


def test_a_card_that_fits_nowhere_is_marked_with_the_rows_that_it_may_take() -> None:
    state = laid_out([[10, 11], [40], [70], [100]], HANDS)
    play(state, "1", "22", "99")
    scene = GAMES.scene(state, 0)
    assert scene.decision is not None
    assert scene.decision.question == "Take a row: 1 fits nowhere."
    assert marked(scene) == ["row 1", "row 2", "row 3", "row 4", "laid 0"]
    assert [shown(scene, f"laid {seat}") for seat in range(3)] == ["1", "22", "99"]
    assert offered(scene) == {f"row {row}": f"row {row}" for row in (2, 3, 4, 1)}
    assert zone_of(scene, "row 1").note == "8 heads"


def test_taken_cards_and_heads_are_shown_and_said() -> None:
    state = laid_out([[10], [40], [70], [100]], HANDS)
    play(state, "1", "22", "99", "row 1")
    scene = GAMES.scene(state, 2)
    assert shown(scene, "pile 0") == "10"
    assert counter_of(scene, "heads 0").value == 3
    assert zone_of(scene, "pile 0").cards[0].badge == "3 heads"


def test_cards_with_as_many_heads_have_one_colour_and_say_how_many() -> None:
    scene = GAMES.scene(dealt([[1, 5, 10, 11, 55], [2]], (20, 40, 70, 100)))
    said = [(card.badge, card.colour) for card in zone_of(scene, "hand 0").cards]
    assert {("1 head", "grey"), ("2 heads", "blue"), ("3 heads", "yellow")} <= {*said}
    assert {("5 heads", "red"), ("7 heads", "purple")} <= {*said}


def test_in_a_draft_the_open_cards_and_all_hands_are_seen() -> None:
    state = GAMES.start(2, Deal(0), Options(variant="logic"))
    play(state, "draft 24")
    scene = GAMES.scene(state, 1)
    assert shown(scene, "hand 0") == "24"
    assert shown(scene, "pool").split() == list(map(str, range(1, 24)))
    assert offered(scene)["draft 7"] == "pool: 7"
    assert marked(scene) == ["pool"]


def test_at_equally_near_ends_the_end_cards_are_touched() -> None:
    options = Options(variant="professional")
    state = laid_out([[20, 25], [35, 36], [70], [100]], [[30], [71]], options)
    play(state, "30", "71")
    assert offered(GAMES.scene(state, 0)) == {"right 1": "row 1: 25", "left 2": "row 2: 35"}


def test_when_the_game_is_over_nothing_is_to_be_decided() -> None:
    state = laid_out([[10], [40], [70], [100]], [[11], [41]], Options(limit=1, rounds=1))
    play(state, "11", "41")
    scene = GAMES.scene(state, 0)
    assert scene.decision is None
    assert scene.title == "the game is over after round 1"
    assert marked(scene) == []


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_as_json_what_a_seat_sees_is_short(seats: int) -> None:
    """Below 4,000 characters at up to four seats: only a card that is seen takes any, about 45."""
    table = Table(GAMES, seats, Options(), 1)
    scenes = [as_plain(table.game.scene(at.state, at.seat)) for at in walk(table)]
    longest = max(len(json.dumps(scene, separators=(",", ":"))) for scene in scenes)
    assert longest < 1000 + 750 * seats
