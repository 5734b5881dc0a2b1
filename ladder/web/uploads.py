"""Handing in a bot: the pages and the part of the API that take uploads and tell of them.

An upload is read, and put into the queue as it came: nothing of it is opened here. The outcome of a
check and the output of bots are told to the author and to the organiser.
"""

import io
import json
from asyncio import Lock
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from tempfile import TemporaryFile
from typing import Annotated, BinaryIO, Final, TypeAlias
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response
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
from ladder.machine.clock import utc_now
from ladder.matches import Player
from ladder.queries.lookup import find_player
from ladder.queries.matches import read_match
from ladder.queries.overview import DateLine, list_dates
from ladder.queries.replays import ReplayData, read_replay
from ladder.queries.shares import ShareUsed, read_shares
from ladder.queries.uploads import list_uploads, read_refusal, read_refusal_record, read_upload
from ladder.store.store import Store
from ladder.store.uploads import Uploads
from ladder.submissions.files import pack_source
from ladder.web import api
from ladder.web.access import Role, TurnRoute, Visitor, allow
from ladder.web.refused import RefusedError, status_of
from ladder.web.site import Page, Site
from ladder.web.writers import write
from ladder.wire import UploadDetails, UploadLine, UploadList

_MB: Final = 1024**2
MOST_TYPED: Final = 200_000
"""How long a program may be that is typed into the page, in bytes."""
# Names that are not sent with a folder, as the intake leaves them out.
_IGNORED: Final = json.dumps({"names": sorted(IGNORED), "end": IGNORED_END, "top": sorted(OURS)})

Author: TypeAlias = Annotated[Visitor, allow(Role.AUTHOR)]
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
Bot: TypeAlias = Annotated[str, Path(min_length=1, max_length=64)]


class UploadDesk:
    """Takes uploads, and says what came of them to whom it concerns."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._store = store
        self._now = now
        self._uploads = Uploads(store.connections, now)
        # So that many at once are in memory one after the other.
        self._one = Lock()

    async def take(self, visitor: Visitor, name: str, bot: str, file: BinaryIO) -> UploadLine:
        """Put what a file has in it into the queue. UserError if it cannot be."""
        async with self._one:
            content = await run_in_threadpool(_read_all, file)
            return await write(self._add, visitor.name, name, bot, content)

    def games(self) -> list[str]:
        """Return the games that bots play here."""
        return [division.game for division in self._store.opened().divisions]

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

    def list(self, visitor: Visitor) -> UploadList:
        """Return somebody's own uploads; the organiser's are all."""
        return list_uploads(self._store, None if visitor.is_organiser else visitor.name)

    def shares(self, visitor: Visitor) -> Sequence[ShareUsed]:
        """Return what somebody has used of what all share; nothing for the organiser."""
        return [] if visitor.is_organiser else read_shares(self._store, visitor.name)

    def dates(self) -> Sequence[DateLine]:
        """Return what is planned."""
        return list_dates(self._store)

    def story(self, visitor: Visitor, number: int) -> UploadDetails:
        """Return an upload. UserError if there is none, or it is another's."""
        story = read_upload(self._store, number)
        if not visitor.owns(story.upload.author):
            raise NotFound(f"Upload {number} is none of yours.")
        return story

    def send_record(self, visitor: Visitor, number: int) -> Response:
        """Return the record of the match that refused a bot. UserError if there is none."""
        self.story(visitor, number)
        return api.send_file(read_refusal_record(self._store, number), f"upload-{number}.record")

    def send_replay(self, visitor: Visitor, number: int) -> Response:
        """Return the replay of the same match."""
        self.story(visitor, number)
        return api.answer(read_refusal(self._store, number))

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

    def send_own_replay(self, visitor: Visitor, match: int, bot: str) -> Response:
        """Return the replay of a match with what an own bot has printed. UserError without."""
        text = self.log(visitor, match, bot)
        return api.answer(read_replay(self._store, match, log=text))


@dataclass(frozen=True, slots=True)
class _Typed:
    """The text of the form."""

    bot: str = ""
    game: str = ""
    source: str = ""

    def pack(self, games: Sequence[str]) -> BinaryIO:
        """Return the archive of the bot. UserError if it cannot be one."""
        if len(self.source.encode()) > MOST_TYPED:
            raise RefusedError(
                413,
                f"The program is over {MOST_TYPED // 1000} kB, the most for a text; hand in an"
                " archive.",
            )
        if self.game not in games:
            raise UserError(f"Choose the game that it plays, of {', '.join(games)}.")
        return io.BytesIO(pack_source(self.bot, self.game, self.source))


def _last_part(name: str) -> str:
    return name.replace("\\", "/").rstrip("/").rpartition("/")[2] or "bot"


def _read_all(file: BinaryIO) -> bytes:
    file.seek(0, 2)
    if file.tell() > MAX_ARCHIVE_BYTES:
        raise _too_large()
    file.seek(0)
    return file.read()


def _too_large() -> RefusedError:
    return RefusedError(
        413, f"The file is over {MAX_ARCHIVE_BYTES // _MB} MB, the most for an archive."
    )


async def _receive(request: Request, file: BinaryIO) -> None:
    """Write a request's body into a file. RefusedError as soon as it is too large."""
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > MAX_ARCHIVE_BYTES:
        raise _too_large()
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MAX_ARCHIVE_BYTES:
            raise _too_large()
        file.write(chunk)


# --- the API ---


