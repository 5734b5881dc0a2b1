"""Uploads: what authors have handed in over the network, and what came of it."""

from dataclasses import replace

from arena.errors import NotFound
from arena.match.record import unpack_record
from ladder.queries.live import read_season_pulse
from ladder.queries.replays import ReplayData, describe_replay
from ladder.store.store import Ladder
from ladder.wire import UploadDetails, UploadList, UploadState


def list_uploads(store: Ladder, author: str | None) -> UploadList:
    """Return the uploads of an author; without a name those of all."""
    uploads = tuple(store.uploads.lines(author))
    waits = any(one.state is UploadState.WAITING for one in uploads)
    return UploadList(_why_waiting(store) if waits else "", uploads)


def read_upload(store: Ladder, number: int) -> UploadDetails:
    """Tell of an upload. UserError if there is none with this number."""
    story = store.uploads.story(number)
    if story is None:
        raise NotFound(f"There is no upload {number} on this ladder.")
    if story.upload.place is None:
        return story
    note = _why_waiting(store)
    usual = 0.0 if note else store.uploads.usual_seconds()
    return replace(story, note=note, wait=usual * story.upload.place)


def read_refusal(store: Ladder, number: int) -> ReplayData:
    """Return the replay of the match that refused an upload. UserError if there is none."""
    content = read_refusal_record(store, number)
    return describe_replay(unpack_record(content, f"The record of upload {number}"))


def read_refusal_record(store: Ladder, number: int) -> bytes:
    """Return the packed record of that match. UserError if there is none."""
    content = store.uploads.record(number)
    if content is None:
        raise NotFound(f"There is no record of upload {number}: no match refused it.")
    return content


def _why_waiting(store: Ladder) -> str:
    if read_season_pulse(store).running:
        return ""
    return "No season runs at the moment; uploads wait until the organiser starts one."
