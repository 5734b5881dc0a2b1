"""The options of Big Fish: licences, who keeps what, and how many fish there are."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from arena.games.options import option

Keep: TypeAlias = Literal["highest", "choice"]
KEEPS: Final[tuple[Keep, ...]] = get_args(Keep)


@dataclass(frozen=True, slots=True)
class Options:
    """The variants of the rulebook, and what its editions leave open.

    ValueError if the copies are not those of a deck of 100.
    """

    licences: bool = option(False, "the advanced game with fishing licences")
    keep: Keep = option("highest", "which fish of each colour of a row counts plus")
    a_counts_as_one: bool = option(True, "licence A is the only one taken in its turn")
    copies: tuple[int, ...] = option(
        (3, 3, 4, 4, 3, 3), "fish of the values 1 to 6 in each colour", (5, 5, 4, 3, 2, 1)
    )

    def __post_init__(self) -> None:
        if len(self.copies) != 6 or sum(self.copies) != 20:
            raise ValueError("copies is six numbers that add up to 20, for the values 1 to 6")
