"""The options of Goat 'n' Goat: when the deck has run out."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from arena.games.options import option

Exhaustion: TypeAlias = Literal["empty", "cannot_draw"]
EXHAUSTIONS: Final[tuple[Exhaustion, ...]] = get_args(Exhaustion)


@dataclass(frozen=True, slots=True)
class Options:
    """The rulebook has no variants, but one sentence that can be read in two ways."""

    exhaustion: Exhaustion = option(
        "empty", "when the deck has run out: it is empty; or a card is needed from it"
    )
