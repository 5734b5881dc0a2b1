"""`ladder request`, `review` and `requests`: unrated matches and reviews, at a server or here."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from arena.errors import saying_why
from arena.match.record import unpack_record, write_record
from arena.terminal.advice import advise
from ladder.cli.login import find_server
from ladder.cli.options import at_ladder, newest, putting_record, speaking
from ladder.cli.output import Shown, make_table, printing
from ladder.client import Client
from ladder.log.entries import ORGANISER, describe_forfeits
from ladder.queries.wording import plural
from ladder.wire import Request, RequestDetails

if TYPE_CHECKING:
    from ladder.queries.requests import RequestsHere


@click.command(epilog="Example: ladder request owl random random --game six_nimmt")
@click.argument("bot", metavar="BOT[@N]")
@click.argument("opponents", nargs=-1, required=True, metavar="OPPONENT...")
@click.option("--game", help="The game; needed if they could play several.")
@click.option(
    "--old",
    metavar="BOT@N",
    help="Compare it with this version of the same bot.",
)
@speaking
@at_ladder
@printing()
def request(
    *,
    bot: str,
    opponents: Sequence[str],
    game: str | None,
    old: str | None,
    author: str | None,
    place: str,
) -> Shown:
    """Ask for an unrated match of a bot against others.

    With --old the two versions of it are compared, in as many matches as that takes. The season
    plays it beside its own. After ladder login the match is asked for at that server,
    unless --ladder or LADDER names a ladder of this machine.
    """
    with _open(place, author) as (there, where):
        asked = there.ask_for_match(bot, opponents, game, old)
    said = f"Request {asked.number}{where}: {_describe(asked)}."
    lines = [f"{said} The season plays it; it is not rated."]
    return Shown(asked, lines, ["requests", asked.number])


@click.command(epilog="Example: ladder review owl 7")
@click.argument("bot", metavar="BOT[@N]")
@click.argument("match", type=click.IntRange(1, 2**31 - 1))
@speaking
@at_ladder
@printing()
def review(*, bot: str, match: int, author: str | None, place: str) -> Shown:
    """Ask where a bot lost points in a match of the ladder.

    The season does as arena review does, when it has come so far; it counts as a requested match.
    After ladder login it is asked for at that server, unless --ladder or LADDER names a ladder of
    this machine.
    """
    with _open(place, author) as (there, where):
        asked = there.ask_for_review(bot, match)
    said = f"Request {asked.number}{where}: {_describe(asked)}; {_state(asked)}."
    return Shown(asked, [said], ["requests", asked.number])


@click.command(epilog="Example: ladder requests 3")
@click.argument("number", type=click.IntRange(1, 2**31 - 1), required=False)
@putting_record
@click.option("--cancel", is_flag=True, help="Take it back; one that is played goes on.")
@click.option(
    "--author", metavar="NAME", help="Only what this author has asked for. [default: all]"
)
@newest
@at_ladder
@printing()
def requests(
    *,
    number: int | None,
    record: Path | None,
    cancel: bool,
    author: str | None,
    last: int,
    place: str,
) -> Shown:
    """List what was asked for, show one, or take one back.

    The newest first. After ladder login they are your own at that server, unless --ladder or
    LADDER names a ladder of this machine.
    """
    if cancel and number is None:
        raise click.UsageError("--cancel needs the NUMBER of the request that is taken back.")
    with _open(place, author) as (there, _):
        if cancel and number is not None:
            there.take_back(number)
        if number is None:
            return _show_list(there.list_requests(last))
        story = there.read_request(number)
        content = b"" if record is None else there.read_requested_record(number)
    name = f"The record of request {number}"
    return _show_one(story, None if record is None else put_record(content, name, record))


def put_record(content: bytes, name: str, folder: Path) -> Path:
    """Put a record where it can be replayed. UserError if that cannot be."""
    with saying_why(f"No record can be put in {folder}"):
        return write_record(unpack_record(content, name), folder)


@contextmanager
def _open(place: str, author: str | None) -> Iterator[tuple["RequestsHere | Client", str]]:
    """Open the requests at the server of a login, or without one those of a ladder.

    The text says where they are, for a sentence; it is empty on this machine.
    """
    login = find_server("author")
    if login is not None:
        yield Client(login), f" at {login.url}"
        return
    # Here, since a client has no database.
    from ladder.queries.requests import RequestsHere
    from ladder.store.opening import open_store

    with open_store(place) as store:
        yield RequestsHere(store, author or ORGANISER), ""


def _show_list(found: Sequence[Request]) -> Shown:
    if not found:
        return Shown(found, ["Nobody has asked for anything yet."], ["request", "BOT", "OPPONENT"])
    rows = ((one.number, one.time, one.author, _bots(one), one.game, _state(one)) for one in found)
    heads = ("#request", "time (UTC)", "author", "bots", "game", "state")
    return Shown(found, [make_table(heads, rows)], ["requests", found[0].number])


def _show_one(story: RequestDetails, path: Path | None) -> Shown:
    next_one: str | tuple[object, ...] = ()
    if path is not None:
        next_one = advise("replay", path, "--game", 1)
    elif story.is_kept:
        next_one = ("requests", story.request.number, "--record", "records")
    return Shown(story, _tell(story), next_one, {"record": path and str(path)})


def _tell(story: RequestDetails) -> Iterator[str | Table]:
    request = story.request
    yield f"Request {request.number} of {request.author}: {_describe(request)}; {_state(request)}."
    if request.reviewed is not None and story.is_kept and not story.lost:
        yield "No move was surely better than the one that was made."
    if story.compared is not None:
        yield story.compared.sentence
    if story.log:
        yield f"{request.player} has printed {plural(len(story.log), 'letter')}; --json has them."
    if story.places:
        places = (
            (one.rank, one.player, one.score, describe_forfeits(one.forfeits))
            for one in story.places
        )
        yield make_table(["#rank", "bot", "#score", "forfeits"], places)
    if story.lost:
        worth = "{0.cost:.1f} ± {0.error:.1f} {0.unit}".format
        lost = ((one.game, one.step, one.move, one.better, worth(one)) for one in story.lost)
        yield make_table(["#game", "#step", "move", "better", "#worth more"], lost)


def _describe(request: Request) -> str:
    if request.reviewed is not None:
        return f"the review of {request.player} in match {request.reviewed}"
    if request.old is not None:
        against = ", ".join(request.players[1:])
        versions = f"{request.player} in the place of {request.old}"
        return f"{versions} in {request.game}, against {against}"
    games = plural(request.games, "game")
    return f"{games} of {request.game} of {', '.join(request.players)}"


def _bots(request: Request) -> str:
    plain = request.reviewed is None and request.old is None
    return ", ".join(request.players) if plain else _describe(request)


def _state(request: Request) -> str:
    return request.stage + (f": {request.reason.rstrip('.')}" if request.reason else "")
