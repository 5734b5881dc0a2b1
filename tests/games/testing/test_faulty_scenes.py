"""Every promise of a scene can be broken, and the check that is meant to notices."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from arena.games import AnyGame
from arena.games.big_fish import BigFish
from arena.games.big_fish.rules import BigFishState
from arena.games.contract import Nonconformance
from arena.games.goat_n_goat import GoatNGoat
from arena.games.goat_n_goat.rules import GoatNGoatState
from arena.games.scene import Card, Decision, LegalMove, Scene, Touch, Zone
from arena.games.six_nimmt import SixNimmt
from arena.games.six_nimmt.rules import SixNimmtState
from arena.games.testing.random_play import Table
from arena.games.testing.secrecy import check_a_scene_shows_nothing_that_its_seat_may_not_know
from arena.games.tonton import TonTon
from arena.games.tonton.rules import TonTonState
from tests.games.testing.faults import EVENTS, HIDDEN, SCENES, VIEWED, failing

Spoiler: TypeAlias = Callable[[SixNimmtState, Scene], Scene]


class Spoilt(SixNimmt):
    """The game with scenes that are spoilt after they were made."""

    def __init__(self, spoil: Spoiler) -> None:
        self.spoil = spoil

    def scene(self, state: SixNimmtState, seat: int | None = None) -> Scene:
        return self.spoil(state, super().scene(state, seat))


def with_zone(scene: Scene, called: str, **changes: Any) -> Scene:
    zones = (replace(z, **changes) if z.name == called else z for z in scene.zones)
    return replace(scene, zones=tuple(zones))


def zone_of(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.name == name)


# --- scenes that tell too much ---


def shows_a_card_of_another_hand(state: SixNimmtState, scene: Scene) -> Scene:
    if scene.seat is None:
        return scene
    other = (scene.seat + 1) % state.seats
    hidden = zone_of(scene, f"hand {other}").hidden
    known = tuple(Card(str(move)) for move in state.hands[other][:1])
    return with_zone(scene, f"hand {other}", cards=known, hidden=hidden - len(known))


def shows_that_another_seat_has_laid(state: SixNimmtState, scene: Scene) -> Scene:
    if scene.seat is None:
        return scene
    other = (scene.seat + 1) % state.seats
    if not state.chosen[other]:
        return scene
    scene = with_zone(scene, f"laid {other}", hidden=1)
    hidden = zone_of(scene, f"hand {other}").hidden
    return with_zone(scene, f"hand {other}", hidden=hidden - 1)


def notes_the_next_shuffle(state: SixNimmtState, scene: Scene) -> Scene:
    following = state.deal.shuffle(state.round + 1, range(1, 105))
    return with_zone(scene, "rest", note=f"next: {following[0]}")


def counts_what_others_hold(state: SixNimmtState, scene: Scene) -> Scene:
    held = sum(move.number for hand in state.hands for move in hand)
    first, *others = scene.counters
    return replace(scene, counters=(replace(first, value=held), *others))


def lists_the_seats_by_their_cards(state: SixNimmtState, scene: Scene) -> Scene:
    order = sorted(scene.counters, key=lambda count: state.hands[count.seat or 0])
    return replace(scene, counters=tuple(order))


def tells_who_has_not_laid_yet(state: SixNimmtState, scene: Scene) -> Scene:
    decision = scene.decision and replace(scene.decision, seats=state.to_act)
    return replace(scene, decision=decision)


def asks_with_a_hint(state: SixNimmtState, scene: Scene) -> Scene:
    hint = f"Beware of {max(state.hands[0], default=0)}."
    return replace(scene, decision=scene.decision and replace(scene.decision, question=hint))


def is_titled_by_a_secret(state: SixNimmtState, scene: Scene) -> Scene:
    return replace(scene, title=f"without {min(state.rest)}")


# --- scenes that do not describe the table ---


def forgets_a_zone(_: SixNimmtState, scene: Scene) -> Scene:
    return replace(scene, zones=scene.zones[1:])


def shows_a_card_twice(_: SixNimmtState, scene: Scene) -> Scene:
    if scene.seat is not None:
        return scene
    # The number of cards is right, since another one is missing.
    rest = zone_of(scene, "rest").cards
    return with_zone(scene, "rest", cards=(rest[1], *rest[1:]))


def hides_from_onlookers(_: SixNimmtState, scene: Scene) -> Scene:
    return with_zone(scene, "rest", cards=(), hidden=zone_of(scene, "rest").size)


def owes_cards(_: SixNimmtState, scene: Scene) -> Scene:
    # The number of cards is right, since a stack has one more.
    size = zone_of(scene, "rest").hidden
    return with_zone(with_zone(scene, "laid 0", hidden=-1), "rest", hidden=size + 1)


def has_a_colour_that_there_is_not(_: SixNimmtState, scene: Scene) -> Scene:
    first, *others = zone_of(scene, "row 1").cards
    odd = replace(first, colour="beige")  # type: ignore[arg-type]  # that is the fault
    return with_zone(scene, "row 1", cards=(odd, *others))


def tells_two_cards_apart_by_colour_alone(_: SixNimmtState, scene: Scene) -> Scene:
    if scene.seat is not None:
        return scene
    alike = (Card("1", "red"), Card("1", "blue"))
    return with_zone(scene, "rest", cards=(*alike, *zone_of(scene, "rest").cards[2:]))


def has_a_layout_that_there_is_not(_: SixNimmtState, scene: Scene) -> Scene:
    return with_zone(scene, "row 1", layout="circle")


def has_a_card_without_a_face(_: SixNimmtState, scene: Scene) -> Scene:
    others = zone_of(scene, "row 1").cards[1:]
    return with_zone(scene, "row 1", cards=(Card(""), *others))


def names_two_zones_alike(_: SixNimmtState, scene: Scene) -> Scene:
    return with_zone(scene, "row 1", name="row 2")


def has_a_zone_only_when_it_is_full(_: SixNimmtState, scene: Scene) -> Scene:
    zones = (zone for zone in scene.zones if zone.cards or not zone.name.startswith("laid"))
    return replace(scene, zones=tuple(zones))


def has_no_title(_: SixNimmtState, scene: Scene) -> Scene:
    return replace(scene, title=" ")


def counts_without_a_unit(_: SixNimmtState, scene: Scene) -> Scene:
    first, *others = scene.counters
    return replace(scene, counters=(replace(first, unit=""), *others))


def is_of_another_seat(_: SixNimmtState, scene: Scene) -> Scene:
    return replace(scene, seat=0)


def gives_a_zone_to_nobody_there(_: SixNimmtState, scene: Scene) -> Scene:
    return with_zone(scene, "rest", seat=scene.seats)


def asks_even_at_the_end(_: SixNimmtState, scene: Scene) -> Scene:
    return replace(scene, decision=scene.decision or Decision((), "What now?"))


def lists_moves_in_another_order(_: SixNimmtState, scene: Scene) -> Scene:
    return with_moves(scene, lambda moves: moves[::-1])


def offers_moves_to_onlookers(state: SixNimmtState, scene: Scene) -> Scene:
    if scene.seat is not None or not state.to_act:
        return scene
    return replace(scene, decision=SixNimmt().scene(state, state.to_act[0]).decision)


def moves_nothing(_: SixNimmtState, scene: Scene) -> Scene:
    return with_moves(scene, lambda moves: [replace(move, touches=()) for move in moves])


def touches_what_is_not_there(_: SixNimmtState, scene: Scene) -> Scene:
    return with_moves(
        scene,
        lambda moves: [
            replace(move, touches=(Touch("hand", number),)) for number, move in enumerate(moves)
        ],
    )


def with_moves(scene: Scene, change: Callable[[Sequence[LegalMove]], Sequence[LegalMove]]) -> Scene:
    if scene.decision is None:
        return scene
    return replace(
        scene, decision=replace(scene.decision, moves=tuple(change(scene.decision.moves)))
    )


def is_titled_by_what_no_view_tells(state: SixNimmtState, scene: Scene) -> Scene:
    """Everybody has seen it, and yet anyone who holds the view alone does not know it."""
    return replace(scene, title=f"{scene.title}, deal {len(state.shuffles)}")


def forgets_who_decides(_: SixNimmtState, scene: Scene) -> Scene:
    decision = scene.decision and replace(scene.decision, seats=scene.decision.seats[1:])
    return replace(scene, decision=decision)


@pytest.mark.parametrize(
    ("spoil", "checks"),
    [
        (shows_a_card_of_another_hand, [EVENTS, HIDDEN, VIEWED]),
        (shows_that_another_seat_has_laid, [HIDDEN, VIEWED]),
        (notes_the_next_shuffle, [HIDDEN, VIEWED]),
        (counts_what_others_hold, [HIDDEN, VIEWED]),
        (lists_the_seats_by_their_cards, [HIDDEN, VIEWED]),
        (tells_who_has_not_laid_yet, [HIDDEN, VIEWED]),
        (asks_with_a_hint, [HIDDEN, VIEWED]),
        (is_titled_by_a_secret, [HIDDEN, VIEWED]),
        (is_titled_by_what_no_view_tells, [VIEWED]),
        (forgets_a_zone, [SCENES, EVENTS]),
        (shows_a_card_twice, [SCENES, EVENTS]),
        (hides_from_onlookers, [SCENES]),
        (owes_cards, [SCENES]),
        (has_a_colour_that_there_is_not, [SCENES]),
        (tells_two_cards_apart_by_colour_alone, [SCENES, EVENTS]),
        (has_a_layout_that_there_is_not, [SCENES]),
        (has_a_card_without_a_face, [SCENES]),
        (names_two_zones_alike, [SCENES, EVENTS]),
        (has_a_zone_only_when_it_is_full, [SCENES, EVENTS]),
        (has_no_title, [SCENES]),
        (counts_without_a_unit, [SCENES]),
        (is_of_another_seat, [SCENES]),
        (gives_a_zone_to_nobody_there, [SCENES]),
        (asks_even_at_the_end, [SCENES]),
        (lists_moves_in_another_order, [SCENES]),
        (offers_moves_to_onlookers, [SCENES]),
        (moves_nothing, [SCENES]),
        (touches_what_is_not_there, [SCENES]),
        (forgets_who_decides, [SCENES]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_fault_of_a_scene_is_found(spoil: Spoiler, checks: list[str]) -> None:
    assert failing(Spoilt(spoil)) == checks


# --- leaks in other games, and in seats that are not asked ---


class NotesTheNextFish(BigFish):
    def scene(self, state: BigFishState, seat: int | None = None) -> Scene:
        stack = state.stack(seat or 0)
        return with_zone(super().scene(state, seat), "reserve", note=str(stack[:1]))


class ShowsTheHighestCardToItsNeighbour(TonTon):
    def scene(self, state: TonTonState, seat: int | None = None) -> Scene:
        highest = max(state.hands[((seat or 0) + 1) % state.seats], default=0)
        return with_zone(super().scene(state, seat), "trick", note=str(highest))


class ShowsAllMissions(TonTon):
    def scene(self, state: TonTonState, seat: int | None = None) -> Scene:
        scene = super().scene(state, seat)
        shown = zone_of(super().scene(state), "missions to come")
        return with_zone(scene, "missions to come", cards=shown.cards, hidden=0)


class ShowsTheTopOfTheDeck(GoatNGoat):
    def scene(self, state: GoatNGoatState, seat: int | None = None) -> Scene:
        scene = super().scene(state, seat)
        shown = zone_of(super().scene(state), "deck")
        return with_zone(scene, "deck", cards=shown.cards, hidden=0)


class ShowsAllHandsToWhoWaits(GoatNGoat):
    def scene(self, state: GoatNGoatState, seat: int | None = None) -> Scene:
        scene = super().scene(state, seat)
        return scene if seat in state.to_act else replace(super().scene(state), seat=seat)


class ShowsAllAtTheEnd(TonTon):
    def scene(self, state: TonTonState, seat: int | None = None) -> Scene:
        return super().scene(state, seat if state.to_act else None)


@pytest.mark.parametrize(
    "leak",
    [
        NotesTheNextFish(),
        ShowsTheHighestCardToItsNeighbour(),
        ShowsAllMissions(),
        ShowsTheTopOfTheDeck(),
        ShowsAllHandsToWhoWaits(),
    ],
    ids=lambda game: type(game).__name__,
)
def test_a_leak_in_a_scene_of_any_game_is_found_by_dealing_anew(leak: AnyGame) -> None:
    # That it is honest without the leak is asked of every game.
    for seed in range(3):
        with pytest.raises(Nonconformance, match=r"of what seat"):
            check_a_scene_shows_nothing_that_its_seat_may_not_know(
                Table(leak, 3, leak.Options(), seed)
            )


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_the_end_of_a_game_is_dealt_anew_too_where_other_cards_are_possible(seed: int) -> None:
    leak = ShowsAllAtTheEnd()
    with pytest.raises(Nonconformance, match=r"of what seat \d is shown the zone 'hand"):
        check_a_scene_shows_nothing_that_its_seat_may_not_know(Table(leak, 4, leak.Options(), seed))
