"""The organiser's desk: its numbers and reports, as pages and in the API, and what is downloaded.

Decisions at the desk are in `ladder.web.acts`, and the course file in `ladder.web.course`.
"""

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from shutil import make_archive
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from fastapi import Query, Response
from fastapi.responses import FileResponse
from markupsafe import Markup
from starlette.background import BackgroundTask

from arena.errors import HostFailure, UserError
from arena.foreign_text import show
from arena.terminal.output import write_csv
from ladder.archive.exchange import write_export
from ladder.archive.sources import write_sources
from ladder.log.entries import ORGANISER, SeasonBegun, TokenIssued
from ladder.machine.clock import describe_time
from ladder.matchmaking.written import FORMATS
from ladder.queries.comparisons import Grades, list_grades, read_matrix
from ladder.queries.desk import (
    Desk,
    answer_grades,
    answer_health,
    answer_suspects,
    read_desk,
)
from ladder.queries.health import Diagnosis, Health
from ladder.queries.lookup import find_game_name, require_season
from ladder.queries.marks import COLUMNS, Marks, list_marks
from ladder.queries.overview import read_entry
from ladder.queries.snapshot import Busy, Snapshot
from ladder.ratings.collusion import Findings
from ladder.settings.limits import LIMITS
from ladder.store.store import Ladder, Store
from ladder.web.access import current_asker
from ladder.web.cache import Apart, Question, SnapshotCache, answer_here
from ladder.web.faces import ORGANISERS, Faces, Name, Number, Word, send_file
from ladder.web.publish import publish
from ladder.web.results import result_page
from ladder.web.site import AnswerPage, Page, Site

_Entry: TypeAlias = Annotated[int | None, Query(ge=1)]
Selected: TypeAlias = Literal["", "nothing", "fails"]
"""Which authors: all, those that have handed in nothing, those whose newest upload was refused."""
_MATRIX_ROWS: Final = 40
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ToldToken:
    """A token that was made. It is told this one time."""

    number: int
    author: str
    organiser: bool
    token: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an act was not done, and what was typed for it."""

    act: str = ""
    sentence: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)

    def kept(self, act: str, name: str, otherwise: object = "", **same: object) -> object:
        """Return what was typed into a field of this act's form about the same, or else this."""
        is_it = act == self.act and all(
            self.typed.get(one) == str(value) for one, value in same.items()
        )
        return self.typed.get(name, otherwise) if is_it else otherwise


Make: TypeAlias = Callable[[Ladder, Path], object]
"""Writes a file or a folder: a function of a module, or a `partial` of one."""


class FileWriter:
    """Has files be written `apart`, one at a time, since each takes a CPU and the disk.

    Any number of threads may ask it.
    """

    def __init__(self, ladder: Ladder, apart: Apart = answer_here) -> None:
        self._ladder = ladder
        self._apart = apart
        self._one = Lock()
        # By name where it is being written, unless it has failed, and what is told of it.
        self._told: dict[str, tuple[Path | None, str]] = {}

    def write(self, place: Path, make: Make, folder: Path | None = None) -> None:
        """Have a folder be written, or a file within a `folder`. Busy while another one is.

        UserError and HostFailure as `make` has them, or if it takes too much; they are told later.
        """
        if not self._one.acquire(blocking=False):
            raise Busy("another file is being written; try again when it is done")
        name, moment = place.name, describe_time(datetime.now(UTC))
        self._told[name] = folder or place, f"{name} is being written since {moment}"
        # Other pages of the organiser's need not wait until it is written.
        current_asker().leave()
        try:
            self._apart(Snapshot(self._ladder), partial(_write, make, place))
            del self._told[name]
        except (UserError, HostFailure) as failure:
            self._told[name] = None, f"{name}, begun at {moment}, was not written: {failure}"
            raise
        finally:
            self._one.release()

    def send(self, name: str, make: Make) -> Response:
        """Have a file of this name be written, and send it."""
        with ExitStack() as held:
            folder = Path(held.enter_context(TemporaryDirectory(prefix="download-")))
            self.write(folder / name, make, folder)
            gone = BackgroundTask(held.pop_all().close)
        return FileResponse(folder / name, filename=name, background=gone)

    def tell(self) -> Iterator[Diagnosis]:
        """Yield what is being written, with its size by now, and what could not be written."""
        for folder, said in [*self._told.values()]:
            with suppress(OSError):  # What is there comes and goes.
                files = folder.rglob("*") if folder else ()
                size = f": {sum(file.stat().st_size for file in files) / 1e6:.1f} MB by now"
                yield Diagnosis("files", ok=bool(folder), text=f"{said}{size if folder else ''}")


def _write(make: Make, place: Path, snapshot: Snapshot) -> None:
    make(snapshot.store, place)


def write_result(begun: SeasonBegun, ladder: Ladder, file: Path) -> None:
    """Write the certificate of a season: its result on one page, to be kept or printed."""
    snapshot = Snapshot(ladder)
    site = Site(published=True, current=lambda: snapshot)
    file.write_bytes(site.render(result_page(snapshot, begun)))


def write_site(ladder: Ladder, file: Path) -> None:
    """Write the pages of a ladder, as `ladder publish` does, into one archive."""
    folder = file.parent / "pages"
    publish(ladder, folder)
    make_archive(str(file.with_suffix("")), "zip", folder)


