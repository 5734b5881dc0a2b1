"""`ladder matches`: what was played; `ladder match`: what came of one, and how it moved ratings."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from arena.boxes.supervision.bot_log import write_logs
from arena.errors import saying_why
from arena.terminal.advice import advise
from arena.terminal.options import A_PATH, FROM_ONE
from ladder.cli.options import newest, putting_record
from ladder.cli.output import Shown, make_table, showing
from ladder.cli.requests import put_record
from ladder.log.entries import describe_forfeits
from ladder.machine.clock import describe_time
from ladder.queries.lookup import find_game_name, find_player
from ladder.queries.matches import MatchLine, MatchSummary, list_matches, read_match
from ladder.queries.wording import plural
from ladder.store.database import StoreFailure
from ladder.store.store import Store


@click.command(epilog="Example: ladder matches --bot owl")
@click.option("--bot", metavar="BOT", help="Only matches of this bot.")
@click.option("--game", help="Only matches of this game.")
@click.option("--season", type=FROM_ONE, help="Only matches of this season.")
@newest
@showing()
def matches(
    store: Store, *, bot: str | None, game: str | None, season: int | None, last: int
) -> Shown:
    """List the matches that were played, the newest first."""
    player = None if bot is None else find_player(store.roster(), bot)
    if game is not None:
        find_game_name(store.opened(), game)
    found = [*list_matches(store, player=player, game=game, season=season, newest=last)]
    if not found:
        return Shown(found, ["No such match has been played yet."], ["run"])
    rows = ((one.match, one.game, one.games, one.time, _finish(one)) for one in found)
    table = make_table(["#match", "game", "#games", "time (UTC)", "ranks"], rows)
    return Shown(found, [table], ["match", found[0].match])


def _finish(match: MatchLine) -> Text:
    """Return who came where, a player a line, with the games that it forfeited."""
    lines = []
    for player, rank, forfeits in zip(match.players, match.ranks, match.forfeits, strict=True):
        lines.append(f"{rank} {player}" + (f" ({forfeits} forfeited)" if forfeits else ""))
    return Text("\n".join(lines))


@click.command(epilog="Example: ladder match 7")
@click.argument("number", type=FROM_ONE)
@putting_record
@click.option(
    "--logs",
    type=A_PATH,
    help="Folder to put what its bots have printed in, a file for each; it is kept for a while.",
)
@showing("rating")
def match(store: Store, *, number: int, record: Path | None, logs: Path | None) -> Shown:
    """Explain a match: expected ranks, ranks, and what that changed."""
    story = read_match(store, number)
    path = None if record is None else _put(store, number, record)
    if logs is not None:
        printed, players = store.logs(number), story.match.players
        with saying_why(f"No logs can be put in {logs}"):
            write_logs(logs, players, [printed.get(one, "") for one in players])
    play = advise("replay", path, "--game", 1) if path else ("match", number, "--record", "records")
    return Shown(story, _tell(story, logs), play, {"record": path and str(path)})


def _tell(story: MatchSummary, logs: Path | None) -> Iterator[str | Table]:
    played = story.match
    options = " ".join(f"{name}={text}" for name, text in sorted(played.options.items()))
    yield (
        f"Match {played.match}: {played.game} ({options}), {plural(played.games, 'game')},"
        f" {describe_time(story.time)}"
    )
    yield _table(story)
    if story.note:
        yield story.note
    if story.excluded:
        yield f"It does not count: {story.excluded}."
    if not story.rated:
        yield "Live ratings are being recalculated. Those shown may be old."
    if logs is not None:
        yield f"What its bots have printed is in {logs}"


def _put(store: Store, number: int, folder: Path) -> Path:
    content = store.record(number)
    if content is None:
        raise StoreFailure(f"the record of match {number} is missing; take the last copy")
    return put_record(content, f"The record of match {number}", folder)


def _table(story: MatchSummary) -> Table:
    played = story.match
    heads = ("bot", "#score", "forfeits", "#rank", "#expected", "#mean", "#±", "#live score")
    rows = (
        (
            one.player,
            played.scores[played.players.index(one.player)],
            describe_forfeits(played.forfeits[played.players.index(one.player)]),
            f"{one.rank:.1f}".removesuffix(".0"),
            f"{one.expected_rank:.1f}",
            f"{one.before.mean:.1f} -> {one.after.mean:.1f}",
            f"{one.before.deviation:.1f} -> {one.after.deviation:.1f}",
            f"{one.before.score:.1f} -> {one.after.score:.1f}",
        )
        for one in story.changes
    )
    return make_table(heads, rows)
