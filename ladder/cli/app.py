"""The commands of `ladder`: their arguments, options and help.

They are all declared here, and not each beside what it does: the help, a completion and a misspelt
command need every declaration, and that takes a tenth of a second of CPU. What the commands load
takes more than one. So each loads what it needs when it is called.

Exit code 1 also says that a bot was refused, or that something is wrong with the ladder.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from arena.boxes.kinds import ISOLATING
from arena.errors import UserError
from arena.extras import install_line
from arena.terminal.advice import repeat_in_advice
from arena.terminal.options import allowing_missing, as_json
from arena.terminal.program import Program, end

if TYPE_CHECKING:
    from ladder.client import Login

_CommandT = TypeVar("_CommandT", bound=Callable[..., Any])

# What is missing of these is a bug; anything else was not installed.
_OURS = frozenset({"arena", "arena_sdk", "ladder"})
# By extra, what has it; all else is in `ladder`.
_EXTRAS = {
    "web": {"fastapi", "jinja2", "markdown_it", "markupsafe", "starlette", "uvicorn"},
    "workers": {"dask", "distributed"},
}


def _note_place(context: click.Context, parameter: click.Parameter, place: str) -> str:
    """Have what is advised next name the ladder, too, if it was typed and is not set for good."""
    if context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE:
        repeat_in_advice("ladder", partial(_repeat_place, place))
    return place


def _repeat_place(place: str, words: Sequence[str]) -> Sequence[str]:
    """Return the option that names the ladder, for a command that has it and does not name one.

    A URL may have a password, so it is not shown.
    """
    command = app.commands[words[0]]
    members = command.commands.values() if isinstance(command, click.Group) else [command]
    takes = all(any(one.name == "place" for one in member.params) for member in members)
    named = any(word.startswith("--ladder") for word in words)
    return () if named or not takes or "://" in place else ("--ladder", place)


def _naming_ladder(parameter: str) -> Callable[[_CommandT], _CommandT]:
    return click.option(
        "--ladder",
        parameter,
        envvar="LADDER",
        default="ladder.db",
        show_envvar=True,
        metavar="PLACE",
        callback=_note_place,
        help="A file, or postgresql://user@host/name.",
    )


at_ladder = _naming_ladder("place")
# Of a command that needs a ladder in one of its forms only: advice does not name it.
at_times_at_ladder = _naming_ladder("maybe_place")
newest = click.option(
    "--last", type=click.IntRange(min=1), default=20, metavar="N", help="This many of the newest."
)
as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, for a spreadsheet.")
in_season = click.option(
    "--season", type=click.IntRange(min=1), help="A season by its number. [default: the last]"
)
selecting = [
    in_season,
    click.option("--seats", type=click.IntRange(min=1), help="Only matches of this many bots."),
    click.option(
        "--as-of",
        type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]),
        help="Only what was in the log by then, in UTC.",
    ),
    click.option(
        "--without", multiple=True, metavar="BOT", help="As if this bot had never played."
    ),
    click.option("--versions", is_flag=True, help="Show replaced versions, too."),
]


_MANY = click.IntRange(0, 1_000_000)
_limits = [
    click.option(
        "--bots-per-author",
        type=_MANY,
        metavar="N",
        help="Bots of an author that may play; 0: no limit.",
    ),
    click.option(
        "--submissions-a-day",
        type=_MANY,
        metavar="N",
        help="Limit an author's submissions a day; 0: no limit.",
    ),
    click.option(
        "--unsettled",
        type=_MANY,
        metavar="N",
        help="Limit an author's bots without a rank; 0: no limit.",
    ),
    click.option(
        "--requests-a-day",
        type=_MANY,
        metavar="N",
        help="Matches that an author asks for; 0: no limit.",
    ),
    click.option(
        "--old-versions",
        type=_MANY,
        metavar="N",
        help="Limit a bot's old versions with files; 0: no limit.",
    ),
]
speaking = click.option(
    "--author", metavar="NAME", help="Who says so; for its own bots only. [default: the organiser]"
)


def limiting(command: Any) -> Any:
    """Add the options that limit what an author may have."""
    for option in reversed(_limits):
        command = option(command)
    return command


def selection(command: Any) -> Any:
    """Add the options that say which results count."""
    for option in reversed(selecting):
        command = option(command)
    return command


def in_format(command: Any) -> Any:
    """Add the options that say who plays whom in a season."""
    formats = ["endless", "round-robin", "swiss", "gauntlet"]
    for option in (
        click.option("--bot", help="The one of a gauntlet."),
        click.option("--times", type=click.IntRange(1, 1000), default=1, help="Meetings, rounds."),
        click.option(
            "--format",
            "name",
            type=click.Choice(formats),
            default="endless",
            help="Who plays whom.",
        ),
    ):
        command = option(command)
    return command


def in_boxes(command: Any) -> Any:
    """Add the options that say in which boxes bots play."""
    for option in (
        allowing_missing,
        click.option(
            "--trust", is_flag=True, help="Play in plain processes: all code is your own."
        ),
        click.option("--box", type=click.Choice(ISOLATING), default="container", show_default=True),
    ):
        command = option(command)
    return command


def watched(command: Any) -> Any:
    """Add the options for anyone who runs the command for long: metrics, and the journal."""
    for option in (
        click.option(
            "--log-format",
            "journal_form",
            envvar="LADDER_LOG_FORMAT",
            type=click.Choice(["text", "json"]),
            help="Form of the journal on stderr. [default: text on a terminal, else json]",
        ),
        click.option("--metrics", metavar="HOST:PORT", help="Serve metrics for Prometheus there."),
    ):
        command = option(command)
    return command


def _is_given(name: str) -> bool:
    """Say whether a parameter was typed, or is set in the environment."""
    source = click.get_current_context().get_parameter_source(name)
    return source is not ParameterSource.DEFAULT


def _find_server(*here: str) -> "Login | None":
    """Return the server that is meant; None if it is a ladder of this machine.

    The options `here` are for such a ladder only.
    """
    from ladder.cli.login import find_login

    login = None if _is_given("place") else find_login()
    for name in filter(_is_given, here if login else ()):
        option = f"--{name.replace('_', '-')}"
        raise click.UsageError(
            f"{option} is for a ladder of this machine, which --ladder names; without it"
            f" {click.get_current_context().info_name} speaks to {login and login.url}."
        )
    return login


with_tls = click.option(
    "--tls",
    envvar="LADDER_TLS",
    type=click.Path(path_type=Path),
    help="Folder with ca.pem, certificate.pem and key.pem, for tls://.",
)
undoing = click.option("--undo", is_flag=True, help="End that.")


@click.group(cls=Program, context_settings={"show_default": True})
@click.version_option(package_name="card-arena")
def app() -> None:
    """Rank bots: who plays whom, and who is best."""


@app.command()
@click.option(
    "--division",
    "divisions",
    multiple=True,
    metavar="'GAME [KEY=VALUE...] [seats=N,N]'",
    help="What is played; without it every game, by its usual rules.",
)
@click.option("--games-a-match", type=click.IntRange(1, 10_000), default=40, help="About how many.")
@click.option(
    "--clock",
    default="10+0.1",
    metavar="BANK+INCREMENT",
    help="Seconds a game, and more for each move.",
)
@limiting
@at_ladder
@as_json
def init(
    *,
    place: str,
    divisions: tuple[str, ...],
    games_a_match: int,
    clock: str,
    as_json: bool,
    **asked: int | None,
) -> None:
    """Make a ladder. Its rules stay the same as long as it lasts, but for the authors' limits."""
    from ladder.acts import AskedLimits
    from ladder.cli.init import make_ladder

    limits = AskedLimits(**asked)
    make_ladder(place, divisions, games_a_match, clock, limits, as_json=as_json)


