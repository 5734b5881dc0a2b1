"""The pages: each takes its answer from `ladder.queries` and says which template shows it."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Final, TypeVar

from arena.games import find_game
from ladder.log.entries import KINDS
from ladder.matches import Player, name_of
from ladder.queries.bots import (
    BotDetails,
    hide_errors,
    list_authors,
    list_bots,
    read_bot,
    read_bot_details,
    read_head_to_head,
)
from ladder.queries.front import Front, first_of, read_front
from ladder.queries.games import list_games, read_game_details
from ladder.queries.highlights import next_highlight
from ladder.queries.lookup import find_game_name, find_kinds, find_player
from ladder.queries.matches import list_matches
from ladder.queries.overview import list_dates, list_log
from ladder.queries.season import read_season_progress
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.web.access import AccessError, Visitor
from ladder.web.charts import scale_of
from ladder.web.site import (
    ROWS,
    AnswerPage,
    Page,
    board_path,
    bot_path,
    bots_path,
    pages_of,
    require_page,
    turn_to,
)

RowT = TypeVar("RowT")
# This many matches has a page, and this many entries of the log.
MATCHES: Final = 100
ENTRIES: Final = 100
_TV_ROWS: Final = 8
EXPORT: Final = "ladder.zip"


def front_page(snapshot: Snapshot, front: Front) -> Page:
    """Return the page with which the site begins."""
    values = {
        "front": front,
        "announcement": snapshot.roster.announcement,
        "dates": list_dates(snapshot.store),
    }
    title = snapshot.about.title or "Card games, played by programs"
    return Page("", "front", title, values)


def tv_page(snapshot: Snapshot, after: int | None = None) -> Page:
    """Return the page that shows the best game, or the one after that of this match."""
    shown = next_highlight(snapshot, after)
    rows = first_of(snapshot, shown.game, _TV_ROWS) if shown else ()
    return Page("tv", "tv", "TV", {"highlight": shown, "rows": rows}, {"after": after}, layout="")


def board_page(
    snapshot: Snapshot,
    standings: Standings,
    number: int = 1,
    asked: TableQuery = TableQuery(),  # noqa: B008 - a value that never changes
) -> Page:
    """Return a page of a leaderboard. UserError for a page that there is not."""
    rows = [row for row in standings.board.rows if row.games]
    shown = turn_to(rows, number, ROWS)
    game = standings.board.game
    values = {
        "standings": standings,
        "now": snapshot.roster.season if asked == TableQuery() else standings.season,
        "rows": shown,
        "has_live": any(getattr(row, "live", None) is not None for row in shown),
        "scale": scale_of([row.strength for row in shown if hasattr(row, "strength")]),
        "game": game,
        "games": list_games(snapshot),
        "number": number,
        "pages": pages_of(rows, ROWS),
        "asked": asked,
        "selected": asked != TableQuery(),
        "announcement": snapshot.roster.announcement,
        "dates": list_dates(snapshot.store),
    }
    title = "Leaderboard" if game is None else f"Leaderboard: {find_game(game).title}"
    return Page(board_path(game, number), "board", title, values, _query(asked), layout="")


def _query(asked: TableQuery) -> dict[str, object]:
    given = asdict(asked) | {"without": ",".join(asked.without)}
    return {name: value for name, value in given.items() if value}


def bots_page(snapshot: Snapshot, number: int = 1, wanted: str = "") -> Page:
    """Return a page of the bots and the authors, of all or of those with these letters in the name.

    UserError for a page that there is not.
    """
    bots = list(list_bots(snapshot.roster, snapshot.store.count_matches()))
    authors = list_authors(snapshot.roster, snapshot.names)
    if wanted:
        sought = wanted.casefold()
        authors = [one for one in authors if sought in f"{one.author} {one.name}".casefold()]
        theirs = {one.author for one in authors}
        bots = [one for one in bots if sought in one.player.casefold() or one.author in theirs]
    pages = max(pages_of(bots, ROWS), pages_of(authors, ROWS))
    values = {
        "bots": turn_to(bots, number, ROWS, pages),
        "authors": turn_to(authors, number, ROWS, pages),
        "number": number,
        "pages": pages,
        "wanted": wanted,
    }
    return Page(bots_path(number), "bots", "Bots", values, {"name": wanted})


def bot_page(details: BotDetails) -> Page:
    """Return the page of a bot. Its failures are not on it."""
    player, shown = details.story.player, replace(details, story=hide_errors(details.story))
    return Page(bot_path(player), "bot", player, {"bot": shown}, owner=details.author)


def own_bot_page(snapshot: Snapshot, name: str, visitor: Visitor) -> Page:
    """Return what is decided for a bot, and what went wrong. AccessError if it is another's."""
    player, roster = find_player(snapshot.roster, name), snapshot.roster
    if not visitor.owns(roster.author_of(player)):
        raise AccessError(403, f"Only the author of {player} and the organiser see this page.")
    story = read_bot(snapshot.store, player, roster)
    is_current = roster.current(name_of(player)) == player
    can = {"withdraw" if is_current else "choose", "return" if player in roster.benched else ""}
    values = {"story": story, "can": can}
    return Page(f"{bot_path(player)}/own", "own_bot", f"{player}, for its author", values)


