"""The judge of a game: what an answer comes to, by the rules and by the clock of its seat.

The referee asks it during a game; replay, verification, rerun and a ladder's proof ask the same
judge about a record. So what was recorded is what the rules and the clocks say.
"""

from typing import NamedTuple

from arena.games import IllegalMove
from arena.games.messages import envelope, read_envelope
from arena.match.clock import Clock, Deadline, Spent
from arena.match.plan import MatchPlan, ScheduledGame
from arena.match.verdict import Verdict
from arena.v1 import arena_pb2 as pb


class Judgement(NamedTuple):
    """The judge's ruling on an answer."""

    verdict: Verdict
    """`ok`, and it was played; `illegal`; or `timeout`."""
    detail: str = ""
    """Why it was refused, as a sentence."""
    forfeits: bool = False
    """Its seat has lost the game. Else a seat that was refused is asked again."""


_OK = Judgement(Verdict.OK)


class Judge:
    """Judges one game, answer by answer, and plays it. `lost` are the seats that have forfeited."""

    def __init__(self, plan: MatchPlan, scheduled: ScheduledGame) -> None:
        self.state = plan.start(scheduled.deal)
        self.lost: set[int] = set()
        self._game = plan.game
        self._clocks = [Clock(plan.control(index)) for index in scheduled.seating]

    def deadline(self, seat: int) -> Deadline:
        """Return until when the next answer of a seat is in time."""
        return self._clocks[seat].deadline

    def answer(self, seat: int, move: pb.Move, spent: Spent, unreadable: str = "") -> Judgement:
        """Charge an answer, and play it if it came in time and is legal.

        If the rulebook has its own penalty for an illegal move, the seat stays to act instead.
        `unreadable` says what is wrong with an answer in which there is no move of this game.
        """
        if overrun := self._clocks[seat].spend(spent):
            self.lost.add(seat)
            return Judgement(Verdict.TIMEOUT, overrun, forfeits=True)
        refusal = unreadable or self._play(seat, move)
        if not refusal:
            return _OK
        asked_again = self.state.refuse(seat)
        if not asked_again:
            self.lost.add(seat)
        return Judgement(Verdict.ILLEGAL, refusal, forfeits=not asked_again)

    def _play(self, seat: int, move: pb.Move) -> str:
        """Play a move; return why it cannot be played, if it cannot."""
        try:
            self.state.play(seat, read_envelope(self._game, move))
        except IllegalMove as error:
            return str(error)
        return ""

    def play_for(self, seat: int) -> pb.Move:
        """Play the first legal move for a seat that has lost, and return it."""
        self.lost.add(seat)
        move = self.state.legal(seat)[0]
        self.state.play(seat, move)
        return envelope(self._game, move)
