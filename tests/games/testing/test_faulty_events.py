"""Events that leave something out, make something up or tell too much are found in any game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from arena.games.contract import Nonconformance
from arena.games.events import Event
from arena.games.six_nimmt import SixNimmt, events
from arena.games.testing.conformance import CHECKS
from arena.games.testing.random_play import Table
from arena.games.testing.secrecy import check_a_scene_shows_nothing_that_its_seat_may_not_know
from tests.games.testing.faults import EVENTS, HIDDEN, SENTENCES, failing

honest_took, honest_dealt, honest_placed = events.took, events.dealt, events.placed


def took_for_nothing(*told: Any, **more: Any) -> Event:
    return honest_took(*told, **more)._replace(points=0)


def took_what_was_not_there(*told: Any, **more: Any) -> Event:
    event = honest_took(*told, **more)
    return event._replace(cards=(*event.cards[1:], 104))


def placed_elsewhere(*told: Any, **more: Any) -> Event:
    return honest_placed(*told, **more)._replace(target="row 1")


def placed_in_no_zone(*told: Any, **more: Any) -> Event:
    return honest_placed(*told, **more)._replace(target="row 5")


def placed_by_another_name(*told: Any, **more: Any) -> Event:
    return honest_placed(*told, **more)._replace(kind="put")


def placed_for_nobodys_points(*told: Any, **more: Any) -> Event:
    return honest_placed(*told, **more)._replace(seat=None, points=1)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("took", took_for_nothing),
        ("took", took_what_was_not_there),
        ("placed", placed_elsewhere),
        ("placed", placed_in_no_zone),
        ("placed", placed_by_another_name),
        ("placed", placed_for_nobodys_points),
        ("laid", lambda _: ()),
        ("opened", lambda *_: ()),
        ("gathered", lambda *_: ()),
    ],
)
def test_a_change_without_its_event_is_found(
    name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, name, fault)
    assert failing(SixNimmt()) == [EVENTS]


def deals_openly(*told: Any) -> Iterator[Event]:
    return (event._replace(secret=False) for event in honest_dealt(*told))


def hides_the_rows(cards: Sequence[int], source: str) -> Iterator[Event]:
    for number, card in enumerate(cards, start=1):
        yield Event("opened", None, (card,), source, f"row {number}", secret=True)


def test_an_event_that_tells_a_secret_is_found_by_dealing_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "dealt", deals_openly)
    assert HIDDEN in failing(SixNimmt())
    table = Table(SixNimmt(), 3, SixNimmt.Options(limit=None, rounds=2), 0)
    with pytest.raises(Nonconformance, match=r"of what seat \d is shown the events changed"):
        check_a_scene_shows_nothing_that_its_seat_may_not_know(table)


def test_an_event_that_hides_what_all_see_explains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "opened", hides_the_rows)
    assert failing(SixNimmt()) == [EVENTS]


class Mumbling(SixNimmt):
    def narrate(self, events: Sequence[Event], seat: int | None) -> Iterator[str]:
        return (f"and then {event.kind}" for event in events)


class Rambling(SixNimmt):
    def narrate(self, events: Sequence[Event], seat: int | None) -> Iterator[str]:
        yield f"Then{' and then' * len(events)} nothing."


@pytest.mark.parametrize("game", [Mumbling(), Rambling()], ids=lambda game: type(game).__name__)
def test_a_narrator_speaks_in_short_sentences(game: SixNimmt) -> None:
    assert failing(game) == [SENTENCES]


def test_the_checks_of_events_are_part_of_the_suite() -> None:
    names = {check.__name__.removeprefix("check_") for check in CHECKS}
    assert {EVENTS, SENTENCES} <= names
