"""What strangers' bots may try, as bots: for the tests, and for `arena doctor --attack`.

Every attack is one small program with the verdict that it must get. A wall that does not hold is a
bug of ours, of the engine or of the kernel; the suite says which.
"""

from arena.attacks.attack import Attack
from arena.attacks.resources import RESOURCES

ATTACKS: dict[str, Attack] = {**RESOURCES}