@app.command()
@limiting
@at_ladder
@as_json
def limits(*, place: str, as_json: bool, **asked: int | None) -> None:
    """Show or change what each author may have. The organiser's own bots have no limits."""
    from ladder.acts import AskedLimits
    from ladder.cli.acts import change_limits

    change_limits(place, AskedLimits(**asked), as_json=as_json)


@app.group()
def author() -> None:
    """Say who may hand in bots, and who may do so at the server."""


@author.command("add")
@click.argument("name")
@at_ladder
@as_json
def add_author(*, name: str, place: str, as_json: bool) -> None:
    """Add an author, who may hand in bots from now on."""
    from ladder.cli.author import add_author

    add_author(place, name, as_json=as_json)


@author.command("list")
@at_ladder
@as_json
def list_authors(*, place: str, as_json: bool) -> None:
    """Show the authors with their bots."""
    from ladder.cli.author import list_authors

    list_authors(place, as_json=as_json)


@author.command("token")
@click.argument("name")
@click.option("--organiser", is_flag=True, help="With the organiser's rights.")
@at_ladder
@as_json
def issue_token(*, name: str, organiser: bool, place: str, as_json: bool) -> None:
    """Make a token for an author, and print it this one time.

    For anyone who runs the ladder and hands in nothing NAME is organiser.
    """
    from ladder.cli.author import issue_token

    issue_token(place, name, organiser=organiser, as_json=as_json)


