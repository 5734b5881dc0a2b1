"""The application: the addresses of the pages, of the API and of the files, and what fails.

Every failure is one sentence: on a page for people, as `{"error": ...}` below `/api/`. Failures of
the machine itself are for the operator of the server, and go to its log.
"""

import asyncio
import logging
from asyncio import Task, create_task
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi import Path as PathParameter
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from pydantic import BeforeValidator, Field
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from arena.errors import HostFailure, NotFound, UserError
from arena.foreign_text import quote, show
from arena.runner.host import Host
from ladder.machine.clock import utc_now
from ladder.queries.bots import read_bot_details
from ladder.queries.front import read_front
from ladder.queries.matches import read_match_details
from ladder.queries.snapshot import Busy
from ladder.queries.tables import TableQuery
from ladder.ratings.official import NoFit
from ladder.settings.about import Logo, name_logo
from ladder.shares import LISTENERS
from ladder.store.connections import TooManyWriters
from ladder.store.database import Away
from ladder.store.store import Ladder, Store
from ladder.web import api, pages, rows
from ladder.web.access import Authenticator, Role, TurnRoute, Visitor, allow
from ladder.web.acts import add_acts, make_acts_pages
from ladder.web.agents import make_agents_page
from ladder.web.bounds import Rates, Refusal, Throttle
from ladder.web.cache import PAUSE, Apart, SnapshotCache, answer_here, keep_doing
from ladder.web.course import add_course, make_course_pages
from ladder.web.desk import FileWriter, OrganiserDesk, add_desk, make_desk_pages
from ladder.web.feed import Feed
from ladder.web.guard import ASKED, REFUSAL, Guard
from ladder.web.join import make_join_pages
from ladder.web.kept_replays import KeptReplays
from ladder.web.live import add_live, make_live_pages
from ladder.web.login import login_page, make_login_router
from ladder.web.mine import add_mine, make_mine_page
from ladder.web.play import add_tables, make_play_pages
from ladder.web.refused import status_of
from ladder.web.requests import RequestDesk, add_requests, make_request_pages
from ladder.web.site import Page, Site
from ladder.web.table_reviews import TableReviews
from ladder.web.tables import PlayTables
from ladder.web.take_part import make_take_part_pages
from ladder.web.uploads import UploadDesk, add_uploads, make_upload_pages

EXPORT: Final = "ladder.zip"
BESIDE: Final = "beside"
"""In the state of a server: the tasks that keep its pages up."""
_AWAY: Final = "The ladder's database cannot be read at the moment; try again in a minute."
_BUG: Final = "Something is wrong with this server; anyone who runs it finds in its log what it is."
_log = logging.getLogger("uvicorn.error")


def _blank(value: object) -> object:
    """Return what a form sends; a field that was left empty says nothing."""
    return None if value == "" else value


_EMPTY: Final = BeforeValidator(_blank)
_Number: TypeAlias = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
_Text: TypeAlias = Annotated[str | None, Query(max_length=64)]
_Whole: TypeAlias = Annotated[Annotated[int, Field(ge=1, le=2**31 - 1)] | None, _EMPTY, Query()]


def _selected(
    season: _Whole = None,
    seats: _Whole = None,
    as_of: Annotated[datetime | None, _EMPTY, Query()] = None,
    without: Annotated[str, Query(max_length=500)] = "",
    versions: Annotated[bool | None, _EMPTY, Query()] = None,
) -> TableQuery:
    """Return what somebody has selected in the form above a board."""
    return api.make_query(season, seats, as_of, without, versions=bool(versions))


_Selected: TypeAlias = Annotated[TableQuery, Depends(_selected)]


