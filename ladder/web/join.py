"""Joining by the organiser's code: the page of a guest, and the organiser's page of the code."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final, TypeAlias

from fastapi import Form, Request
from starlette.concurrency import run_in_threadpool

from arena.errors import UserError
from ladder.course.joining import LONGEST_NAME, join_by_code, list_guests
from ladder.settings.dates import find_moment
from ladder.settings.join_code import MOST, JoinCode, digest_code, draw_code
from ladder.store.settings import keep_setting
from ladder.store.store import Store
from ladder.web.access import AccessError, require_own_site
from ladder.web.bounds import Throttle
from ladder.web.faces import BY_SECRET, OPEN, ORGANISERS, Faces
from ladder.web.site import Page
from ladder.web.writers import write

_LONGEST: Final = 200
_Text: TypeAlias = Annotated[str, Form(max_length=_LONGEST)]


def add_join(faces: Faces, store: Store, throttle: Throttle, now: Callable[[], datetime]) -> None:
    """Add both pages."""

    def page(**values: object) -> Page:
        known = {"issued": None, "name": "", "longest": LONGEST_NAME}
        return Page("join", "join", "Join", known | values)

    @faces.page("/join", OPEN)
    def form() -> Page:
        return page()

    @faces.page("/join", BY_SECRET, "POST")
    async def join(request: Request, code: _Text = "", name: _Text = "") -> Page:
        require_own_site(request)
        if not (await run_in_threadpool(store.setting, JoinCode())).opens(code):
            if refusal := throttle.refuse_code(request.scope):
                raise refusal
            return page(name=name).refused(AccessError(403, "This code is not known here."))
        try:
            issued = await write(join_by_code, store, code, name, now())
        except UserError as mistake:
            return page(name=name).refused(mistake)
        # As the guest knows it, for the sheet that is printed.
        return page(issued=issued, address=request.base_url)

    def desk(new: str = "") -> Page:
        people, came = store.people(), list_guests(store)
        guests = {key: people[key].name if key in people else key for key in came}
        values = {"code": store.setting(JoinCode()), "new": new, "guests": guests}
        return Page("organiser/code", "join_code", "Code", values)

    def keep(code: JoinCode) -> None:
        with store.writing() as transaction:
            keep_setting(transaction.connection, code)

    @faces.page("/organiser/code", ORGANISERS)
    def show() -> Page:
        return desk()

    @faces.page("/organiser/code", ORGANISERS, "POST")
    async def change(
        most: Annotated[int, Form(ge=1, le=100_000)] = MOST,
        end: _Text = "",
        act: _Text = "draw",
    ) -> Page:
        """End the code, or draw another one, which is told this one time."""
        if act == "end":
            await write(keep, JoinCode())
            return await run_in_threadpool(desk)
        try:
            moment = find_moment(datetime.fromisoformat(end), "UTC") if end else None
        except ValueError:
            wrong = UserError(f"{end!r} is no moment; expected one like 2026-11-28T18:00.")
            return (await run_in_threadpool(desk)).refused(wrong, "Nothing was changed: ")
        new = draw_code()
        await write(keep, JoinCode(digest_code(new), moment, most))
        return await run_in_threadpool(desk, new)
