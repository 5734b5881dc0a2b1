"""`ladder bot`: one bot, its ratings, its opponents, its errors and its last matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from arena.foreign_text import show_lines
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from ladder.cli.options import at_ladder
from ladder.cli.output import make_console, print_json, working
from ladder.log.entries import describe_forfeits
from ladder.machine.clock import describe_time
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from rich.table import Table

    from ladder.queries.bots import BotSummary, GameRating, MatchPlace, Opponent
    from ladder.ratings.versus import Versus
    from ladder.season.benching import ForfeitedGame


@click.command(epilog="Example: ladder bot owl --against random")
@click.argument("name")
@click.option("--against", metavar="BOT", help="Say instead how likely it beats this one.")
@at_ladder
@as_json
def bot(*, name: str, against: str | None, place: str, as_json: bool) -> None:
    """Show a bot: ratings, versions, opponents, last matches."""
    if against is not None:
        _show_duel(place, name, against, as_json=as_json)
        return
    from ladder.queries.bots import read_bot
    from ladder.queries.lookup import find_player
    from ladder.store.opening import open_store

    with open_store(place) as store, working("reading"):
        story = read_bot(store, find_player(store.roster(), name))
    if as_json:
        print_json(story)
    else:
        _print(story)


def _print(story: BotSummary) -> None:
    console = make_console()
    console.print(", ".join(filter(None, (story.player, story.state))))
    console.print(f"versions: {', '.join(story.versions)}")
    console.print(_ratings(story.ratings))
    console.print(_opponents(story.opponents))
    console.print(f"forfeited games: {describe_forfeits(story.forfeits)}")
    if story.voids:
        voids = plural(len(story.voids), "void")
        said = f"{voids} since it last played a match to its end, the last: {story.voids[-1]}"
        console.print(said)
    for error in story.errors:
        for line in _tell(error):
            console.print(line)
    console.print(_last(story.last))
    advice = ["match", story.last[0].match] if story.last else ["run"]
    console.print(advise(*advice, program="ladder"))


def _ratings(ratings: Mapping[str, GameRating]) -> Table:
    table = _make_table("game", "games", "matches", "mean", "±", "live score")
    for game, now in ratings.items():
        numbers = (f"{now.mean:.1f}", f"{now.deviation:.1f}", f"{now.score:.1f}")
        table.add_row(game, str(now.games), str(now.matches), *numbers)
    return table


def _opponents(opponents: Sequence[Opponent]) -> Table:
    table = _make_table("opponent", "games", "in front", "level", "behind")
    for one in opponents:
        table.add_row(one.player, *map(str, (one.games, one.ahead, one.level, one.behind)))
    return table


def _tell(error: ForfeitedGame) -> Iterator[str]:
    yield f"  match {error.match}, game {error.game}: {error.verdict}: {error.detail}"
    yield from (f"    | {line}" for line in show_lines(error.log_tail))


def _last(matches: Sequence[MatchPlace]) -> Table:
    table = _make_table("match", "game", "rank", "of", "when")
    for one in matches:
        cells = (str(one.match), one.game, str(one.rank), str(one.players))
        table.add_row(*cells, describe_time(one.time))
    return table


def _make_table(*columns: str) -> Table:
    from rich.table import Table

    return Table(*columns, box=None, pad_edge=False)


# --- against another one ---


def _show_duel(place: str, name: str, against: str, *, as_json: bool) -> None:
    """Print the chance in every division that both have played, by the official fit."""
    from ladder.queries.bots import compare_bots
    from ladder.queries.snapshot import Snapshot
    from ladder.store.opening import open_store

    with open_store(place) as store, working("rating"):
        duel = compare_bots(Snapshot(store), name, against)
    if as_json:
        print_json(duel)
        return
    console = make_console()
    player, other = duel.player, duel.against
    if duel.beats:
        console.print(f"How often {player} would win a game against {other}:")
        console.print(_chances(duel.beats))
        console.print("sure: how likely that is more often than not.")
    else:
        console.print(f"{player} and {other} have not both played the same game in this season.")
    console.print(advise("bot", player, program="ladder"))


def _chances(known: Mapping[str, Versus]) -> Table:
    table = _make_table("game", "wins", "95 %", "sure")
    for game, one in known.items():
        interval = f"{one.chance.low:.1%} to {one.chance.high:.1%}"
        table.add_row(game, f"{one.chance.value:.1%}", interval, f"{one.certainty:.1%}")
    return table