class OrganiserDesk:
    """Answers what the organiser asks for."""

    def __init__(self, cache: SnapshotCache, store: Store, files: FileWriter) -> None:
        self._cache = cache
        self.store = store
        self.files = files

    @property
    def snapshot(self) -> Snapshot:
        """The ladder as it is now: who has just decided something sees it."""
        return Snapshot(self._cache.current.ladder)

    def page(
        self,
        told: ToldToken | None = None,
        problem: Problem | None = None,
        status: int = 200,
        show: Selected = "",
        done: int | None = None,
    ) -> Page:
        """Return the desk, with a token that was made, what was not done, or an entry that was."""
        snapshot = self.snapshot
        newest = snapshot.store.entries(kinds=["token"], newest_first=True, most=1)
        numbers = (one.body.number for one in newest if isinstance(one.body, TokenIssued))
        values = {
            "desk": read_desk(snapshot, self.files.tell()),
            "tokens": self.store.tokens.all(),
            "next_token": next(numbers, 0) + 1,
            "organiser": ORGANISER,
            "games": snapshot.games,
            "limits": LIMITS,
            "formats": FORMATS,
            "told": told,
            "problem": problem or Problem(),
            "show": show,
            "done": done and read_entry(snapshot.store, done),
        }
        return Page("organiser", "organiser", "Desk", values, layout="", status=status)

    def answer(self, question: Question[T]) -> T:
        """Return what takes long, of the ladder as it is now."""
        return self._cache.answer(self.snapshot, question)


# --- the routes ---

_SUSPECTS: Final = AnswerPage("suspects", "Suspects", "found")
_DOCTOR: Final = AnswerPage("doctor", "Doctor", "health")


def add_desk(faces: Faces, desk: OrganiserDesk) -> None:
    """Add what the organiser alone may ask."""

    @faces.page("/organiser", ORGANISERS)
    def organiser(show: Selected = "", done: _Entry = None) -> Page:
        return desk.page(show=show, done=done)

    @faces.get("/desk", ORGANISERS)
    def numbers() -> Desk:
        """The organiser's desk: checks, authors, voids, the disk."""
        return read_desk(desk.snapshot, desk.files.tell())

    def ask_grades(game: str) -> tuple[Grades, Marks]:
        return desk.answer(partial(answer_grades, game=game))

    @faces.page("/organiser/grades", ORGANISERS)
    def graded(game: Word = "") -> Page:
        found, marks = ask_grades(game)
        values = {"grades": found.grades, "marks": marks, "game": game}
        values |= {"people": desk.store.people(), "games": desk.snapshot.games}
        values["tiers"] = [f"{tier.bot}: {tier.points:g}" for tier in marks.scheme.tiers]
        return Page("organiser/grades", "grades", "Grades", values)

    @faces.page("/organiser/grades.csv", ORGANISERS)
    def table(game: Word = "") -> Response:
        """The same as CSV: the marks for an LMS, or where there are no tiers the grades."""
        found, marks = ask_grades(game)
        out = io.StringIO()
        if marks.scheme.tiers:
            tiers = (tier.bot for tier in marks.scheme.tiers)
            write_csv(out, (*COLUMNS, *tiers), list_marks(marks.marks, desk.store.people()))
        else:
            write_csv(out, *list_grades(found))
        return send_file(out.getvalue().encode(), "grades.csv", "text/csv; charset=utf-8")

    @faces.get("/grades", ORGANISERS)
    def grades(game: Word = "") -> Grades:
        """The best bot of each author, in a game or in all together."""
        return ask_grades(game)[0]

    @faces.get("/marks", ORGANISERS)
    def marks(game: Word = "") -> Marks:
        """The points of each author by the tiers of the course file."""
        return ask_grades(game)[1]

    @faces.both("/suspects", ORGANISERS, _SUSPECTS, page="/organiser/suspects")
    def suspects() -> Findings:
        """Bots that do better together than expected."""
        return desk.answer(answer_suspects)

    @faces.both("/doctor", ORGANISERS, _DOCTOR, page="/organiser/doctor")
    def health() -> Health:
        """How the ladder does: its log, its queue, its disk."""
        return desk.answer(answer_health)

    @faces.page("/organiser/matrix/{game}", ORGANISERS)
    def matrix(game: Name) -> Page:
        name = find_game_name(desk.snapshot.opened, game)
        found = desk.answer(partial(read_matrix, game=name, top=_MATRIX_ROWS, season=None))
        head = Markup('#<abbr title="{}">{}</abbr>').format
        heads = [head(show(bot), number) for number, bot in enumerate(found.bots, 1)]
        pairs = {(one.bot, one.against): one for one in found.pairs}
        values = {"matrix": found, "heads": heads, "pairs": pairs}
        return Page(f"organiser/matrix/{name}", "matrix", "Every pair of bots", values)

    @faces.page("/organiser/results/{season}", ORGANISERS)
    def result(season: Number) -> Response:
        begun = require_season(desk.snapshot.roster, season).seasons[season - 1]
        return desk.files.send(f"result-{season}.html", partial(write_result, begun))

    @faces.page("/organiser/export", ORGANISERS)
    def export(*, submissions: Annotated[bool, Query()] = False) -> Response:
        return desk.files.send("ladder.zip", partial(write_export, submissions=submissions))

    @faces.page("/organiser/sources", ORGANISERS)
    def sources() -> Response:
        return desk.files.send("sources.zip", write_sources)

    @faces.page("/organiser/site", ORGANISERS)
    def site() -> Response:
        return desk.files.send("site.zip", write_site)
