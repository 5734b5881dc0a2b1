"""The commands of `arena`. Each loads only what it needs: a match starts the sooner.

Exit code 1 also says that a bot has forfeited a game, or was refused by a check.
"""

import sys
from pathlib import Path
from typing import Any

import click

from arena.boxes.kinds import ISOLATING, KINDS, USUAL_BOX
from arena.cli.completion import complete_bot, complete_game, complete_option
from arena.errors import UserError
from arena.terminal.options import A_PATH, FROM_ONE, all_of, allowing_missing, as_json
from arena.terminal.program import Program
from arena.terminal.shown import Shown, print_shown, printing

RECORDS = Path("records")
a_record = click.argument("record", type=A_PATH, default=RECORDS)
_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set an option of the game.",
    shell_complete=complete_option,
)
_seed = click.option(
    "--seed",
    metavar="WORD",
    help="The same one deals the same cards: any word, or what an earlier run has told.",
)
_box = click.option(
    "--box", type=click.Choice(list(KINDS)), default=USUAL_BOX, help="The kind of box for bots."
)
_clock = click.option(
    "--clock",
    default="10+0.1",
    metavar="BANK+INCREMENT",
    help="Seconds a game, and more for each move.",
)
_clock_kind = click.option(
    "--clock-kind",
    type=click.Choice(["cpu", "wall"]),
    default="cpu",
    help="The time that the clock charges: of the bot's CPU, or of the wall.",
)
_start_limit = click.option(
    "--start-limit",
    type=click.FloatRange(0.1, 600),
    default=10.0,
    help="Seconds that a bot has to start and join.",
)
_logs = click.option(
    "--logs", type=A_PATH, help="Folder for what the bots print, a file for each, by game and turn."
)


_paired = all_of(
    _seed,
    _box,
    allowing_missing,
    _clock,
    _clock_kind,
    _start_limit,
    click.option("--parallel", type=int, help="How many matches at once; without it one a CPU."),
    click.option(
        "--out",
        type=A_PATH,
        default="comparisons",
        help="Folder for what was played, a folder in it for each comparison.",
    ),
    _logs,
)


@click.group(cls=Program, context_settings={"show_default": True})
@click.version_option(package_name="card-arena")
def app() -> None:
    """Let bots play card games, in boxes and on the clock."""


@app.command(epilog="Example: arena games")
@printing()
def games() -> Shown:
    """List the games with their options."""
    from arena.cli.games import show_games

    return show_games()


@app.command(epilog="Example: arena play six_nimmt my_bot careful random --games 30")
@click.argument("game", shell_complete=complete_game)
@click.argument("bots", nargs=-1, required=True, metavar="BOT...", shell_complete=complete_bot)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    help="How many; without it 40, or the next multiple of the number of bots; 1 with people.",
)
@_seed
@_options
@_box
@allowing_missing
@_clock
@_clock_kind
@click.option(
    "--human-clock",
    metavar="BANK+INCREMENT",
    help="Clock of a person, in seconds of wall time; without it there is none.",
)
@_start_limit
@click.option("--parallel", type=FROM_ONE, default=1, help="How many games at once.")
@click.option("--out", type=A_PATH, default=RECORDS, help="Folder for the record.")
@click.option("--fresh", is_flag=True, help="Do not go on with a match that was stopped.")
@_logs
@as_json
def play(*, as_json: bool, **asked: Any) -> None:
    """Let bots play each other and say who is better, and how sure that is. Or play yourself.

    GAME is one of `arena games`. BOT is a folder, an archive, or a sample bot, maybe with name=
    before it and ?depth=3 behind; or `human` or human:NAME, a person at this terminal. Exit code 1:
    a bot has forfeited a game.
    """
    from arena.cli.play import play_request, read_request

    sys.exit(play_request(read_request(**asked, as_json=as_json), as_json=as_json))


