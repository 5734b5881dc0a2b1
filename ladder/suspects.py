"""The suspects of a season, each with its trial."""

from collections.abc import Collection, Sequence

from arena.v1 import record_pb2 as rec
from ladder.matches import Player
from ladder.store.store import Queued
from ladder.trial import Trial
from ladder.voids import Void, count_voids, find_often, find_suspects


class Suspects:
    """Who plays no others before it has played alone with the sample bots, and how that goes."""

    def __init__(self) -> None:
        self.voids: Sequence[Void] = ()
        """All that are kept."""
        self._trials: dict[Player, Trial] = {}
        self._wide = False
        self._running: dict[int, Trial] = {}
        self._begun = 0

    @property
    def players(self) -> frozenset[Player]:
        return frozenset(self._trials)

    def update(self, voids: Sequence[Void], active: Collection[Player], last_result: int) -> None:
        """Take note of the voids as they are by now."""
        self.voids = voids
        found = find_suspects(voids, active, last_result)
        if self._wide:
            found = find_often(voids, active)
        self._trials = {
            player: self._trials.get(player) or Trial.begin(player, voids, last_result)
            for player in found
        }

    def widen(self) -> None:
        """Have everybody be a suspect that was in so many voids, until a match is played.

        Where nothing else can be played, that is what tells a bot from the machine.
        """
        self._wide = True

    def next(self, played: int, *, idle: bool) -> Player | None:
        """Return whose trial is to be played now, after so many matches.

        One that was void waits for another match to be played, unless the season is idle.
        """
        running = {trial.player for trial in self._running.values()}
        for player, trial in self._trials.items():
            again = idle and trial.may_go_on and (trial.others_play or not self._wide)
            if player not in running and (again or trial.is_due(played)):
                return player
        return None

    def begin(self, player: Player, plan: rec.Plan) -> Queued:
        """Take note that a trial begins; its number is below those of all matches of a ladder."""
        self._begun += 1
        self._running[-self._begun] = self._trials[player]
        return Queued(-self._begun, 0, plan)

    def end(self, match: int) -> Trial | None:
        """Return whose trial is over; None if the match was none."""
        return self._running.pop(match, None)

    def note_played(self, trial: Trial | None) -> None:
        """Take note that a match was played to its end: this trial, or one of the ladder."""
        self._wide &= trial is not None
        for other in self._trials.values():
            if other is not trial:
                other.note_other()

    def sentences(self) -> list[str]:
        """Say of each that it is a suspect, and why."""
        return [
            f"{player} plays no others before it has played alone with the sample bots: it was in"
            f" {count_voids(self.voids, player)} voids one after the other."
            for player in self._trials
        ]
