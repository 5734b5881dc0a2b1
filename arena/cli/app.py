"""The commands of `arena`, and what happens to a user's mistakes.

Exit codes: 0 done, 1 we failed or a forfeit stopped a strict match, 2 the input was wrong, 130
stopped by Ctrl-C.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from arena.cli import play as play_command
from arena.match.clock import parse_time_control
from arena.match.verdict import HostFailure
from arena.mistake import Mistake

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead.")]


@app.callback()
def about() -> None:
    """Let bots play card games, in boxes and on the clock."""


@app.command("games")
def list_games(*, json: Json = False) -> None:
    """List the games with their options."""
    from arena.cli.games import show_games

    show_games(as_json=json)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game; see `arena games`.")],
    bots: Annotated[
        list[str],
        typer.Argument(help="Folders, name=folder, or names of sample bots.", metavar="BOT..."),
    ],
    *,
    deals: Annotated[int, typer.Option(min=1, help="How many different deals.")] = 20,
    rotations: Annotated[
        str, typer.Option(help="From how many seats each bot plays a deal, or all.")
    ] = "all",
    seed: Annotated[int | None, typer.Option(help="Repeat the luck of an earlier match.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    box: Annotated[
        Literal["inline", "process", "container"], typer.Option(help="Where the bots run.")
    ] = "process",
    clock: Annotated[str, typer.Option(help="Seconds: BANK+INCREMENT.")] = "10+0.1",
    start_limit: Annotated[
        float, typer.Option(min=0.1, max=600, help="Seconds a bot has to start and join.")
    ] = 10,
    parallel: Annotated[int, typer.Option(min=1, help="How many matches at once.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder for the records.")] = Path("records"),
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first forfeit.")] = False,
    json: Json = False,
) -> None:
    """Let bots play each other and say who is better, and how sure that is."""
    request = play_command.Request(
        game=game,
        bots=tuple(bots),
        deals=deals,
        rotations=rotations,
        seed=seed,
        options=tuple(option or ()),
        box=box,
        control=replace(parse_time_control(clock), start=start_limit),
        parallel=parallel,
        out=out,
        strict=strict,
    )
    try:
        code = play_command.play(request, as_json=json)
    except KeyboardInterrupt:
        typer.echo("Stopped. Nothing of the match is kept, and no bot is left running.", err=True)
        raise typer.Exit(130) from None
    raise typer.Exit(code)


@app.command()
def replay(
    record: Annotated[
        Path, typer.Argument(help="A record of `arena play`, or a folder: its newest.")
    ],
    *,
    verify: Annotated[bool, typer.Option("--verify", help="Run the match again instead.")] = False,
    game: Annotated[int | None, typer.Option(min=1, help="Only this game of the match.")] = None,
    json: Json = False,
) -> None:
    """Show a match step by step, or check that it went as its record says."""
    from arena.cli.replay import show_record, verify_record

    if verify:
        verify_record(record, as_json=json)
    else:
        show_record(record, game, as_json=json)


def main() -> None:
    """Run the command line; a mistake is one sentence and exit code 2."""
    error = Console(stderr=True, highlight=False, soft_wrap=True, markup=False)
    try:
        app()
    except Mistake as mistake:
        error.print(str(mistake))
        sys.exit(2)
    except HostFailure as failure:
        error.print(f"The match is void, and no bot is to blame: {failure}")
        sys.exit(1)
