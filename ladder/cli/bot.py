"""`ladder bot`: one bot, its ratings, its opponents, its errors and its last matches."""

from collections.abc import Iterator, Mapping, Sequence

from rich.table import Table

from arena.foreign_text import show_lines
from arena.terminal.advice import advise
from ladder.benching import ForfeitedGame
from ladder.cli.output import make_console, print_json, working
from ladder.queries.bots import (
    BotStory,
    GameRating,
    MatchPlace,
    Opponent,
    compare_bots,
    read_bot,
)
from ladder.queries.lookup import find_player
from ladder.queries.wording import describe_time, plural
from ladder.ratings.versus import Versus
from ladder.store.opening import open_store


def show_bot(place: str, text: str, *, as_json: bool) -> None:
    """Print what became of a bot."""
    with open_store(place) as store, working("reading"):
        story = read_bot(store, find_player(store.roster(), text))
    if as_json:
        print_json(story)
    else:
        _print(story)


def _print(story: BotStory) -> None:
    console = make_console()
    console.print(", ".join(filter(None, (story.player, story.state))))
    console.print(f"versions: {', '.join(story.versions)}")
    console.print(_ratings(story.ratings))
    console.print(_opponents(story.opponents))
    console.print(f"forfeited games: {_count(story.forfeits)}")
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
    names = ("game", "games", "matches", "mean", "±", "live score")
    table = Table(*names, box=None, pad_edge=False)
    for game, now in ratings.items():
        numbers = (f"{now.mean:.1f}", f"{now.deviation:.1f}", f"{now.score:.1f}")
        table.add_row(game, str(now.games), str(now.matches), *numbers)
    return table


def _opponents(opponents: Sequence[Opponent]) -> Table:
    table = Table("opponent", "games", "in front", "level", "behind", box=None, pad_edge=False)
    for one in opponents:
        table.add_row(one.player, *map(str, (one.games, one.ahead, one.level, one.behind)))
    return table


def _count(forfeits: Mapping[str, int]) -> str:
    most_first = sorted(forfeits.items(), key=lambda item: -item[1])
    return ", ".join(f"{number} {verdict}" for verdict, number in most_first) or "none"


def _tell(error: ForfeitedGame) -> Iterator[str]:
    yield f"  match {error.match}, game {error.game}: {error.verdict}: {error.detail}"
    yield from (f"    | {line}" for line in show_lines(error.log_tail))


def _last(matches: Sequence[MatchPlace]) -> Table:
    table = Table("match", "game", "rank", "of", "when", box=None, pad_edge=False)
    for one in matches:
        cells = (str(one.match), one.game, str(one.rank), str(one.players))
        table.add_row(*cells, describe_time(one.time))
    return table


# --- against another one ---


def show_duel(place: str, name: str, against: str, *, as_json: bool) -> None:
    """Print the chance in every division that both have played, by the official fit."""
    with open_store(place) as store, working("rating"):
        duel = compare_bots(store, name, against)
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
    table = Table("game", "wins", "95 %", "sure", box=None, pad_edge=False)
    for game, one in known.items():
        interval = f"{one.chance.low:.1%} to {one.chance.high:.1%}"
        table.add_row(game, f"{one.chance.value:.1%}", interval, f"{one.certainty:.1%}")
    return table
