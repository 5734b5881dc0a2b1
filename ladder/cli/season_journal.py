"""What a season notes in the journal: begin and end of every match, with its number."""

from collections import Counter
from typing import Any, Final

from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.jobs import (
    CheckBegun,
    CheckOver,
    GameOver,
    Logged,
    MatchBegun,
    MatchJob,
    MatchOutcome,
    MatchOver,
    RatedMatch,
    SeasonEvent,
    Waiting,
)
from ladder.journal import journal

_MATCH_ENDS: Final = {
    MatchOutcome.CANCELLED: "match_cancelled",
    MatchOutcome.VOID: "match_void",
    MatchOutcome.DEFERRED: "match_void",
    MatchOutcome.NOT_BEGUN: "match_put_off",
}


class SeasonJournal:
    """Notes what happens in a season."""

    def note(self, event: SeasonEvent, sentence: str) -> None:
        """Note an event, with the sentence that a screen has for it; it may be empty."""
        said = {"message": sentence} if sentence else {}
        match event:
            case MatchBegun(job):
                more = {"bots": job.players, "attempt": job.attempt + 1, job.kind: job.key, **said}
                journal.info("match_begun", game=job.plan.game, **more)
            case GameOver(job, game):
                _note_forfeits(job, game)
            case MatchOver():
                _note_end(event, said)
            case Logged(entry):
                message = said.get("message", f"{entry.body}.")
                journal.warning("logged", entry=entry.number, message=message)
            case CheckBegun(upload) | CheckOver(upload):
                more = {"upload": upload.number, "author": upload.author, "state": upload.state}
                over = isinstance(event, CheckOver)
                journal.info("check_over" if over else "check_begun", **more, **said)
            case Waiting(reason):
                journal.warning("database_awaited", reason=reason, **said)
            case _:
                journal.warning("notice", **said)


def _note_forfeits(job: MatchJob, game: rec.GameRecord) -> None:
    for one in game.forfeits:
        bot = job.plan.bots[game.seating[one.seat]].name
        verdict, detail = read_verdict(one.verdict), one.detail
        more: dict[str, Any] = {"game": game.number + 1, "detail": detail, job.kind: job.key}
        journal.info("forfeit", bot=bot, verdict=verdict, **more)


def _note_end(over: MatchOver, said: dict[str, str]) -> None:
    job = over.job
    more: dict[str, Any] = {job.kind: job.key, **said}
    if over.entry is not None:
        body = over.entry.played
        counts = sum(map(Counter[str], body.forfeits), Counter[str]())
        journal.info(
            "match_played",
            entry=over.entry.number,
            game=body.game,
            games=body.games,
            forfeits=dict(counts),
            seconds=round(job.seconds, 3),
            box_starts=[round(one, 3) for one in job.timings.starts],
            clock_late=round(job.timings.late, 4),
            **more,
        )
    elif job.kind == RatedMatch.kind:
        kind = _MATCH_ENDS[over.outcome]
        journal.warning(kind, bots=job.players, reason=over.reason, **more)
    else:
        journal.info(f"{job.kind}_over", outcome=over.outcome, reason=over.reason, **more)
