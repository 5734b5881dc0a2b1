"""The proof of a match: what the log says of its plan and of its record, and whether they agree.

Before a match is played the log has a commitment to its random seed: a digest of the plan, which
has the secret seed of all deals. The record has the plan itself. So everybody can see that the
match which was played is the one that was planned, and that nobody has played it until its result
pleased. A record is a proof if it is whole, can be played again, and was planned. Faults that no
check can see stand in docs/ladder.md: a forfeit that never was, if it is made up with all that
belongs to it.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from arena.boxes.connection.watch import FAIR_SHARE
from arena.errors import UserError
from arena.games.contract import competition_ranks, team_scores
from arena.match.clock import clock_message, parse_time_control
from arena.match.match import MAX_FORFEITS
from arena.match.plan import read_kind, read_plan
from arena.match.record import digest_of, is_as_packed, pack_record, unpack_record
from arena.match.replay import verify
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.last_lines import LastLines, find_last_lines, hide_last_lines
from ladder.log.entries import FORMAT, Entered, LogEntry, Opened, Planned, Played
from ladder.log.rulebook import ASKS_WHO_DECIDES
from ladder.matches import Player

# A box waits at most so long for its CPU, by the CPU time that it then gets; in microseconds, each
# of which was rounded.
_WAITS: Final = round(1 / FAIR_SHARE - 1)
_ROUNDING: Final = 1 + _WAITS // 2


def commit_to(plan: rec.Plan) -> str:
    """Return the digest of a plan, without what only says in which boxes it is played."""
    said = rec.Plan()
    said.CopyFrom(plan)
    for field in ("box", "allow_missing", "image"):
        said.ClearField(field)
    return sha256(said.SerializeToString(deterministic=True)).hexdigest()


# --- what a record comes to ---


def conclude(match: int, season: int, record: rec.Record, digest: str) -> Played:
    """Return what the log says of a match. A game that a bot forfeits is last in that game."""
    plan = read_plan(record.plan)
    size, teams = len(plan.bots), plan.teams
    scores = [0] * size
    forfeits = [Counter[str]() for _ in range(size)]
    for played in record.games:
        for index, score in zip(played.seating, team_scores(played.scores, teams), strict=True):
            scores[index] += score
        for forfeit in played.forfeits:
            forfeits[played.seating[forfeit.seat]][str(read_verdict(forfeit.verdict))] += 1
    together = len(set(teams)) < size
    return Played(
        match=match,
        season=season,
        game=plan.game.name,
        options=dict(plan.option_texts),
        players=tuple(bot.name for bot in plan.bots),
        ranks=tuple(_by_bot(one, _ranks(one, together=together)) for one in record.games),
        teams=tuple(_by_bot(one, _teams(one, teams)) for one in record.games) if together else (),
        scores=tuple(scores),
        forfeits=tuple(dict(each) for each in forfeits),
        attempt=record.games[0].attempt if record.games else 0,
        box=plan.box,
        allow_missing=plan.allow_missing,
        record=digest,
    )


def _ranks(game: rec.GameRecord, *, together: bool) -> Sequence[int]:
    """Return the rank of each seat.

    If a partner forfeits, the others cannot show their strength: the game says only who it was.
    """
    if not together or not game.forfeits:
        return game.ranks
    failed = {forfeit.seat for forfeit in game.forfeits}
    return competition_ranks([seat not in failed for seat in range(len(game.ranks))])


def _teams(game: rec.GameRecord, teams: Sequence[int]) -> Sequence[int]:
    """Return the team of each seat; where one has forfeited everybody stands alone."""
    return range(len(teams)) if game.forfeits else teams


def _by_bot(game: rec.GameRecord, by_seat: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat has in the order of the bots."""
    found = dict(zip(game.seating, by_seat, strict=True))
    return tuple(found[index] for index in range(len(found)))


def count_waits(players: Sequence[Player], games: Iterable[rec.GameRecord]) -> dict[Player, float]:
    """Return for how many seconds of wall time games waited for each player's answers.

    Time that its box waited for a CPU is not in it.
    """
    waits = dict.fromkeys(players, 0.0)
    for game in games:
        asked: list[rec.Entry | rec.Forfeit] = [*game.entries, *game.forfeits]
        for one in asked:
            waits[players[game.seating[one.seat]]] += (one.wall_us - one.waited_us) / 1e6
    return waits


# --- what is wrong with one ---


def find_flaw(record: rec.Record, by: int = FORMAT) -> str:
    """Say what is wrong with the record of a whole match, as the end of a sentence; or nothing.

    By the rules of this format of the log that it belongs to.
    """
    try:
        verify(record)
    except UserError as difference:
        return f"cannot be played again: {str(difference).rstrip('.')}"
    if fault := _fault_in_seats(record.plan):
        return fault
    if len(record.games) != record.plan.games:
        return f"has not all of the {record.plan.games} games of its plan"
    if len({game.attempt for game in record.games}) > 1:
        return "has games of several attempts; a match is played in one"
    return _fault_in_sitting_out(record) or (
        _fault_in_plan(record.plan) or _fault_in_times(record) if by >= ASKS_WHO_DECIDES else ""
    )


