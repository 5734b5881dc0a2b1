"""Matches start only while their boxes fit into the memory that is left beside the others."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from arena.attacks import build_attack
from arena.attacks.build_attack import BUILDS
from arena.boxes.host import memory
from arena.boxes.host.leftovers import LOCK, MATCH_LABEL, MEMORY_LABEL, draw_name, runtime_folder
from arena.boxes.host.memory import (
    Claim,
    claim_memory,
    left_beside,
    matches_that_fit,
    needed,
    own_claims,
    read_claims,
    read_left,
    release_memory,
)
from arena.boxes.supervision.bot_log import BotLog
from arena.containers.engine import Engine
from arena.containers.image import Image
from arena.containers.runtime import GVISOR, USUAL
from arena.errors import Unavailable
from arena.match.clock import TimeControl
from arena.runner.host import Boxes, Host
from arena.v1 import record_pb2 as rec
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, RANDOM, plan_match, play_task
from tests.waiting import wait_until

MB = 1024**2
BOX = USUAL.memory + memory.OVERHEAD


@pytest.mark.parametrize(
    ("claims", "left"),
    [
        ([], 1000),
        # What others have taken is not available any more; what they may still take is left out.
        ([Claim(300, 100)], 800),
        ([Claim(300, 100), Claim(500)], 300),
        # One that has taken more than it said takes nothing from what is left.
        ([Claim(300, 400)], 1000),
        ([Claim(2000)], -1000),
    ],
)
def test_what_others_may_still_take_is_not_left(claims: list[Claim], left: int) -> None:
    assert left_beside(1000, claims) == left


def test_as_many_matches_fit_as_their_boxes_do() -> None:
    assert needed(USUAL, 4) == 4 * BOX
    assert matches_that_fit(8 * BOX, USUAL, 4) == 2
    assert matches_that_fit(8 * BOX - 1, USUAL, 4) == 1
    assert matches_that_fit(8 * BOX, GVISOR, 4) == 1
    assert matches_that_fit(-1, USUAL, 4) == 0


class BareEngine:
    """An engine with no containers but these."""

    containers: Sequence[dict[str, Any]] = ()

    def list_containers(self, _label: str) -> list[dict[str, Any]]:
        return [*self.containers]


def test_what_a_match_claims_that_was_killed_is_free(runtime_parent: Path) -> None:
    engine = cast("Engine", BareEngine())
    dead = runtime_parent / draw_name()
    dead.mkdir()
    (dead / LOCK).touch()
    with runtime_folder() as alive:
        for folder, claimed in ((alive, 300), (dead, 500)):
            (folder / "memory").write_text(str(claimed))
        assert read_claims(engine) == [Claim(300)]
    assert read_claims(engine) == []


@pytest.mark.usefixtures("runtime_parent")
def test_a_box_that_nobody_has_claimed_for_takes_nothing_that_others_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used = {"bot": 100 * MB, "leaving": 70 * MB, "stray": 900 * MB, "stranger": 50 * MB}
    monkeypatch.setattr(memory, "_used_by", lambda _, container: used[container["Id"]])
    engine = BareEngine()

    with runtime_folder() as match, runtime_folder() as over, runtime_folder() as stray:
        (match / "memory").write_text(str(2 * BOX))
        (over / "memory").write_text(str(2 * BOX))
        release_memory(over)
        places = {"bot": match, "leaving": over, "stray": stray, "stranger": Path("/else/arena-1")}
        engine.containers = [
            {
                "Id": name,
                "State": "running",
                "Labels": {MATCH_LABEL: str(place), MEMORY_LABEL: str(1024 * MB)},
            }
            for name, place in places.items()
        ]
        assert read_claims(cast("Engine", engine)) == [
            Claim(1040 * MB, 900 * MB),
            Claim(1040 * MB, 50 * MB),
            Claim(2 * BOX, 100 * MB),
        ]


@pytest.mark.usefixtures("runtime_parent")
def test_an_attack_by_a_build_claims_its_memory_as_any_build(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class NoBox(Exception):  # noqa: N818 - what there is
        """No box is made."""

    def make(*_: object, **__: object) -> None:
        raise NoBox([*own_claims().values()])

    monkeypatch.setattr(Boxes, "contain", make)
    monkeypatch.setattr(Host, "image", lambda *_: "image")
    monkeypatch.setattr(Host, "engine", BareEngine())
    with pytest.raises(NoBox) as made:
        build_attack.try_build(next(iter(BUILDS.values())), "container")
    assert made.value.args == ([1040 * MB],)


@pytest.mark.usefixtures("runtime_parent")
def test_a_build_waits_for_its_memory_beside_a_match(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    engine = cast("Engine", BareEngine())
    have(monkeypatch, 1300 * MB)

    async def main() -> None:
        with runtime_folder() as match, runtime_folder() as build:
            await claim_memory(match, USUAL, 2, engine)
            claiming = claim_memory(build, USUAL.to_build(), 1, engine, memory.BUILD)
            waiting = asyncio.create_task(claiming)
            while not (said := capfd.readouterr().err):
                assert not waiting.done()
                await asyncio.sleep(0.01)
            assert said.startswith("Waiting for memory: a build may take 1,040 MB, and")
            (match / "memory").unlink()
            await waiting
            # Nor does a match begin in what the build was promised.
            assert read_claims(engine) == [Claim(1040 * MB)]

    asyncio.run(main())


@pytest.mark.usefixtures("runtime_parent")
def test_a_build_that_never_fits_is_not_played_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = cast("Engine", BareEngine())
    have(monkeypatch, 500 * MB)
    with runtime_folder() as build, pytest.raises(Unavailable) as refused:
        asyncio.run(claim_memory(build, USUAL.to_build(), 1, engine, memory.BUILD))
    assert str(refused.value) == (
        "a build may take 1,040 MB of memory, and this machine has 500 MB to give"
    )


# --- real matches ---


def have(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(memory, "read_available", lambda: size)
    monkeypatch.setattr(memory, "GIVEN_BACK", 0.5)


def see_only_matches_in(parent: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have an engine tell of no containers of others, who may play on this machine as well."""
    list_all = engine.list_containers

    def list_own(label: str) -> list[dict[str, Any]]:
        return [
            one for one in list_all(label) if one["Labels"][MATCH_LABEL].startswith(f"{parent}/")
        ]

    monkeypatch.setattr(engine, "list_containers", list_own)


