"""The kinds of boxes: the one list of them, which every command, the check and the ladder read.

A fifth kind is an entry here, a `Box` or a `Connection` of its own, and a line in
`arena.runner.host` that makes it.
"""

from dataclasses import dataclass
from typing import Final

from arena.containers.runtime import GVISOR, USUAL, Runtime


@dataclass(frozen=True, slots=True)
class BoxKind:
    """One kind of box, by what a match may rely on in it."""

    name: str
    own_process: bool = True
    """The bot cannot stop its referee: it is frozen, ended and charged from without."""
    runtime: Runtime | None = None
    """The runtime of its container; None where the box is no container, and has no walls."""
    note: str = ""
    """A caveat for readers of its matches, as a sentence; empty if there is none."""

    @property
    def isolates(self) -> bool:
        """Whether strangers' bots may run in it: it has walls, and limits on all that they use."""
        return self.runtime is not None


KINDS: Final = {
    kind.name: kind
    for kind in (
        BoxKind(
            "inline",
            own_process=False,
            note="The bots ran in their authors' folders, with what was changed there meanwhile.",
        ),
        BoxKind("process"),
        BoxKind("container", runtime=USUAL),
        BoxKind("gvisor", runtime=GVISOR),
    )
}
"""All of them by name, the weakest first."""

USUAL_BOX: Final = "process"
"""That of every command of `arena`, where nobody asks for another one."""
JUDGED: Final = tuple(kind.name for kind in KINDS.values() if kind.own_process)
"""The names of those in which a bot can play against people, or on a ladder."""
ISOLATING: Final = tuple(kind.name for kind in KINDS.values() if kind.isolates)
"""The names of those for strangers' bots."""
