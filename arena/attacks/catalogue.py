"""All attacks of the doctor by their names."""

from typing import Final

from arena.attacks.attack import BOTS, Attack, read_attacks
from arena.attacks.build_attack import read_builds

ATTACKS: Final[dict[str, Attack]] = read_attacks(BOTS)
BUILDS: Final = read_builds()
