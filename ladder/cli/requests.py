"""`ladder request` and `ladder requests`: unrated matches that an author asks for."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from arena.cli.advice import advise
from arena.cli.terminal import say
from arena.errors import UserError
from arena.match.record import unpack_record, write_record
from ladder.cli.output import make_console, make_table, print_json
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


def request_match(
    place: str,
    bot: str,
    opponents: Sequence[str],
    game: str | None,
    author: str | None,
    *,
    as_json: bool,
) -> None:
    """Have a match wait to be played. UserError if it may not be asked for."""
    with open_store(place) as store:
        request = ask_for_match(store, author or ORGANISER, bot, opponents, game)
    if as_json:
        print_json(request)
        return
    say(f"Request {request.number}: {_describe(request)}. The season plays it; it is not rated.")
    say(advise("requests", request.number, program="ladder"))


def show_requests(place: str, author: str | None, last: int, *, as_json: bool) -> None:
    """List what was asked for, by an author or by all, the newest first."""
    with open_store(place) as store:
        found = list_requests(store, author or ORGANISER, last)
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
    place: str, number: int, folder: Path | None, author: str | None, *, as_json: bool
) -> None:
    """Tell what came of a request; where a folder is named its record is put there."""
    with open_store(place) as store:
        story = read_request(store, author or ORGANISER, number)
        path = None
        if folder is not None:
            path = _put(read_requested_record(store, author or ORGANISER, number), number, folder)
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
        console.print(advise("replay", path, "--game 1"))
    elif story.games:
        console.print(advise("requests", number, "--record records", program="ladder"))


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
