"""Tries an attack in a real match: what its seat got, and what it did to the others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import arena
from arena.attacks.attack import Attack
from arena.bots.finding import BotSource
from arena.bots.intake import take_in
from arena.boxes.supervision.bot_log import BotLog
from arena.games import find_game
from arena.games.options import read_options
from arena.match.clock import TimeControl
from arena.match.plan import draw_seed, make_plan, scheduled_games
from arena.match.verdict import read_verdict
from arena.runner.host import Host
from arena.runner.play import play_in, run_referee
from arena.runner.referee_process import GamePlayed, run_matches
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec

_SAMPLES: Final = Path(arena.__file__).parent.parent / "sample_bots"
# One that no bot can guess, and the same for all trials of this process.
_SEED: Final = draw_seed()
# As hostile programs say it.
_TRIED: Final = "TRIED"


@dataclass(frozen=True)
class Trial:
    """The match of an attacker among innocents."""

    attack: Attack
    seats: tuple[int, ...]
    """The attacker's, in increasing order."""
    box: str
    record: rec.GameRecord
    reference: rec.GameRecord
    """The same game with an honest bot in the attacker's seats."""
    tried: Collection[int]
    """The seats whose program has come to the end of its attack."""
    others: Collection[int] = ()
    """The seats of other attackers, who are no innocents."""

    @property
    def verdict(self) -> str:
        """The verdict on the attacker's seat; of two, the first that forfeited."""
        own = self._own_forfeits()
        return str(read_verdict(own[0].verdict)) if own else "ok"

    @property
    def evidence(self) -> str:
        own = self._own_forfeits()
        return f"{own[0].detail}\n{own[0].log_tail}" if own else ""

    def _own_forfeits(self) -> list[rec.Forfeit]:
        return [forfeit for forfeit in self.record.forfeits if forfeit.seat in self.seats]

    @property
    def harmed(self) -> int:
        """How many innocent seats forfeited."""
        attackers = {*self.seats, *self.others}
        return sum(forfeit.seat not in attackers for forfeit in self.record.forfeits)

    @property
    def known_open(self) -> str:
        """Why the attack got through, if this kind of box is known not to stop it; else empty."""
        known = self.attack.known_open(self.box)
        return known if known and self._own_complaints() else ""

    @property
    def came(self) -> str:
        """The outcome: that it played on, or the verdict and its evidence."""
        own = self._own_forfeits()
        return f"{self.verdict}: {own[0].detail}" if own else "it played on"

    def complaints(self) -> list[str]:
        """Return the differences from the outcome that is right, as sentences; none if all is well.

        An attack that a box does not stop costs its own seat or nothing; the others play their
        game.
        """
        found = [] if self.known_open else self._own_complaints()
        if self.verdict == "ok" and not {*self.seats} <= {*self.tried}:
            found.append("it was not tried: its program has not come to the end of its attack")
        if self.harmed:
            found.append(f"{self.harmed} innocent seats forfeited")
        if _moves(self.record) != _moves(self.reference):
            found.append("the game is not the one that an honest bot's seat would have led to")
        return found

    def _own_complaints(self) -> list[str]:
        """Return what the attacker did or got that it should not have."""
        if self.box == "gvisor" and self.verdict in self.attack.under_gvisor:
            return [self.evidence] if "ESCAPED" in self.evidence else []
        found = []
        if self.verdict not in self.attack.verdicts:
            right = " or ".join(self.attack.verdicts)
            found.append(f"the attacker got {self.verdict}, not {right}: {self.evidence!r}")
        if self.attack.evidence not in self.evidence:
            found.append(f"the evidence does not say {self.attack.evidence!r}: {self.evidence!r}")
        if "ESCAPED" in self.evidence:
            found.append(self.evidence)
        return found


def try_attack(attack: Attack, folder: Path, game: str, seat: int, box: str) -> Trial:
    """Play the attacker among honest bots: at a seat, and if it takes more at the next ones too."""
    number = attack.seats(game)
    seats = tuple(sorted((seat + other) % number for other in range(attack.attackers)))
    (trial,) = try_together([(seats, attack, folder)], game, number, box)
    return trial


def try_together(
    attackers: Sequence[tuple[tuple[int, ...], Attack, Path]], game: str, number: int, box: str
) -> list[Trial]:
    """Play attackers with one clock at a table of `number` seats, each in its seats, of its folder.

    The other seats are innocent.
    """
    # A suite of them takes minutes.
    options = find_game(game).short
    (control,) = {attack.control(box) for _, attack, _ in attackers}
    written = [(seats, attack.write(folder)) for seats, attack, folder in attackers]
    bots = {seat: folder for seats, folder in written for seat in seats}
    with Host(box) as host:
        record, logs = _play(host, _plan(host, game, options, _seat(bots, number), control))
    reference = _honest_game(game, tuple(options.items()), tuple(sorted(bots)), number)
    tried = [seat for seat in bots if _TRIED in logs[seat].splitlines()]
    return [
        Trial(attack, seats, box, record, reference, tried, [*bots])
        for seats, attack, _ in attackers
    ]


@cache
def _honest_game(
    game: str, options: tuple[tuple[str, str], ...], seats: tuple[int, ...], number: int
) -> rec.GameRecord:
    """Play the game with an honest bot that plays its first legal move at these of the seats."""
    bots = _seat(dict.fromkeys(seats, _SAMPLES / "first"), number)
    with Host("inline") as host:
        task = _plan(host, game, dict(options), bots, TimeControl())
        # In a process of its own: what bots print inline takes the output of all threads.
        events = [event for _, event in run_matches(host, [task], 1, fork=False)]
    return next(event.game for event in events if isinstance(event, GamePlayed))


def _seat(bots: Mapping[int, Path], number: int) -> list[Path]:
    return [bots.get(seat, _SAMPLES / "random") for seat in range(number)]


def _play(host: Host, task: Task) -> tuple[rec.GameRecord, list[str]]:
    """Return the game, and what the bot of each seat has printed."""
    logs = [BotLog() for _ in task.bots]
    (game,) = run_referee(play_in(host, task, lambda _: None, logs)).games
    return game, [str(logs[bot]) for bot in game.seating]


def _plan(
    host: Host,
    name: str,
    options: Mapping[str, str],
    folders: Sequence[Path],
    control: TimeControl,
) -> Task:
    """Plan the game in which the bots of these folders, by seat, play."""
    game = find_game(name)
    by_seat = [
        take_in(BotSource(folder, f"bot{seat}"), host.folder())
        for seat, folder in enumerate(folders)
    ]
    plan = make_plan(
        game,
        read_options(game, options),
        by_seat,
        games=1,
        control=control,
        box=host.box,
        seed=_SEED,
    )
    # The seating is drawn, and does not depend on the bots.
    (scheduled,) = scheduled_games(plan)
    seats = [scheduled.seating.index(index) for index in range(len(folders))]
    plan = replace(plan, bots=tuple(plan.bots[seat] for seat in seats))
    return Task(plan, tuple(by_seat[seat] for seat in seats))


def _moves(record: rec.GameRecord) -> list[tuple[int, bytes]]:
    """Return who made which move, without what was refused."""
    made = [entry for entry in record.entries if entry.fallback or entry.verdict == rec.VERDICT_OK]
    return [(entry.seat, entry.move.SerializeToString(deterministic=True)) for entry in made]
