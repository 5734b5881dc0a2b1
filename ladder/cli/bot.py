"""`ladder bot`: one bot, its ratings, its opponents, its errors and its last matches."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rich.table import Table

from arena.cli.advice import advise
from arena.cli.terminal import say_json
from arena.errors import UserError
from arena.foreign_text import show_lines
from arena.games.contract import competition_ranks
from ladder.benching import ForfeitedGame, find_forfeits
from ladder.cli.opening import describe_time, find_player, make_console, plural, working
from ladder.leaderboards import read_ratings
from ladder.log import LogEntry, result_of
from ladder.matches import Player, name_of
from ladder.ratings.live import Rating, curve
from ladder.roster import Roster
from ladder.store.opening import open_store
from ladder.store.store import Store

LAST = 10
# So many errors are told, the newest first.
ERRORS = 5


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of a bot."""

    player: Player
    roster: Roster
    matches: Sequence[LogEntry]
    errors: Sequence[ForfeitedGame]
    voids: Sequence[str]
    """The reasons why matches of it were void since it last played one to its end."""
    ratings: dict[str, Rating]
    plot: Path | None
    since: int
    """For how many matches of the ladder it has been benched; 0 if it is not."""

    def versions(self) -> list[Player]:
        return [one for one in self.roster.versions if name_of(one) == name_of(self.player)]

    def forfeits(self) -> Counter[str]:
        forfeits = Counter[str]()
        for played in (entry.played for entry in self.matches):
            forfeits.update(played.forfeits[played.players.index(self.player)])
        return forfeits


def show_bot(place: str, text: str, plot: Path | None, *, as_json: bool) -> None:
    with open_store(place) as store, working("reading"):
        last, _ = store.head()
        roster = store.roster()
        player = find_player(roster, text)
        matches = store.matches_of(player)
        errors = list(islice(find_forfeits(store, player, matches), ERRORS))
        voids = [one.reason for one in store.voids() if player in one.players]
        games = [division.game for division in store.opened().divisions]
        everybody = read_ratings(store, roster, roster.season, last)
        ratings = {game: everybody[player, game] for game in games if (player, game) in everybody}
        if plot is not None:
            draw(player, {game: _curve(store, roster, player, game) for game in ratings}, plot)
        since = store.results_after(roster.benched_at[player]) if player in roster.benched else 0
        told = _Told(player, roster, matches, errors, voids, ratings, plot, since)
    if as_json:
        say_json(_describe(told), indent=1)
    else:
        _print(told)


def _curve(store: Store, roster: Roster, player: Player, game: str) -> list[Rating]:
    results = roster.counted(store.results(game=game, season=roster.season))
    return [rating for _, rating in curve(results, player, game)]


def draw(player: Player, curves: dict[str, list[Rating]], path: Path) -> None:
    """Draw the mean with three deviations after each match; UserError if that kind is unknown."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for game, ratings in curves.items():
        if ratings:
            after = range(1, len(ratings) + 1)
            low, high = ([r.mean + side * 3 * r.deviation for r in ratings] for side in (-1, 1))
            (line,) = axes.plot(after, [rating.mean for rating in ratings], label=game)
            axes.fill_between(after, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    axes.set(title=player, xlabel="matches of the game", ylabel="mean ± 3 deviations")
    if any(curves.values()):
        axes.legend()
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be drawn: {error}; a .png or .svg is right.") from error


def _print(told: _Told) -> None:
    console = make_console()
    console.print(f"{told.player}{_state(told)}")
    console.print(f"versions: {', '.join(told.versions())}")
    console.print(_ratings(told.ratings))
    console.print(_opponents(told.player, told.matches))
    forfeits = told.forfeits().most_common()
    said = ", ".join(f"{number} {verdict}" for verdict, number in forfeits)
    console.print(f"forfeited games: {said or 'none'}")
    if told.voids:
        voids = plural(len(told.voids), "void")
        said = f"{voids} since it last played a match to its end, the last: {told.voids[-1]}"
        console.print(said)
    for error in told.errors:
        for line in _tell(error):
            console.print(line)
    console.print(_last(told.player, told.matches))
    if told.plot is not None:
        console.print(f"Its curves are in {told.plot}")
    advice = ["match", told.matches[0].played.match] if told.matches else ["run"]
    console.print(advise(*advice, program="ladder"))


def _state(told: _Told) -> str:
    player, roster = told.player, told.roster
    if reason := roster.why_excluded(player):
        return f", excluded: {reason}"
    if player in roster.benched:
        benched = roster.benched[player]
        shown = ", ".join(map(str, benched.matches))
        since = plural(told.since, "match", "matches")
        return f", benched for {since}: {benched.reason} (matches {shown})"
    current = roster.current(name_of(player))
    if current is not None and current != player:
        return f", replaced by {current}"
    return ""


def _ratings(ratings: dict[str, Rating]) -> Table:
    names = ("game", "games", "matches", "mean", "±", "live score")
    table = Table(*names, box=None, pad_edge=False)
    for game, now in ratings.items():
        numbers = (f"{now.mean:.1f}", f"{now.deviation:.1f}", f"{now.score:.1f}")
        table.add_row(game, str(now.games), str(now.matches), *numbers)
    return table


def _opponents(player: Player, matches: Sequence[LogEntry]) -> Table:
    """Count in how many games it came in front of each opponent, and behind."""
    counts: defaultdict[Player, Counter[str]] = defaultdict(Counter)
    for entry in matches:
        result = result_of(entry)
        for other in result.players:
            if other != player:
                counts[other].update(result.against(player, other))
    table = Table("opponent", "games", "in front", "level", "behind", box=None, pad_edge=False)
    for other, count in sorted(counts.items(), key=lambda item: -item[1].total()):
        numbers = (count.total(), count["ahead"], count["level"], count["behind"])
        table.add_row(other, *map(str, numbers))
    return table


def _tell(error: ForfeitedGame) -> Iterator[str]:
    yield f"  match {error.match}, game {error.game}: {error.verdict}: {error.detail}"
    yield from (f"    | {line}" for line in show_lines(error.log_tail))


def _last(player: Player, matches: Sequence[LogEntry]) -> Table:
    table = Table("match", "game", "rank", "of", "when", box=None, pad_edge=False)
    for entry in matches[:LAST]:
        played = entry.played
        rank = competition_ranks(result_of(entry).points())[played.players.index(player)]
        cells = (str(played.match), played.game, str(rank), str(len(played.players)))
        table.add_row(*cells, describe_time(entry.time))
    return table


def _describe(told: _Told) -> dict[str, Any]:
    roster, player = told.roster, told.player
    return {
        "player": player,
        "versions": told.versions(),
        "benched": player in roster.benched,
        "excluded": roster.why_excluded(player) or None,
        "ratings": {game: rating._asdict() for game, rating in told.ratings.items()},
        "forfeits": told.forfeits(),
        "voids": list(told.voids),
        "errors": [asdict(error) for error in told.errors],
        "matches": [entry.played.match for entry in told.matches],
        "plot": None if told.plot is None else str(told.plot),
    }
