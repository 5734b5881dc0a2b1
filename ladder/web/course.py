"""The course file by upload: what it would change is shown first, and applied in a second step.

The browser sends the files themselves, by their names: the course file, whose name ends with .toml,
and those that it names. In between the server has those that were looked at last in its memory. It
is the function of `ladder course apply` that reads and applies them.
"""

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request
from markupsafe import Markup
from msgspec import Meta, Struct, json
from starlette.datastructures import UploadFile

from arena.errors import NotNow, UserError
from ladder.course.applying import Applied, Issued, apply_course
from ladder.course.sheet import make_parts, make_table
from ladder.store.store import Store
from ladder.web.faces import ORGANISERS, Faces, Sent
from ladder.web.site import Page
from ladder.web.writers import write


class SentCourse(Struct, frozen=True, forbid_unknown_fields=True):
    """A course file with the files that it names, each by its name."""

    files: Annotated[dict[str, bytes], Meta(min_length=1, max_length=10)]
    digest: str = ""
    """The last entry of the log when the changes were shown; empty: whatever it is."""
    tokens: bool = False
    """Whether a token is made for each author without one."""
    dry_run: bool = False
    """Whether nothing is to be changed, but told what would be."""


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A token that was made for an author. It is told this one time."""

    author: str
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class AppliedCourse:
    """The changes of a course file, made or only shown, and the tokens that were made."""

    applied: Applied
    tokens: tuple[IssuedToken, ...]


def _apply(store: Store, sent: SentCourse) -> tuple[Applied, list[Issued], bool]:
    """Apply a course file, or say what it would change. UserError says what is wrong with it.

    It is not applied if the ladder is another one than when it was shown: the last says so.
    """
    names = [name for name in sent.files if name.endswith(".toml")]
    if len(names) != 1:
        raise UserError("Choose one course file, whose name ends with .toml, and what it names.")

    def read(file: Path) -> bytes:
        try:
            return sent.files[str(file)]
        except KeyError as error:
            raise OSError(errno.ENOENT, "it was not sent with the course file") from error

    issued: list[Issued] = []
    kept = store.connections.file
    stale = not sent.dry_run and sent.digest not in {"", store.head()[1]}
    applied = apply_course(
        store,
        Path(names[0]),
        (lambda found: partial(issued.extend, found)) if sent.tokens else None,
        read=read,
        folder=kept.parent if kept else Path(),
        dry_run=sent.dry_run or stale,
    )
    return applied, issued, stale


def _digest(files: Mapping[str, bytes]) -> str:
    return sha256(json.encode(files)).hexdigest()


# --- the routes ---


def add_course(faces: Faces, store: Store) -> None:
    """Add applying a course file: its form, what would change, and the second step."""

    @faces.on("POST", "/course", ORGANISERS)
    async def apply(
        sent: Annotated[SentCourse, Depends(Sent(SentCourse))],
    ) -> AppliedCourse:
        """Apply a course file; its files as base64."""
        applied, issued, stale = await write(_apply, store, sent)
        if stale:
            raise NotNow("The ladder has changed since; look at what the file would change now.")
        tokens = (
            IssuedToken(one.participant.key, one.participant.name, one.secret) for one in issued
        )
        return AppliedCourse(applied, tuple(tokens))

    def page(**values: object) -> Page:
        known = {"applied": None, "sent": None, "sheet": ""}
        return Page("organiser/course", "course", "Course file", known | values)

    # By their digest; those of one form, so that they take no more memory than a request.
    looked_at: dict[str, dict[str, bytes]] = {}

    def shown(sent: SentCourse, address: str) -> Page:
        applied, issued, stale = _apply(store, sent)
        values: dict[str, object] = {"digest": store.head()[1], "files": _digest(sent.files)}
        if issued:
            sheet = Markup(make_parts(issued, address))  # noqa: S704 - it has escaped them
            values |= {"sheet": sheet, "table": make_table(issued)}
        return page(applied=applied, stale=stale, sent=sent, **values)

    async def answer(sent: SentCourse, request: Request) -> Page:
        try:
            return await write(shown, sent, str(request.base_url))
        except UserError as mistake:
            return page(sent=sent).refused(mistake, "Nothing was changed: ")

    @faces.page("/organiser/course", ORGANISERS)
    def form() -> Page:
        return page()

    @faces.page("/organiser/course", ORGANISERS, "POST")
    async def look(request: Request) -> Page:
        """Say what the files would change that were chosen."""
        async with request.form() as form:
            files = {
                one.filename: await one.read()
                for one in form.getlist("files")
                if isinstance(one, UploadFile) and one.filename
            }
            sent = SentCourse(files, tokens=form.get("tokens") == "true", dry_run=True)
        looked_at.clear()
        looked_at[_digest(files)] = files
        return await answer(sent, request)

    @faces.page("/act-course", ORGANISERS, "POST")
    async def apply_looked_at(request: Request) -> Page:
        """Apply the files that were looked at."""
        form = await request.form()
        tokens, digest = form.get("tokens") == "true", str(form.get("digest", ""))
        files = looked_at.get(str(form.get("files")))
        if files is None:
            gone = NotNow("other files were looked at since, or the server began again.")
            return page().refused(gone, "Nothing was changed: ")
        return await answer(SentCourse(files, digest, tokens=tokens), request)
