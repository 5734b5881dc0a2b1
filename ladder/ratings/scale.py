"""The scale of a board: its bots in steps, between the house bots that play there.

No rank depends on it. It follows from the fit, beside the board.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from arena.match.steps import HouseScale, Steps
from ladder.matches import Player
from ladder.ratings.official import Fit


@dataclass(frozen=True, slots=True)
class BoardScale:
    """The steps of the bots of one game, or the reason why there are none."""

    missing: str = HouseScale({}, (), ()).missing
    """Empty if there are steps."""
    steps: dict[Player, Steps] = field(default_factory=dict)

    def show(self, player: Player) -> str:
        """Return a player's steps with their error, and + where it is beyond the house bots."""
        steps = self.steps[player]
        return f"{steps.value:.2f}±{steps.margin:.2f}{'+' if steps.beyond else ''}"

    def note(self, player: Player) -> str:
        """Say of a player's steps what their numbers do not; empty for nothing."""
        return self.missing or ("beyond the house bots" if self.steps[player].beyond else "")

    def describe(self) -> str:
        """Say in a sentence what steps are, or why there are none."""
        if self.missing:
            return f"No steps: {self.missing}."
        return "steps: random is 0, the sample bot 1, the searcher 2; +: beyond all of them."


FIELDS: Final = {"tonton": 0.14}
"""Standard deviation of a bot's steps from one field of opponents to another, beyond what its fit
says (`bench/steps.py`). No game is named here where that is less than the error at 400 games."""


def read_scale(
    fit: Fit, house: Mapping[int, Player], players: Iterable[Player], field: float = 0.0
) -> BoardScale:
    """Return the steps of these players of a fit, between the house bots of these grades.

    `field` is the deviation of this game in `FIELDS`, by which the error of the others grows.
    """
    there = {grade: player for grade, player in house.items() if player in fit}
    places = {grade: place for place, grade in enumerate(there, 1)}

    def scale(player: Player) -> HouseScale:
        return HouseScale(places, *fit.logits([player, *there.values()]))

    if not there:
        return BoardScale()
    if missing := scale(next(iter(there.values()))).missing:
        return BoardScale(missing)
    wider = {player: 0.0 if player in there.values() else field for player in players}
    return BoardScale("", {one: scale(one).place(0).widen(more) for one, more in wider.items()})
