"""The options of 6 nimmt!: the rulebook's variants, and when a game ends."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from arena.games.options import option

Variant: TypeAlias = Literal["base", "tactics", "logic", "professional"]
VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)


@dataclass(frozen=True, slots=True)
class Options:
    """The variants of the rulebook. The game ends at `limit` or after `rounds`, whichever is first.

    ValueError if neither would ever end it, or a number is out of range.
    """

    variant: Variant = option("base", "which cards, and where they may go")
    limit: int | None = option(66, "heads that end the game after a round")
    rounds: int | None = option(None, "rounds after which it ends at last")

    def __post_init__(self) -> None:
        if self.limit is None and self.rounds is None:
            raise ValueError("limit and rounds cannot both be none, or the game would never end")
        if self.limit is not None and not 1 <= self.limit <= 1000:
            raise ValueError("limit is 1 to 1000 heads")
        if self.rounds is not None and not 1 <= self.rounds <= 100:
            raise ValueError("rounds is 1 to 100")