@app.command(epilog="Example: arena replay records --game 1 --bot my-bot")
@a_record
@click.option("--verify", is_flag=True, help="Run the match again instead.")
@click.option("--game", type=FROM_ONE, help="Only this game of the match.")
@click.option(
    "--html",
    type=A_PATH,
    metavar="FILE",
    help="Write a page instead that a browser opens from the disk.",
)
@click.option("--list", "listed", is_flag=True, help="List the games with their results instead.")
@click.option(
    "--view",
    "question",
    type=FROM_ONE,
    metavar="N",
    help="Show the Nth question instead, of --game and to --bot if these are given.",
)
@click.option("--bot", metavar="NAME", help="Games of this bot, its worst first; as its seat saw.")
@click.option(
    "--seat", type=click.IntRange(min=0), help="With --game: as this seat saw it, from 0 on."
)
@click.option("--tables", is_flag=True, help="With --game: the table after every decision.")
@click.option(
    "--logs",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="With --html or --tables: what bots printed, as arena play --logs has written it.",
)
@click.option("--text", is_flag=True, help="With --game, and --bot or --seat: what it was told.")
@click.option("--lost", is_flag=True, help="Only those in which the bot was not first.")
@printing()
def replay(*, record: Path, **asked: Any) -> Shown:
    """List the games of a match, tell one event by event, or check that all went as recorded.

    RECORD is a file that `arena play` has written, or a folder: its newest one. Without it the
    folder is records, where arena play keeps them.
    """
    from arena.cli.replay import show_replay

    return show_replay(record, **asked)


@app.command(epilog="Example: arena rerun records --game 3 --bot my_bot")
@a_record
@click.option(
    "--bot",
    required=True,
    metavar="BOT",
    help="The bot that takes the seat.",
    shell_complete=complete_bot,
)
@click.option(
    "--seat", type=click.IntRange(min=0), help="The seat, from 0 on; else that of its name."
)
@click.option("--game", type=FROM_ONE, default=1, help="This game of the match.")
@click.option(
    "--against",
    multiple=True,
    metavar="BOT",
    shell_complete=complete_bot,
    help="Play on with these in the other seats, where the game leaves its record.",
)
@_box
@click.option(
    "--debug", is_flag=True, help="Without a clock, in this process: breakpoint() and print work."
)
@printing()
def rerun(*, record: Path, **asked: Any) -> Shown:
    """Put a bot into a seat of a match that was played: the others answer as they did.

    Shows where the bot first does anything else, with the table and both moves. The exit code is 1
    if it forfeits the game.
    """
    from arena.cli.rerun import show_rerun

    return show_rerun(record, **asked)


@app.command(epilog="Example: arena compare my_bot_old my_bot --game six_nimmt")
@click.argument("old", shell_complete=complete_bot)
@click.argument("new", shell_complete=complete_bot)
@click.option("--game", help="The game to compare them in.", shell_complete=complete_game)
@click.option("--all-games", is_flag=True, help="Compare in every game that all these bots play.")
@click.option(
    "--against",
    multiple=True,
    metavar="BOT",
    shell_complete=complete_bot,
    help="A bot for the other seats; without it three of the game's sample bot.",
)
@_options
@click.option(
    "--margin",
    type=float,
    default=0.05,
    metavar="SHARE",
    help="The smallest difference that matters, as a share of the table.",
)
@click.option("--pairs", type=int, default=2000, help="At most this many games of each version.")
@_paired
@printing()
def compare(**asked: Any) -> Shown:
    """Say whether the bot NEW is better than OLD: the same games twice, with either.

    Plays until that is shown, or that there is no difference that matters. The same command goes on
    with what was stopped.
    """
    from arena.cli.compare import compare_bots

    return compare_bots(**asked)


@app.command(epilog="Example: arena measure my_bot --game six_nimmt")
@click.argument("bot", shell_complete=complete_bot)
@click.option(
    "--game", required=True, help="The game to measure it in.", shell_complete=complete_game
)
@_options
@click.option("--games", type=int, default=2000, help="At most this many games of the bot.")
@click.option(
    "--width",
    type=float,
    default=0.25,
    metavar="STEPS",
    help="Stop when the steps are known to plus or minus this.",
)
@_paired
@printing()
def measure(**asked: Any) -> Shown:
    """Say how strong a bot is, in steps between three house bots of the game.

    random is 0, the sample bot of the game 1, the searcher with a fixed number of playouts 2. All
    play the same games. The same command goes on with what was stopped.
    """
    from arena.cli.measure import measure_bot

    return measure_bot(**asked)


