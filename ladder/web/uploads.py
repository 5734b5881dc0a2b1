"""Handing in a bot: the pages and the part of the API that take uploads and tell of them.

An upload is read, and put into the queue as it came: nothing of it is opened here. The outcome of a
check and the output of bots are told to the author and to the organiser.
"""

import json
from asyncio import Lock
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from tempfile import TemporaryFile
from typing import Annotated, BinaryIO, Final, TypeAlias
from urllib.parse import quote

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from arena.bots.archive import MAX_ARCHIVE_BYTES
from arena.bots.folder import IGNORED, IGNORED_END, OURS
from arena.bots.manifest import NAME, check_name
from arena.bots.starter import program_of_starter
from arena.errors import NotFound, NotOwn, UserError
from arena.foreign_text import show_lines
from ladder.log.admission import require_upload
from ladder.matches import Player
from ladder.queries.lookup import find_player
from ladder.queries.matches import read_match
from ladder.queries.overview import list_dates
from ladder.queries.replays import ReplayData, read_replay
from ladder.queries.shares import ShareUsed, read_shares
from ladder.queries.uploads import list_uploads, read_refusal, read_refusal_record, read_upload
from ladder.store.store import Store
from ladder.store.uploads import Uploads
from ladder.submissions.files import pack_files, pack_source
from ladder.web.access import Visitor
from ladder.web.faces import (
    AUTHORS,
    AUTHORS_OF_MATCH,
    FILE,
    TEXT,
    Asking,
    Faces,
    Name,
    Number,
    Wanted,
    read_texts,
    send_file,
)
from ladder.web.refused import RefusedError
from ladder.web.site import AnswerPage, Page
from ladder.web.writers import write
from ladder.wire import UploadDetails, UploadLine, UploadList

_MB: Final = 1024**2
MOST_TYPED: Final = 200_000
"""How long a program may be that is typed into the page, in bytes."""
# Names that are not sent with a folder, as the intake leaves them out.
_IGNORED: Final = json.dumps({"names": sorted(IGNORED), "end": IGNORED_END, "top": sorted(OURS)})

FileName: TypeAlias = Annotated[
    str, Query(max_length=200, description="As the file or the folder is called.")
]
BotName: TypeAlias = Annotated[
    str,
    Query(
        max_length=64,
        description="The name of the bot, if not as in bot.toml.",
        json_schema_extra={"pattern": f"^({NAME})?$"},
    ),
]
_UPLOAD: Final = AnswerPage("upload", lambda story: f"Upload {story.upload.number}", "story")


class UploadDesk:
    """Takes uploads, and says what came of them to whom it concerns."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._uploads = Uploads(store.connections, now)
        # So that many at once are in memory one after the other.
        self._one = Lock()

    async def take(
        self, visitor: Visitor, name: str, bot: str, read: Callable[[], bytes]
    ) -> UploadLine:
        """Put what is read into the queue. UserError if it cannot be."""
        async with self._one:
            content = await run_in_threadpool(read)
            return await write(self._add, visitor.name, name, bot, content)

    def require_open(self, visitor: Visitor) -> None:
        """UserError if somebody may hand in nothing now, whatever it is."""
        now, store = self._now(), self._store
        times = store.arrivals(visitor.name, now, "entered")
        require_upload(store.roster(), store.dates(), visitor.name, now, times)

    def _add(self, author: str, name: str, bot: str, content: bytes) -> UploadLine:
        called = check_name(bot) if bot else None
        if not content:
            raise UserError(
                "The file is empty; expected an archive with bot.toml and a program in it."
            )
        number = self._uploads.add(author, _last_part(name), called, content)
        return read_upload(self._store, number).upload

    def story(self, visitor: Visitor, number: int) -> UploadDetails:
        """Return an upload. UserError if there is none, or it is another's."""
        story = read_upload(self._store, number)
        if not visitor.owns(story.upload.author):
            raise NotFound(f"Upload {number} is none of yours.")
        return story

    def log(self, visitor: Visitor, match: int, bot: str) -> str:
        """Return what is kept that an own bot has printed in a match. UserError without a match."""
        roster = self._store.roster()
        player: Player = find_player(roster, bot)
        if not visitor.owns(roster.author_of(player)):
            raise NotOwn(f"{player} is none of yours, and what it prints is for its author.")
        text = self._store.logs(match).get(player, "")
        if not text and player not in read_match(self._store, match).match.players:
            raise NotFound(f"{player} did not play in match {match}, so it printed nothing there.")
        return text


