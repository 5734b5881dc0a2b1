"""What strangers may try, as bots, files and builds: for tests, and `arena doctor --attack`.

Every attack by a bot is one small program with the verdict that it must get, every attack by a file
one thing to read with the sentence that must refuse it. A wall that does not hold is a bug of ours,
of the engine or of the kernel; the suite says which.
"""

from typing import Final

from arena.attacks.archives import ARCHIVES, FOLDERS
from arena.attacks.attack import Attack, read_kinds
from arena.attacks.build_attack import BuildAttack, read_builds
from arena.attacks.hostile_file import FileAttack
from arena.attacks.manifests import MANIFESTS
from arena.attacks.records import RECORDS
from arena.attacks.runtime import RUNTIME

__all__ = ["ATTACKS", "BUILDS", "FILE_KINDS", "KINDS", "Attack", "BuildAttack", "FileAttack"]

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
