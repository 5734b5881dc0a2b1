"""One attack: a bot that does one wrong thing, and what has to come of it.

Its folder below `bots/` has its program, `bot.py`, which says in its first sentence what it tries,
and an `attack.toml` with the other fields of `Attack`. One program may make several attacks: then
`[variants.NAME]` has the fields of each that are its own. Until its attack, and after one that has
failed, a bot plays the first legal move. That is what the referee plays for a seat that is lost, so
the game is the same in any case, move for move.
"""

import json
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from typing import Final

from arena.bots.manifest import GRPC
from arena.games import find_game
from arena.match.clock import TimeControl

BOTS: Final = Path(__file__).parent / "bots"
# What hostile programs import, and find beside themselves in their box.
HOSTILE: Final = Path(__file__).parent / "hostile"
_PROGRAM: Final = "bot.py"
_FIELDS: Final = "attack.toml"


@dataclass(frozen=True)
class Attack:
    """A bot's program, and what its seat must get for it."""

    what: str
    """What it tries, as the end of "A bot that ..."."""
    folder: Path
    """Where its bot.py is."""
    verdicts: Collection[str] = ("ok",)
    """The verdicts that are right; `ok` if the attack comes to nothing and the bot plays on."""
    evidence: str = ""
    """What the forfeit's sentence or log must say."""
    arguments: Sequence[str] = ()
    """What its program is told by its command."""
    protocol: str = GRPC
    """What its program speaks, as `bot.toml` says it."""
    games: Collection[str] = ()
    """The games in which it makes sense; empty for all."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The variant of its game, as `arena play --option` is told it."""
    twins: bool = False
    """It sits at two seats, which try to meet."""
    crowd: int = 0
    """It sits at this many seats, and all attack at once."""
    sleeps: bool = False
    """It lets nearly all its time go by, so it gets little."""
    under_gvisor: Collection[str] = ()
    """What else is right under gVisor, where no evidence is asked for then.

    For a bot that goes to its limits: calls and forks cost more there, and anyone who goes over its
    memory is ended with all of its box, and not alone.
    """
    not_by_gvisor: str = ""
    """Why gVisor's box does not stop it, and what bounds it there; empty if it does."""
    not_by_container: str = ""
    """The same of a container."""

    @property
    def attackers(self) -> int:
        """At how many seats it sits."""
        return self.crowd or 1 + self.twins

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
        copytree(HOSTILE, folder / HOSTILE.name, ignore=ignore_patterns("__pycache__"))
        copy(self.folder / _PROGRAM, folder)
        # A list of plain words is the same in JSON and in TOML.
        command = json.dumps(["python3", _PROGRAM, *self.arguments])
        (folder / "bot.toml").write_text(
            f'name = "attacker"\ncommand = {command}\nprotocol = "{self.protocol}"\n'
        )
        return folder


def read_kinds() -> dict[str, dict[str, Attack]]:
    """Return all attacks in the order of their folders, by kind and name."""
    kinds: dict[str, dict[str, Attack]] = {}
    for fields in sorted(BOTS.glob(f"*/*/*/{_FIELDS}")):
        kind = fields.relative_to(BOTS).parts[0].replace("_", " ")
        kinds.setdefault(kind, {}).update(read_folder(fields.parent))
    return kinds


def read_folder(folder: Path) -> dict[str, Attack]:
    """Return the attacks that a folder's program makes, by their names."""
    said = tomllib.loads((folder / _FIELDS).read_text())
    variants = said.pop("variants", {folder.name: {}})
    common = {"what": _read_what(folder / _PROGRAM), "folder": folder} | said
    return {name: Attack(**(common | own)) for name, own in variants.items()}


def _read_what(program: Path) -> str:
    """Return what a program tries, by its docstring, with which it begins."""
    said = program.read_text().split('"""', 2)[1]
    return " ".join(said.split()).removeprefix("A bot that ").removesuffix(".")