@author.command("tokens")
@at_ladder
@as_json
def list_tokens(*, place: str, as_json: bool) -> None:
    """Show whose tokens there are."""
    from ladder.cli.author import list_tokens

    list_tokens(place, as_json=as_json)


@author.command("revoke")
@click.argument("number", type=click.IntRange(min=1, max=2**31 - 1))
@at_ladder
@as_json
def revoke_token(*, number: int, place: str, as_json: bool) -> None:
    """Have a token open nothing any more."""
    from ladder.cli.author import revoke_token

    revoke_token(place, number, as_json=as_json)


@app.command()
@click.argument("bots", nargs=-1, metavar="BOT...")
@click.option("--author", metavar="NAME", help="Whose they are. [default: the organiser's own]")
@click.option(
    "--samples",
    is_flag=True,
    help="Ours instead, from random moves to long searches; no check.",
)
@in_boxes
@at_ladder
@as_json
def submit(
    *,
    bots: tuple[str, ...],
    place: str,
    author: str | None,
    samples: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Bring bots in, or new versions of them. Each has to pass `arena check` first.

    BOT is a folder, an archive, or a sample bot, maybe with name= before it and ?depth=3 behind.
    After ladder login they are handed in to that server, unless --ladder or LADDER names a ladder
    of this machine. The organiser's own bots have no limits, and they may meet each other; of an
    author no two play in one match of more than two bots.
    """
    from ladder.log import ORGANISER

    if bool(bots) == samples:
        raise UserError("Name the bots that come in, or say --samples for our own; one of the two.")
    if samples:
        from ladder.cli.submit import submit_samples

        if author is not None:
            raise UserError("The samples are the organiser's own; leave out --author.")
        submit_samples(place, as_json=as_json)
        return
    login = _find_server("author", "box", "trust", "allow_missing")
    if login is not None:
        from ladder.cli.hand_in import hand_in

        sys.exit(hand_in(bots, login, as_json=as_json))
    from ladder.cli.submit import submit_bots

    sys.exit(submit_bots(bots, place, author=author or ORGANISER, as_json=as_json, **asked))


@app.command()
@click.argument("url")
@click.option("--token-stdin", "from_stdin", is_flag=True, help="Read the token from stdin.")
@as_json
def login(*, url: str, from_stdin: bool, as_json: bool) -> None:
    """Have ladder submit and ladder request speak to a server from now on. Asks for your token.

    The organiser makes one by ladder author token.
    """
    from ladder.cli.login import log_in

    log_in(url, from_stdin=from_stdin, as_json=as_json)


@app.command()
@as_json
def logout(*, as_json: bool) -> None:
    """Forget the server of the login, with its token."""
    from ladder.cli.login import log_out

    log_out(as_json=as_json)


@app.command()
@click.argument("number", type=click.IntRange(min=1), required=False)
@as_json
def uploads(*, number: int | None, as_json: bool) -> None:
    """Show what you have handed in to the server of the login, or one of it with its steps."""
    from ladder.cli.hand_in import show_uploads

    show_uploads(number, as_json=as_json)


@app.command()
@click.argument("name", metavar="BOT@N")
@speaking
@at_ladder
@as_json
def choose(*, name: str, author: str | None, place: str, as_json: bool) -> None:
    """Have this version of a bot play, until its next one comes in."""
    from ladder.cli.acts import choose_version

    choose_version(place, name, author, as_json=as_json)


@app.command()
@click.argument("name", metavar="BOT[@N]")
@speaking
@at_ladder
@as_json
def withdraw(*, name: str, author: str | None, place: str, as_json: bool) -> None:
    """Have a version of a bot play no more; the one before it plays again."""
    from ladder.cli.acts import withdraw_version

    withdraw_version(place, name, author, as_json=as_json)


@app.command()
@click.argument("bot", metavar="BOT[@N]")
@click.argument("opponents", nargs=-1, required=True, metavar="OPPONENT...")
@click.option("--game", help="What they play; needed where they could play several games.")
@speaking
@at_ladder
@as_json
def request(*, place: str, author: str | None, as_json: bool, **asked: Any) -> None:
    """Ask for an unrated match of a bot against others, which the season plays beside its own.

    After ladder login the match is asked for at that server, unless --ladder or LADDER names a
    ladder of this machine.
    """
    from ladder.cli.requests import open_requests, request_match

    with open_requests(place, author, _find_server("author")) as requests:
        request_match(requests, as_json=as_json, **asked)


@app.command()
@click.argument("number", type=click.IntRange(1, 2**31 - 1), required=False)
@click.option(
    "--record", type=click.Path(path_type=Path), help="Folder to put its record in, to replay it."
)
@click.option(
    "--author", metavar="NAME", help="Only what this author has asked for. [default: all]"
)
@newest
@at_ladder
@as_json
def requests(
    *,
    number: int | None,
    record: Path | None,
    author: str | None,
    last: int,
    place: str,
    as_json: bool,
) -> None:
    """List the matches that were asked for, the newest first, or tell what came of one.

    After ladder login they are your own at that server, unless --ladder or LADDER names a ladder of
    this machine.
    """
    from ladder.cli.requests import open_requests, show_request, show_requests

    with open_requests(place, author, _find_server("author")) as requests:
        if number is None:
            show_requests(requests, last, as_json=as_json)
        else:
            show_request(requests, number, record, as_json=as_json)


@app.command()
@click.option("--matches", type=click.IntRange(min=1), help="Stop after this many.")
@click.option("--minutes", type=click.FloatRange(min=0), help="Plan no more after so long.")
@click.option("--parallel", type=click.IntRange(min=1), help="Matches at once. [default: by CPUs]")
@click.option("--on", "url", metavar="URL", help="On workers: tls://HOST:PORT of their scheduler.")
@click.option(
    "--twice",
    type=click.IntRange(min=0),
    default=200,
    metavar="N",
    help="Have one match of this many played by two workers, which have to agree; 0: no limit.",
)
@click.option(
    "--slowest",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    metavar="PART",
    help="The least speed of a worker, as a part of the fastest one's.",
)
@with_tls
@in_boxes
@watched
@at_ladder
@as_json
def run(*, as_json: bool, **asked: Any) -> None:
    """Play the season, for as long as you let it. Stop it as you like, and go on with the same.

    Who plays whom is of the season: ladder season begins another.
    """
    from ladder.cli.run import run_season

    sys.exit(run_season(as_json=as_json, **asked))


@app.command()
@click.option("--bots", type=click.IntRange(2, 10_000), required=True, help="How many will play.")
@click.option(
    "--hours",
    type=click.FloatRange(0, 100_000, min_open=True),
    required=True,
    help="How long they play.",
)
@click.option("--machines", type=click.IntRange(1, 1000), default=1, help="How many there are.")
@click.option(
    "--matches-an-hour",
    "speed",
    type=click.FloatRange(0, 10_000_000, min_open=True),
    help="Matches an hour on one machine. [default: as the last ones here]",
)
@at_ladder
@as_json
def estimate(
    *, bots: int, hours: float, machines: int, speed: float | None, place: str, as_json: bool
) -> None:
    """Say how well the boards will tell bots apart after an event, by how many machines play."""
    from ladder.cli.estimate import show_estimate

    show_estimate(place, bots, hours, machines, speed, as_json=as_json)


@app.command()
@click.argument("url", default="tcp://127.0.0.1:8786")
@with_tls
def scheduler(*, url: str, tls: Path | None) -> None:
    """Be where a season and its workers meet, until you stop it."""
    from ladder.cli.cluster import serve_scheduler

    serve_scheduler(url, tls)


@app.command()
@click.argument("url")
@click.option(
    "--parallel", type=click.IntRange(min=1), help="Matches at once. [default: by CPUs and memory]"
)
@with_tls
@in_boxes
def worker(
    *,
    url: str,
    parallel: int | None,
    tls: Path | None,
    box: str,
    trust: bool,
    allow_missing: tuple[str, ...],
) -> None:
    """Play matches of the seasons at a scheduler, until you stop it; that loses none."""
    from ladder.cli.cluster import serve_worker

    serve_worker(url, tls, parallel, "process" if trust else box, allow_missing)


@app.command()
@at_ladder
@as_json
def workers(*, place: str, as_json: bool) -> None:
    """List the workers of the season: how fast they are, and what came of their matches."""
    from ladder.cli.cluster import show_workers

    show_workers(place, as_json=as_json)


@app.command()
@in_format
@at_ladder
@as_json
def season(*, place: str, as_json: bool, **asked: Any) -> None:
    """Begin another season, from zero: with its own boards, and who plays whom in it."""
    from ladder.cli.season import begin_season

    begin_season(place, top=None, final=False, as_json=as_json, **asked)


@app.command()
@click.option(
    "--top",
    type=click.IntRange(min=2),
    help="Only the first N of each game's official board. [default: all]",
)
@in_format
@at_ladder
@as_json
def final(*, place: str, as_json: bool, **asked: Any) -> None:
    """Begin a season that is the final: from zero, and no bots come in any more."""
    from ladder.cli.season import begin_season

    begin_season(place, final=True, as_json=as_json, **asked)


@app.command()
@undoing
@at_ladder
@as_json
def freeze(*, undo: bool, place: str, as_json: bool) -> None:
    """Let no bots come in any more."""
    from ladder.cli.acts import freeze

    freeze(place, undo=undo, as_json=as_json)


@app.command()
@undoing
@at_ladder
@as_json
def pause(*, undo: bool, place: str, as_json: bool) -> None:
    """Plan no more matches; what is planned is still played."""
    from ladder.cli.acts import pause

    pause(place, undo=undo, as_json=as_json)


@app.command()
@click.argument("text")
@at_ladder
@as_json
def announce(*, text: str, place: str, as_json: bool) -> None:
    """Have the leaderboard say TEXT on top, until another one is announced; '' says nothing."""
    from ladder.cli.acts import announce

    announce(place, text, as_json=as_json)


@app.command()
@click.argument("match", type=click.IntRange(min=1))
@click.option("--reason", required=True, help="For the log, and so for everybody.")
@at_ladder
@as_json
def cancel(*, match: int, reason: str, place: str, as_json: bool) -> None:
    """Give up a match that waits to be played. The log says so, and why."""
    from ladder.cli.acts import cancel_match

    cancel_match(place, match, reason, as_json=as_json)


@app.command()
@click.argument("game", required=False)
@selection
@as_csv
@at_ladder
@as_json
def table(*, game: str | None, place: str, as_csv: bool, as_json: bool, **asked: Any) -> None:
    """Show the board of a game, or of all together."""
    from ladder.cli.table import show_table
    from ladder.queries.tables import TableQuery

    show_table(place, game, TableQuery(**asked), as_csv=as_csv, as_json=as_json)


@app.command()
@click.argument("game")
@click.option("--top", type=click.IntRange(min=2), default=100, help="Only of the best this many.")
@in_season
@as_csv
@at_ladder
@as_json
def matrix(
    *, game: str, top: int, season: int | None, place: str, as_csv: bool, as_json: bool
) -> None:
    """Show how likely each bot wins a game against each other one."""
    from ladder.cli.matrix import show_matrix

    show_matrix(place, game, top, season, as_csv=as_csv, as_json=as_json)


@app.command()
@click.argument("game", required=False)
@click.option("--reference", metavar="BOT", help="Say how each author does against this bot.")
@in_season
@as_csv
@at_ladder
@as_json
def grades(
    *,
    game: str | None,
    reference: str | None,
    season: int | None,
    place: str,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Show the best bot of each author, in a game or in all together."""
    from ladder.cli.grades import show_grades

    show_grades(place, game, reference, season, as_csv=as_csv, as_json=as_json)


@app.command()
@click.argument("name")
@click.option("--against", metavar="BOT", help="Say instead how likely it beats this one.")
@at_ladder
@as_json
def bot(*, name: str, against: str | None, place: str, as_json: bool) -> None:
    """Show a bot: its ratings, versions, opponents, forfeits and last matches."""
    from ladder.cli.bot import show_bot, show_duel

    if against is None:
        show_bot(place, name, as_json=as_json)
    else:
        show_duel(place, name, against, as_json=as_json)


@app.command()
@at_ladder
@as_json
def show(*, place: str, as_json: bool) -> None:
    """Show what a ladder plays and allows, and where it stands."""
    from ladder.cli.show import show_rules

    show_rules(place, as_json=as_json)


@app.command()
@click.option("--versions", is_flag=True, help="Show all versions of each bot.")
@at_ladder
@as_json
def bots(*, versions: bool, place: str, as_json: bool) -> None:
    """List the bots: whose they are, and whether they play."""
    from ladder.cli.bots import show_bots

    show_bots(place, versions=versions, as_json=as_json)


@app.command()
@click.option("--bot", metavar="BOT", help="Only matches of this bot.")
@click.option("--game", help="Only matches of this game.")
@click.option("--season", type=click.IntRange(min=1), help="Only matches of this season.")
@newest
@at_ladder
@as_json
def matches(*, place: str, as_json: bool, **asked: Any) -> None:
    """List the matches that were played, the newest first."""
    from ladder.cli.matches import show_matches

    show_matches(place, as_json=as_json, **asked)


@app.command()
@click.option("--kind", "kinds", multiple=True, help="Only entries of this kind, say excluded.")
@newest
@at_ladder
@as_json
def log(*, kinds: tuple[str, ...], last: int, place: str, as_json: bool) -> None:
    """List the entries of the log, the newest first."""
    from ladder.cli.log import show_log

    show_log(place, kinds, last, as_json=as_json)


@app.command()
@click.argument("number", type=click.IntRange(min=1))
@click.option(
    "--record", type=click.Path(path_type=Path), help="Folder to put its record in, to replay it."
)
@click.option(
    "--logs",
    type=click.Path(path_type=Path),
    help="Folder to put what its bots have printed in, a file for each; it is kept for a while.",
)
@at_ladder
@as_json
def match(
    *, number: int, record: Path | None, logs: Path | None, place: str, as_json: bool
) -> None:
    """Explain a match: who was expected where, who came where, and what that changed."""
    from ladder.cli.match import show_match

    show_match(place, number, record, logs, as_json=as_json)


@app.command()
@click.option("--bot", metavar="NAME", help="All versions of a bot, also those yet to come.")
@click.option("--version", metavar="NAME@N", help="One version; the one before it plays again.")
@click.option("--author", metavar="NAME", help="All bots of an author, also those yet to come.")
@click.option("--match", type=click.IntRange(min=1), metavar="N", help="One match, by its number.")
@click.option("--reason", required=True, help="For the log, and so for everybody.")
@click.option("--undo", is_flag=True, help="Let it count again.")
@at_ladder
@as_json
def exclude(*, place: str, reason: str, undo: bool, as_json: bool, **asked: Any) -> None:
    """Have a bot, a version, an author or a match count no more. The log keeps what was, and why.

    Anyone who is excluded plays no more, and hands in nothing.
    """
    from ladder.acts import Target
    from ladder.cli.acts import change_exclusion

    change_exclusion(place, Target(**asked), reason, undo=undo, as_json=as_json)


@app.command()
@click.argument("game", required=False)
@at_ladder
@as_json
def suspects(*, game: str | None, place: str, as_json: bool) -> None:
    """List bots that do better together than expected: one may play for the other."""
    from ladder.cli.suspects import show_suspects

    show_suspects(place, game, as_json=as_json)


@app.command()
@click.argument("name")
@click.option("--reason", required=True, help="For the log, and so for everybody.")
@at_ladder
@as_json
def bench(*, name: str, reason: str, place: str, as_json: bool) -> None:
    """Have a bot play no more until it is sent back in; it stays on the board."""
    from ladder.cli.acts import bench_bot

    bench_bot(place, name, reason, as_json=as_json)


@app.command("return")
@click.argument("name")
@at_ladder
@as_json
def send_back(*, name: str, place: str, as_json: bool) -> None:
    """Send a benched bot back in."""
    from ladder.cli.acts import return_bot

    return_bot(place, name, as_json=as_json)


@app.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--submissions", is_flag=True, help="With the bots' files: not to be published.")
@at_ladder
@as_json
def export(*, file: Path, submissions: bool, place: str, as_json: bool) -> None:
    """Write the log and the records of all matches to a file that anybody can check."""
    from ladder.cli.transfer import export_ladder

    export_ladder(place, file, submissions=submissions, as_json=as_json)


@app.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--extends",
    "earlier",
    metavar="OLD|DIGEST",
    help="Whether it goes on from an earlier export, or from its last digest.",
)
@click.option(
    "--play",
    "number",
    type=click.IntRange(min=1),
    help="Without a file: play the bots of this many of the ladder's records again.",
)
@click.option("--seed", help="Draw the records as this seed did. [default: a new one]")
@at_times_at_ladder
@as_json
def verify(
    *,
    file: Path | None,
    earlier: str | None,
    number: int | None,
    seed: str | None,
    maybe_place: str,
    as_json: bool,
) -> None:
    """Check that an export proves what it says: every entry, every record, every bot's files.

    With --play say whether the bots of a ladder answer again as its records have it.
    """
    from ladder.cli.verify import play_again, verify_export

    if (file is None) == (number is None):
        raise UserError("Name an export to be checked, or --play N for records of the ladder.")
    if file is None and number is not None:
        sys.exit(play_again(maybe_place, number, seed, as_json=as_json))
    elif file is not None:
        verify_export(file, earlier, as_json=as_json)


