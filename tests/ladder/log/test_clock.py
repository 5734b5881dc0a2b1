"""A clock that is set ahead: it stops no log, locks no author out, and brings no deadline near."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from arena.errors import UserError
from arena.system import running_time
from ladder import acts
from ladder.acts import Actor
from ladder.course.applying import apply_course
from ladder.log.entries import Entered, Joined, Limited, Limits, kind_of
from ladder.machine import clock
from ladder.machine.clock import DAY, SteadyClock
from ladder.queries.health import examine
from ladder.queries.shares import read_shares
from ladder.season.due import DueActs
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.store.uploads import Uploads
from tests.ladder.ladders import files_like, make_ladder
from tests.programs import Run

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LEAP = timedelta(days=400)
ADA = Actor("ada", organiser=False)


class Machine:
    """A machine with a clock that may be set, and a time that it has run."""

    def __init__(self) -> None:
        self.wall, self.running = NOON, 0.0

    def go_on(self, time: timedelta) -> None:
        self.wall += time
        self.running += time.total_seconds()

    def start(self) -> SteadyClock:
        """Return the clock of a process that starts now."""
        return SteadyClock(lambda: self.wall, lambda: self.running)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return the machine of this process, which starts on it now."""
    found = Machine()
    monkeypatch.setattr(clock, "_PROCESS", found.start())
    return found


def test_a_clock_that_is_set_ahead_is_followed_from_the_next_start_and_that_is_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    machine = Machine()
    before = machine.start()
    machine.go_on(HOUR)
    machine.wall += LEAP
    assert before.now() == NOON + HOUR
    machine.go_on(HOUR)
    assert before.now() == NOON + 2 * HOUR
    assert machine.start().now() == NOON + LEAP + 2 * HOUR
    (said,) = caplog.messages
    assert said == (
        "The clock of this machine was set ahead by 400 days, 0:00:00. This program goes on by the"
        " time that it had, 2026-11-27 13:00 UTC; it follows the clock when it is started again."
    )


def test_a_sleep_is_no_leap_and_a_clock_that_is_set_back_is_followed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    machine = Machine()
    steady = machine.start()
    machine.go_on(8 * HOUR)
    assert steady.now() == NOON + 8 * HOUR
    machine.wall -= 2 * HOUR
    assert steady.now() == NOON + 6 * HOUR
    machine.wall += timedelta(hours=2, seconds=1)
    assert steady.now() == NOON + 8 * HOUR
    assert not caplog.messages


def test_the_machines_own_clock_goes_on() -> None:
    earlier = datetime.now(UTC)
    assert earlier - clock.utc_now() < timedelta(seconds=1)
    assert clock.utc_now() <= datetime.now(UTC)


def test_an_entry_is_written_by_the_time_that_the_process_had(
    tmp_path: Path, machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    with make_ladder(tmp_path / "ladder.db") as store:
        machine.go_on(HOUR)
        machine.wall += LEAP
        for name in ("ada", "bob"):
            (joined,) = store.append(Joined(name))
            assert joined.time == NOON + HOUR
    assert len(caplog.messages) == 1


def test_an_act_that_is_planned_is_not_carried_out_by_a_leap(
    tmp_path: Path, machine: Machine
) -> None:
    file = tmp_path / "course.toml"
    file.write_text("[dates]\ndeadline = 2026-11-27T14:00:00\n")
    with make_ladder(tmp_path / "ladder.db") as store:
        apply_course(store, file)
        store.append(Joined("ada"))
        due = DueActs(store, pause=0)
        machine.wall += LEAP
        assert due.tend() == []
        uploads = Uploads(store.connections)
        assert uploads.add("ada", "bot.zip", None, b"packed") == 1
        check = uploads.begin()
        assert check is not None
        uploads.refuse(check, "no bot")
        machine.go_on(2 * HOUR)
        assert [kind_of(entry.body) for entry in due.tend()] == ["frozen"]


# --- a log that is ahead ---


@pytest.fixture
def ahead(tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Return a ladder on which a process has written while its machine's clock was ahead."""
    with make_ladder(tmp_path / "ladder.db", "first", "second") as store:
        machine.go_on(HOUR)
        store.append(Joined("ada"))
        machine.wall += LEAP
        monkeypatch.setattr(clock, "_PROCESS", machine.start())
        one_a_day = Limits(submissions_a_day=1, requests_a_day=1)
        store.append(Limited(one_a_day))
        enter(store, "owl@1")
        Requests(store.connections).ask("ada", ["owl@1", "first@1"])
    machine.wall -= LEAP
    monkeypatch.setattr(clock, "_PROCESS", machine.start())
    return open_store(str(tmp_path / "ladder.db"))


def enter(store: Store, player: str, author: str = "ada") -> Any:
    digest, content = files_like(player)
    return store.enter(Entered(player, author, digest, ()), content)


def test_a_day_is_counted_by_arrival_where_the_log_is_ahead(ahead: Store, machine: Machine) -> None:
    with ahead as store:
        # What came while the clock was ahead holds up nobody.
        assert enter(store, "owl@2").time == NOON + HOUR + LEAP
        with pytest.raises(UserError, match="time is after 2026-11-28 13:00 UTC"):
            enter(store, "owl@3")
        machine.go_on(DAY - HOUR)
        (share,) = (one for one in read_shares(store, "ada") if one.what.startswith("subm"))
        assert (share.used, share.again) == (1, NOON + HOUR + DAY)
        machine.go_on(HOUR)
        assert enter(store, "owl@3").time == NOON + HOUR + LEAP


def test_decisions_and_requests_are_counted_by_arrival_where_the_log_is_ahead(
    ahead: Store, machine: Machine
) -> None:
    with ahead as store:
        requests = Requests(store.connections)
        for _ in range(2):
            requests.ask("ada", ["owl@1", "first@1"])
            with pytest.raises(UserError, match="may ask for 1 a day"):
                requests.ask("ada", ["owl@1", "second@1"])
            for _ in range(25):
                acts.withdraw(store, ADA, "owl@1")
                acts.choose(store, ADA, "owl@1")
            with pytest.raises(UserError, match="choose and withdraw 50 times a day"):
                acts.withdraw(store, ADA, "owl@1")
            machine.go_on(DAY)


def test_the_doctor_says_how_far_a_log_is_ahead_and_what_follows(
    ahead: Store, machine: Machine
) -> None:
    told = (
        "the log is 400 days, 0:00:00 ahead of this machine's clock: until 2028-01-01 13:00 UTC"
        " every entry bears that time, and limits of a day and planned acts go by the clock"
    )
    with ahead as store:
        (found,) = (one for one in examine(store).findings if one.name == "clock")
        assert (found.ok, found.text) == (False, told)
        machine.go_on(LEAP)
        assert "clock" not in {one.name for one in examine(store).findings}


def test_a_season_says_at_its_start_that_the_log_is_ahead(
    ladder: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = SteadyClock(lambda: datetime.now(UTC) + LEAP, running_time)
    with monkeypatch.context() as patch:
        patch.setattr(clock, "_PROCESS", later)
        make_ladder(tmp_path / "ladder.db", "first", "second").close()
    ran = ladder("run", "--trust", "--minutes", "0")
    # A moment has passed since then, of which the clock of another process may know nothing.
    told = re.findall("Take note: the log is (?:399 days, 23:59:|400 days, 0:00:)", ran.stderr)
    assert len(told) == 1
