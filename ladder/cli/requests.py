"""`ladder request` and `ladder requests`: unrated matches, at a server or on this machine."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.errors import UserError
from arena.match.record import unpack_record, write_record
from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder.cli.output import make_console, make_table, print_json
from ladder.client import Client, Login
from ladder.log import ORGANISER
from ladder.queries.requests import (
    RequestStory,
    ask_for_match,
    list_requests,
    read_request,
    read_requested_record,
)
from ladder.queries.wording import describe_time, plural
from ladder.requests import Request
from ladder.store.opening import open_store
from ladder.store.store import Store


@dataclass(frozen=True, slots=True)
class RequestsHere:
    """The requests of a ladder of this machine, as one author may see them."""

    store: Store
    author: str

    def ask_for_match(self, bot: str, opponents: Sequence[str], game: str | None) -> Request:
        return ask_for_match(self.store, self.author, bot, opponents, game)

    def list_requests(self, most: int) -> list[Request]:
        return list_requests(self.store, self.author, most)

    def read_request(self, number: int) -> RequestStory:
        return read_request(self.store, self.author, number)

    def read_requested_record(self, number: int) -> bytes:
        return read_requested_record(self.store, self.author, number)


@contextmanager
def open_requests(
    place: str, author: str | None, login: Login | None
) -> Iterator[RequestsHere | Client]:
    """Open the requests at the server of a login, or without one those of a ladder."""
    if login is not None:
        yield Client(login)
        return
    with open_store(place) as store:
        yield RequestsHere(store, author or ORGANISER)


def request_match(
    requests: RequestsHere | Client,
    bot: str,
    opponents: Sequence[str],
    game: str | None,
    *,
    as_json: bool,
) -> None:
    """Have a match wait to be played. UserError if it may not be asked for."""
    request = requests.ask_for_match(bot, opponents, game)
    if as_json:
        print_json(request)
        return
    where = f" at {requests.url}" if isinstance(requests, Client) else ""
    said = f"Request {request.number}{where}: {_describe(request)}."
    say(f"{said} The season plays it; it is not rated.")
    say(advise("requests", request.number, program="ladder"))


def show_requests(requests: RequestsHere | Client, last: int, *, as_json: bool) -> None:
    """List what was asked for, by an author or by all, the newest first."""
    found = requests.list_requests(last)
    if as_json:
        print_json(found)
        return
    console = make_console()
    if not found:
        console.print("Nobody has asked for a match yet.")
        console.print(advise("request", "BOT", "OPPONENT", program="ladder"))
        return
    words = ("author", "bots", "game", "state")
    table = make_table("request", "time (UTC)", *words, left=words)
    for one in found:
        when = describe_time(one.time)[:16]
        table.add_row(
            str(one.number), when, one.author, ", ".join(one.players), one.game, _state(one)
        )
    console.print(table)
    console.print(advise("requests", found[0].number, program="ladder"))


def show_request(
    requests: RequestsHere | Client, number: int, folder: Path | None, *, as_json: bool
) -> None:
    """Tell what came of a request; where a folder is named its record is put there."""
    story = requests.read_request(number)
    path = None
    if folder is not None:
        path = _put(requests.read_requested_record(number), number, folder)
    if as_json:
        print_json(story, record=path and str(path))
        return
    console = make_console()
    for line in _tell(story):
        console.print(line)
    if story.places:
        table = make_table("rank", "bot", "score", "forfeits", left=["bot", "forfeits"])
        for one in story.places:
            forfeits = ", ".join(f"{count} {verdict}" for verdict, count in one.forfeits.items())
            table.add_row(str(one.rank), one.player, str(one.score), forfeits or "-")
        console.print(table)
    if path is not None:
        console.print(advise("replay", path, "--game", 1))
    elif story.games:
        console.print(advise("requests", number, "--record", "records", program="ladder"))


def _put(content: bytes, number: int, folder: Path) -> Path:
    try:
        return write_record(unpack_record(content, f"The record of request {number}"), folder)
    except OSError as error:
        raise UserError(f"No record can be put in {folder}: {error.strerror}.") from error


def _tell(story: RequestStory) -> Iterator[str]:
    request = story.request
    yield f"Request {request.number} of {request.author}: {_describe(request)}; {_state(request)}."
    if story.log:
        yield f"{request.player} has printed {plural(len(story.log), 'letter')}; --json has them."


def _describe(request: Request) -> str:
    games = plural(request.games, "game")
    return f"{games} of {request.game} of {', '.join(request.players)}"


def _state(request: Request) -> str:
    return request.state + (f": {request.reason.rstrip('.')}" if request.reason else "")
