"""The client of a ladder's server: what the command line asks over the HTTP API, and nothing else.

Certificates are checked against those that the system trusts. Any failure is one sentence.
"""

import json
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from string import hexdigits
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import msgspec
import urllib3
from urllib3.exceptions import HTTPError, LocationValueError, NewConnectionError, SSLError
from urllib3.exceptions import TimeoutError as TooLate
from urllib3.util import Timeout, parse_url

from arena.errors import HostFailure, UserError
from ladder.machine.listening import is_loopback
from ladder.wire import (
    LogHead,
    Request,
    RequestDetails,
    UploadDetails,
    UploadLine,
    UploadList,
    read_path,
)

AnswerT = TypeVar("AnswerT")

# In seconds: for a connection, and for each answer.
_TIMEOUT: Final = Timeout(connect=10, read=60)
# No answer is longer, in bytes.
_LONGEST: Final = 32 * 1024**2
_SHA256: Final = 64


@dataclass(frozen=True, slots=True)
class Login:
    """A server, and the token that somebody has for it."""

    url: str
    """Without a slash at its end."""
    token: str
    fingerprint: str = ""
    """The SHA-256 of its certificate, in hexadecimal, where no authority vouches for it."""
    head: LogHead | None = None
    """The last entry of its log that was seen here."""


def check_fingerprint(text: str, url: str) -> str:
    """Return a SHA-256 in hexadecimal, with or without colons.

    UserError if it is none, or the server at the address has no certificate.
    """
    if not url.startswith("https:"):
        raise UserError(f"{url} has no certificate; expected an address with https.")
    digits = text.replace(":", "").lower()
    if len(digits) != _SHA256 or not set(digits) <= set(hexdigits):
        raise UserError(f"{text!r} is no fingerprint; expected 64 hexadecimal digits.")
    return digits


def check_url(text: str) -> str:
    """Return the address of a server as it is used; UserError if it is none, or not safe."""
    with suppress(LocationValueError):
        url = parse_url(text if "://" in text else f"https://{text}")
        if url.scheme in {"http", "https"} and url.host and not url.auth and not url.query:
            if url.scheme == "http" and not is_loopback(url.host.strip("[]")):
                raise UserError(
                    "Over http others can read your token on its way; expected an address with"
                    " https."
                )
            return url.url.rstrip("/")
    raise UserError(
        f"{text!r} is no address of a server; expected one like https://ladder.example.org."
    )


