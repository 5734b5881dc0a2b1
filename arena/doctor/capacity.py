"""How many matches at once this machine bears: by its CPUs for bots, and by its free memory."""

from contextlib import closing
from dataclasses import dataclass

from arena.boxes.host.cpus import cpus_for_bots
from arena.boxes.host.memory import matches_that_fit, read_left
from arena.boxes.kinds import KINDS
from arena.containers.engine import Engine
from arena.games import find_game, game_names


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many matches at once are borne by each of what they need."""

    by_cpu: int
    """As many as bots can think at once: in a match often one is asked at a time."""
    by_memory: int | None
    """Matches of the most seats, if every bot takes all that it may; None where nobody can say."""

    @property
    def matches(self) -> int:
        """The number to play at once; one in any case, which waits for what it needs."""
        return max(1, self.by_cpu if self.by_memory is None else min(self.by_cpu, self.by_memory))


def find_capacity(box: str) -> Capacity:
    """Return what this machine bears of matches in such boxes. HostFailure without their engine."""
    by_cpu, runtime = len(cpus_for_bots()), KINDS[box].runtime
    if runtime is None:
        return Capacity(by_cpu, None)
    with closing(Engine()) as engine:
        left = read_left(engine)
    most = max(find_game(name).seats[-1] for name in game_names())
    return Capacity(by_cpu, None if left is None else matches_that_fit(left, runtime, most))
