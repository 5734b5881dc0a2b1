"""One attack: a bot that does one wrong thing, and what has to come of it.

The table `bots/attacks.toml` has each with the wall of `docs/boxes.md` that it tries. Its program,
which says in its first sentence what it tries, lies beside the table. Until its attack, and after
one that has failed, a bot plays the first legal move. That is what the referee plays for a seat
that is lost, so the game is the same in any case, move for move.
"""

import json
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from typing import Final

from arena.bots.manifest import GRPC
from arena.games import find_game
from arena.match.clock import TimeControl

BOTS: Final = Path(__file__).parent / "bots"
# The modules that hostile programs import; a copy lies beside each program in its box.
HOSTILE: Final = Path(__file__).parent / "hostile"
_TABLE: Final = "attacks.toml"


@dataclass(frozen=True)
class Attack:
    """A bot's program, and what its seat must get for it."""

    what: str
    """The attempt, as the end of "A bot that ..."."""
    program: Path
    wall: str = ""
    """The wall of `docs/boxes.md` that it tries."""
    verdicts: Collection[str] = ("ok",)
    """The verdicts that are right; `ok` if the attack comes to nothing and the bot plays on."""
    evidence: str = ""
    """Words that the forfeit's sentence or its log must have."""
    arguments: Sequence[str] = ()
    """The arguments of its program's command."""
    protocol: str = GRPC
    """The protocol of its program, as `bot.toml` says it."""
    game: str = ""
    """The only game in which it makes sense; empty for any."""
    twins: bool = False
    """It sits at two seats, which try to meet."""
    sleeps: bool = False
    """It lets nearly all its time go by, so it gets little."""
    under_gvisor: Collection[str] = ()
    """Further verdicts that are right under gVisor; no evidence is asked for then.

    For a bot that goes to its limits: calls and forks cost more there, and a bot that goes over its
    memory is ended with all of its box, and not alone.
    """
    not_by_gvisor: str = ""
    """Why gVisor's box does not stop it, and what bounds it there; empty if it does."""
    not_by_container: str = ""
    """The same of a container."""

    @property
    def attackers(self) -> int:
        """At how many seats it sits."""
        return 1 + self.twins

    def seats(self, game: str) -> int:
        """Return how many play: it and one who is innocent, or as many as the game needs."""
        return max(self.attackers + 1, find_game(game).seats[0])

    def bank(self, box: str) -> float:
        """Return its seconds: few if its time may run out there, else plenty on any machine."""
        return 0.5 if self.sleeps or "timeout" in self.right(box) else 10.0

    def control(self, box: str) -> TimeControl:
        """Return the clock of its game.

        An attack that must miss the limit for its Join gets a short one, longer under gVisor, where
        honest bots start slowly. To the others a slow machine gives no other verdict.
        """
        short = 10.0 if box == "gvisor" else 5.0
        start = short if "no_start" in self.verdicts else 120.0
        return TimeControl(bank=self.bank(box), increment=0.1, start=start)

    def right(self, box: str) -> Collection[str]:
        """Return the verdicts that are right in such a box."""
        return (*self.verdicts, *(self.under_gvisor if box == "gvisor" else ()))

    def known_open(self, box: str) -> str:
        """Return why such a box does not stop it; empty if it does."""
        return {"gvisor": self.not_by_gvisor, "container": self.not_by_container}.get(box, "")

    def must(self, box: str) -> str:
        """Say what has to come of it in such a box."""
        ends = ["it plays on" if right == "ok" else right for right in self.right(box)]
        said = f", and the evidence says {self.evidence!r}" if self.evidence else ""
        return " or ".join(ends) + said

    def write(self, folder: Path) -> Path:
        """Make the bot's folder, with all that its program needs."""
        for shared in (HOSTILE, self.program.parent / HOSTILE.name):
            if shared.is_dir():
                unread = ignore_patterns("__pycache__")
                copytree(shared, folder / HOSTILE.name, ignore=unread, dirs_exist_ok=True)
        copy(self.program, folder / "bot.py")
        # A list of plain words is the same in JSON and in TOML.
        command = json.dumps(["python3", "-m", HOSTILE.name, *self.arguments])
        (folder / "bot.toml").write_text(
            f'name = "attacker"\ncommand = {command}\nprotocol = "{self.protocol}"\n'
        )
        return folder


def read_attacks(folder: Path) -> dict[str, Attack]:
    """Return the attacks of a folder's table by their names, with the programs beside it."""
    attacks = {}
    for name, said in tomllib.loads((folder / _TABLE).read_text()).items():
        program = folder / f"{said.pop('program', name)}.py"
        attacks[name] = Attack(**({"what": read_what(program), "program": program} | said))
    return attacks


def read_what(program: Path) -> str:
    """Return what a program tries, by its docstring, with which it begins: "A bot that ..."."""
    said = program.read_text().split('"""', 2)[1]
    return " ".join(said.split()).partition(" that ")[2].removesuffix(".")


ATTACKS: Final = read_attacks(BOTS)
"""All attacks of the doctor by bots, by their names."""