@app.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@at_ladder
@as_json
def import_(*, file: Path, place: str, as_json: bool) -> None:
    """Make a ladder of an export, after checking that all of it fits together."""
    from ladder.cli.transfer import import_ladder

    import_ladder(place, file, as_json=as_json)


@app.command()
@at_ladder
@as_json
def vacuum(*, place: str, as_json: bool) -> None:
    """Give back the space of what was deleted, while no season runs."""
    from ladder.cli.vacuum import give_space_back

    give_space_back(place, as_json=as_json)


@app.command()
@click.argument("file", type=click.Path(path_type=Path))
@at_ladder
@as_json
def backup(*, file: Path, place: str, as_json: bool) -> None:
    """Write all of a ladder to a file, secrets and all, to go on from. A season may go on.

    An export is to be published; a backup is not.
    """
    from ladder.cli.backup import back_up

    back_up(place, file, as_json=as_json)


@app.command()
@click.argument("file", type=click.Path(path_type=Path))
@at_ladder
@as_json
def restore(*, file: Path, place: str, as_json: bool) -> None:
    """Make a ladder of a backup, in a place where there is none, in SQLite or in PostgreSQL."""
    from ladder.cli.backup import restore

    restore(file, place, as_json=as_json)


@app.command()
@click.option(
    "--to",
    "target",
    required=True,
    metavar="PLACE",
    help="A file, or postgresql://user@host/name, with nothing in it.",
)
@at_ladder
@as_json
def move(*, target: str, place: str, as_json: bool) -> None:
    """Move a ladder from SQLite to PostgreSQL, or back. Nothing is lost, and no season may run."""
    from ladder.cli.backup import move

    move(place, target, as_json=as_json)