@app.command(epilog="Example: arena review records --bot my-bot --html review.html")
@a_record
@click.option("--bot", required=True, metavar="NAME", help="The bot whose decisions are reviewed.")
@click.option("--game", "number", type=FROM_ONE, help="Only this game of the match.")
@click.option(
    "--playouts",
    type=click.IntRange(16, 1_000_000),
    default=400,
    help="For each decision; four times as many halve the errors.",
)
@click.option(
    "--worst", type=click.IntRange(min=0), default=3, help="Decisions to show with the table."
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the replay as a page, with what every move was worth.",
)
@printing()
def review(*, record: Path, **asked: Any) -> Shown:
    """Say where a bot lost points: the decisions that cost it most, and what was better.

    RECORD is a file that `arena play` has written, or a folder: its newest one. Without it the
    folder is records, where arena play keeps them.
    """
    from arena.cli.review import show_review

    return show_review(record, **asked)


@app.command(epilog="Example: arena new my_bot --game six_nimmt")
@click.argument("name")
@click.option(
    "--game", help="The game that it plays; without it, all of them.", shell_complete=complete_game
)
@click.option(
    "--language",
    default="python",
    help="python, numpy, javascript, cpp, java or binary, which is any that makes an executable.",
)
def new(*, name: str, game: str | None, language: str) -> None:
    """Make a bot that plays at once, in a new folder NAME, to be made better."""
    from arena.cli.new import make_bot

    make_bot(name, game, language)


@app.command(epilog="Example: arena protos")
def protos() -> None:
    """Print the folder with the wire contract, for bots in other languages."""
    from arena.cli.protos import show_protos

    show_protos()


@app.command(epilog="Example: arena docs")
def docs() -> None:
    """Open the documents in a browser, from the disk."""
    from arena.cli.docs import show_documents

    show_documents()


@app.command(epilog="Example: arena check my_bot --game six_nimmt")
@click.argument("bot", shell_complete=complete_bot)
@click.option(
    "--box",
    type=click.Choice(list(KINDS)),
    default=USUAL_BOX,
    help="The kind of box; a ladder's bots run in a container.",
)
@click.option(
    "--out", type=A_PATH, default=RECORDS, help="Folder for the record of a match that it fails."
)
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="GAME",
    shell_complete=complete_game,
    help="Only this one of the bot's games, as a ladder that plays no other asks; repeatable.",
)
@_seed
@allowing_missing
@_clock
@_clock_kind
@_start_limit
@_logs
@as_json
def check(*, as_json: bool, **asked: Any) -> None:
    """Check a bot step by step, and say of the first step that fails what was wrong.

    BOT is a folder, an archive, or a sample bot, maybe with name= before it and ?depth=3 behind.
    Exit code 1: it is refused.
    """
    from arena.cli.check import show_check

    sys.exit(show_check(as_json=as_json, **asked))


@app.command(epilog="Example: arena image cpp")
@click.argument("language", default="python")
@printing()
def image(*, language: str) -> Shown:
    """Make the image that containers run bots in, with a registry or without one.

    LANGUAGE is what bots are written in: python, numpy, javascript, cpp, java or binary.
    """
    from arena.cli.image import make_image

    return make_image(language)


@app.command(epilog="Example: arena doctor --attack")
@click.option(
    "--attack", is_flag=True, help="Try what strangers may try, in boxes, and by files: minutes."
)
@click.option(
    "--box",
    type=click.Choice(ISOLATING),
    default="container",
    help="The boxes to attack.",
)
@click.option("--only", multiple=True, metavar="NAME", help="With --attack: this attack alone.")
@as_json
def doctor(*, as_json: bool, attack: bool, box: str, only: tuple[str, ...]) -> None:
    """Say what this machine can do, and the line to type for what is missing.

    Exit code 1: strangers' bots cannot be played here in containers, or an attack got through.
    """
    if only and not attack:
        raise UserError("--only names an attack; expected arena doctor --attack --only NAME.")
    if attack:
        from arena.cli.attack import show_attacks

        sys.exit(show_attacks(box, as_json=as_json, only=only))
    from arena.cli.doctor import show_findings

    print_shown(show_findings(), as_json=as_json)
