"""All attacks by their names."""

from typing import Final

from arena.attacks.attack import Attack, read_kinds
from arena.attacks.build_attack import read_builds

# Names are unique over all kinds; a test looks.
KINDS: Final = read_kinds()
ATTACKS: Final[dict[str, Attack]] = {
    name: attack for attacks in KINDS.values() for name, attack in attacks.items()
}
BUILDS: Final = read_builds()
