"""`ladder suspects`: bots that do better together than the official fit expects."""

from dataclasses import asdict

from rich.table import Table

from arena.cli.advice import advise
from arena.cli.terminal import say, say_json
from arena.games import find_game
from ladder.cli.opening import find_game_name, make_console, make_table, working
from ladder.log import ORGANISER
from ladder.ratings.collusion import FALSE_ALARMS, TOGETHER, Findings, find_collusion
from ladder.roster import Roster
from ladder.store.opening import open_store
from ladder.store.store import Store

_LEGEND = f"""\
The first bot wins more of its games against the second, or against the others
where the second plays too, than the official fit expects. At a false alarm rate
of {FALSE_ALARMS:.0%}: of what is listed so much is chance, and of ladders on which all are
honest so many list anything. Styles that suit each other look the same as help
does: look at the matches before you exclude anybody."""


def show_suspects(place: str, game: str | None, *, as_json: bool) -> None:
    """List who may help whom in the season that goes on, in a game or in all."""
    with open_store(place) as store, working("looking at all pairs"):
        opened, roster = store.opened(), store.roster()
        games = [division.game for division in opened.divisions]
        chosen = games if game is None else [find_game_name(opened, game)]
        found = _look_at(store, roster, chosen)
    if as_json:
        say_json(asdict(found) | {"false_alarms": FALSE_ALARMS})
        return
    if found.suspicions:
        make_console().print(_make_table(found, roster))
        for line in _LEGEND.splitlines():
            say(line)
        first = found.suspicions[0]
        say(advise("bot", first.helper, "--against", first.profits, program="ladder"))
    elif found.looked_at:
        say(
            f"Nobody does better with anybody than expected, of {found.looked_at:,} pairs and ways"
            f" that were looked at, at a false alarm rate of {FALSE_ALARMS:.0%}."
        )
        say(advise("table", program="ladder"))
    else:
        say(f"There is nothing to look at yet: no two bots have met in {TOGETHER} matches.")
        say(advise("run", "--matches", 100, program="ladder"))


def _look_at(store: Store, roster: Roster, games: list[str]) -> Findings:
    results = (list(roster.counted(store.results(game=one, season=roster.season))) for one in games)
    return find_collusion(results)


def _make_table(found: Findings, roster: Roster) -> Table:
    columns = ("game", "bot", "with", "wins more", "matches", "expected", "won", "author")
    table = make_table(*columns, left=["game", "bot", "with", "wins more", "author"])
    for one in found.suspicions:
        table.add_row(
            find_game(one.game).title,
            one.profits,
            one.helper,
            one.how,
            str(one.matches),
            f"{one.expected:.0%}",
            f"{one.won:.0%}",
            _both(roster, one.profits, one.helper),
        )
    return table


def _both(roster: Roster, *bots: str) -> str:
    """Return the author of these bots if they have the same one."""
    authors = {roster.author_of(player) for bot in bots if (player := roster.newest(bot))}
    return authors.pop() if len(authors) == 1 and ORGANISER not in authors else ""
