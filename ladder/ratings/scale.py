"""The scale of a board: its bots in steps, between the house bots that play there.

No rank depends on it. It follows from the fit, beside the board.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

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


def read_scale(fit: Fit, house: Mapping[int, Player], players: Iterable[Player]) -> BoardScale:
    """Return the steps of these players of a fit, between the house bots of these grades."""
    there = {grade: player for grade, player in house.items() if player in fit}
    places = {grade: place for place, grade in enumerate(there, 1)}

    def scale(player: Player) -> HouseScale:
        return HouseScale(places, *fit.logits([player, *there.values()]))

    if not there:
        return BoardScale()
    if missing := scale(next(iter(there.values()))).missing:
        return BoardScale(missing)
    return BoardScale("", {player: scale(player).place(0) for player in players})
