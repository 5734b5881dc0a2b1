"""How far two versions of a bot differ: the share of the same questions that they answer otherwise.

The questions are those of the games that both versions play with the same cards, seats, opponents
and seeds, up to where a game of the one is no more that of the other. So both have the same history
behind each of them, and nothing is played that is not played anyhow. Where no choice was left
nobody can differ, so that does not count.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.match.replay import Replay


@dataclass(frozen=True, slots=True)
class Answers:
    """Of how many questions, and how many of them two versions have answered differently."""

    asked: int = 0
    differed: int = 0

    def __add__(self, other: "Answers") -> "Answers":
        return Answers(self.asked + other.asked, self.differed + other.differed)

    @property
    def sentence(self) -> str:
        if not self.asked:
            return "No question with a choice was the same for both yet."
        share = self.differed / self.asked
        return (
            f"Before their games parted they answered {self.differed} of {self.asked} questions"
            f" differently ({share:.1%})."
        )


def count_answers(old: Iterable["Replay"], new: Iterable["Replay"], bot: int) -> Answers:
    """Compare the answers of a bot, by its place in the plan, in the games of two matches.

    Difference if a game cannot be played again.
    """
    games = zip(old, new, strict=True)
    return sum((_count_answers(one, other, bot) for one, other in games), Answers())


def _count_answers(old: "Replay", new: "Replay", bot: int) -> Answers:
    own, asked = old.scheduled.seating.index(bot), 0
    for (state, before), (_, after) in zip(old.moves(), new.moves(), strict=False):
        if before.fallback or after.fallback or before.seat != after.seat:
            break
        same = (before.move, before.verdict) == (after.move, after.verdict)
        if before.seat == own and len(state.legal(own)) > 1:
            asked += 1
            if not same:
                return Answers(asked, 1)
        if not same:
            break
    return Answers(asked)