class Client:
    """Asks one server, in the name of anyone who has logged in there."""

    def __init__(self, login: Login) -> None:
        self.url = login.url
        self._headers = {"authorization": f"Bearer {login.token}", "accept": "application/json"}
        trusted = ssl.create_default_context()
        known: dict[str, Any] = {}
        if login.fingerprint:
            # The fingerprint identifies the certificate, in place of an authority.
            trusted.check_hostname, trusted.verify_mode = False, ssl.CERT_NONE
            known = {"assert_fingerprint": login.fingerprint}
        self._pool = urllib3.PoolManager(
            timeout=_TIMEOUT, retries=False, ssl_context=trusted, **known
        )

    def hand_in(self, name: str, bot: str | None, content: bytes) -> UploadLine:
        """Hand in an archive. UserError if it is not taken."""
        query = {"name": name} | ({"bot": bot} if bot else {})
        return self._ask("POST", "uploads", UploadLine, query=query, content=content)

    def read_head(self, last: int | None = None) -> LogHead:
        """Return the last entry of the log, or that up to a number. UserError if it is hidden."""
        query = {"newest": "1"} | ({"before": str(last + 1)} if last else {})
        return self._ask("GET", "log", list[LogHead], query=query)[0]

    def uploads(self) -> UploadList:
        """Return the own uploads."""
        return self._ask("GET", "uploads", UploadList)

    def upload(self, number: int) -> UploadDetails:
        """Return one of the own uploads. UserError if it is none of them."""
        return self._ask("GET", f"uploads/{number}", UploadDetails)

    def ask_for_match(
        self, bot: str, opponents: Sequence[str], game: str | None, old: str | None
    ) -> Request:
        """Have a match, or a comparison with an old version, wait to be played.

        UserError if it may not be asked for.
        """
        asked = {"bot": bot, "opponents": list(opponents), "game": game, "old": old}
        return self._ask("POST", "requests", Request, content=msgspec.json.encode(asked))

    def ask_for_review(self, bot: str, match: int) -> Request:
        """Have the review of a match wait. UserError if it may not be asked for."""
        asked = msgspec.json.encode({"bot": bot, "match": match})
        return self._ask("POST", "reviews", Request, content=asked)

    def take_back(self, number: int) -> Request:
        """Have one of the own requests not be played. UserError if it does not wait."""
        return self._ask("DELETE", f"requests/{number}", Request)

    def list_requests(self, most: int) -> list[Request]:
        """Return the own requests, the newest first."""
        return self._ask("GET", "requests", list[Request])[:most]

    def read_request(self, number: int) -> RequestDetails:
        """Return one of the own requests. UserError if it is none of them."""
        return self._ask("GET", f"requests/{number}", RequestDetails)

    def read_requested_record(self, number: int) -> bytes:
        """Return the packed record of a request. UserError if there is none."""
        return self._send("GET", f"requests/{number}/record")

    def _ask(
        self,
        method: str,
        path: str,
        kind: type[AnswerT],
        *,
        query: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> AnswerT:
        body = self._send(method, path, query=query, content=content)
        try:
            return msgspec.json.decode(body, type=kind, dec_hook=read_path)
        except msgspec.MsgspecError as error:
            raise self._no_ladder() from error

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> bytes:
        """Return the body of an answer that says that all went well."""
        address = f"{self.url}/api/v1/{path}"
        if query:
            address += f"?{urlencode(query)}"
        with _saying_what_fails(self.url):
            response = self._pool.request(
                method,
                address,
                body=content,
                headers=self._headers | {"content-type": "application/octet-stream"},
                redirect=False,
                preload_content=False,
            )
            # Its connection ends with it: the next question is a second later, if there is one.
            with closing(response):
                body: bytes = response.read(_LONGEST)
        if response.status >= 300:
            raise self._explain(response.status, response.headers.get("location", ""), body)
        return body

    def _explain(self, status: int, location: str, body: bytes) -> Exception:
        """Return what the server says, as whose fault it is."""
        if location and status < 400:
            return UserError(f"{self.url} leads to {location}; log in with that address.")
        sentence = _read_error(body)
        if not sentence:
            return self._no_ladder()
        if status == 401:
            return UserError(f"{sentence} Then: ladder login {self.url}")
        return HostFailure(sentence.rstrip(".")) if status >= 500 else UserError(sentence)

    def _no_ladder(self) -> UserError:
        return UserError(
            f"There is no ladder of this version at {self.url}; expected the address of its"
            " leaderboard."
        )


def _read_error(body: bytes) -> str:
    """Return the sentence of an answer that says what went wrong; empty if it has none."""
    try:
        said: Any = json.loads(body)
    except ValueError:
        return ""
    sentence = said.get("error") if isinstance(said, dict) else None
    return sentence if isinstance(sentence, str) else ""


@contextmanager
def _saying_what_fails(url: str) -> Iterator[None]:
    try:
        yield
    except SSLError as error:
        reason = error.args[0] if error.args else error
        if isinstance(reason, ssl.SSLCertVerificationError):
            raise UserError(
                f"The certificate of {url} is not one that this system trusts:"
                f" {reason.verify_message}. One of the server's own is trusted by --fingerprint, as"
                " the organiser tells it."
            ) from error
        if "Fingerprints did not match" in str(reason):
            raise UserError(
                f"The certificate of {url} has another fingerprint, so your token was not sent;"
                " ask the organiser for today's."
            ) from error
        raise UserError(f"The server at {url} speaks no TLS; is the address right?") from error
    except LocationValueError as error:
        raise UserError(f"{url} is no address of a server.") from error
    # Which is a TimeoutError for urllib3, whatever it comes from.
    except NewConnectionError as error:
        raise HostFailure(
            f"nothing answers at {url}; is the address right, and does its server run"
        ) from error
    except TooLate as error:
        raise HostFailure(f"{url} does not answer in time; try again in a minute") from error
    except (HTTPError, OSError) as error:
        raise HostFailure(f"{url} broke off its answer; try again in a minute") from error