def _fault_in_plan(plan: rec.Plan) -> str:
    """A bot has the parameters of its files, and a ladder plans with no others."""
    named = [bot.name for bot in plan.bots if bot.parameters]
    return f"gives {named[0]} parameters that are not those of its files" if named else ""


def _fault_in_times(record: rec.Record) -> str:
    """Say which times no match can have, or are not there."""
    took, forfeits = Counter[int](), Counter[int]()
    for game in record.games:
        where = f"in game {game.number + 1}"
        answers = [entry for entry in game.entries if not entry.fallback]
        costs = [(one.waited_us, one.wall_us, one.cpu_us) for one in answers]
        costs += [(one.waited_us, one.wall_us, one.answer_cpu_us) for one in game.forfeits]
        if any(waited > min(wall, _WAITS * cpu + _ROUNDING) for waited, wall, cpu in costs):
            return f"has a wait {where} that no box can have had"
        for one in game.forfeits:
            bot = game.seating[one.seat]
            late = one.verdict == rec.VERDICT_TIMEOUT and not one.HasField("wall_us")
            if late and forfeits[bot] < MAX_FORFEITS:
                return f"has a timeout {where} without its times"
            forfeits[bot] += 1
        for entry in answers:
            took[game.seating[entry.seat]] += entry.wall_us
    idle = [record.plan.bots[index].name for index, wall_us in took.items() if not wall_us]
    return f"has answers of {idle[0]} that took no time" if idle else ""


def _fault_in_seats(plan: rec.Plan) -> str:
    """All are bots, and on the same clock."""
    for bot in plan.bots:
        if not (kind := read_kind(bot)).is_bot:
            return f"has a {kind} at its table, {bot.name}, and so is never rated"
    if any(bot.HasField("clock") for bot in plan.bots):
        return "gives a bot a clock of its own"
    return ""


def _fault_in_sitting_out(record: rec.Record) -> str:
    """After its second forfeit a bot is asked nothing more in the match."""
    forfeits = Counter[int]()
    for game in record.games:
        out = {seat for seat, one in enumerate(game.seating) if forfeits[one] >= MAX_FORFEITS}
        if any(entry.seat in out and not entry.fallback for entry in game.entries):
            return f"has answers in game {game.number + 1} of a bot that sits out by then"
        forfeits.update(game.seating[forfeit.seat] for forfeit in game.forfeits)
    return ""


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of playing a record again: all that is kept of it."""

    flaw: str
    """The fault of the record, as the end of a sentence; with one, the rest is empty."""
    plan: str = ""
    """The commitment to its plan."""
    content: bytes = b""
    """The public record, packed."""
    last_lines: LastLines = dataclasses.field(default_factory=dict)
    result: Played | None = None
    """The log's entry of it, but for the numbers of match and season, which are 0."""
    waits: Mapping[Player, float] = dataclasses.field(default_factory=dict)
    """For how many seconds it waited for each player's answers."""


def prove(record: rec.Record) -> Proof:
    """Play a record again and say what it comes to. It takes some ten milliseconds."""
    if flaw := find_flaw(record):
        return Proof(flaw)
    public = hide_last_lines(record)
    content = pack_record(public)
    result = conclude(0, 0, public, digest_of(content))
    waits = count_waits(result.players, record.games)
    return Proof("", commit_to(record.plan), content, find_last_lines(record), result, waits)


class Proofs:
    """The checks of a log's records against the log. Each is checked once."""

    def __init__(self) -> None:
        self._digests: dict[Player, str] = {}
        self._plans: dict[int, str] = {}
        self._seeds: dict[bytes, int] = {}

    def add(self, entry: LogEntry) -> None:
        """Take note of an entry. A record is checked after that of its match."""
        match entry.body:
            case Opened(clock=clock):
                self._format = entry.opened.format
                self._clock = clock_message(parse_time_control(clock))
            case Entered(player=player, digest=digest):
                self._digests[player] = digest
            case Planned(match=match, plan=plan):
                self._plans[match] = plan

    def check(self, played: Played, content: bytes, name: str) -> None:
        """UserError, with the record's name, unless it leads to what the log says of a match."""
        record = unpack_record(content, name)
        if digest_of(content) != played.record:
            raise UserError(f"{name} is not the record of which the log has the digest.")
        if not is_as_packed(content, record):
            raise UserError(f"{name} has more in it than a record; export it again.")
        flaw = find_flaw(record, self._format) or self._compare(played, record)
        if flaw:
            raise UserError(f"{name} {flaw}.")

    def _compare(self, played: Played, record: rec.Record) -> str:
        if conclude(played.match, played.season, record, played.record) != played:
            return f"does not lead to what the log says of match {played.match}"
        for bot in record.plan.bots:
            if bot.digest != self._digests.get(bot.name):
                return f"was played by other files of {bot.name} than came in"
        if record.plan.clock != self._clock:
            return "was played on another clock than the ladder's"
        if commit_to(record.plan) != self._plans.get(played.match):
            return f"is not of the plan that the log has committed match {played.match} to"
        first = self._seeds.setdefault(record.plan.seed, played.match)
        if first != played.match:
            return f"has the random seed of match {first}; each match has its own"
        return ""
