"""All attacks by their names. What reads one hostile file in a process of its own loads none."""

from typing import Final

from arena.attacks.archives import ARCHIVES, FOLDERS
from arena.attacks.attack import Attack, read_kinds
from arena.attacks.build_attack import read_builds
from arena.attacks.manifests import MANIFESTS
from arena.attacks.records import RECORDS
from arena.attacks.runtime import RUNTIME

# Names are unique over all kinds; a test looks.
KINDS: Final = read_kinds()
ATTACKS: Final[dict[str, Attack]] = {
    name: attack for attacks in KINDS.values() for name, attack in attacks.items()
}
BUILDS: Final = read_builds()
FILE_KINDS: Final = {
    "archives": ARCHIVES,
    "folders": FOLDERS,
    "manifests": MANIFESTS,
    "records": RECORDS,
    "runtime folder": RUNTIME,
}
