"""Records of real matches, run again: moves, scores, verdicts and clocks, as commands tell them.

`given/` has one of each game, played by samples in plain processes, and one for each way to lose a
game: `illegal`, `timeout`, `crashed`, `protocol`, `flooded`, and `sits_out` after two forfeits.
"""

from contextlib import chdir

from tests.frozen.oracle import GIVEN, Answers
from tests.frozen.programs_here import tell_json

_TOLD = (
    (),
    ("--verify",),
    ("--list",),
    ("--game", "2", "--view", "3"),
)


def answers() -> Answers:
    """Yield what is told of each record."""
    with chdir(GIVEN):
        for record in sorted(GIVEN.glob("*.arena")):
            told = (tell_json("arena", "replay", record.name, *words) for words in _TOLD)
            yield f"{record.stem}.txt", [line for lines in told for line in lines]
