"""`ladder bots`: whose they are and whether they play; `ladder bot`: all that is known of one."""

from collections.abc import Iterator
from operator import attrgetter

import click
from rich.table import Table

from arena.foreign_text import show_lines
from ladder.cli.output import Shown, make_table, showing
from ladder.log.entries import describe_forfeits
from ladder.queries.bots import BotSummary, Duel, compare_bots, list_bots, read_bot
from ladder.queries.lookup import find_player
from ladder.queries.snapshot import Snapshot
from ladder.queries.wording import plural
from ladder.store.store import Store


@click.command(epilog="Example: ladder bots --versions")
@click.option("--versions", is_flag=True, help="Show all versions of each bot.")
@showing()
def bots(store: Store, *, versions: bool) -> Shown:
    """List the bots: whose they are, and whether they play."""
    found = list(list_bots(store.roster(), store.count_matches(), versions=versions))
    if not found:
        return Shown(found, ["No bot has come in yet."], ["submit", "random", "first"])
    rows = map(attrgetter("player", "author", "state", "matches", "came_in"), found)
    table = make_table(["bot", "author", "state", "#matches", "came in"], rows)
    return Shown(found, [table], ["bot", found[0].player])


@click.command(epilog="Example: ladder bot owl --against random")
@click.argument("name")
@click.option("--against", metavar="BOT", help="Say instead how likely it beats this one.")
@showing("reading")
def bot(store: Store, *, name: str, against: str | None) -> Shown:
    """Show a bot: ratings, versions, opponents, last matches."""
    if against is not None:
        duel = compare_bots(Snapshot(store), name, against)
        return Shown(duel, _compare(duel), ["bot", duel.player])
    story = read_bot(store, find_player(store.roster(), name))
    return Shown(story, _tell(story), ["match", story.last[0].match] if story.last else ["run"])


def _tell(story: BotSummary) -> Iterator[str | Table]:
    yield ", ".join(filter(None, (story.player, story.state)))
    yield f"versions: {', '.join(story.versions)}"
    yield make_table(
        ["game", "#games", "#matches", "#mean", "#±", "#live score"],
        (
            (
                game,
                now.games,
                now.matches,
                *map("{:.1f}".format, (now.mean, now.deviation, now.score)),
            )
            for game, now in story.ratings.items()
        ),
    )
    yield make_table(
        ["opponent", "#games", "#in front", "#level", "#behind"],
        map(attrgetter("player", "games", "ahead", "level", "behind"), story.opponents),
    )
    yield f"forfeited games: {describe_forfeits(story.forfeits)}"
    if story.voids:
        voids = plural(len(story.voids), "void")
        yield f"{voids} since it last played a match to its end, the last: {story.voids[-1]}"
    for error in story.errors:
        yield f"  match {error.match}, game {error.game}: {error.verdict}: {error.detail}"
        yield from (f"    | {line}" for line in show_lines(error.log_tail))
    yield make_table(
        ["#match", "game", "#rank", "#of", "time (UTC)"],
        map(attrgetter("match", "game", "rank", "players", "time"), story.last),
    )


def _compare(duel: Duel) -> Iterator[str | Table]:
    """Yield the chance in every division that both have played, by the official fit."""
    player, other = duel.player, duel.against
    if not duel.beats:
        yield f"{player} and {other} have not both played the same game in this season."
        return
    yield f"How often {player} would win a game against {other}:"
    rows = (
        (
            game,
            f"{one.chance.value:.1%}",
            f"{one.chance.low:.1%} to {one.chance.high:.1%}",
            f"{one.certainty:.1%}",
        )
        for game, one in duel.beats.items()
    )
    yield make_table(["game", "#wins", "#95 %", "#sure"], rows)
    yield "sure: how likely that is more often than not."
