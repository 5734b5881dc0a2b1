"""What a season notes in the journal: begin and end of every match, with its number."""

import time
from collections import Counter
from typing import Any

from arena.boxes.timings import Timings
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from ladder.intake import UploadBegun, UploadOver
from ladder.journal import journal
from ladder.log import LogEntry, Played
from ladder.season import (
    GameOver,
    Logged,
    MatchBegun,
    MatchMeasured,
    MatchSetAside,
    MatchVoided,
    RequestOver,
    SeasonEvent,
    TrialOver,
    Waiting,
)


class _Going:
    """A match that is being played."""

    def __init__(self, begun: MatchBegun) -> None:
        self.plan = begun.planned.plan
        self.name = _name(begun)
        self.since = time.monotonic()
        self.timings = Timings()


class SeasonJournal:
    """Notes what happens in a season."""

    def __init__(self) -> None:
        self._playing: dict[int, _Going] = {}

    def note(self, event: SeasonEvent, sentence: str) -> None:
        """Note an event, with the sentence that a screen has for it; it may be empty."""
        said = {"message": sentence} if sentence else {}
        match event:
            case MatchBegun(planned):
                self._playing[planned.match] = going = _Going(event)
                names = [bot.name for bot in going.plan.bots]
                more = {"bots": names, "attempt": planned.attempt + 1, **going.name, **said}
                journal.info("match_begun", game=going.plan.game, **more)
            case GameOver(match, game):
                self._note_forfeits(self._playing[match], game)
            case MatchMeasured(match, timings):
                self._playing[match].timings = timings
            case Logged(entry):
                self._note_entry(entry, said)
            case MatchVoided(match, players, reason) | MatchSetAside(match, players, reason):
                self._playing.pop(match, None)
                kind = "match_void" if isinstance(event, MatchVoided) else "match_put_off"
                journal.warning(kind, match=match, bots=players, reason=reason, **said)
            case TrialOver(match, player, reason):
                self._playing.pop(match, None)
                journal.info("trial_over", trial=player, reason=reason, **said)
            case RequestOver(match, request, state, reason):
                self._playing.pop(match, None)
                journal.info("request_over", request=request, state=state, reason=reason, **said)
            case UploadBegun(upload) | UploadOver(upload):
                more = {"upload": upload.number, "author": upload.author, "state": upload.state}
                over = isinstance(event, UploadOver)
                journal.info("check_over" if over else "check_begun", **more, **said)
            case Waiting(reason):
                journal.warning("database_awaited", reason=reason, **said)
            case _:
                journal.warning("notice", **said)

    def _note_forfeits(self, going: _Going, game: rec.GameRecord) -> None:
        for one in game.forfeits:
            bot = going.plan.bots[game.seating[one.seat]].name
            verdict, detail = read_verdict(one.verdict), one.detail
            more: dict[str, Any] = {"game": game.number + 1, "detail": detail, **going.name}
            journal.info("forfeit", bot=bot, verdict=verdict, **more)

    def _note_entry(self, entry: LogEntry, said: dict[str, str]) -> None:
        body = entry.body
        if not isinstance(body, Played):
            journal.warning("logged", entry=entry.number, **({"message": f"{body}."} | said))
            return
        going = self._playing.pop(body.match)
        timings = going.timings
        counts = sum(map(Counter[str], body.forfeits), Counter[str]())
        journal.info(
            "match_played",
            match=body.match,
            entry=entry.number,
            game=body.game,
            games=body.games,
            forfeits=dict(counts),
            seconds=round(time.monotonic() - going.since, 3),
            box_starts=[round(one, 3) for one in timings.starts],
            clock_late=round(timings.late, 4),
            **said,
        )


def _name(begun: MatchBegun) -> dict[str, Any]:
    """Return by what a match is known: what is in no log has no number of its own."""
    if begun.request is not None:
        return {"request": begun.request}
    if begun.alone is not None:
        return {"trial": begun.alone}
    return {"match": begun.planned.match}
