"""The rulebook of a ladder's log: what may come next, after all that came before.

`find_fault` is a function of a state and an entry. Anyone who adds an entry asks it, and so does
everybody who reads a log: so what could not be imported is not written.

The right to play is asked when a match is planned, and not again when it ends. A bot that is
benched, withdrawn, superseded or excluded after that may end the match that was planned before: it
was announced with its cards, and to drop it then would let authors drop the matches that they lose.
Its result is an entry like any other, and counts by what is ruled then: not for who is excluded.
The season cancels what is planned for such a bot and has not begun.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from arena.bots.manifest import NAME_RULE, is_name
from arena.boxes.kinds import JUDGED
from arena.errors import NotNow, UserError
from arena.games import find_game
from arena.games.options import read_options, write_options
from arena.match.clock import parse_time_control
from arena.match.verdict import FAULTS
from ladder.log import entries as log
from ladder.log.entries import BEGINNING, FORMAT, FORMATS, ORGANISER, Limits, LogEntry
from ladder.log.roster import Roster
from ladder.log.versions import fault_in_names, fault_in_versions
from ladder.matches import Division, Player, name_of, version_of
from ladder.matchmaking.pairing import games_of
from ladder.matchmaking.written import parse_format

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
# Windows makes no file or folder of these.
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)([.@].*)?", re.IGNORECASE)
_LONGEST_VERSION: Final = 9
# Two who play, each alone, may be of one author.
_DUEL: Final = 2
_MOST_MATCHES: Final = 2**31 - 1
_BEFORE_ALL: Final = datetime.min.replace(tzinfo=UTC)
# The first format whose logs have nobody play who does not.
ASKS_WHO_PLAYS: Final = 4
# The first in which everybody decides for their own, and nothing is said of what is not there.
ASKS_WHO_DECIDES: Final = 5
# Decisions that a season makes by itself.
_BY_ITSELF: Final = (log.Benched, log.Cancelled, log.Frozen, log.SeasonBegun)


# --- what a log has come to ---


@dataclass(slots=True)
class OpenMatch:
    """A match that is planned and not over."""

    planned: log.Planned
    attempt: int = 0
    """How often it was void."""


@dataclass(slots=True)
class Matches:
    """The matches of a log, with their outcome."""

    open: dict[int, OpenMatch] = field(default_factory=dict)
    """The matches that are planned and not over, by their numbers."""
    played: set[int] = field(default_factory=set)
    """Those that have a result."""
    plans: set[bytes] = field(default_factory=set)
    """The digests of all plans that any was committed to."""
    cancelled: int = 0
    voids: int = 0

    @property
    def planned(self) -> int:
        """How many were planned; they are numbered from 1 on."""
        return len(self.plans)

    def add(self, body: log.AnyBody) -> None:
        """Take note of what an entry says of a match."""
        match body:
            case log.Planned(match=match, plan=plan):
                self.plans.add(bytes.fromhex(plan))
                self.open[match] = OpenMatch(body)
            case log.Voided(match=match):
                self.voids += 1
                self.open[match].attempt += 1
            case log.Played(match=match):
                self.played.add(match)
                del self.open[match]
            case log.Cancelled(match=match):
                self.cancelled += 1
                del self.open[match]


@dataclass(slots=True)
class LogState:
    """The state of a log after its last entry: all that a rule may look at."""

    roster: Roster = field(default_factory=Roster)
    known_matches: Matches | None = field(default_factory=Matches)
    """None as long as no rule has asked for them."""
    read_matches: Callable[[], Matches] = field(default=Matches, compare=False)
    rules: log.Opened | None = None
    """The first entry."""
    tokens: dict[int, log.TokenIssued | None] = field(default_factory=dict)
    """All that were made; None for one that was revoked."""
    digest: str = BEGINNING
    time: datetime = _BEFORE_ALL

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.roster.number

    @property
    def matches(self) -> Matches:
        """The matches with their outcome, read when a rule asks for them first."""
        if self.known_matches is None:
            self.known_matches = self.read_matches()
        return self.known_matches

    @property
    def opened(self) -> log.Opened:
        """The rules of the ladder; TypeError before its first entry."""
        if self.rules is None:
            raise TypeError("this log has no entries")
        return self.rules

    def add(self, entry: LogEntry) -> None:
        """Take note of an entry in which there is no fault."""
        self.roster.add(entry)
        if self.known_matches is not None:
            self.known_matches.add(entry.body)
        self.digest, self.time = entry.digest, entry.time
        match entry.body:
            case log.Opened() as opened:
                self.rules = opened
            case log.TokenIssued(number=number) as issued:
                self.tokens[number] = issued
            case log.TokenRevoked(number=number):
                self.tokens[number] = None


# --- the rules ---


def require(fault: str) -> None:
    """UserError if there is a fault, as things are."""
    if fault:
        raise NotNow(f"{fault}.")


def find_fault(state: LogState, entry: LogEntry, by: int = FORMAT) -> str:
    """Say why an entry cannot come next, as a sentence without its stop; empty if it can.

    By the rules of this format: a log keeps to those of its own, and what is added to the newest.
    """
    if entry.time.utcoffset() != timedelta(0):
        return "its time is not in UTC"
    if entry.time < state.time:
        return "it is older than the one before it"
    if isinstance(entry.body, log.Opened) != (entry.number == 1):
        return "a log is opened once, at its start"
    fault = _find_fault(state, entry.body, by)
    return fault or (_fault_in_act(state, entry.body) if by >= ASKS_WHO_DECIDES else "")


def _find_fault(state: LogState, body: log.AnyBody, by: int) -> str:  # noqa: PLR0911, PLR0912 - one for each kind
    roster = state.roster
    match body:
        case log.Opened():
            return _fault_in_opened(body)
        case log.Limited(limits=limits):
            return _fault_in_limits(limits)
        case log.Joined(author=author):
            return _fault_in_joined(roster, author)
        case log.TokenIssued():
            return _fault_in_token(state, body)
        case log.TokenRevoked():
            return _fault_in_revoked(state, body)
        case log.Entered():
            return fault_in_entered(roster, body)
        case log.Planned():
            return _fault_in_planned(state, body) or (
                _fault_in_players(roster, body) if by >= ASKS_WHO_PLAYS else ""
            )
        case log.Voided():
            return _fault_in_voided(state, body)
        case log.Played():
            return _fault_in_played(state, body)
        case log.Cancelled(match=match):
            return _fault_in_open(state, match)
        case log.Chosen() | log.Withdrawn() | log.Benched() | log.Returned():
            return _fault_in_known(roster, body.player)
        case log.Excluded() | log.Admitted():
            return _fault_in_ruling(state, body)
        case log.Frozen(frozen=frozen) if frozen == roster.frozen:
            is_so = "frozen already" if frozen else "open: bots come in"
            return f"Submissions are {is_so}"
        case log.Paused(paused=paused) if paused == roster.paused:
            return "The ladder is paused already" if paused else "The ladder is not paused"
        case log.Announced() | log.Frozen() | log.Paused():
            return ""
        case log.SeasonBegun():
            return _fault_in_season(state, body)


# --- the ladder, and who may hand in ---


def _fault_in_opened(opened: log.Opened) -> str:
    if opened.format not in FORMATS:
        return f"it is of format {opened.format}, and this is read as format {FORMAT}"
    if opened.format < ASKS_WHO_PLAYS and opened.versions is not msgspec.UNSET:
        return f"a log that names versions is of format {ASKS_WHO_PLAYS} or newer"
    if not 0 < len({*opened.games}) == len(opened.divisions):
        return "a ladder plays one division of each of its games"
    if not 1 <= opened.games_a_match <= log.MOST_GAMES:
        return f"a match has 1 to {log.MOST_GAMES} games"
    try:
        parse_time_control(opened.clock)
    except UserError as mistake:
        return str(mistake).rstrip(".")
    closely = ""
    if opened.format >= ASKS_WHO_DECIDES:
        closely = fault_in_names(opened) or _fault_in_high_limits(opened.limits)
    return fault_in_versions(opened) or _fault_in_limits(opened.limits) or closely


def _fault_in_limits(limits: Limits) -> str:
    least = min(filter(None, msgspec.structs.astuple(limits)), default=0)
    return "a limit is 0 or more" if least < 0 else ""


def _fault_in_joined(roster: Roster, author: str) -> str:
    same = "".join(known for known in roster.authors if known.casefold() == author.casefold())
    taken = f"There is an author {same!r} already; another one needs another name" if same else ""
    return fault_in_author_name(author) or taken


def fault_in_author_name(author: str) -> str:
    """Say why no author is called so, on any ladder; empty if one may be."""
    faults = {
        f"{author!r} cannot be an author's name; {NAME_RULE}": not is_name(author),
        f"{ORGANISER!r} is who runs the ladder; an author has another name": author.casefold()
        == ORGANISER,
    }
    return _first(faults)


def fault_in_author(roster: Roster, author: str) -> str:
    """Say that this is neither an author nor the organiser, and who is; empty if it is."""
    if author == ORGANISER or author in roster.authors:
        return ""
    known = ", ".join(sorted(roster.authors)) or "none yet"
    return f"There is no author {author!r} on this ladder; there are: {known}"


def _fault_in_token(state: LogState, issued: log.TokenIssued) -> str:
    due = max(state.tokens, default=0) + 1
    faults = {
        f"{ORGANISER!r} is no author; a token of it is one with --organiser": issued.author
        == ORGANISER
        and not issued.organiser,
        f"the next token is {due}": issued.number != due,
    }
    return fault_in_author(state.roster, issued.author) or _first(faults)


def _fault_in_revoked(state: LogState, revoked: log.TokenRevoked) -> str:
    token = state.tokens.get(revoked.number)
    if token is None or token.author != revoked.author:
        return f"{revoked.author} has no token {revoked.number}, or it was revoked already"
    return ""


# --- bots ---


def next_player(roster: Roster, name: str) -> Player:
    """Return how the next version of a bot is called."""
    newest = roster.newest(name)
    return f"{name}@{version_of(newest) + 1 if newest else 1}"


def fault_in_handing_in(roster: Roster, author: str) -> str:
    """Say why an author hands in nothing, whatever it is; empty if it may."""
    reason = roster.excluded.authors.get(author)
    faults = {
        "The ladder is frozen: no bot comes in before the organiser ends that": roster.frozen,
        f"{author} is excluded and hands in nothing: {reason}": reason is not None,
    }
    return fault_in_author(roster, author) or _first(faults)


def fault_in_entered(roster: Roster, entered: log.Entered) -> str:
    """Say why a version of a bot cannot come in, as a sentence without its stop; empty if it can.

    The number that an author may have is asked at the door (`ladder.log.admission`), not here.
    """
    player, author, name = entered.player, entered.author, name_of(entered.player)
    before = roster.newest(name)
    owner = roster.author_of(before) if before else author
    barred = roster.excluded.bots.get(name)
    faults = {
        f"{name} is {whose(owner)}, and only its author's next version takes its place;"
        f" {whose(author)} needs another name": owner != author,
        f"{name} is excluded, its next versions too: {barred}": barred is not None,
        f"{name!r} cannot be a bot's name; {NAME_RULE}": not is_name(name),
        f"{entered.digest!r} is no digest of files": not _DIGEST.fullmatch(entered.digest),
    }
    return (
        fault_in_handing_in(roster, author)
        or _first(faults)
        or _fault_in_files(roster, entered)
        or _fault_in_version(roster, player, name)
    )


def _fault_in_files(roster: Roster, entered: log.Entered) -> str:
    same = roster.by_digest.get(entered.digest)
    if same is None:
        return ""
    if reason := roster.why_excluded(same):
        return f"These are the files of {same}, which is excluded: {reason}"
    # Those of an old version go, and may come again.
    if entered.digest in roster.forgotten:
        return ""
    again = ""
    if name_of(same) == name_of(entered.player) and roster.current(name_of(same)) != same:
        again = f"; choose {same} to have it play again"
    return f"This is {same} already, file by file; change it, or let it be{again}"


def _fault_in_version(roster: Roster, player: Player, name: str) -> str:
    same = next((known for known in roster.by_name if known.casefold() == name.casefold()), name)
    if same != name:
        return (
            f"{name!r} differs from {same!r} in upper and lower case only; a new version of that"
            f" has to be called {same!r}, and another bot otherwise"
        )
    due = next_player(roster, name)
    if player != due or len(due) - len(name) - 1 > _LONGEST_VERSION:
        return f"{name} comes in as {due} next, and not as {player}; submit it again"
    return ""


def whose(author: str) -> str:
    """Return an author as whose something is."""
    return "the organiser's" if author == ORGANISER else f"{author}'s"


def _fault_in_known(roster: Roster, *players: Player | None) -> str:
    """Say who of these never came in; None is nobody."""
    unknown = (one for one in players if one is not None and one not in roster.versions)
    return next((f"there is no {one}" for one in unknown), "")


# --- matches ---


def _fault_in_planned(state: LogState, planned: log.Planned) -> str:
    match, size, roster = planned.match, len(planned.players), state.roster
    division = _division(state, planned.game)
    invited = roster.seasons[-1].players
    faults = {
        f"match {match} is not the next": not state.matches.planned + 1 == match <= _MOST_MATCHES,
        "the ladder is paused": roster.paused,
        f"{planned.game} is not played on this ladder": division is None,
        f"season {planned.season} is not the one that goes on": planned.season != roster.season,
        "nobody plays against itself": len({*planned.players}) < size,
        f"{planned.game} is not played by {size} here": division is not None
        and size not in division.seats,
        "each match is committed to a plan of its own": not _DIGEST.fullmatch(planned.plan)
        or bytes.fromhex(planned.plan) in state.matches.plans,
        f"not all of match {match} take part in the season": bool(invited)
        and not {*planned.players} <= {*invited},
        f"two of one author sit at the table of match {match}": size > _DUEL
        and _share_an_author(roster, planned.players),
    }
    return _first(faults) or _fault_in_known(roster, *planned.players)


def _fault_in_players(roster: Roster, planned: log.Planned) -> str:
    """Say who of a match does not play, or not this game."""
    for player in planned.players:
        if reason := roster.why_not_playing(player):
            return reason
        if planned.game not in (roster.versions[player].games or (planned.game,)):
            return f"{player} does not play {planned.game}"
    return ""


def _share_an_author(roster: Roster, players: Iterable[Player]) -> bool:
    known = [roster.author_of(one) for one in players if one in roster.versions]
    theirs = [author for author in known if author != ORGANISER]
    return len({*theirs}) < len(theirs)


def _fault_in_voided(state: LogState, voided: log.Voided) -> str:
    going = state.matches.open.get(voided.match)
    if going is None or going.attempt != voided.attempt:
        return f"attempt {voided.attempt} at match {voided.match} is not the one that goes on"
    return ""


def _fault_in_played(state: LogState, played: log.Played) -> str:
    match, going = played.match, state.matches.open.get(played.match)
    division = going and _division(state, going.planned.game)
    if not going or not division:
        return _fault_in_open(state, match)
    planned, size = going.planned, len(going.planned.players)
    said = (played.game, played.season, played.players, played.attempt)
    games = games_of(size, state.opened.games_a_match)
    faults = {
        f"match {match} is not what was planned": said
        != (planned.game, planned.season, planned.players, going.attempt),
        f"match {match} has other options than the ladder": dict(played.options)
        != _options(division),
        f"match {match} has {played.games} games, not {games}": played.games != games,
        f"nothing is played in a box {played.box!r}": played.box not in JUDGED,
        "no record has such a digest": not _DIGEST.fullmatch(played.record),
        "no match comes out so": not _fits_together(played, size, _partners(division, size)),
    }
    return _first(faults)


def _fault_in_open(state: LogState, match: int) -> str:
    if match not in state.matches.open:
        return f"match {match} is not planned, or is over already"
    return ""


# --- what counts ---


def _fault_in_ruling(state: LogState, ruling: log.Excluded | log.Admitted) -> str:
    roster, match = state.roster, ruling.match
    targets = (ruling.player, ruling.bot, ruling.author, match)
    faults = {
        "it is about one bot, version, author or match": sum(one is not None for one in targets)
        != 1,
        f"Match {match} has no result": match is not None and match not in state.matches.played,
        f"there is no bot {ruling.bot}": ruling.bot is not None
        and roster.newest(ruling.bot) is None,
        "The organiser is no author; its bots are excluded one by one, with --bot": ruling.author
        == ORGANISER,
    }
    return (
        _first(faults)
        or ("" if ruling.author is None else fault_in_author(roster, ruling.author))
        or _fault_in_known(roster, ruling.player)
    )


def _fault_in_season(state: LogState, begun: log.SeasonBegun) -> str:
    if begun.season != state.roster.season + 1:
        return f"season {begun.season} is not the next"
    if state.matches.open:
        return "a match of the season before is not over"
    if len({*begun.players}) < len(begun.players):
        return "somebody takes part twice"
    try:
        parse_format(begun.format)
    except UserError as mistake:
        return str(mistake).rstrip(".")
    return _fault_in_known(state.roster, *begun.players)


# --- who decides, and about what is there ---


def _fault_in_act(state: LogState, body: log.AnyBody) -> str:
    """Say what is wrong with an entry that logs before format 5 were not asked."""
    if isinstance(body, log.Act) and (fault := _fault_in_decider(state, body)):
        return fault
    text = body.text if isinstance(body, log.Announced) else getattr(body, "reason", "")
    if len(text) > log.LONGEST_REASON:
        return f"a text has at most {log.LONGEST_REASON} characters, and this one {len(text)}"
    return _fault_in_subject(state, body)


def _fault_in_decider(state: LogState, act: log.Act) -> str:
    """Say that an act is neither the organiser's, nor its author's, nor one of a season."""
    by, tokens = act.by, filter(None, state.tokens.values())
    if by == ORGANISER or any(token.organiser and token.author == by for token in tokens):
        return ""
    if by == log.BY_CODE:
        has_rights = getattr(act, "organiser", False)
        is_guest = isinstance(act, log.Joined | log.TokenIssued) and not has_rights
        return "" if is_guest else "a code lets guests in, and does nothing else"
    if not by:
        return "" if isinstance(act, _BY_ITSELF) else "somebody has to decide it, and nobody did"
    if isinstance(act, log.Chosen | log.Withdrawn | log.Returned):
        owner = state.roster.author_of(act.player)
        return "" if owner == by else f"{act.player} is {whose(owner)}, and {by[:99]!r} decided"
    return f"the organiser decides it, and {by[:99]!r} did"


def _fault_in_subject(state: LogState, body: log.AnyBody) -> str:  # noqa: PLR0911 - one for each kind
    """Say what an entry speaks of that is not there."""
    roster = state.roster
    match body:
        case log.Limited(limits=limits):
            return _fault_in_high_limits(limits)
        case log.Joined(author=name) | log.Entered(player=name) if fault := fault_in_device(name):
            return fault
        case log.Entered(player=player, games=games) if games:
            return (
                "" if {*state.opened.games} & {*games} else f"{player} plays no game of this ladder"
            )
        case log.Benched(player=player, matches=matches):
            absent = [one for one in matches if not 1 <= one <= state.matches.planned]
            return f"{player} is benched for a match that is not there" if absent else ""
        case log.Returned(player=player):
            return "" if player in roster.benched else f"{player} is not benched"
        case log.Admitted() as admitted:
            counts = roster.excluded.why(admitted) is None
            return f"{admitted.target} counts anyway: it is not excluded" if counts else ""
        case log.SeasonBegun() as begun:
            one = parse_format(begun.format).player
            away = one is not None and begun.players and one not in begun.players
            return _fault_in_known(roster, one) or (
                f"{one} takes no part in its own gauntlet" if away else ""
            )
    return ""


def fault_in_device(name: str) -> str:
    """Say that an author or a bot is called like a device of Windows; empty if not."""
    return f"Windows has no file called {name}; choose another name" * bool(_DEVICE.fullmatch(name))


def _fault_in_high_limits(limits: Limits) -> str:
    highest = max(filter(None, msgspec.structs.astuple(limits)), default=0)
    return f"a limit is at most {log.MOST_LIMIT}" if highest > log.MOST_LIMIT else ""


# --- what fits together ---


def _first(faults: Mapping[str, object]) -> str:
    """Return the first of these sentences that is so."""
    return next((sentence for sentence, so in faults.items() if so), "")


def _division(state: LogState, game: str) -> Division | None:
    return next((one for one in state.opened.divisions if one.game == game), None)


def _options(division: Division) -> dict[str, str]:
    """Return all options of a division, those that go without saying, too."""
    return write_options(read_options(find_game(division.game), division.options))


def _partners(division: Division, seats: int) -> bool:
    """Say whether there are partners in a game of `seats` players."""
    game = find_game(division.game)
    return len({*game.teams(seats, read_options(game, dict(division.options)))}) < seats


def _fits_together(played: log.Played, size: int, partners: bool) -> bool:  # noqa: FBT001
    """Say whether the lists agree about who played, and the ranks with each other."""
    return (
        size == len(played.players) == len(played.scores) == len(played.forfeits)
        and all(len(ranks) == size and _are_ranks(ranks) for ranks in played.ranks)
        and len(played.teams) == (len(played.ranks) if partners else 0)
        and all(len(teams) == size and {*teams} <= {*range(size)} for teams in played.teams)
        and all(map(_partners_are_level, played.ranks, played.teams))
        and all(_are_forfeits(one, played.games) for one in played.forfeits)
    )


def _are_forfeits(counts: Mapping[str, int], games: int) -> bool:
    """Say whether a player can have forfeited so often, by verdict: each game once at the most."""
    few = min(counts.values(), default=1) > 0 and sum(counts.values()) <= games
    return few and {*counts} <= FAULTS


def _are_ranks(ranks: Sequence[int]) -> bool:
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


def _partners_are_level(ranks: Sequence[int], teams: Sequence[int]) -> bool:
    return len({*zip(teams, ranks, strict=True)}) == len({*teams})
