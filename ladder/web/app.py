"""The application: the addresses of the pages, of the API and of the files, and what fails.

Every failure is one sentence: on a page for people, as `{"error": ...}` below `/api/`. Failures of
the machine itself are for the operator of the server, and go to its log.
"""

import asyncio
import logging
from asyncio import Task, create_task
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from arena.errors import HostFailure, UserError
from arena.foreign_text import quote, show
from arena.runner.host import Host
from ladder.machine.clock import utc_now
from ladder.queries.snapshot import Busy
from ladder.ratings.official import NoFit
from ladder.shares import LISTENERS
from ladder.store.connections import TooManyWriters
from ladder.store.database import Away
from ladder.store.store import Ladder, Store
from ladder.web.access import Authenticator
from ladder.web.acts import add_acts
from ladder.web.bounds import Rates, Refusal, Throttle
from ladder.web.cache import PAUSE, Apart, SnapshotCache, answer_here, keep_doing
from ladder.web.course import add_course
from ladder.web.desk import FileWriter, OrganiserDesk, add_desk
from ladder.web.faces import OF_ALL, OPEN, ROOT, Error, Faces, answer
from ladder.web.feed import Feed
from ladder.web.guard import ASKED, REFUSAL, Guard
from ladder.web.join import add_join
from ladder.web.kept_replays import KeptReplays
from ladder.web.live import add_live
from ladder.web.login import add_login, login_page
from ladder.web.play import add_tables
from ladder.web.questions import add_boards, add_bots, add_ladder, add_matches
from ladder.web.refused import status_of
from ladder.web.requests import add_requests
from ladder.web.site import Page, Site
from ladder.web.table_reviews import TableReviews
from ladder.web.tables import PlayTables
from ladder.web.take_part import add_take_part
from ladder.web.uploads import add_uploads

BESIDE: Final = "beside"
"""In the state of a server: the tasks that keep its pages up."""
_AWAY: Final = "The ladder's database cannot be read at the moment; try again in a minute."
_BUG: Final = "Something is wrong with this server; anyone who runs it finds in its log what it is."
_log = logging.getLogger("uvicorn.error")


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
        openapi_url=f"{ROOT}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    door, throttle = Authenticator(store.connections, at_root=at_root), Throttle(rates or Rates())
    faces = Faces(site, lambda: cache.current)
    desk = OrganiserDesk(cache, store, files or FileWriter(reader))
    add_boards(faces, cache)
    add_bots(faces, cache)
    add_matches(faces, cache)
    add_ladder(faces, cache, export)
    add_live(faces, cache, feed, replays)
    add_uploads(faces, store, now)
    add_requests(faces, store)
    add_tables(faces, cache, tables, reviews)
    add_acts(faces, store, desk)
    add_desk(faces, desk)
    add_course(faces, store)
    add_login(faces, door, throttle)
    add_take_part(faces, cache, wheel)
    add_join(faces, store, throttle, now)

    @faces.page("/api", OPEN)
    def api_page() -> Page:
        return Page("api", "api", "HTTP API", {"paths": app.openapi()["paths"]})

    @faces.page("/refused", OF_ALL)
    @faces.page("/api/refused", OF_ALL)
    def refuse(request: Request) -> None:
        raise request.scope.get(REFUSAL) or HTTPException(404)

    app.router.routes += faces.routes
    vars(app)["openapi"] = lru_cache(partial(faces.describe, app))
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


# --- what fails ---


def _add_errors(app: FastAPI, site: Site) -> None:
    def say(request: Request, status: int, sentence: str, **headers: str) -> Response:
        path = request.scope.get(ASKED, request.scope["path"]).lstrip("/")
        named = {"cache-control": "no-store", **headers}
        if path.startswith("api/"):
            return answer(Error(sentence), status, named)
        page = Page(path, "error", f"Error {status}", {"sentence": sentence})
        if status == 401:
            page = _ask_to_log_in(request, path, sentence)
        return site.answer(replace(page, status=status, headers=named))

    @app.exception_handler(UserError)
    def not_done(request: Request, mistake: UserError) -> Response:
        status = status_of(mistake)
        named = {"www-authenticate": "Bearer"} if status == 401 else {}
        return say(request, status, str(mistake), **named)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        return say(request, 422, _describe(error))

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        said = "Nothing here can be changed."
        if isinstance(error, Refusal):
            said = error.detail
        elif error.status_code == 404:
            said = "There is no such page."
        elif error.status_code == 400:
            said = f"This cannot be read as a form: {error.detail}"
        return say(request, error.status_code, said, **dict(error.headers or {}))

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


def _describe(error: RequestValidationError) -> str:
    """Return the first thing that is wrong with the parameters, as a sentence."""
    first = error.errors()[0]
    name = str(first["loc"][-1])
    return f"The parameter {quote(name)} is not right: {first['msg']}."
