"""Random acts through the doors of a ladder: whatever is done, its log can be imported.

Authors, versions, limits, seasons, rulings, voids and tokens, by clocks that jump.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.archive.exchange import import_export, write_export
from ladder.leaderboards import read_boards
from ladder.log.entries import ORGANISER, Entered, SaidLimit, SeasonBegun
from ladder.log.file import read_log, write_log
from ladder.log.proof import prove
from ladder.log.rulebook import LogState, next_player
from ladder.ratings.board import to_json
from ladder.rerating import rate_rest
from ladder.store import transaction
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.fuzz.fuzzing import accept, assert_sentence, fuzz
from tests.ladder.ladders import files_like, make_ladder, plan_match, play

NAMES = ("ann", "ben", "Ann", "a b")
BOTS = ("one", "two", "red", "Red")
ME = Actor()
# This many acts, and the ladder is exported after every ten.
ACTS = 40
EACH = 10


class Clock:
    """A clock that is put forward and back."""

    ahead = timedelta()

    @classmethod
    def now(cls) -> datetime:
        return datetime.now(UTC) + cls.ahead


class Doors:
    """A ladder, and what may be done at its doors: sensible or not."""

    def __init__(self, store: Store, drawn: Random) -> None:
        self.store = store
        self.drawn = drawn

    def _version(self) -> str:
        known = [*self.store.roster().versions]
        return self.drawn.choice([*known, *known, f"{self.drawn.choice(BOTS)}@9"])

    def _author(self) -> str:
        known = sorted(self.store.roster().authors)
        return self.drawn.choice([*known, *known, ORGANISER, *NAMES])

    def join(self) -> None:
        acts.add_author(self.store, ME, self.drawn.choice(NAMES))

    def hand_in(self) -> None:
        name, author = self.drawn.choice(BOTS), self.drawn.choice([ORGANISER, self._author()])
        digest, content = files_like(f"files {self.drawn.randint(1, 12)}")
        player = next_player(self.store.roster(), name)
        games = self.drawn.choice([(), ("six_nimmt",), ("tonton",)])
        self.store.enter(Entered(player, author, digest, games), content)

    def limit(self) -> None:
        limits: list[tuple[SaidLimit, SaidLimit]] = [("none", "none"), (1, "none"), (2, 3)]
        old, bots = self.drawn.choice(limits)
        acts.limit(self.store, ME, old_versions=old, bots=bots)

    def plan(self) -> None:
        self._plan(self.store.roster().active())

    def plan_whoever_is_there(self) -> None:
        self._plan([*self.store.roster().versions])

    def _plan(self, players: list[str]) -> None:
        if len(players) > 1:
            pair = self.drawn.sample(players, 2)
            self.store.plan(self.store.roster().season, plan_match(self.store, pair))

    def play(self) -> None:
        for one in self.store.queue()[:1]:
            self.store.finish(one.match, prove(play(one.plan, attempt=one.attempt)))

    def void(self) -> None:
        for one in self.store.queue()[:1]:
            self.store.void(one.match, one.attempt, "the machine sneezed", one.players)

    def stop(self) -> None:
        for one in self.store.queue():
            self.store.begin(one.match)
        self.store.stop("the season was stopped")

    def cancel(self) -> None:
        acts.cancel(self.store, ME, self.drawn.randint(1, 9), "so")

    def begin_season(self) -> None:
        roster = self.store.roster()
        active = roster.active()
        players = self.drawn.choice([(), tuple(active[:2]), (*active, "nobody@1")])
        format_ = self.drawn.choice(["endless", "swiss 3", "cup 3"])
        begun = SeasonBegun(roster.season + self.drawn.choice([1, 1, 2]), format_, players)
        self.store.begin_season(begun, "so", freeze=self.drawn.random() < 0.2)

    def rule(self) -> None:
        chosen: dict[str, Any] = self.drawn.choice(
            [
                {"bot": self.drawn.choice(BOTS)},
                {"version": self._version()},
                {"author": self._author()},
                {"match": self.drawn.randint(1, 9)},
            ]
        )
        act = self.drawn.choice([acts.exclude, acts.admit])
        act(self.store, ME, "so", **chosen)

    def bench(self) -> None:
        acts.bench(self.store, ME, self._version(), "so")

    def send_back_in(self) -> None:
        acts.send_back_in(self.store, ME, self._version())

    def choose(self) -> None:
        acts.choose(self.store, ME, self._version())

    def withdraw(self) -> None:
        acts.withdraw(self.store, ME, self._version())

    def freeze(self) -> None:
        acts.freeze(self.store, ME, frozen=self.drawn.random() < 0.2)

    def pause(self) -> None:
        acts.pause(self.store, ME, paused=self.drawn.random() < 0.2)

    def issue(self) -> None:
        organiser = self.drawn.random() < 0.5
        acts.issue_token(self.store, ME, self._author(), organiser=organiser)

    def revoke(self) -> None:
        acts.revoke_token(self.store, ME, self.drawn.randint(1, 3))

    def jump(self) -> None:
        Clock.ahead += timedelta(seconds=self.drawn.choice([-86_400, -0.05, 3_600, 172_800]))


OFTEN = ["hand_in", "plan", "play"]
SELDOM = [name for name, one in vars(Doors).items() if callable(one) and name[0] != "_"]
CHOICES = SELDOM + 3 * OFTEN


@pytest.fixture
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "utc_now", Clock.now)


@fuzz(5)
@given(st.integers(0, 2**32))
@pytest.mark.usefixtures("_clock")
def test_what_is_done_at_the_doors_can_be_exported_and_imported(seed: int) -> None:
    Clock.ahead = timedelta()
    with TemporaryDirectory() as parent:
        place = Path(parent) / "ladder.db"
        with make_ladder(place, "one", "two") as store:
            doors = Doors(store, Random(seed))
            for number in range(1, ACTS + 1):
                act: Callable[[], None] = getattr(doors, doors.drawn.choice(CHOICES))
                try:
                    act()
                except UserError as mistake:
                    assert_refused(mistake)
                else:
                    accept()
                if number % EACH == 0:
                    export_and_import(store, Path(parent), number)


def assert_refused(mistake: UserError) -> None:
    """In a sentence, and by no fault of the ladder's own."""
    assert_sentence(mistake)
    assert "older than" not in str(mistake)


def export_and_import(store: Store, folder: Path, number: int) -> None:
    file, copy = folder / f"{number}.zip", str(folder / f"{number}.db")
    write_export(store, file, submissions=True)
    import_export(copy, file)
    expected = LogState()
    entries = list(read_log(write_log(store.entries()), expected))
    # What is kept from one entry to the next, and what another program reads.
    with open_store(str(folder / "ladder.db")) as fresh:
        for one in (store, fresh):
            with one.connections.writing() as here:
                # Read when a rule asks for them.
                assert here.state.matches == expected.matches
                assert here.state == expected
    with open_store(copy) as other:
        assert list(other.entries(last=expected.number)) == entries
        rate_rest(other)
        rate_rest(store)
        boards = [to_json(read_boards(one, one.roster())) for one in (other, store)]
        assert boards[0] == boards[1]