def add_uploads(routes: api.Api, desk: UploadDesk) -> None:
    """Add handing in, and what came of it."""
    get = routes.get

    @routes.on(
        "POST",
        "/uploads",
        UploadLine,
        "Hand in a bot: an archive as the body",
        takes=api.FILE,
        status=201,
    )
    async def hand_in(
        request: Request, visitor: Author, name: FileName = "bot", bot: BotName = ""
    ) -> Response:
        await run_in_threadpool(desk.require_open, visitor)
        with TemporaryFile() as file:
            await _receive(request, file)
            return api.answer(await desk.take(visitor, name, bot, file), 201)

    @get("/uploads", UploadList, "Your uploads, the newest first; the organiser's are all")
    def uploads(visitor: Author) -> Response:
        return api.answer(desk.list(visitor))

    @get("/shares", list[ShareUsed], "Your quota: what you have used of each limit")
    def shares(visitor: Author) -> Response:
        return api.answer(desk.shares(visitor))

    @get("/uploads/{number}", UploadDetails, "One of your uploads, with the steps of its check")
    def upload(number: api.Number, visitor: Author) -> Response:
        return api.answer(desk.story(visitor, number))

    @get("/uploads/{number}/record", api.FILE, "The record of the match that refused an upload")
    def record(number: api.Number, visitor: Author) -> Response:
        return desk.send_record(visitor, number)

    @get("/uploads/{number}/replay", ReplayData, "The games of that match, for the viewer")
    def replay(number: api.Number, visitor: Author) -> Response:
        return desk.send_replay(visitor, number)

    @get("/matches/{number}/log/{bot}", api.TEXT, "The output of one of your bots in a match")
    def log(number: api.Number, bot: Bot, visitor: Author) -> Response:
        return Response(desk.log(visitor, number, bot), media_type="text/plain; charset=utf-8")

    @get("/matches/{number}/log/{bot}/replay", ReplayData, "The games, with that at its turns")
    def own_replay(number: api.Number, bot: Bot, visitor: Author) -> Response:
        return desk.send_own_replay(visitor, number, bot)


# --- the pages ---


def _read_form(sent: FormData, typed: _Typed, games: Sequence[str]) -> tuple[str, str, BinaryIO]:
    """Return what was sent: the file's name, what the bot is to be called, the file."""
    if "source" in sent:
        return typed.bot, "", typed.pack(games)
    file = sent.get("file")
    if not isinstance(file, UploadFile):
        raise UserError("No file was sent; choose an archive of your bot.")
    return file.filename or "bot", typed.bot, file.file


def _read_typed(sent: FormData) -> _Typed:
    """Return what was typed, with line ends as a program has them, and without a BOM."""
    bot, game, source = (
        text if isinstance(text := sent.get(name, ""), str) else ""
        for name in ("bot", "game", "source")
    )
    lines = source.removeprefix("\ufeff").replace("\r\n", "\n")
    return _Typed(bot.strip(), game, lines)


def make_upload_pages(desk: UploadDesk, site: Site) -> APIRouter:
    """Return the addresses of the pages."""
    router = APIRouter(include_in_schema=False, route_class=TurnRoute)

    def form(typed: _Typed, problem: str = "", status: int = 200) -> Response:
        values = {"problem": problem, "most": MAX_ARCHIVE_BYTES // _MB, "ignored": _IGNORED}
        values |= {"typed": typed, "games": desk.games(), "dates": desk.dates()}
        return site.answer(Page("submit", "submit", "Hand in a bot", values), status)

    @router.get("/submit")
    def submit_page(visitor: Author, game: api.Wanted = None) -> Response:
        games = desk.games()
        begun = game if game in games else games[0]
        typed = _Typed("", begun, program_of_starter(begun))
        try:
            desk.require_open(visitor)
        except UserError as mistake:
            return form(typed, str(mistake))
        return form(typed)

    @router.post("/submit")
    async def submit(request: Request, visitor: Author) -> Response:
        async with request.form() as sent:
            typed = _read_typed(sent)
            try:
                await run_in_threadpool(desk.require_open, visitor)
                line = await desk.take(visitor, *_read_form(sent, typed, desk.games()))
            except UserError as mistake:
                return form(typed, str(mistake), status_of(mistake))
        return RedirectResponse(f"uploads/{line.number}", 303)

    @router.get("/uploads")
    def uploads(visitor: Author) -> Response:
        values = {"found": desk.list(visitor), "all": visitor.is_organiser}
        values |= {"shares": desk.shares(visitor)}
        title = "Uploads" if visitor.is_organiser else "Your uploads"
        return site.answer(Page("uploads", "uploads", title, values))

    @router.get("/uploads/{number}.record")
    def record(number: api.Number, visitor: Author) -> Response:
        return desk.send_record(visitor, number)

    @router.get("/uploads/{number}")
    def upload(number: api.Number, visitor: Author) -> Response:
        values = {"story": desk.story(visitor, number)}
        return site.answer(Page(f"uploads/{number}", "upload", f"Upload {number}", values))

    @router.get("/matches/{number}/log/{bot}")
    def log(number: api.Number, bot: Bot, visitor: Author) -> Response:
        lines = show_lines(desk.log(visitor, number, bot))
        path = f"matches/{number}/log/{quote(bot, safe='@+-._~')}"
        values = {"lines": lines, "number": number, "bot": bot}
        return site.answer(Page(path, "bot_log", f"What {bot} printed in match {number}", values))

    return router
