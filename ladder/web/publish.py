"""A published ladder: the same pages as files, for any web server, or to be opened from a disk.

A file is written only where it is new or another one, and what is no page any more is removed. A
list of what was published lies beside the pages, so nobody else's files are touched. It says what
each file of a match, and the export, depends on: what is the same there is not made again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import UserError
from arena.whole_file import write_whole
from ladder.archive.exchange import write_export
from ladder.queries.matches import read_match_details
from ladder.queries.replays import read_replay_page
from ladder.queries.snapshot import OVER, Snapshot
from ladder.ratings.live import LIVE_MODEL
from ladder.settings.about import Logo
from ladder.store.store import Ladder
from ladder.web import pages
from ladder.web.files import site_files
from ladder.web.results import result_pages
from ladder.web.site import Site, file_of

LIST: Final = "published.json"
_WEB: Final = Path(str(files("ladder.web")))
_VIEWER: Final = Path(str(files("arena.viewer")))
_LADDER: Final = Path(str(files("ladder")))
_MAKERS: Final = (_WEB, _VIEWER, _LADDER / "queries", _LADDER / "ratings")


@dataclass(frozen=True, slots=True)
class Published:
    """The content of a folder, and the changes of this time."""

    pages: int
    records: int
    written: int
    removed: int
    entries: int
    digest: str
    """The digest of the last entry of the log."""


def publish(store: Ladder, folder: Path, *, export: bool = True) -> Published:
    """Write a ladder's pages into a folder. UserError if it has something else in it."""
    before = _read_list(folder)
    snapshot = Snapshot(store)
    there = _Folder(folder, before)
    try:
        _write(there, snapshot, export=export)
        removed = _remove(folder, {*before} - {*there.files})
        listed = msgspec.json.encode(there.files, order="sorted")
        there.put(LIST, lambda: msgspec.json.format(listed) + b"\n")
    except OSError as error:
        raise UserError(f"Nothing can be published in {folder}: {error.strerror}.") from error
    return Published(
        pages=sum(name.endswith(".html") for name in there.files),
        records=sum(name.endswith(".record") for name in there.files),
        written=there.written,
        removed=removed,
        entries=snapshot.last,
        digest=snapshot.digest,
    )


def _read_list(folder: Path) -> dict[str, str]:
    """Return the files that were published there, each with the state of what it depends on.

    Empty where it is compared by its content. UserError if the folder has something else in it.
    """
    try:
        return msgspec.json.decode((folder / LIST).read_bytes(), type=dict[str, str])
    except msgspec.MsgspecError as error:
        raise UserError(f"{folder / LIST} is damaged; publish into a folder of its own.") from error
    except FileNotFoundError:
        if folder.is_dir() and any(folder.iterdir()):
            raise UserError(
                f"There is something else in {folder}; pages need a folder of their own."
            ) from None
    except OSError as error:
        raise UserError(f"Nothing can be published in {folder}: {error.strerror}.") from error
    return {}


class _Folder:
    """A folder that is being published into."""

    def __init__(self, folder: Path, before: Mapping[str, str]) -> None:
        self._folder = folder
        self._before = before
        self.files: dict[str, str] = {}
        """By name the state of what each file depends on, as in the list."""
        self.written = 0

    def put(self, name: str, make: Callable[[], bytes], state: str = "") -> None:
        """Have a file there, whole; one that has this state or content already is not touched."""
        if self._is_there(name, state):
            return
        content, path = make(), self._folder / name
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(content, path)
        self.written += 1

    def export(self, store: Ladder, state: str) -> None:
        """Have the export of the ladder there."""
        if not self._is_there(pages.EXPORT, state):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_export(store, self._folder / pages.EXPORT, submissions=False)
            self.written += 1

    def _is_there(self, name: str, state: str) -> bool:
        self.files[name] = state
        same = bool(state) and self._before.get(name) == state
        return same and (self._folder / name).is_file()


def _write(there: _Folder, snapshot: Snapshot, *, export: bool) -> None:
    site = Site(published=True, current=lambda: snapshot)
    for name, content in _static():
        there.put(name, partial(bytes, content))
    if snapshot.about.logo:
        there.put(snapshot.about.logo, lambda: snapshot.ladder.setting(Logo()).content)
    if export:
        there.export(snapshot.store, snapshot.state("head"))
    for page in (*pages.lists(snapshot, pages.EXPORT if export else None), *result_pages(snapshot)):
        there.put(file_of(page.path), partial(site.render, page))
    program = _program()
    for entry in snapshot.store.played_before():
        _write_match(there, site, snapshot, entry.played.match, _digest(program, entry.digest))


def _write_match(there: _Folder, site: Site, snapshot: Snapshot, match: int, own: str) -> None:
    def page() -> bytes:
        found = read_match_details(snapshot.ladder, match)
        return site.render(pages.MATCH.page(place, found))

    place, store = f"matches/{match}", snapshot.store
    there.put(file_of(place), page, _digest(own, snapshot.state(*OVER)))
    there.put(f"{place}.record", lambda: store.record(match) or b"", own)
    there.put(f"{place}.replay.html", lambda: read_replay_page(store, match).encode(), own)


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


def _program() -> str:
    """Return a digest of what pages are made by."""
    digest = sha256(LIVE_MODEL.encode())
    for path in sorted(path for folder in _MAKERS for path in folder.rglob("*")):
        if path.suffix in {".py", ".html", ".js", ".css"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(*parts: str) -> str:
    return sha256(" ".join(parts).encode()).hexdigest()[:16]
