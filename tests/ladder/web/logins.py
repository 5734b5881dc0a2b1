"""Logging in to a site, as a browser does."""

import re
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from ladder.log.entries import ORGANISER, Joined
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.store.tokens import Tokens

OWN = {"origin": "http://testserver"}


def issue(place: Path, author: str = "ada", *, organiser: bool = False) -> tuple[int, str]:
    with open_store(str(place)) as store:
        return issue_here(store, author, organiser=organiser)


def issue_here(store: Store, author: str, *, organiser: bool) -> tuple[int, str]:
    """Make a token for somebody, who is an author from then on; return its number and secret."""
    if author not in {ORGANISER, *store.roster().authors}:
        store.append(Joined(author))
    token, secret = Tokens(store.connections).issue(author, organiser=organiser)
    return token.number, secret


def log_in(site: TestClient, secret: str) -> Any:
    return site.post("/login", data={"token": secret}, headers=OWN, follow_redirects=False)


def form_token(site: TestClient) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', site.get("/bots").text)
    assert found is not None
    return found[1]
