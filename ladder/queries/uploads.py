"""Uploads: what authors have handed in over the network, and what came of it."""

from dataclasses import dataclass

from arena.errors import UserError
from ladder.store.reader import Reader
from ladder.store.uploads import Uploads
from ladder.uploads import UploadLine, UploadStory


@dataclass(frozen=True, slots=True)
class UploadList:
    """The newest uploads of an author, or of all."""

    note: str
    """Why none is being checked, in a sentence; empty if a season runs."""
    uploads: tuple[UploadLine, ...]
    """The newest first, 100 at most."""


def list_uploads(store: Reader, author: str | None) -> UploadList:
    """Return the uploads of an author; without a name those of all."""
    return UploadList("", tuple(Uploads(store.engine).lines(author)))


def read_upload(store: Reader, number: int) -> UploadStory:
    """Tell of an upload. UserError if there is none with this number."""
    story = Uploads(store.engine).story(number)
    if story is None:
        raise UserError(f"There is no upload {number} on this ladder.")
    return story
