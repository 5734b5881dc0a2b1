"""A season that is killed at random moments: nothing is lost or doubled.

The moments are those of what is kept: before a transaction, at its end, and right after it. A seed
says which, and how the clock goes on. All kinds of work go on at them: matches, trials, checks,
reviews, comparisons and what else is asked for. `bench.kill` kills real processes.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from arena.errors import HostFailure, UserError
from arena.runner.host import Host
from arena.runner.referee_process import Event, MatchVoid
from bench.examine import find_losses
from ladder.log.entries import ORGANISER, Entered, Returned
from ladder.log.file import write_log
from ladder.matches import Player
from ladder.matchmaking.endless import endless
from ladder.queries.requests import RequestsHere
from ladder.queries.tables import TableQuery, rate_export, read_table
from ladder.season.reviewer import Reviewed, Reviewer
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.store.transaction import Transaction
from ladder.store.uploads import Uploads
from ladder.submissions.intake import Check, Intake
from ladder.wire import RequestState, UploadLine, UploadState
from tests.ladder.ladders import files_like
from tests.ladder.scripted import VOID, Scripted, make_ladder, make_season, run_to_end

ASKED: Final = TableQuery()


class Killed(BaseException):
    """A process was killed."""


class Life:
    """The transactions of a process up to its death, after which it changes nothing."""

    def __init__(self, store: Store, moments: float) -> None:
        self._writing = store.connections.writing
        self._left = moments

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        self._go_on()
        with self._writing() as here:
            yield here
            self._go_on()
        self._go_on()

    def _go_on(self) -> None:
        if self._left <= 0:
            raise Killed
        self._left -= 1


class Quick(Reviewer):
    """Has a review at once, or comes to none."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    def start(self, job: str, content: bytes, player: Player) -> None:
        pass

    def take(self, job: str) -> Reviewed:
        return Reviewed("it came to no end" if self._rng.random() < 0.2 else "", b"reviewed")


class Instant(Intake):
    """Refuses an upload, or comes to no end with its check, without a process."""

    def __init__(self, place: str, store: Store, executor: "Drawn", rng: Random) -> None:
        super().__init__(place, store, Host("process"), lambda: executor.now)
        self._rng = rng

    def begin(self) -> UploadLine | None:
        upload = self._uploads.begin([check.upload.number for check in self.running])
        if upload is None:
            return None
        self.running.append(Check(upload))
        return self._line(upload)

    def ended(self) -> list[Check]:
        return [check for check in self.running if self._rng.random() < 0.5]

    def finish(self, check: Check) -> UploadLine:
        if self._rng.random() < 0.1:
            check.flaw = "it came to no end"
        elif check.upload.is_look:
            self._uploads.pass_look(check.upload)
        else:
            self._uploads.refuse(check.upload, "refused")
        return super().finish(check)


class Drawn(Scripted):
    """Takes as long as is drawn."""

    def __init__(self, rng: Random, *script: MatchVoid | None, voiding: Iterable[Player]) -> None:
        super().__init__(*script, voiding=voiding, failing=["a@1"])
        self.now = 0.0
        self._rng = rng

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        self.now += self._rng.expovariate(0.05)
        return super().wait(limit)


class Lives:
    """A ladder whose seasons are killed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._rng = Random(seed)
        self._place = str(folder / "ladder.db")
        self._exported = folder / "log.jsonl"
        self.asked = self.sent = self.kills = 0
        self.kinds: set[str] = set()
        """The jobs that went on, each by its first word."""
        with make_ladder(folder) as store:
            for player in ("a@1", "a@2", "b@1", "c@1", "bad@1"):
                digest, content = files_like(player)
                store.enter(Entered(player, ORGANISER, digest, ()), content)

    def ask(self) -> None:
        """Have an upload and one of what is asked for wait, and who was benched come back."""
        with open_store(self._place) as store:
            Uploads(store.connections).add(f"author {self.sent}", "bot.zip", None, b"an archive")
            self.sent += 1
            if "bad@1" in store.roster().benched:
                store.append(Returned("bad@1"))
            with suppress(UserError):
                self._ask(store)
                self.asked += 1

    def _ask(self, store: Store) -> None:
        kind, results = self._rng.choice(["match", "review", "comparison"]), [*store.results()]
        if kind == "review" and results:
            result = self._rng.choice(results)
            RequestsHere(store, ORGANISER).ask_for_review(
                self._rng.choice(result.players), result.match
            )
            self.kinds.add(kind)
        else:
            old = "a@1" if kind == "comparison" else None
            RequestsHere(store, ORGANISER).ask_for_match("a", ["b"], old=old)

    def live(self, moments: float, most: int | None) -> None:
        """Check uploads and play a season, up to a death after this number of moments."""
        rng, killed = self._rng, moments < inf
        script = [VOID if rng.random() < 0.1 else None for _ in range(20)] if killed else []
        bad = ["bad@1"] if killed and rng.random() < 0.7 else []
        executor = Drawn(rng, *script, voiding=bad)
        with open_store(self._place) as store, self._counting_kills():
            store.connections.writing = Life(store, moments).writing  # type: ignore[method-assign]
            season = make_season(
                store,
                executor,
                endless if most else lambda *_: None,
                parallel=rng.randint(1, 3),
                intake=Instant(self._place, store, executor, rng),
                reviewer=Quick(rng),
                now=lambda: executor.now,
            )
            try:
                run_to_end(season, most)
            except HostFailure as failure:
                # A season ends so where all that is left has a bot that brings voids about.
                if not bad or "is void again and again" not in str(failure):
                    raise
        self.kinds |= {job.split()[0] for job in executor.jobs()}

    @contextmanager
    def _counting_kills(self) -> Iterator[None]:
        try:
            yield
        except Killed:
            self.kills += 1

    def kill(self, kills: int) -> None:
        """Kill a season so often, let what is left be played, and look all through."""
        while self.kills < kills:
            if self._rng.random() < 0.5:
                self.ask()
            self.live(self._rng.expovariate(1 / 15), self._rng.randint(1, 5))
        self.live(inf, None)
        assert [*find_losses(self._place)] == []
        with open_store(self._place) as store:
            self._exported.write_bytes(b"".join(write_log(store.entries())))
            boards = [read_table(store, None, ASKED), rate_export(self._exported, None, ASKED)]
            shown, rated = (
                msgspec.json.encode(msgspec.to_builtins(one, str_keys=True, enc_hook=str))
                for one in boards
            )
            assert shown == rated
            asked = Requests(store.connections).newest(most=self.asked + 1)
            assert len(asked) == self.asked
            assert {one.state for one in asked} <= {RequestState.PLAYED, RequestState.FAILED}
            sent = [Uploads(store.connections).line(number + 1) for number in range(self.sent)]
            assert {one.state for one in sent if one} <= {UploadState.REFUSED, UploadState.FAILED}
            assert None not in sent


# --- what CI has of them, and what nights have ---


@pytest.mark.usefixtures("processes")
def test_whenever_a_season_is_killed_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    lives = Lives(tmp_path, 0)
    lives.kill(100)
    assert lives.kinds == {"match", "request", "review", "trial"}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 101))
def test_ten_thousand_kills_lose_and_double_nothing(tmp_path: Path, seed: int) -> None:
    Lives(tmp_path, seed).kill(100)