@app.command()
@click.argument("file", type=click.Path(path_type=Path), default="card-arena-event.tar")
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="LANGUAGE",
    help="With the images of this language, besides Python's; may be said again.",
)
@click.option("--without-images", is_flag=True, help="For an event without containers.")
@as_json
def bundle(*, file: Path, languages: tuple[str, ...], without_images: bool, as_json: bool) -> None:
    """Write all that an event needs to one file, for a machine like this without a network.

    There: tar xf FILE, and card-arena-event/start.py FOLDER.
    """
    from arena.languages import PYTHON
    from ladder.cli.bundle import make_bundle

    if without_images and languages:
        raise UserError("Without images there is none of a language; leave out --language.")
    make_bundle(file, () if without_images else {PYTHON, *languages}, as_json=as_json)


@app.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.argument("game", required=False)
@selection
@as_csv
@as_json
def rate(*, log: Path, game: str | None, as_csv: bool, as_json: bool, **asked: Any) -> None:
    """Make the boards of an export from nothing but its log: the bytes of `ladder table --json`."""
    from ladder.cli.table import show_rated
    from ladder.queries.tables import TableQuery

    show_rated(log, game, TableQuery(**asked), as_csv=as_csv, as_json=as_json)


@app.command()
@click.option("--host", default="127.0.0.1", help="Where to listen; 0.0.0.0: everywhere.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="0: any that is free.")
@click.option(
    "--export", type=click.Path(path_type=Path), help="An export that visitors may download."
)
@click.option(
    "--delay",
    metavar="SECONDS",
    type=click.FloatRange(0, 86400),
    default=0,
    help="Show games of running matches only so long after their end.",
)
@click.option("--certificate", type=click.Path(path_type=Path), help="For TLS: a file in PEM.")
@click.option("--key", type=click.Path(path_type=Path), help="The certificate's, in PEM.")
@click.option("--proxy", metavar="ADDRESS", help="The proxy that says for whom it asks.")
@click.option("--demo", is_flag=True, help="A ladder of the sample bots, for as long as it runs.")
@click.option(
    "--tables",
    type=click.IntRange(0, 100),
    default=4,
    show_default=True,
    help="How many visitors may play against bots at once; 0: nobody.",
)
@in_boxes
@watched
@at_ladder
def serve(
    *,
    place: str,
    host: str,
    port: int,
    export: Path | None,
    delay: float,
    certificate: Path | None,
    key: Path | None,
    proxy: str | None,
    demo: bool,
    tables: int,
    box: str,
    trust: bool,
    allow_missing: tuple[str, ...],
    metrics: str | None,
    journal_form: str | None,
) -> None:
    """Serve the pages of a ladder, and its API; anyone who has a token can do more there than
    look."""
    from ladder.web.server import Gate

    gate = Gate(certificate, key, proxy)
    if demo:
        from ladder.cli.demo import serve_demo

        serve_demo(host, port, gate)
    else:
        from ladder.cli.serve import serve_ladder

        box = "process" if trust else box
        serve_ladder(
            place,
            host,
            port,
            export,
            delay=delay,
            tables=tables,
            box=box,
            allow_missing=allow_missing,
            gate=gate,
            metrics=metrics,
            journal_form=journal_form,
        )


@app.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--export/--no-export", default=True, help="With the export of the ladder.")
@at_ladder
@as_json
def publish(*, folder: Path, export: bool, place: str, as_json: bool) -> None:
    """Write the same pages as files, for any web server or a disk; again where they changed."""
    from ladder.cli.serve import publish_ladder

    publish_ladder(place, folder, export=export, as_json=as_json)


@app.command()
@click.argument("file", type=click.Path(path_type=Path))
@in_season
@at_ladder
@as_json
def certificate(*, file: Path, season: int | None, place: str, as_json: bool) -> None:
    """Write the result of a season as one HTML page, with what is needed to check it."""
    from ladder.cli.certificate import certify

    certify(place, file, season, as_json=as_json)


@app.command()
@at_ladder
@as_json
def doctor(*, place: str, as_json: bool) -> None:
    """Say how the ladder does: its log, all that is kept beside it, its queue, its disk."""
    from ladder.cli.doctor import show_health

    sys.exit(show_health(place, as_json=as_json))


def main() -> None:
    """Run the command line, or say what was not installed with it."""
    try:
        app()
    except ModuleNotFoundError as lack:
        if (lack.name or "").partition(".")[0] in _OURS:
            raise
        extras = (extra for extra, names in _EXTRAS.items() if lack.name in names)
        end(f"This needs {lack.name}; type: {install_line(next(extras, 'ladder'))}", 1)
