"""Quarantine: a bot that may cause voids plays alone with the sample bots before it plays others.

A void is ours, so it is nobody's fault; but a bot that is in one void after the other, while others
can be played, may have found out how to bring one about. Such a bot is quarantined: its next match,
a trial, is alone with the sample bots, which costs it nothing if it is innocent. A trial is played
like any other match, in the same boxes and on the same clock; but it is neither planned in the
ladder nor rated, and the log says of it only that a bot was benched.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from arena.bots.manifest import Bot
from arena.match.plan import draw_seed
from arena.v1 import record_pb2 as rec
from ladder.log.entries import LONGEST_REASON, Benched
from ladder.matches import Player
from ladder.queue.plans import MOST_VOIDS

# --- voids, and whom they have quarantined ---


@dataclass(frozen=True, slots=True)
class Void:
    """One time that a match was void."""

    match: int | None
    """None for a trial: one that a player was to play alone with the sample bots."""
    players: tuple[Player, ...]
    """Those of its bots that have played no match to its end since."""
    after: int
    """The last entry of the log by then."""
    reason: str


def find_quarantined(
    voids: Iterable[Void], active: Collection[Player], last_result: int
) -> list[Player]:
    """Return who of those that play has been in too many voids since it last played to an end.

    Nobody, if there was a void without any such bot: then it is the machine. And of several such
    bots, none of which was in all voids, only those without whom a match was played to its end
    meanwhile (`last_result` is the entry of the last one): else it may be the machine, too.
    """
    standing = _standing(voids, active)
    often = find_often(standing, active)
    if not all(set(often) & {*one.players} for one in standing):
        return []
    return [player for player in often if _stands_out(player, standing, last_result)]


def find_often(voids: Iterable[Void], active: Collection[Player]) -> list[Player]:
    """Return who of those that play has been in 3 voids or more, whatever speaks for them."""
    standing = _standing(voids, active)
    counts = Counter(player for one in standing for player in one.players if player in active)
    return [player for player, count in counts.items() if count >= MOST_VOIDS]


def _standing(voids: Iterable[Void], active: Collection[Player]) -> list[Void]:
    return [one for one in voids if one.match is not None and set(active) & {*one.players}]


def _stands_out(player: Player, standing: Iterable[Void], last_result: int) -> bool:
    theirs = [player in one.players for one in standing]
    first = min(one.after for one in standing if player in one.players)
    return all(theirs) or last_result > first


def count_voids(voids: Iterable[Void], player: Player) -> int:
    """Return in how many voids a player was since it last played a match to its end."""
    return sum(player in one.players for one in voids if one.match is not None)


def find_solo_voids(voids: Iterable[Void], player: Player) -> list[Void]:
    """Return the voids of a player alone with the sample bots."""
    return [one for one in voids if one.match is None and player in one.players]


# --- trials ---


@dataclass(slots=True)
class SoloTrial:
    """A quarantined player, and how its trial goes."""

    player: Player
    others_play: bool = False
    """Since its trial was void for the first time a match without it was played to its end."""
    _voids: int = 0
    _tries: int = 0
    """How often it was void since another match was played."""
    _seen: int = -1
    """How many matches had been played when it was void last."""

    @classmethod
    def begin(cls, player: Player, voids: Iterable[Void], last_result: int) -> "SoloTrial":
        """Go on with a player's trial, as far as an earlier season has come with it."""
        own = find_solo_voids(voids, player)
        return cls(player, bool(own) and last_result > own[0].after, len(own))

    def is_due(self, played: int) -> bool:
        """Say whether another match was played since it was void last, of `played` by now."""
        return self._seen < played

    @property
    def may_go_on(self) -> bool:
        """Whether it may be tried once more where nothing else can be played."""
        return self._tries < MOST_VOIDS

    @property
    def is_lost(self) -> bool:
        """Whether it is void again and again, while others are played."""
        return self._voids >= MOST_VOIDS and self.others_play

    def note_void(self, played: int) -> None:
        self._tries = 1 if self.is_due(played) else self._tries + 1
        self._voids += 1
        self._seen = played

    def note_other(self) -> None:
        """Take note that another match was played to its end."""
        self.others_play |= self._voids > 0