def make_app(
    reader: Ladder,
    store: Store,
    export: Path | None = None,
    documents: Path | None = None,
    *,
    wheel: Callable[[], tuple[str, bytes]] | None = None,
    delay: float = 0,
    rates: Rates | None = None,
    tables: PlayTables | None = None,
    listeners: int = LISTENERS,
    pause: float = PAUSE,
    rate: Callable[[], object] | None = None,
    apart: Apart = answer_here,
    fit: Apart | None = None,
    files: FileWriter | None = None,
    replays: KeptReplays | None = None,
    keep_dates: Callable[[], object] | None = None,
    at_root: bool = False,
    on_loopback: bool = False,
    now: Callable[[], datetime] = utc_now,
) -> Guard:
    """Return the web application of a ladder; with its export, if there is one to download, and
    with the documents, if their folder is there, and with a `wheel` of the programs, by its name.

    Pages are read through `reader`, which can change nothing. Visitors with a token change the
    ladder through `store`, which is the same one. Games of running matches are shown `delay`
    seconds after their end. Visitors can play at the `tables`, if there are any. The ladder is
    looked at again after a `pause`, in seconds, and `rate` called while live ratings are to be made
    again. `keep_dates` is called again and again, to carry out what is planned. Slow questions are
    answered `apart`, and slow files written by `files`; boards are made by `fit`. `replays` are
    those that are kept. A server that speaks TLS itself is `at_root` of its host. One that is for
    its own machine is `on_loopback`.
    """
    cache = SnapshotCache(reader, pause, rate, apart, fit)
    tables = tables or PlayTables(reader, Host("container"), most=0)
    reviews = TableReviews()
    site = Site(
        documented=documents is not None,
        playable=tables.most > 0,
        current=lambda: cache.current,
    )
    feed = Feed(reader, cache, delay, now, listeners)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, list[Task[None]]]]:
        beside = [cache.keep_up(), feed.keep_up(), tables.watch()]
        if replays is not None:
            beside.append(keep_doing(replays.tend, pause, "Replays wait", share=1))
        if keep_dates is not None:
            beside.append(keep_doing(keep_dates, pause, "The plan waits", share=1))
        tasks = list(map(create_task, beside))
        yield {BESIDE: tasks}
        await tables.close()
        reviews.end()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    app = FastAPI(
        title="card-arena",
        openapi_url=f"{api.ROOT}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.router.route_class = TurnRoute
    door, throttle = Authenticator(store.connections, at_root=at_root), Throttle(rates or Rates())
    routes, uploads, requests = api.Api(), UploadDesk(store, now), RequestDesk(store)
    api.add_ladder(routes, cache)
    add_live(routes, cache, feed, replays)
    add_uploads(routes, uploads)
    add_requests(routes, requests)
    add_mine(routes, cache)
    add_tables(routes, cache, tables, reviews)
    add_acts(routes, store)
    desk = OrganiserDesk(cache, store, site, files or FileWriter(reader))
    add_desk(routes, desk)
    add_course(routes, store)
    for router in (
        routes.router,
        make_live_pages(site, feed),
        make_login_router(site, door, throttle),
        make_upload_pages(uploads, site),
        make_request_pages(requests, site),
        make_mine_page(cache, site),
        make_play_pages(cache, site, tables),
        make_take_part_pages(cache, site, wheel),
        make_acts_pages(store, site, desk),
        make_desk_pages(desk, store),
        make_course_pages(store, desk),
        make_agents_page(cache),
        make_join_pages(store, site, throttle, now),
    ):
        # As they are: an application that includes a router makes each route of it again.
        app.router.routes += router.routes
    vars(app)["openapi"] = lru_cache(partial(routes.describe, app))
    _add_pages(app, cache, site, export)
    if documents is not None:
        app.mount("/docs", StaticFiles(directory=str(documents), html=True))
    _add_errors(app, site)

    def end() -> None:
        feed.end()
        tables.end()
        reviews.end()

    return Guard(
        app, site, cache=cache, door=door, throttle=throttle, end=end, on_loopback=on_loopback
    )


def _add_pages(app: FastAPI, cache: SnapshotCache, site: Site, export: Path | None) -> None:
    """Add the addresses of the pages. None of them is part of the API's description."""

    def get(path: str) -> Callable[[Any], Any]:
        return app.get(path, include_in_schema=False, response_model=None)

    def board(game: str | None, number: int, asked: TableQuery) -> Response:
        snapshot = cache.current
        standings = cache.standings(snapshot, game, asked)
        return site.answer(pages.board_page(snapshot, standings, number, asked))

    @get("/")
    def front() -> Response:
        snapshot = cache.current
        found = rows.front(snapshot.about, read_front(snapshot))
        return site.answer(pages.front_page(snapshot, found))

    @get("/tv")
    def tv(after: _Whole = None) -> Response:
        return site.answer(pages.tv_page(cache.current, after))

    @get("/boards")
    def overall(asked: _Selected) -> Response:
        return board(None, 1, asked)

    @get("/boards/page/{number}")
    def overall_on(asked: _Selected, number: _Number) -> Response:
        return board(None, number, asked)

    @get("/boards/{game}")
    def one_board(asked: _Selected, game: str) -> Response:
        return board(game, 1, asked)

    @get("/boards/{game}/page/{number}")
    def one_board_on(asked: _Selected, game: str, number: _Number) -> Response:
        return board(game, number, asked)

    @get("/bots")
    def bots(name: _Text = None) -> Response:
        return site.answer(pages.bots_page(cache.current, 1, name or ""))

    @get("/bots/page/{number}")
    def bots_on(number: _Number, name: _Text = None) -> Response:
        return site.answer(pages.bots_page(cache.current, number, name or ""))

    @get("/bots/{name}")
    def bot(name: str) -> Response:
        snapshot = cache.snapshot_with(name)
        found = rows.bot(snapshot.about, read_bot_details(snapshot, name))
        return site.answer(pages.bot_page(snapshot, found))

    @get("/bots/{name}/own")
    def own_bot(name: str, visitor: Annotated[Visitor, allow(Role.AUTHOR)]) -> Response:
        return site.answer(pages.own_bot_page(cache.snapshot_with(name), name, visitor))

    @get("/compare")
    def compare(bot: _Text = None, against: _Text = None, page: _Whole = None) -> Response:
        snapshot, asked = cache.current, (bot or "", against or "", page or 1)

        def make() -> bytes:
            return site.render(pages.compare_page(snapshot, *asked))

        # Its address may say more than it asks for.
        return HTMLResponse(snapshot.once(f"compare {asked}", make))

    @get("/matches")
    def matches(bot: _Text = None, game: _Text = None) -> Response:
        return site.answer(pages.matches_page(cache.current, None, bot, game))

    @get("/matches/before/{number}")
    def matches_before(number: _Number, bot: _Text = None, game: _Text = None) -> Response:
        return site.answer(pages.matches_page(cache.current, number, bot, game))

    @get("/matches/{number}.record")
    def record(number: _Number) -> Response:
        return api.send_record(cache.current, number)

    @get("/matches/{number}")
    def match(number: _Number) -> Response:
        snapshot = cache.current
        # The ladder is read as it is: visitors look for a match that they have just watched.
        found = read_match_details(snapshot.ladder, number)
        return site.answer(pages.match_page(rows.match(snapshot, found)))

    @get("/games")
    def games() -> Response:
        return site.answer(pages.games_page(cache.current))

    @get("/games/{name}")
    def game(name: str) -> Response:
        return site.answer(pages.game_page(cache.current, name))

    @get("/season")
    def season() -> Response:
        return site.answer(pages.season_page(cache.current))

    @get("/logo-{digest}")
    def logo(digest: str) -> Response:
        content = cache.current.ladder.setting(Logo()).content
        if not content or name_logo(content) != f"logo-{digest}":
            raise NotFound("The course has no such logo.")
        return api.send_picture(content, digest.rpartition(".")[2])

    @get("/log")
    def log(kind: _Text = None, before: _Whole = None) -> Response:
        there = EXPORT if export is not None else None
        return site.answer(pages.log_page(cache.current, kind, before, export=there))

    @get("/docs")
    def to_documents() -> Response:
        return RedirectResponse("docs/")

    @get("/api")
    def api_page() -> Response:
        return site.answer(Page("api", "api", "HTTP API", {"paths": app.openapi()["paths"]}))

    if export is not None:

        @get(f"/{EXPORT}")
        def download() -> Response:
            if not export.is_file():
                raise NotFound("The export is not there any more.")
            return FileResponse(export, media_type="application/zip", filename=EXPORT)


# --- what fails ---


def _add_errors(app: FastAPI, site: Site) -> None:
    def say(request: Request, status: int, sentence: str, **headers: str) -> Response:
        path = request.scope.get(ASKED, request.scope["path"]).lstrip("/")
        named = {"cache-control": "no-store", **headers}
        if path.startswith("api/"):
            return api.answer(api.Error(sentence), status, named)
        if status == 401:
            return site.answer(_ask_to_log_in(request, path, sentence), status, named)
        return site.answer(pages.error_page(path, status, sentence), status, named)

    @app.exception_handler(UserError)
    def not_done(request: Request, mistake: UserError) -> Response:
        status = status_of(mistake)
        named = {"www-authenticate": "Bearer"} if status == 401 else {}
        return say(request, status, str(mistake), **named)

    @app.get("/refused", include_in_schema=False)
    @app.get("/api/refused", include_in_schema=False)
    def refuse(request: Request) -> None:
        raise request.scope.get(REFUSAL) or HTTPException(404)

    @app.exception_handler(Refusal)
    def refused_at_the_door(request: Request, refusal: Refusal) -> Response:
        return say(request, refusal.status_code, str(refusal.detail), **_own(refusal))

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        return say(request, 422, _describe(error))

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return say(request, 404, "There is no such page.")
        if error.status_code == 400:
            return say(request, 400, f"This cannot be read as a form: {error.detail}")
        return say(request, error.status_code, "Nothing here can be changed.", **_own(error))

    @app.exception_handler(HostFailure)
    def failed(request: Request, failure: HostFailure) -> Response:
        if isinstance(failure, Busy | TooManyWriters | NoFit):
            return say(request, 503, f"Not now: {failure}.", **{"retry-after": "60"})
        _log.error("%s: %s.", show(request.scope["path"]), show(failure))
        if isinstance(failure, Away):
            return say(request, 503, _AWAY, **{"retry-after": "60"})
        return say(request, 503, _BUG)

    @app.exception_handler(Exception)
    def broken(request: Request, _: Exception) -> Response:
        return say(request, 500, _BUG)


def _ask_to_log_in(request: Request, path: str, sentence: str) -> Page:
    """Return the page that asks for a token, and from which one comes back to where one was."""
    if request.method != "GET":
        back = "Go back in your browser then: what you typed is still there."
        return login_page(path, f"{sentence} {back}")
    query = request.scope["query_string"].decode("latin-1")
    return login_page(path, sentence, f"{path}?{query}" if query else path)


def _own(error: HTTPException) -> dict[str, str]:
    return dict(error.headers or {})


def _describe(error: RequestValidationError) -> str:
    """Return the first thing that is wrong with the parameters, as a sentence."""
    first = error.errors()[0]
    name = str(first["loc"][-1])
    return f"The parameter {quote(name)} is not right: {first['msg']}."
