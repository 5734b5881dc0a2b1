"""One bot under examination: it is started and played with as in a match, and all of it is kept."""

from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

from arena.bots.manifest import Bot
from arena.boxes.cpus import Cpus
from arena.boxes.kinds import claim_boxes, make_seat_folder
from arena.boxes.leftovers import runtime_folder
from arena.check.explain import refuse_match
from arena.check.played import CheckMatch
from arena.check.report import Finding
from arena.check.setting import Setting, play_setting
from arena.check.watched import RecordingConnection
from arena.errors import HostFailure, Unavailable, UserError
from arena.games import AnyGame, find_game, game_names
from arena.match.clock import TimeControl
from arena.match.record import write_record
from arena.runner.play import run_referee
from arena.runner.referee_process import MAX_REPLAYS

ResultT = TypeVar("ResultT")


class Checkup:
    """Makes the boxes of one check. HostFailure if that cannot be done, however often it is tried.

    Everything runs in this process, which is the referee's: nothing else may keep it busy.
    """

    def __init__(
        self,
        bot: Bot,
        box: str,
        control: TimeControl,
        held: ExitStack,
        records: Path,
        *,
        seed: bytes,
        allow_missing: Sequence[str] = (),
    ) -> None:
        self.bot = bot
        self.box = box
        self.control = control
        self.seed = seed
        self.played: list[CheckMatch] = []
        self._records = records
        self._allow_missing = allow_missing
        self._folder = held.enter_context(runtime_folder())
        self._held = held

    @property
    def games(self) -> list[AnyGame]:
        """The games that the bot says it plays."""
        return [find_game(name) for name in self.bot.games or game_names()]

    def start(self) -> RecordingConnection:
        """Start the bot and end it. If it did not join, the line has the fault."""
        return _insist(self._start)

    def play(self, setting: Setting) -> Finding | None:
        """Play a match and keep it; return why the bot is refused if it forfeits."""
        played = _insist(lambda: self._play(setting))
        self.played.append(played)
        if played.forfeit is None:
            return None
        try:
            path = write_record(played.record, self._records)
        except OSError as error:
            raise UserError(
                f"No record can be kept in {self._records}: {error.strerror}."
            ) from error
        return refuse_match(played, path)

    async def _start(self) -> RecordingConnection:
        await self._claim()
        with Cpus() as cpus:
            line = self._connect(cpus)
            try:
                fault = await line.open(self.control.start)
                if fault is not None:
                    await line.evidence(fault)
            finally:
                await line.close()
        return line

    async def _play(self, setting: Setting) -> CheckMatch:
        await self._claim()
        lines: list[RecordingConnection] = []

        plan = setting.plan(self.bot, self.box, self.control, self._allow_missing)
        with Cpus() as cpus:

            def connect() -> RecordingConnection:
                lines.append(self._connect(cpus))
                return lines[-1]

            record = await play_setting(setting, plan, connect)
        return CheckMatch(setting, record, lines[-1])

    async def _claim(self) -> None:
        """Have the memory of one box for as long as the check takes."""
        await claim_boxes(self._folder, self.box, 1, self._allow_missing)

    def _connect(self, cpus: Cpus) -> RecordingConnection:
        return RecordingConnection(
            self.bot, self.box, make_seat_folder(self._held), cpus, self._allow_missing
        )


def _insist(attempt: Callable[[], Coroutine[Any, Any, ResultT]]) -> ResultT:
    """Do it again when our own machinery has failed, as often as a void match is played again."""
    for _ in range(MAX_REPLAYS):
        try:
            return run_referee(attempt())
        except Unavailable:
            raise
        except HostFailure:
            continue
    return run_referee(attempt())
