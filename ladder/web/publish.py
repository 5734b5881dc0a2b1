"""A published ladder: the same pages as files, for any web server, or to be opened from a disk.

A file is written only where it is new or another one, and what is no page any more is removed. A
list of what was published lies beside the pages, so nobody else's files are touched. The page of a
match stays as it is as long as nobody is excluded and the program is the same, so of a long ladder
only the new ones are made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import UserError
from arena.whole_file import write_whole
from ladder.exchange import write_export
from ladder.queries.matches import list_matches, read_match_details
from ladder.queries.replays import read_replay_page
from ladder.queries.snapshot import Snapshot
from ladder.ratings.live import LIVE_MODEL
from ladder.store.store import Ladder
from ladder.web import pages
from ladder.web.files import site_files
from ladder.web.results import result_pages
from ladder.web.site import Site, file_of

LIST: Final = "published.json"
EXPORT: Final = "ladder.zip"
_WEB: Final = Path(str(files("ladder.web")))
_VIEWER: Final = Path(str(files("arena.viewer")))
_LADDER: Final = Path(str(files("ladder")))
_MAKERS: Final = (_WEB, _VIEWER, _LADDER / "queries", _LADDER / "ratings")


class Listed(msgspec.Struct):
    """What was published the last time."""

    program: str
    """Digest of what made it, and of what the course says of itself."""
    ruling: int | None
    """The last entry that changed what counts, as the pages of matches depend on it.

    None if ratings were being made again.
    """
    digest: str
    """Of the last entry of the log."""
    files: list[str]


@dataclass(frozen=True, slots=True)
class Published:
    """What is in a folder, and what of it was done now."""

    pages: int
    records: int
    written: int
    removed: int
    entries: int
    digest: str
    """Of the last entry of the log."""


def publish(store: Ladder, folder: Path, *, export: bool = True) -> Published:
    """Write a ladder's pages into a folder. UserError if it has something else in it."""
    before = _read_list(folder)
    snapshot = Snapshot(store)
    there = _Folder(folder)
    try:
        _write(there, snapshot, before, export=export)
        # Pages of ratings that are being made again are to be made again, too.
        ruling = snapshot.ruling if snapshot.rated else None
        now = Listed(_program(snapshot), ruling, snapshot.digest, sorted(there.files))
        removed = _remove(folder, {*before.files} - there.files)
        there.put(LIST, msgspec.json.format(msgspec.json.encode(now)) + b"\n")
    except OSError as error:
        raise UserError(f"Nothing can be published in {folder}: {error.strerror}.") from error
    return Published(
        pages=sum(name.endswith(".html") for name in now.files),
        records=sum(name.endswith(".record") for name in now.files),
        written=there.written,
        removed=removed,
        entries=snapshot.last,
        digest=snapshot.digest,
    )


def _read_list(folder: Path) -> Listed:
    """Return what was published there; UserError if the folder has something else in it."""
    try:
        return msgspec.json.decode((folder / LIST).read_bytes(), type=Listed)
    except msgspec.MsgspecError as error:
        raise UserError(f"{folder / LIST} is damaged; publish into a folder of its own.") from error
    except FileNotFoundError:
        if folder.is_dir() and any(folder.iterdir()):
            raise UserError(
                f"There is something else in {folder}; pages need a folder of their own."
            ) from None
    except OSError as error:
        raise UserError(f"Nothing can be published in {folder}: {error.strerror}.") from error
    return Listed("", None, "", [])


class _Folder:
    """A folder that is being published into."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.files: set[str] = set()
        self.written = 0

    def put(self, name: str, content: bytes) -> None:
        """Have a file there, whole; one that has this content already is not touched."""
        self.files.add(name)
        path = self._folder / name
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(content, path)
        self.written += 1

    def keep(self, *names: str) -> bool:
        """Leave files as they are, if all of them are there."""
        if all((self._folder / name).is_file() for name in names):
            self.files.update(names)
            return True
        return False

    def export(self, store: Ladder) -> None:
        """Write the export of the ladder."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_export(store, self._folder / EXPORT, submissions=False)
        self.files.add(EXPORT)
        self.written += 1


def _write(there: _Folder, snapshot: Snapshot, before: Listed, *, export: bool) -> None:
    site = Site(published=True, current=lambda: snapshot)
    for name, content in _static():
        there.put(name, content)
    if snapshot.about.logo:
        there.put(snapshot.about.logo, snapshot.ladder.logo())
    if export and not (before.digest == snapshot.digest and there.keep(EXPORT)):
        there.export(snapshot.store)
    for page in (*pages.lists(snapshot, EXPORT if export else None), *result_pages(snapshot)):
        there.put(file_of(page.path), site.render(page))
    known = {*before.files}
    same = (before.program, before.ruling) == (_program(snapshot), snapshot.ruling)
    for line in list_matches(snapshot.store):
        place = f"matches/{line.match}"
        names = (file_of(place), f"{place}.record", f"{place}.replay.html")
        if not (same and {*names} <= known and there.keep(*names)):
            details = read_match_details(snapshot.ladder, line.match)
            there.put(names[0], site.render(pages.match_page(details)))
            there.put(names[1], snapshot.store.record(line.match) or b"")
            there.put(names[2], read_replay_page(snapshot.store, line.match).encode())


def _static() -> Iterator[tuple[str, bytes]]:
    # Scripts ask a server, and pages of replays have in them what they need.
    for name, content in site_files().items():
        if not name.endswith(".js") and "/" not in name:
            yield f"static/{name}", content


def _remove(folder: Path, names: set[str]) -> int:
    """Remove files that were published and are no part of the site any more."""
    gone = [folder / name for name in names if _is_inside(name) and (folder / name).is_file()]
    for path in gone:
        path.unlink()
    return len(gone)


def _is_inside(name: str) -> bool:
    """Say whether a name in a list, which anybody may have written, is in its folder."""
    path = Path(name)
    return not path.is_absolute() and ".." not in path.parts


def _program(snapshot: Snapshot) -> str:
    """Return a digest of what pages are made by, and of what all of them say."""
    digest = sha256(LIVE_MODEL.encode())
    digest.update(msgspec.json.encode((snapshot.about, snapshot.names), order="sorted"))
    for path in sorted(path for folder in _MAKERS for path in folder.rglob("*")):
        if path.suffix in {".py", ".html", ".js", ".css"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()
