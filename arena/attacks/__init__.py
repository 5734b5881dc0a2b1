"""What strangers' bots may try, as bots: for the tests, and for `arena doctor --attack`.

Every attack is one small program with the verdict that it must get. A wall that does not hold is a
bug of ours, of the engine or of the kernel; the suite says which.
"""

from typing import Final

from arena.attacks.attack import Attack
from arena.attacks.escape import ESCAPE
from arena.attacks.fairness import FAIRNESS
from arena.attacks.raw import RAW
from arena.attacks.resources import RESOURCES
from arena.attacks.wire import WIRE

__all__ = ["ATTACKS", "KINDS", "Attack"]

# Names are unique over all kinds; a test looks.
KINDS: Final = {
    "resources": RESOURCES,
    "wire": WIRE,
    "raw bytes": RAW,
    "escape": ESCAPE,
    "fairness": FAIRNESS,
}
ATTACKS: Final[dict[str, Attack]] = {
    name: attack for attacks in KINDS.values() for name, attack in attacks.items()
}
