"""What a scene shows, in a few letters: `R5 ? ?`."""

from arena.games.scene import Counter, LegalMove, Scene, Zone


def zone_of(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.name == name)


def shown(scene: Scene, name: str) -> str:
    """Return the cards of a zone in their notation, hidden ones as a question mark."""
    zone = zone_of(scene, name)
    return " ".join([*(card.name for card in zone.cards), *("?" * zone.hidden)])


def marked(scene: Scene) -> list[str]:
    return [zone.name for zone in scene.zones if zone.marked]


def counter_of(scene: Scene, name: str) -> Counter:
    return next(counter for counter in scene.counters if counter.name == name)


def offered(scene: Scene) -> dict[str, str]:
    """Return the legal moves with what each touches: the cards' notation, or a zone's name."""
    assert scene.decision is not None
    return {move.text: _touched(scene, move) for move in scene.decision.moves}


def _touched(scene: Scene, move: LegalMove) -> str:
    return ", ".join(
        touch.zone
        if touch.card is None
        else f"{touch.zone}: {_card(scene, touch.zone, touch.card)}"
        for touch in move.touches
    )


def _card(scene: Scene, zone: str, index: int) -> str:
    return shown(scene, zone).split(" ")[index]