def find_lost(player: Player, voids: Iterable[Void], reason: str) -> Benched:
    """Return what the log says of a player that nobody can be played with."""
    matches = {one.match for one in voids if one.match is not None and player in one.players}
    return Benched(
        player,
        f"void with others and {MOST_VOIDS} times alone with the sample bots, while other matches"
        f" were played: {reason}"[:LONGEST_REASON],
        tuple(sorted(matches)),
        by="",
    )


def make_trial_plan(model: rec.Plan, player: Player, samples: Iterable[Bot]) -> rec.Plan:
    """Return the plan of a match like a planned one, with sample bots instead of the others."""
    plan = rec.Plan()
    plan.CopyFrom(model)
    del plan.bots[:]
    plan.bots.extend(one for one in model.bots if one.name == player)
    plan.bots.extend(_others(plan.game, len(model.bots) - 1, samples))
    plan.seed = draw_seed()
    return plan


def _others(game: str, number: int, samples: Iterable[Bot]) -> list[rec.Bot]:
    """Return `number` sample bots, the same ones again under other names if there are too few."""
    able = [one for one in samples if not one.games or game in one.games]
    names = (
        (one, one.name if turn == 1 else f"{one.name}#{turn}") for turn in count(1) for one in able
    )
    return [
        rec.Bot(name=name, digest=one.digest)
        for (one, name), _ in zip(names, range(number), strict=False)
    ]


# --- the quarantine of a season ---


class Quarantine:
    """Bots that play alone with the sample bots before they play others, and their trials."""

    def __init__(self) -> None:
        self.voids: Sequence[Void] = ()
        """All that are kept."""
        self._trials: dict[Player, SoloTrial] = {}
        self._wide = False
        self._running: set[Player] = set()

    @property
    def players(self) -> frozenset[Player]:
        return frozenset(self._trials)

    def update(self, voids: Sequence[Void], active: Collection[Player], last_result: int) -> None:
        """Take note of the voids as they are by now."""
        self.voids = voids
        found = find_quarantined(voids, active, last_result)
        if self._wide:
            found = find_often(voids, active)
        self._trials = {
            player: self._trials.get(player) or SoloTrial.begin(player, voids, last_result)
            for player in found
        }

    def widen(self) -> None:
        """Quarantine everybody that was in 3 voids or more, until a match is played.

        If nothing else can be played, that is what tells a bot from the machine.
        """
        self._wide = True

    def next(self, played: int, *, idle: bool) -> Player | None:
        """Return whose trial is to be played now, after `played` matches.

        One that was void waits for another match to be played, unless the season is idle.
        """
        for player, trial in self._trials.items():
            again = idle and trial.may_go_on and (trial.others_play or not self._wide)
            if player not in self._running and (again or trial.is_due(played)):
                return player
        return None

    def begin(self, player: Player) -> SoloTrial:
        """Take note that a player's trial begins, and return it."""
        self._running.add(player)
        return self._trials[player]

    def end(self, trial: SoloTrial) -> None:
        """Take note that a trial is over."""
        self._running.remove(trial.player)

    def note_played(self, trial: SoloTrial | None) -> None:
        """Take note that a match was played to its end: this trial, or one of the ladder."""
        self._wide &= trial is not None
        for other in self._trials.values():
            if other is not trial:
                other.note_other()

    def sentences(self) -> list[str]:
        """Say of each that it is quarantined, and why."""
        return [
            f"{player} plays no others before it has played alone with the sample bots: it was in"
            f" {count_voids(self.voids, player)} voids one after the other."
            for player in self._trials
        ]