class Begun(BotLog):
    """A log that tells when its bot is started."""

    def __init__(self, tell: Callable[[], object]) -> None:
        super().__init__()
        self._tell = tell

    def start(self) -> None:
        self._tell()
        super().start()


@asynccontextmanager
async def playing(
    bot: Path, log: BotLog, other: Path = FIRST
) -> AsyncIterator["asyncio.Task[rec.Record]"]:
    """Play a match of two, until it is looked at no more."""
    task = plan_match([other, bot], TimeControl(bank=600))
    match = asyncio.create_task(play_task(task, lambda _: None, [BotLog(), log]))
    try:
        yield match
    finally:
        match.cancel()
        await asyncio.gather(match, return_exceptions=True)


@pytest.mark.usefixtures("image", "runtime_parent")
def test_a_match_that_does_not_fit_waits_for_the_end_of_another(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    have(monkeypatch, 3 * BOX)
    told: list[str] = []

    async def main() -> None:
        async def play() -> None:
            async with playing(RANDOM, Begun(partial(told.append, "begins"))) as match:
                await match
                told.append("ends")

        await asyncio.gather(play(), play())

    asyncio.run(main())
    assert told == ["begins", "ends", "begins", "ends"]
    assert capfd.readouterr().err.startswith(
        "Waiting for memory: the boxes of a match may take 544 MB, and beside all that runs"
    )


@pytest.mark.usefixtures("image", "runtime_parent")
def test_matches_that_fit_are_played_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    have(monkeypatch, 100 * BOX)
    endless = write_bot(tmp_path / "endless", choosing("import time; time.sleep(600)"))

    async def main() -> None:
        begun = asyncio.Event(), asyncio.Event()
        async with (
            playing(endless, Begun(begun[0].set)) as one,
            playing(endless, Begun(begun[1].set)) as other,
        ):
            for each in begun:
                await each.wait()
            assert not one.done()
            assert not other.done()

    asyncio.run(main())


@pytest.mark.usefixtures("image", "runtime_parent")
def test_a_match_that_will_never_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, 400 * MB)
    with pytest.raises(Unavailable, match=r"may take 544 MB of memory, .* has 400 MB to give"):
        asyncio.run(play_task(plan_match([FIRST, RANDOM]), lambda _: None))


def test_a_container_that_has_ended_claims_nothing_though_nobody_removes_it(
    engine: Engine, image: Image, monkeypatch: pytest.MonkeyPatch, runtime_parent: Path
) -> None:
    see_only_matches_in(runtime_parent, engine, monkeypatch)
    name = draw_name()
    labels = {MATCH_LABEL: str(runtime_parent / name), MEMORY_LABEL: str(USUAL.memory)}
    settings = {"labels": labels, "command": ["python3", "-c", ""]}
    engine.create_container(name, image.name, settings, {"network_mode": "none"})
    try:
        assert read_claims(engine) == [Claim(BOX)]
        engine.start_container(name)
        wait_until(lambda: read_claims(engine) == [])
    finally:
        engine.remove_container(name)


@pytest.mark.usefixtures("image", "runtime_parent")
def test_a_running_match_is_seen_by_others(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, runtime_parent: Path
) -> None:
    """By its containers too, as one of another user is; and what it has taken counts once."""
    have(monkeypatch, 100 * BOX)
    see_only_matches_in(runtime_parent, engine, monkeypatch)
    held = 100 * MB
    holder = write_bot(
        tmp_path / "holder", f"held = b'x' * {held}\n" + choosing("return turn.legal[0]")
    )
    endless = write_bot(tmp_path / "endless", choosing("import time; time.sleep(600)"))

    async def look() -> tuple[int, int]:
        left = await asyncio.to_thread(read_left, engine)
        with monkeypatch.context() as patch:
            patch.setattr(memory, "runtime_folders", list)
            by_containers = await asyncio.to_thread(read_left, engine)
        # Never is more counted than its two boxes may take.
        assert (left or 0) >= 98 * BOX
        return left or 0, by_containers or 0

    async def main() -> None:
        async with playing(endless, BotLog(), holder) as match:
            # What a box has is not counted again.
            while not match.done():
                left, by_containers = await look()
                if 98 * BOX + held < left < 100 * BOX and by_containers < 100 * BOX:
                    return
                await asyncio.sleep(0.05)
            raise AssertionError("it has ended, and was not seen")

    asyncio.run(main())
