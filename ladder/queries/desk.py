"""The organiser's desk: what there is to decide, as numbers; and what takes long, as questions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ladder.log.roster import Exclusions
from ladder.matches import Player
from ladder.queries.bots import list_authors
from ladder.queries.comparisons import Grades, find_suspects, read_grades
from ladder.queries.health import (
    Diagnosis,
    Health,
    examine,
    look_at_disk,
    look_at_webhook,
)
from ladder.queries.lookup import find_game_name
from ladder.queries.marks import Marks, read_marks
from ladder.queries.season import SeasonProgress, read_season_progress
from ladder.queries.snapshot import Snapshot
from ladder.ratings.collusion import Findings
from ladder.settings.people import Participant
from ladder.settings.scheme import Scheme
from ladder.store.store import Ladder
from ladder.store.uploads import AuthorUploads, CheckQueue, Uploads
from ladder.wire import UploadState


@dataclass(frozen=True, slots=True)
class DeskAuthor:
    """An author, with what its organiser wants to know of it."""

    author: str
    name: str
    members: tuple[str, ...]
    bots: tuple[Player, ...]
    """The versions that stand for its bots."""
    versions: int
    excluded: str
    """Why; empty if it is not."""
    has_token: bool
    """Whether it can log in."""
    uploads: AuthorUploads | None
    """None if it has sent nothing to the server."""
    share: float
    """Which part of the seconds of checks within 24 hours were its own."""

    @property
    def has_nothing(self) -> bool:
        """Say whether it has handed in nothing at all."""
        return not self.versions and self.uploads is None

    @property
    def fails(self) -> bool:
        """Say whether its newest upload did not come in."""
        states = {UploadState.REFUSED, UploadState.FAILED}
        return self.uploads is not None and self.uploads.newest.state in states


@dataclass(frozen=True, slots=True)
class Desk:
    """The organiser's first page."""

    progress: SeasonProgress
    checks: CheckQueue
    authors: tuple[DeskAuthor, ...]
    """By name."""
    nothing: tuple[str, ...]
    """The authors that have handed in nothing."""
    failing: tuple[str, ...]
    """The authors whose newest upload did not come in."""
    benched: dict[Player, str]
    """With the reasons."""
    excluded: Exclusions
    disk: tuple[Diagnosis, ...]
    webhook: tuple[Diagnosis, ...]
    """The state of the webhook; nothing without one."""
    files: tuple[Diagnosis, ...]
    """The files that the server is writing, and those that failed the last time."""


def read_desk(snapshot: Snapshot, files: Iterable[Diagnosis]) -> Desk:
    """Return what there is to decide. Only the organiser reads it: it has everybody's names."""
    roster, uploads = snapshot.roster, snapshot.ladder.uploads
    authors = tuple(sorted(_authors(snapshot, uploads), key=lambda one: one.name.casefold()))
    return Desk(
        progress=read_season_progress(snapshot),
        checks=uploads.queue(),
        authors=authors,
        nothing=tuple(one.author for one in authors if one.has_nothing),
        failing=tuple(one.author for one in authors if one.fails),
        benched={player: one.reason for player, one in roster.benched.items()},
        excluded=roster.excluded,
        disk=tuple(look_at_disk(snapshot.ladder.connections.file)),
        webhook=tuple(look_at_webhook(snapshot.ladder)),
        files=tuple(files),
    )


def _authors(snapshot: Snapshot, uploads: Uploads) -> Iterator[DeskAuthor]:
    people, sent = snapshot.ladder.people(), uploads.by_author()
    tokens = {one.author for one in snapshot.ladder.tokens.all() if not one.revoked}
    seconds = sum(one.seconds for one in sent.values())
    for line in list_authors(snapshot.roster, {}):
        known = people.get(line.author, Participant(line.author))
        own = sent.get(line.author)
        yield DeskAuthor(
            author=line.author,
            name=known.name or line.author,
            members=tuple(one.name or one.lms or one.email for one in known.members),
            bots=line.bots,
            versions=line.versions,
            excluded=line.excluded,
            has_token=line.author in tokens,
            uploads=own,
            share=own.seconds / seconds if own and seconds else 0.0,
        )


# --- what takes long ---


def answer_grades(snapshot: Snapshot, game: str) -> tuple[Grades, Marks]:
    """Return the best bot of each author, and the marks by the course's tiers if it has any.

    They are of a game; empty: of all together. UserError if it is not played here.
    """
    asked = find_game_name(snapshot.opened, game) if game else None
    scheme = snapshot.ladder.setting(Scheme(()))
    marks = read_marks(snapshot.store, scheme, asked, None) if scheme.tiers else ()
    return read_grades(snapshot.store, asked, None, None), Marks(scheme, marks)


def answer_suspects(snapshot: Snapshot) -> Findings:
    """Return who does better together than expected."""
    return find_suspects(snapshot.store, None)


def answer_health(snapshot: Snapshot) -> Health:
    """Return how the ladder does, as it is now."""
    return examine(Ladder(snapshot.ladder.connections))
