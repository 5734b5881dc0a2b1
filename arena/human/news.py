"""What has happened between two scenes of one seat, in sentences, made of what the seat sees."""

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from arena.games.scene import Card, Counter, Scene, Zone


def tell_news(before: Sequence[str], now: Sequence[str]) -> Sequence[str]:
    """Return what a history says that an earlier one has not said.

    Where a history has begun again, with a round, the old one is not its beginning.
    """
    same = 0
    while same < min(len(before), len(now)) and before[same] == now[same]:
        same += 1
    return now[same:]


def tell_changes(before: Scene, now: Scene) -> Iterator[str]:
    """Say which cards came into view or went elsewhere, and which numbers are others."""
    old_zones = {zone.name: zone for zone in before.zones}
    for zone in now.zones:
        if told := _tell_cards(old_zones[zone.name], zone, own=zone.seat == now.seat):
            yield f"{_whose(zone, now)}: {told}."
    old_counters = {counter.name: counter.value for counter in before.counters}
    for counter in now.counters:
        old = old_counters.get(counter.name, 0)
        if counter.value != old:
            yield f"{_whose(counter, now)}: {counter.value}, before {old}."


def name_card(card: Card) -> str:
    """Return the notation of a card."""
    return "a hidden card" if card.hidden else card.symbol + card.face


def _tell_cards(before: Zone, now: Zone, *, own: bool) -> str:
    """Say what came and went; what a seat has played out of its own hand it knows."""
    old, new = (Tally(card for card in zone.cards if not card.hidden) for zone in (before, now))
    came, went = new - old, old - new
    if own and now.layout == "fan":
        went.clear()
    parts = [(went, "went"), (came, "came")]
    return ", ".join(f"{_name_cards(cards)} {what}" for cards, what in parts if cards)


def _name_cards(cards: Tally[Card]) -> str:
    return " ".join(name_card(card) for card in cards.elements())


def _whose(part: Zone | Counter, scene: Scene) -> str:
    if part.seat is None:
        return part.title
    return f"{'You' if part.seat == scene.seat else f'Seat {part.seat}'}, {part.title.lower()}"
