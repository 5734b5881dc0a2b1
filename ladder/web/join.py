"""Joining by the organiser's code: the page of a guest, and the organiser's page of the code."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, Form, Request, Response
from starlette.concurrency import run_in_threadpool

from arena.errors import UserError
from ladder.course.joining import LONGEST_NAME, join_by_code, list_guests
from ladder.settings.dates import find_moment
from ladder.settings.join_code import MOST, JoinCode, digest_code, draw_code
from ladder.store.settings import keep_setting
from ladder.store.store import Store
from ladder.web.access import TurnRoute, require_own_site
from ladder.web.bounds import Throttle
from ladder.web.desk import Organiser
from ladder.web.refused import status_of
from ladder.web.site import Page, Site
from ladder.web.writers import write

_LONGEST: Final = 200
_Text: TypeAlias = Annotated[str, Form(max_length=_LONGEST)]


def make_join_pages(
    store: Store, site: Site, throttle: Throttle, now: Callable[[], datetime]
) -> APIRouter:
    """Return the addresses of both pages."""
    router = APIRouter(include_in_schema=False, route_class=TurnRoute)

    def page(status: int = 200, **values: object) -> Response:
        known = {"issued": None, "problem": "", "name": "", "longest": LONGEST_NAME}
        return site.answer(Page("join", "join", "Join", known | values), status)

    @router.get("/join")
    def form() -> Response:
        return page()

    @router.post("/join")
    async def join(request: Request, code: _Text = "", name: _Text = "") -> Response:
        require_own_site(request)
        if not (await run_in_threadpool(store.setting, JoinCode())).opens(code):
            if refusal := throttle.refuse_code(request.scope):
                raise refusal
            return page(403, problem="This code is not known here.", name=name)
        try:
            issued = await write(join_by_code, store, code, name, now())
        except UserError as mistake:
            return page(status_of(mistake), problem=str(mistake), name=name)
        return page(issued=issued)

    def desk(status: int = 200, **values: object) -> Response:
        people, came = store.people(), list_guests(store)
        known = {"code": store.setting(JoinCode()), "new": "", "problem": "", "most": MOST}
        known["guests"] = {key: people[key].name if key in people else key for key in came}
        return site.answer(Page("organiser/code", "join_code", "Code", known | values), status)

    def keep(code: JoinCode) -> None:
        with store.connections.writing() as transaction:
            keep_setting(transaction.connection, code)

    @router.get("/organiser/code")
    def show(_: Organiser) -> Response:
        return desk()

    @router.post("/organiser/code")
    async def change(
        _: Organiser,
        most: Annotated[int, Form(ge=1, le=100_000)] = MOST,
        end: _Text = "",
        act: _Text = "draw",
    ) -> Response:
        """End the code, or draw another one, which is told this one time."""
        if act == "end":
            await write(keep, JoinCode())
            return await run_in_threadpool(desk)
        try:
            moment = find_moment(datetime.fromisoformat(end), "UTC") if end else None
        except ValueError:
            said = f"Nothing was changed: {end!r} is no moment; expected one like 2026-11-28T18:00."
            return await run_in_threadpool(desk, 422, problem=said)
        new = draw_code()
        await write(keep, JoinCode(digest_code(new), moment, most))
        return await run_in_threadpool(desk, new=new)

    return router
