"""Logging in and out: the pages that turn a token into a session, and end it."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from ladder.web.access import AccessError, Doorkeeper, Role, Visitor, allow, require_own_site
from ladder.web.sessions import COOKIE, LASTS
from ladder.web.site import Page, Site

_LONGEST: Final = 200


def make_login_router(site: Site, door: Doorkeeper) -> APIRouter:
    """Return the routes `/login` and `/logout`."""
    router = APIRouter(include_in_schema=False)

    def show(status: int = 200, problem: str = "") -> Response:
        page = Page("login", "login", "Log in", {"problem": problem})
        return site.answer(page, status)

    @router.get("/login")
    def login_page() -> Response:
        return show()

    @router.post("/login")
    def login(request: Request, token: Annotated[str, Form(max_length=_LONGEST)] = "") -> Response:
        require_own_site(request)
        try:
            visitor = door.find_visitor(token)
        except AccessError as wrong:
            return show(wrong.status, str(wrong))
        going = RedirectResponse("./", 303)
        going.set_cookie(
            COOKIE,
            door.sessions.begin(visitor.token),
            max_age=LASTS,
            # Of the folder that this page is in: the site may be a part of another one.
            path=None,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
        return going

    @router.post("/logout")
    def logout(_: Annotated[Visitor, allow(Role.AUTHOR)]) -> Response:
        going = RedirectResponse("./", 303)
        # Not delete_cookie, which names a path.
        going.set_cookie(COOKIE, "", max_age=0, path=None, httponly=True, samesite="lax")
        return going

    return router
