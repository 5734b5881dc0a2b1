"""The options of TonTon: missions, teams, colours and points."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from arena.games.options import option

MissionSet: TypeAlias = Literal["basic", "advanced"]


@dataclass(frozen=True, slots=True)
class Options:
    """The variants of the rulebook, and what its editions leave open.

    ValueError if a text or a list of numbers is not of the form that its help says.
    """

    missions: MissionSet = option("basic", "three games out of 9, 12, 5; advanced: and 10, 11")
    teams: bool = option(False, "seats 0 and 2 against 1 and 3")
    colours: str = option("RPGBY", "of R P Y G B; the first n are played", "RBGYP", "PGRY")
    rank_points: tuple[int, ...] = option(
        (10, 6, 4, 0, 0), "points of the ranks 1 to 5", (10, 6, 4, 2, 1)
    )

    def __post_init__(self) -> None:
        if not {*self.colours} <= {*"RPYGB"} or len({*self.colours}) < len(self.colours):
            raise ValueError("colours is some of the letters R P Y G B, each once")
        if "R" not in self.colours or len(self.colours) < 3:
            raise ValueError("colours has at least three letters, R among them")
        if self.teams and (len(self.colours) < 4 or "R" not in self.colours[:4]):
            raise ValueError("teams are four seats, so colours has four letters, R among them")
        falling = tuple(sorted(self.rank_points, reverse=True)) == self.rank_points
        if len(self.rank_points) != 5 or not falling or self.rank_points[0] > 100:
            raise ValueError("rank_points is five numbers up to 100, none above the one before it")
