"""The folder of a comparison, so that one that is stopped goes on where it was.

`comparison.json` says what is compared, and has the secret seed. Beside it lie the matches that
were played, as ordinary record files: `00000-old.arena`, `00000-new.arena`, `00001-old.arena` and
so on. Each is there whole or not at all; what was being played when a comparison was killed is
played again, with the same cards and by fresh processes.

The folder is found by what is compared, so other files of a bot, other options or another version
of this program make another comparison. Anyone who plays one holds a lock on its folder.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from multiprocessing.util import register_after_fork
from pathlib import Path
from typing import Final

from arena.errors import UserError
from arena.match.paired import plan_round
from arena.match.plan import SEED_BYTES, MatchPlan, write_plan
from arena.match.record import pack_record, read_record
from arena.system import try_lock
from arena.v1 import record_pb2 as rec
from arena.whole_file import keeping, write_whole

_DESCRIPTION: Final = "comparison.json"


@dataclass(frozen=True, slots=True)
class ComparisonFolder:
    """The files of a comparison."""

    path: Path
    plans: Mapping[str, MatchPlan]
    """The plan of each arm, with the seed of the comparison."""

    @property
    def seed(self) -> bytes:
        return self.first.seed

    @property
    def first(self) -> MatchPlan:
        """The plan of the first arm, which differs from the others in its candidate alone."""
        return next(iter(self.plans.values()))

    def plan(self, number: int, arm: str) -> MatchPlan:
        return plan_round(self.plans[arm], number)

    def find(self, number: int, arm: str) -> Path:
        """Return the path of a round's record, which may not be there yet."""
        return self.path / f"{number:05}-{arm}.arena"

    def has(self, number: int, arm: str) -> bool:
        return self.find(number, arm).exists()

    def keep(self, number: int, arm: str, record: rec.Record) -> None:
        """Write the record of a round. UserError if it has no room."""
        with keeping("comparison", self.path):
            write_whole(pack_record(record), self.find(number, arm))

    def read(self, number: int, arm: str) -> rec.Record:
        """Read the record of a round. UserError if it is that of another match, or not whole."""
        path = self.find(number, arm)
        record = read_record(path)
        plan = self.plan(number, arm)
        seats = len(plan.bots)
        if (
            record.plan != write_plan(plan)
            or [game.number for game in record.games] != [*range(plan.games)]
            or any(
                sorted(game.seating) != [*range(seats)]
                or not len(game.ranks) == len(game.scores) == seats
                for game in record.games
            )
        ):
            raise UserError(
                f"{path} is no match of this comparison; remove it, and it is played again."
            )
        return record


@contextmanager
def open_comparison(
    parent: Path, plans: Mapping[str, MatchPlan], *, drawn: bool
) -> Iterator[ComparisonFolder]:
    """Open the folder of the comparison with these plans, the one that is there or a new one, and
    hold its lock.

    With `drawn` the seed of the plans is one that nobody chose, and that of an earlier comparison
    takes its place. UserError if nothing can be kept there, or another program plays it.
    """
    path = parent / _folder_name(plans, drawn=drawn)
    with ExitStack() as held:
        with keeping("comparison", parent):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        held.callback(os.close, lock)
        # So a referee that outlives a killed parent does not hold it.
        register_after_fork(held, ExitStack.close)
        if not try_lock(lock):
            raise UserError(
                f"Another command is playing the comparison in {path}; wait for it, or give --out"
                " another folder."
            )
        seed = _keep_seed(path / _DESCRIPTION, plans)
        yield ComparisonFolder(path, {arm: replace(plans[arm], seed=seed) for arm in plans})


def _folder_name(plans: Mapping[str, MatchPlan], *, drawn: bool) -> str:
    messages = [*map(write_plan, plans.values())]
    for message in messages if drawn else ():
        message.ClearField("seed")
    told = [message.SerializeToString(deterministic=True) for message in messages]
    digest = sha256(b"\0".join([version("card-arena").encode(), *told])).hexdigest()
    one, *_ = plans.values()
    names = "-".join(plan.bots[0].name for plan in plans.values())
    return f"{one.game.name}-{names}-{digest[:12]}"


def _keep_seed(file: Path, plans: Mapping[str, MatchPlan]) -> bytes:
    """Return the seed that a file tells; one that is not there yet tells that of the plans."""
    if not file.exists():
        plan, *_ = plans.values()
        said = {
            "game": plan.game.name,
            "options": dict(sorted(plan.option_texts.items())),
            **{str(arm): arm_plan.bots[0].name for arm, arm_plan in plans.items()},
            "against": [bot.name for bot in plan.bots[1:]],
            "seed": plan.seed.hex(),
        }
        with keeping("comparison", file.parent):
            write_whole((json.dumps(said, indent=1) + "\n").encode(), file)
    try:
        seed = bytes.fromhex(json.loads(file.read_bytes())["seed"])
    except (OSError, ValueError, TypeError, KeyError):
        seed = b""
    if len(seed) != SEED_BYTES:
        raise UserError(
            f"{file} does not tell the seed of its comparison; remove its folder to begin again."
        )
    return seed
