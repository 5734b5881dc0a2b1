"""Sessions: signed cookies that say with which token somebody has logged in (itsdangerous).

The cookie has the number of a token, never the token; a token that is revoked ends its sessions,
since it is looked up at every request. The same key signs what a form has to send back, so that no
other site can send a form in somebody's name (CSRF).
"""

from collections.abc import Callable
from functools import cached_property
from typing import Final

from itsdangerous import BadData, Signer, URLSafeTimedSerializer

COOKIE: Final = "session"
# In seconds: somebody who was away for longer logs in again.
LASTS: Final = 14 * 24 * 3600


class Sessions:
    """Makes and reads the cookies of a ladder. Its key is asked for when it is first needed."""

    def __init__(self, find_key: Callable[[], bytes]) -> None:
        self._find_key = find_key

    @cached_property
    def _key(self) -> bytes:
        return self._find_key()

    def begin(self, number: int) -> str:
        """Return the cookie of a session that begins now, with a token of this number."""
        return str(self._cookies.dumps(number))

    def read(self, cookie: str) -> int | None:
        """Return the token's number; None for a cookie that is not of ours, or is too old."""
        try:
            number = self._cookies.loads(cookie, max_age=LASTS)
        except BadData:
            return None
        return number if isinstance(number, int) else None

    def sign_form(self, cookie: str) -> str:
        """Return what the forms of a session have to send back."""
        return self._forms.get_signature(cookie).decode()

    @property
    def _cookies(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._key, salt="session")

    @property
    def _forms(self) -> Signer:
        return Signer(self._key, salt="form")
