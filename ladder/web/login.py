"""Logging in and out: the pages that turn a token into a session, and end it."""

import re
from typing import Annotated, Final

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from ladder.store.sessions import LASTS
from ladder.web.access import (
    NOBODY,
    AccessError,
    Authenticator,
    Visitor,
    require_own_site,
)
from ladder.web.bounds import Throttle
from ladder.web.faces import AUTHORS, BY_SECRET, OPEN, Asking, Faces
from ladder.web.site import Page
from ladder.web.writers import write

_LONGEST: Final = 200
_NAME: Final = 64
# The address of a page of this site, seen from /login: nothing that leads above it, or elsewhere.
_OWN_PAGE: Final = re.compile(r"(?!.*\.\.)[a-z][a-z0-9-]*([/?][A-Za-z0-9@_.~%=&/-]*)?", re.ASCII)


def login_page(path: str, problem: str = "", then: str = "") -> Page:
    """Return the page that asks for a token, at any address; `then` is where that leads."""
    kept = then if len(then) <= _LONGEST else ""
    return Page(path, "login", "Log in", {"problem": problem, "then": kept})


def add_login(faces: Faces, door: Authenticator, throttle: Throttle) -> None:
    """Add the routes `/login` and `/logout`."""

    @faces.page("/login", OPEN)
    def form() -> Page:
        return login_page("login")

    def find_visitor(request: Request, token: str) -> Visitor | AccessError:
        """Return who has a token, or what is wrong with it. Refusal if that is tried too often."""
        try:
            found: Visitor | AccessError = door.find_visitor(token)
        except AccessError as wrong:
            found = wrong
        visitor = found if isinstance(found, Visitor) else NOBODY
        if refusal := throttle.refuse_login(request.scope, visitor):
            raise refusal
        return found

    def lead(request: Request, address: str, session: str, seconds: int) -> Response:
        """Return what leads somewhere, with a session from now on; without one after 0 seconds."""
        going = RedirectResponse(address, 303)
        # Not delete_cookie, which names a path.
        going.set_cookie(
            door.cookie,
            session,
            seconds,
            path=door.path,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
        return going

    @faces.page("/login", BY_SECRET, "POST")
    async def login(
        request: Request,
        token: Annotated[str, Form(max_length=_LONGEST)] = "",
        then: Annotated[str, Form(max_length=_LONGEST)] = "",
    ) -> Page | Response:
        require_own_site(request)
        found = await run_in_threadpool(find_visitor, request, token)
        if isinstance(found, AccessError):
            return login_page("login", then=then).refused(found)
        own = "organiser" if found.is_organiser else "mine"
        going = f"./{then if _OWN_PAGE.fullmatch(then) else own}"
        return lead(request, going, await write(door.sessions.begin, found.token), LASTS)

    @faces.page("/logout", AUTHORS, "POST")
    async def logout(
        request: Request,
        visitor: Asking,
        everywhere: Annotated[str, Form(max_length=_NAME)] = "",
    ) -> Response:
        """End this session, or those of an author `everywhere`."""
        if everywhere and not visitor.owns(everywhere):
            raise AccessError(403, "Each author ends its own sessions; the organiser, everybody's.")
        if everywhere:
            await write(door.sessions.end_all, everywhere)
        else:
            await write(door.sessions.end, door.find_cookie(request.headers))
        if everywhere not in {"", visitor.name}:
            return RedirectResponse("organiser", 303)
        return lead(request, "./", "", 0)
