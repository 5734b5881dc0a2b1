"""A client of an OpenAI-compatible address, with the standard library alone."""

import json
import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from arena_sdk import ProviderAway

# An answer of more bytes is not read to its end.
MOST_BYTES: Final = 1_000_000
_LATER: Final = {408, 409, 425, 429}
Messages = Sequence[Mapping[str, str]]


class Answer(NamedTuple):
    """The answer to a question, as the provider gave it."""

    text: str
    finish: str
    """Why it ended: `stop`, `length`, `content_filter` or another word."""
    tokens_in: int
    tokens_out: int
    seconds: float


class Busy(Exception):  # noqa: N818 - it is worth another try
    """The provider cannot answer now."""


class _NoRedirect(HTTPRedirectHandler):
    """The key is for this address alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Provider:
    """Asks a model. ProviderAway if there is no answer, however long it waits."""

    def __init__(self, parameters: Mapping[str, Any], faults: Counter[str]) -> None:
        self._url = f"{parameters['address'].rstrip('/')}/chat/completions"
        self._body = {name: parameters[name] for name in ("model", "max_tokens", "temperature")}
        self._timeout: float = parameters["timeout"]
        self._patience: float = parameters["patience"]
        self._key = os.environ.get("OPENAI_API_KEY", "")
        self._opener = build_opener(_NoRedirect)
        self._faults = faults

    def hide_key(self, text: str) -> str:
        """Return a text of the provider without the key, which it may repeat."""
        return text.replace(self._key, "[key]") if self._key else text

    def ask(self, messages: Messages) -> Answer:
        """Return the answer to a conversation."""
        pause = 1.0
        until = time.monotonic() + self._patience
        while True:
            try:
                return self._ask(messages)
            except Busy as busy:
                self._faults["away"] += 1
                print(f"fault away: {busy}")
                if time.monotonic() + pause > until:
                    raise ProviderAway(str(busy)) from None
            time.sleep(pause)
            pause *= 2

    def _ask(self, messages: Messages) -> Answer:
        began = time.monotonic()
        headers = {"content-type": "application/json"}
        if self._key:
            headers["authorization"] = f"Bearer {self._key}"
        data = json.dumps({**self._body, "messages": [*messages]}).encode()
        content = self._fetch(Request(self._url, data, headers))
        return self._understand(content, messages, time.monotonic() - began)

    def _fetch(self, request: Request) -> bytes:
        """Return the answer in time: a thread waits, since a socket's timeout is for each byte."""
        came = SimpleQueue[bytes | Exception]()
        Thread(target=lambda: came.put(self._read(request)), daemon=True).start()
        try:
            answer = came.get(timeout=self._timeout)
        except Empty:
            raise Busy(f"its answer had no end after {self._timeout:g} s") from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _read(self, request: Request) -> bytes | Exception:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                content: bytes = response.read(MOST_BYTES + 1)
        except HTTPError as error:
            error.close()
            if error.code in _LATER or error.code >= 500:
                return Busy(f"it answered {error.code}")
            return ProviderAway(_explain(error.code))
        except (OSError, HTTPException, ValueError) as error:
            return Busy(type(error).__name__)
        too_long = f"its answer is longer than {MOST_BYTES:,} bytes"
        return Busy(too_long) if len(content) > MOST_BYTES else content

    def _understand(self, content: bytes, messages: Messages, seconds: float) -> Answer:
        try:
            told = json.loads(content)
            choice = told["choices"][0]
            message = choice["message"]
            text = message.get("content") or ""
            finish = "content_filter" if message.get("refusal") else str(choice["finish_reason"])
            usage = told.get("usage") or {}
            asked = sum(len(one["content"]) for one in messages) // 4
            tokens_in = int(usage.get("prompt_tokens", asked))
            tokens_out = int(usage.get("completion_tokens", len(text) // 4))
            return Answer(self.hide_key(text), finish, tokens_in, tokens_out, seconds)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise Busy("it answered no chat completion") from None


def _explain(code: int) -> str:
    if code in {401, 403}:
        return f"it answered {code}; expected a key in OPENAI_API_KEY that it takes"
    return f"it answered {code}; expected an OpenAI-compatible address and a model that it has"