def compare_page(snapshot: Snapshot, name: str, against: str, number: int = 1) -> Page:
    """Return a page of two bots; without their names the form that asks for them."""
    names = sorted(snapshot.roster.by_name)
    query = {"bot": name, "against": against}
    if not name or not against:
        return Page(
            "compare", "compare", "Compare two bots", {"names": names, "found": None}, query
        )
    found = read_head_to_head(snapshot, name, against, MATCHES, (number - 1) * MATCHES)
    title = f"{found.duel.player} against {found.duel.against}"
    pages = pages_of(range(found.common), MATCHES)
    require_page(number, pages)
    values = {
        "names": names,
        "found": found,
        "number": number,
        "pages": pages,
    }
    return Page("compare", "compare", title, values, query)


def matches_page(
    snapshot: Snapshot,
    before: int | None = None,
    bot: str | None = None,
    game: str | None = None,
) -> Page:
    """Return a list of matches, the newest first, or what went into the log before one of them."""
    player: Player | None = None if not bot else find_player(snapshot.roster, bot)
    if game:
        find_game_name(snapshot.opened, game)
    found = list(
        list_matches(
            snapshot.store, player=player, game=game or None, newest=MATCHES + 1, before=before
        )
    )
    values = {
        "matches": found[:MATCHES],
        "earlier": found[MATCHES - 1].match if len(found) > MATCHES else None,
        "player": player,
        "game": game,
        "games": snapshot.games,
    }
    path = "matches" if before is None else f"matches/before/{before}"
    return Page(path, "matches", "Matches", values, {"bot": bot, "game": game})


GAMES: Final = AnswerPage("games", "Games", "games")
GAME: Final = AnswerPage("game", lambda details: str(details.line.title), "game")
SEASON: Final = AnswerPage("season", lambda one: f"Season {one.rules.season}", "progress")
MINE: Final = AnswerPage("mine", "Mine", "mine")
MATCH: Final = AnswerPage("match", lambda one: f"Match {one.story.match.match}", "details")


def log_page(
    snapshot: Snapshot,
    kind: str | None = None,
    before: int | None = None,
    *,
    export: str | None = None,
) -> Page:
    """Return the newest entries of the log, or those before one of them.

    `export` is the file of its export, if there is one.
    """
    kinds = find_kinds(kind)
    found = list(list_log(snapshot.store, kinds=kinds, newest=ENTRIES + 1, before=before))
    entries = found[:ENTRIES]
    values = {
        "entries": entries,
        "earlier": entries[-1].number if len(found) > ENTRIES else None,
        "kinds": sorted(KINDS),
        "kind": kind,
        "last": snapshot.last,
        "digest": snapshot.digest,
        "export": export,
    }
    return Page("log", "log", "Log", values, {"kind": kind, "before": before})


def lists(snapshot: Snapshot, export: str | None) -> Iterator[Page]:
    """Yield every page that a published ladder has, but for those of the matches."""
    yield front_page(snapshot, read_front(snapshot))
    for game in (None, *snapshot.games):
        standings = read_standings(snapshot, game, TableQuery())
        first = board_page(snapshot, standings)
        yield first
        for number in range(2, first.values["pages"] + 1):
            yield board_page(snapshot, standings, number)
    first = bots_page(snapshot)
    yield first
    yield from (bots_page(snapshot, number) for number in range(2, first.values["pages"] + 1))
    for player in snapshot.roster.versions:
        yield bot_page(read_bot_details(snapshot, player))
    yield from match_lists(snapshot)
    yield GAMES.page("games", list_games(snapshot))
    for game in snapshot.games:
        yield GAME.page(f"games/{game}", read_game_details(snapshot, game))
    yield SEASON.page("season", read_season_progress(snapshot))
    yield log_page(snapshot, export=export)


def match_lists(snapshot: Snapshot) -> Iterator[Page]:
    """Yield the lists of all matches, from the newest on."""
    page = matches_page(snapshot)
    yield page
    while (earlier := page.values["earlier"]) is not None:
        page = matches_page(snapshot, earlier)
        yield page
