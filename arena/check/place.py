"""Where a bot is checked: in the box of the ladder if that can be had, else in a plain process."""

from typing import Final

from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import HostFailure

UNCHECKED: Final = (
    "A plain process has no walls. Not checked: the limits on memory, processes and files, the"
    " missing network, the read-only files, and that nothing is done while others think."
)
"""What a check in a plain process cannot promise."""


def find_box() -> tuple[str, str]:
    """Return the best kind of box here, and why it is no better; nothing if it is a container."""
    engine = Engine()
    try:
        engine.version()
        require_image(engine)
    except HostFailure as lack:
        return "process", str(lack)
    finally:
        engine.close()
    return "container", ""