@dataclass(frozen=True, slots=True)
class _Typed:
    """The text of the form."""

    bot: str = ""
    game: str = ""
    source: str = ""

    def pack(self, games: Sequence[str]) -> bytes:
        """Return the archive of the bot. UserError if it cannot be one."""
        if len(self.source.encode()) > MOST_TYPED:
            raise RefusedError(
                413,
                f"The program is over {MOST_TYPED // 1000} kB, the most for a text; hand in an"
                " archive.",
            )
        if self.game not in games:
            raise UserError(f"Choose the game that it plays, of {', '.join(games)}.")
        return pack_source(self.bot, self.game, self.source)


def _last_part(name: str) -> str:
    return name.replace("\\", "/").rstrip("/").rpartition("/")[2] or "bot"


def _read_all(file: BinaryIO) -> bytes:
    file.seek(0, 2)
    if file.tell() > MAX_ARCHIVE_BYTES:
        most = f"{MAX_ARCHIVE_BYTES // _MB} MB, the most for an archive"
        raise RefusedError(413, f"The file is over {most}.")
    file.seek(0)
    return file.read()


def _read_folder(name: str, files: Sequence[UploadFile]) -> bytes:
    """Return the archive of a folder, of which each file is named by its path."""
    try:
        return pack_files((one.filename or "", one.file.read()) for one in files)
    except UserError as error:
        raise UserError(f"{name} cannot be a bot: {error}") from error


def _read_form(
    sent: FormData, typed: _Typed, games: Sequence[str]
) -> tuple[str, str, Callable[[], bytes]]:
    """Return what was sent: the file's name, what the bot is to be called, what reads the file."""
    if "source" in sent:
        return typed.bot, "", partial(typed.pack, games)
    if files := [one for one in sent.getlist("folder") if isinstance(one, UploadFile)]:
        name = (files[0].filename or "").partition("/")[0]
        return name, typed.bot, partial(_read_folder, name, files)
    file = sent.get("file")
    if not isinstance(file, UploadFile):
        raise UserError("No file was sent; choose an archive of your bot.")
    return file.filename or "bot", typed.bot, partial(_read_all, file.file)


def _read_typed(sent: FormData) -> _Typed:
    """Return what was typed, with line ends as a program has them, and without a BOM."""
    texts = {"bot": "", "game": "", "source": "", **read_texts(sent)}
    source = texts["source"].removeprefix("\ufeff").replace("\r\n", "\n")
    return _Typed(texts["bot"].strip(), texts["game"], source)


# --- the routes ---


