"""Mine: the page of what is an author's own, to which one comes back after every act."""

from typing import Final

from ladder.log.entries import ORGANISER
from ladder.queries.mine import Mine, read_mine
from ladder.web.access import Role
from ladder.web.cache import SnapshotCache
from ladder.web.faces import Asking, Faces, Owner
from ladder.web.site import AnswerPage

_MINE: Final = AnswerPage("mine", "Mine", "mine")


def add_mine(faces: Faces, cache: SnapshotCache) -> None:
    """Add the page, and the same for programs."""

    @faces.both("/mine", Role.AUTHOR, Owner.NONE, _MINE)
    def mine(visitor: Asking) -> Mine:
        """Your bots, uploads, requests and shares, and where points were lost."""
        return read_mine(cache.current, ORGANISER if visitor.is_organiser else visitor.name)
