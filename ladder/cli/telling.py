"""Report of a season on an event: a word and facts for its journal, a sentence for its screen."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.log.entries import Benched
from ladder.season.executor import Notice
from ladder.season.jobs import (
    CheckBegun,
    CheckOver,
    GameOver,
    Logged,
    MatchBegun,
    MatchJob,
    MatchOutcome,
    MatchOver,
    RatedMatch,
    RequestedMatch,
    SeasonEvent,
    TrialMatch,
    Waiting,
)
from ladder.submissions.intake import describe_upload

# Words for a match that ends so, by its kind.
_ENDS: Final = {
    RatedMatch.kind: {
        MatchOutcome.CANCELLED: "Match {key} ({names}) was cancelled while it was played.",
        MatchOutcome.VOID: (
            "Match {key} ({names}) is void and is played again with other cards: {reason}"
        ),
        MatchOutcome.DEFERRED: (
            "Match {key} ({names}) is void and is played when nothing else is left, dealt again:"
            " {reason}"
        ),
        MatchOutcome.NOT_BEGUN: (
            "Match {key} ({names}) is put off: {reason}; ladder cancel {key} gives it up."
        ),
    },
    TrialMatch.kind: {
        MatchOutcome.PLAYED: "{key} has played alone with the sample bots, and plays others again.",
        MatchOutcome.VOID: "The match of {key} alone with the sample bots is void: {reason}",
    },
    RequestedMatch.kind: {
        MatchOutcome.VOID: "Request {key} has come to nothing: {reason}",
        MatchOutcome.NOT_BEGUN: "Request {key} will not be done: {reason}",
    },
}
_ALONE: Final = (
    "{key} was in one void after the other: it plays alone with the sample bots before it plays"
    " others, and that counts for nothing."
)
_WORDS: Final = {
    MatchOutcome.CANCELLED: "match_cancelled",
    MatchOutcome.VOID: "match_void",
    MatchOutcome.DEFERRED: "match_void",
    MatchOutcome.NOT_BEGUN: "match_put_off",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the journal, and of the screen if it has a sentence."""

    word: str
    facts: dict[str, Any]
    sentence: str = ""
    warns: bool = False


def tell(event: SeasonEvent) -> Iterator[Told]:
    """Yield what is told of an event."""
    match event:
        case MatchBegun(job):
            facts = {"game": job.plan.game, "bots": job.players, "attempt": job.attempt + 1}
            said = _ALONE.format(key=job.key) if job.kind == TrialMatch.kind else ""
            yield Told("match_begun", facts | {job.kind: job.key}, said)
        case GameOver(job, game):
            yield from _forfeits(job, game)
        case MatchOver():
            yield _end(event)
        case Logged(entry):
            body = entry.body
            said = f"{body.player} is benched: {body.reason}" if isinstance(body, Benched) else ""
            facts = {"entry": entry.number, "message": said or f"{body}."}
            yield Told("logged", facts, said, warns=True)
        case CheckBegun(upload) | CheckOver(upload):
            facts = {"upload": upload.number, "author": upload.author, "state": upload.state}
            word = "check_over" if isinstance(event, CheckOver) else "check_begun"
            yield Told(word, facts, describe_upload(upload))
        case Waiting(reason):
            yield Told("database_awaited", {"reason": reason}, f"Waiting: {reason}", warns=True)
        case Notice(text):
            yield Told("notice", {}, text, warns=True)


def _forfeits(job: MatchJob, game: rec.GameRecord) -> Iterator[Told]:
    for one in game.forfeits:
        bot = job.plan.bots[game.seating[one.seat]].name
        facts = {"bot": bot, "verdict": read_verdict(one.verdict), "game": game.number + 1}
        yield Told("forfeit", facts | {"detail": one.detail, job.kind: job.key})


def _end(over: MatchOver) -> Told:
    job, reason = over.job, over.reason
    said = _ENDS[job.kind].get(over.outcome, "")
    said = said.format(key=job.key, names=", ".join(job.players), reason=reason)
    named: dict[str, Any] = {job.kind: job.key}
    if over.entry is not None:
        body = over.entry.played
        facts = {
            "entry": over.entry.number,
            "game": body.game,
            "games": body.games,
            "forfeits": dict(sum(map(Counter[str], body.forfeits), Counter[str]())),
            "seconds": round(job.seconds, 3),
            "box_starts": [round(one, 3) for one in job.timings.starts],
            "clock_late": round(job.timings.late, 4),
        }
        return Told("match_played", named | facts, said)
    if job.kind == RatedMatch.kind:
        facts = {"bots": job.players, "reason": reason}
        return Told(_WORDS[over.outcome], named | facts, said, warns=True)
    return Told(f"{job.kind}_over", named | {"outcome": over.outcome, "reason": reason}, said)