def add_uploads(faces: Faces, store: Store, now: Callable[[], datetime]) -> None:
    """Add handing in, and what came of it."""
    desk = UploadDesk(store, now)
    games = store.opened().games

    def read_list(visitor: Visitor) -> UploadList:
        return list_uploads(store, None if visitor.is_organiser else visitor.name)

    @faces.on("POST", "/uploads", AUTHORS, UploadLine, takes=FILE, status=201)
    async def hand_in(
        request: Request, visitor: Asking, name: FileName = "bot", bot: BotName = ""
    ) -> UploadLine:
        """Hand in a bot: an archive as the body."""
        await run_in_threadpool(desk.require_open, visitor)
        with TemporaryFile() as file:
            # The door takes no more than an archive may have, and a little.
            async for chunk in request.stream():
                file.write(chunk)
            return await desk.take(visitor, name, bot, partial(_read_all, file))

    def form(typed: _Typed) -> Page:
        values = {"most": MAX_ARCHIVE_BYTES // _MB, "ignored": _IGNORED}
        values |= {"typed": typed, "games": games, "dates": list_dates(store)}
        return Page("submit", "submit", "Hand in a bot", values)

    @faces.page("/submit", AUTHORS)
    def submit_page(visitor: Asking, game: Wanted = None) -> Page:
        begun = game if game in games else games[0]
        typed = _Typed("", begun, program_of_starter(begun))
        try:
            desk.require_open(visitor)
        except UserError as mistake:
            return replace(form(typed).refused(mistake), status=200)
        return form(typed)

    @faces.page("/submit", AUTHORS, "POST")
    async def submit(request: Request, visitor: Asking) -> Page | Response:
        async with request.form() as sent:
            typed = _read_typed(sent)
            try:
                await run_in_threadpool(desk.require_open, visitor)
                line = await desk.take(visitor, *_read_form(sent, typed, games))
            except UserError as mistake:
                return form(typed).refused(mistake)
        return RedirectResponse(f"uploads/{line.number}", 303)

    @faces.page("/uploads", AUTHORS)
    def uploads_page(visitor: Asking) -> Page:
        values = {"found": read_list(visitor), "all": visitor.is_organiser}
        values |= {"shares": read_shares(store, visitor.author)}
        title = "Uploads" if visitor.is_organiser else "Your uploads"
        return Page("uploads", "uploads", title, values)

    @faces.get("/uploads", AUTHORS)
    def uploads(visitor: Asking) -> UploadList:
        """Your uploads, the newest first; the organiser's are all."""
        return read_list(visitor)

    @faces.get("/shares", AUTHORS)
    def shares(visitor: Asking) -> list[ShareUsed]:
        """Your quota: what you have used of each limit."""
        return read_shares(store, visitor.author)

    @faces.page("/uploads/{number}.record", AUTHORS)
    @faces.get("/uploads/{number}/record", AUTHORS, FILE)
    def record(number: Number, visitor: Asking) -> Response:
        """The record of the match that refused an upload."""
        desk.story(visitor, number)
        return send_file(read_refusal_record(store, number), f"upload-{number}.record")

    @faces.both("/uploads/{number}", AUTHORS, _UPLOAD)
    def upload(number: Number, visitor: Asking) -> UploadDetails:
        """One of your uploads, with the steps of its check."""
        return desk.story(visitor, number)

    @faces.get("/uploads/{number}/replay", AUTHORS)
    def replay(number: Number, visitor: Asking) -> ReplayData:
        """The games of that match, for the viewer."""
        desk.story(visitor, number)
        return read_refusal(store, number)

    @faces.page("/matches/{number}/log/{bot}", AUTHORS_OF_MATCH)
    def log_page(number: Number, bot: Name, visitor: Asking) -> Page:
        lines = show_lines(desk.log(visitor, number, bot))
        path = f"matches/{number}/log/{quote(bot, safe='@+-._~')}"
        values = {"lines": lines, "number": number, "bot": bot}
        return Page(path, "bot_log", f"Output of {bot} in match {number}", values)

    @faces.get("/matches/{number}/log/{bot}", AUTHORS_OF_MATCH, TEXT)
    def log(number: Number, bot: Name, visitor: Asking) -> Response:
        """The output of one of your bots in a match."""
        return Response(desk.log(visitor, number, bot), media_type="text/plain; charset=utf-8")

    @faces.get("/matches/{number}/log/{bot}/replay", AUTHORS_OF_MATCH)
    def own_replay(number: Number, bot: Name, visitor: Asking) -> ReplayData:
        """The games, with that at its turns."""
        return read_replay(store, number, log=desk.log(visitor, number, bot))
