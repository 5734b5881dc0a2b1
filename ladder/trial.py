"""A trial: a match that a suspect plays alone with the sample bots, before it plays others again.

It is played like any other, in the same boxes and on the same clock; but it is neither planned in
the ladder nor rated, and the log says of it only that a bot was benched.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import count

from arena.bots.manifest import Bot, open_bot
from arena.cli.bots import SAMPLES, sample_names
from arena.match.plan import SEED_BYTES
from arena.v1 import record_pb2 as rec
from ladder.log import Benched
from ladder.matches import Player
from ladder.shelf import pack_folder
from ladder.voids import MOST_VOIDS, Void, alone


@dataclass(slots=True)
class Trial:
    """A suspect and how its trial goes."""

    player: Player
    others_play: bool = False
    """Since its trial was void for the first time a match without it was played to its end."""
    _voids: int = 0
    _tries: int = 0
    """How often it was void since another match was played."""
    _seen: int = -1
    """How many matches had been played when it was void last."""

    @classmethod
    def begin(cls, player: Player, voids: Iterable[Void], last_result: int) -> "Trial":
        """Go on with a suspect's trial, as far as an earlier season has come with it."""
        own = alone(voids, player)
        return cls(player, bool(own) and last_result > own[0].after, len(own))

    def is_due(self, played: int) -> bool:
        """Say whether another match was played since it was void last, of so many by now."""
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
    """Return what the log says of a suspect that cannot be played with."""
    matches = {one.match for one in voids if one.match is not None and player in one.players}
    return Benched(
        player,
        f"void with others and {MOST_VOIDS} times alone with the sample bots, while other matches"
        f" were played: {reason}",
        tuple(sorted(matches)),
    )


def make_trial_plan(model: rec.Plan, player: Player) -> rec.Plan:
    """Return the plan of a match like a planned one, with sample bots instead of the others."""
    plan = rec.Plan()
    plan.CopyFrom(model)
    del plan.bots[:]
    plan.bots.extend(one for one in model.bots if one.name == player)
    plan.bots.extend(_others(plan.game, len(model.bots) - 1))
    plan.seed = secrets.token_bytes(SEED_BYTES)
    return plan


def _others(game: str, number: int) -> list[rec.Bot]:
    """Return so many sample bots, the same ones again under other names if there are too few."""
    able = [one for one in _samples() if not one.games or game in one.games]
    names = (
        (one, one.name if turn == 1 else f"{one.name}#{turn}") for turn in count(1) for one in able
    )
    return [
        rec.Bot(name=name, digest=one.digest)
        for (one, name), _ in zip(names, range(number), strict=False)
    ]


def pack_sample(digest: str) -> bytes | None:
    """Return a sample bot's files as a submission; None if no sample bot has this digest."""
    found = (one for one in _samples() if one.digest == digest)
    return next((pack_folder(one.folder) for one in found), None)


@cache
def _samples() -> tuple[Bot, ...]:
    return tuple(open_bot(SAMPLES / name) for name in sample_names())
