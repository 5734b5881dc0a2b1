"""The scheme of marks: which bots are to be beaten, and what that is worth."""

from typing import Annotated, ClassVar, Final

import msgspec

COIN: Final = 0.5
"""How likely it is to come in front of somebody equal."""


class Tier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to be beaten, and what that is worth."""

    bot: str
    points: Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
    certainty: float = 0.95
    """How likely it has to be that one comes in front of it in more than half of the games."""

    def __post_init__(self) -> None:
        if not COIN < self.certainty < 1:
            raise ValueError(
                f"expected a certainty above 0.5 and below 1 for {self.bot}, got {self.certainty}"
            )


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule for marks: the most points of the tiers that are reached."""

    setting: ClassVar[str] = "scheme"
    tiers: tuple[Tier, ...]
    newest: bool = False
    """Whether it is the newest version that counts, and not the best."""
