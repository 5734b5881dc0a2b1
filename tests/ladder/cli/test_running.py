"""`ladder run` as a whole: real matches, real signals, and what is left of either."""

import fcntl
import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from arena.bots.samples import SAMPLES
from arena.boxes.host.leftovers import MATCH_LABEL
from arena.boxes.host.process_tree import descendants
from arena.containers.engine import Engine
from arena.containers.image import build_image, find_image
from arena.containers.recipe import read_recipe
from arena.match.record import unpack_record
from arena.v1 import record_pb2 as rec
from bench.examine import find_losses, processes_with
from ladder.cli.signals import Signals
from ladder.log.proof import prove
from ladder.matchmaking.endless import endless
from ladder.queue.plans import make_match_plan
from ladder.season.state import read_state
from ladder.store.opening import open_store
from tests.bots.writing import choosing, write_bot
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import enter_files, play, queue, void
from tests.ladder.scripted import PAIRS, make_ladder
from tests.ladder.seasons import make_endless_ladder, make_sample_ladder, plays
from tests.programs import Forked, Run, forked_off
from tests.waiting import wait_until


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return make_sample_ladder(tmp_path)


@pytest.fixture
def slow_place(tmp_path: Path) -> Path:
    return make_endless_ladder(tmp_path)


def test_real_matches_are_played_in_the_processes_asked_for_and_can_be_played_again(
    ladder: Run, place: Path
) -> None:
    said = json.loads(ladder("run", "--trust", "--matches", "3", "--json").stdout)
    assert (said["played"], said["void"], said["waiting"]) == (3, 0, 0)
    assert list(find_losses(str(place))) == []
    assert box_of(place, 1) == "process"
    # Elsewhere its bots are without files, and are said to be.
    ladder("export", "all.zip")
    ladder("import", "all.zip", "--ladder", "other.db")
    said = ladder("run", "--trust", "--ladder", "other.db").stdout
    assert "first@1 cannot play: its files are not on this ladder." in said
    assert "0 matches played" in said


@pytest.mark.usefixtures("image")
def test_without_trust_matches_are_played_in_containers_and_bots_in_cpp_built_in_one(
    ladder: Run, tmp_path: Path, engine: Engine, matches_folder: Path
) -> None:
    for to_build in (False, True):
        recipe = read_recipe("cpp", to_build=to_build)
        assert find_image(engine, recipe) or build_image(engine, print, recipe)
    with make_ladder(tmp_path, divisions=[PAIRS]) as store:
        for name in ("first", "nearest"):
            enter_files(store, name, SAMPLES / name)
    ladder("run", "--matches", "2")
    with open_store(str(tmp_path / "ladder.db")) as store:
        records = [unpack_record(store.record(match) or b"", "") for match in (1, 2)]
    assert [record.plan.box for record in records] == ["container"] * 2
    assert not any(game.forfeits for record in records for game in record.games)
    assert containers_below(engine, matches_folder) == []
    assert list(matches_folder.glob("arena-*")) == []


def test_a_season_goes_on_without_a_bot_that_cannot_be_built_where_it_plays(
    ladder: Run, tmp_path: Path
) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "bot.toml").write_text('name = "bad"\nlanguage = "cpp"\n')
    (bad / "bot.cpp").write_text('#include "what.this.machine/has.not"\n')
    with make_ladder(tmp_path, divisions=[PAIRS]) as store:
        for name, folder in (("first", SAMPLES / "first"), ("bad", bad)):
            enter_files(store, name, folder)
    said = json.loads(ladder("run", "--trust", "--matches", "2", "--json").stdout)
    assert (said["played"], said["void"]) == (2, 0)
    with open_store(str(tmp_path / "ladder.db")) as store:
        records = [unpack_record(store.record(match) or b"", "") for match in (1, 2)]
    for game in (game for record in records for game in record.games):
        (forfeit,) = game.forfeits
        assert forfeit.verdict == rec.VERDICT_NO_START
        assert "what.this.machine/has.not: No such file" in forfeit.detail


def box_of(place: Path, match: int) -> str:
    with open_store(str(place)) as store:
        content = store.record(match)
        assert content is not None
        return unpack_record(content, "").plan.box


def containers_below(engine: Engine, folder: Path) -> list[str]:
    containers = engine.list_containers(MATCH_LABEL)
    return [one["Id"] for one in containers if one["Labels"][MATCH_LABEL].startswith(f"{folder}/")]


def test_a_signal_that_was_made_another_error_of_still_ends_a_season() -> None:
    signals = Signals()
    with signals.listened_to():
        signals.check()
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            signals.check()


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)]
)
@pytest.mark.usefixtures("slow_place")
def test_a_signal_ends_a_season_with_nothing_running_and_nothing_lost(
    start_ladder: StartLadder, tmp_path: Path, matches_folder: Path, number: signal.Signals
) -> None:
    season = start_ladder("run", "--trust", "--parallel", "2")
    wait_until(lambda: plays(season, matches=2))
    # As a terminal does, which sends it to all of them.
    (os.killpg if number == signal.SIGINT else os.kill)(season.pid, number)
    said, _ = season.communicate()
    assert season.returncode == 130
    assert "2 planned matches wait for the next season" in said
    assert "Traceback" not in said
    assert [pid for pid in processes_with(str(matches_folder)) if pid != os.getpid()] == []
    assert forked_off() == []
    assert list(matches_folder.glob("arena-*")) == []
    with open_store(str(tmp_path / "ladder.db")) as store:
        assert [planned.match for planned in store.queue()] == [1, 2]


@pytest.mark.usefixtures("slow_place")
def test_nothing_runs_on_when_a_season_is_killed_whatever_it_was_doing(
    start_ladder: StartLadder, matches_folder: Path
) -> None:
    for moment in (0.0, 0.01, 0.05, 0.2):
        season = start_ladder("run", "--trust", "--parallel", "2")
        wait_until(lambda: any(True for _ in descendants(season.pid)))  # noqa: B023 - called here
        time.sleep(moment)
        season.kill()
        wait_until(lambda: others(matches_folder) == [])


def others(folder: Path) -> list[int]:
    return [pid for pid in processes_with(str(folder)) if pid != os.getpid()]


@pytest.mark.usefixtures("slow_place")
def test_a_second_season_of_a_ladder_is_refused_in_a_sentence(
    start_ladder: StartLadder, ladder: Run
) -> None:
    season = start_ladder("run", "--trust")
    wait_until(lambda: plays(season, matches=1))
    said = ladder("run", "--trust", check=2).stderr
    assert said == "A season or a check of this ladder is running already; it has to end first.\n"


@pytest.mark.usefixtures("slow_place")
def test_what_a_killed_season_has_left_running_keeps_the_next_one_out_for_a_moment_only(
    start_ladder: StartLadder, tmp_path: Path
) -> None:
    lock = tmp_path / "ladder.db.season"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        season = start_ladder("run", "--trust")
        wait_until(lambda: has_open(season, lock))
    wait_until(lambda: plays(season, matches=1))


def has_open(process: Forked, path: Path) -> bool:
    assert process.poll() is None
    with suppress(FileNotFoundError):  # one that it has just closed
        return any(file.readlink() == path for file in Path(f"/proc/{process.pid}/fd").iterdir())
    return False


def test_who_starts_a_season_before_the_first_bot_has_one_when_they_come_in(
    start_ladder: StartLadder, ladder: Run, tmp_path: Path
) -> None:
    make_ladder(tmp_path, divisions=[PAIRS]).close()
    season = start_ladder("run", "--trust", "--parallel", "1", "--matches", "1")
    said = "Too few bots are here for a match; the season waits for more."
    assert any(said in line for line in season.stdout)
    ladder("submit", "--trust", "first", "random")
    assert "1 match played" in season.communicate()[0]


def test_a_gauntlet_says_why_it_ended_when_its_bot_was_benched(
    ladder: Run, place: Path, tmp_path: Path
) -> None:
    with open_store(str(place)) as store:
        enter_files(store, "bad", write_bot(tmp_path / "bad", choosing("raise SystemExit")))
    ladder("season", "--format=gauntlet", "--bot=bad", "--times=5")
    said = ladder("run", "--trust").stdout
    assert "The gauntlet is not played to its end: bad@1 is benched: failed in 3" in said


# It ends the referee that asks it, as any program of the same user may.
KILLER = """
import os, signal
from pathlib import Path
from arena_sdk import Bot, run

class Killer(Bot):
    def choose(self, turn):
        with open({seen!r}, "a") as seen:
            seen.write(f"{{sorted(turn.view.hand)}}\\n")
        with Path("/proc", str(os.getppid()), "stat").open() as stat:
            os.kill(int(stat.read().rpartition(")")[2].split()[1]), signal.SIGKILL)
        return turn.legal[0]

run(Killer)
"""


@pytest.mark.parametrize("parallel", [pytest.param("1", marks=pytest.mark.soak), "2"])
def test_a_bot_that_has_every_match_void_stops_no_season_gets_no_cards_again_and_is_benched(
    ladder: Run, tmp_path: Path, parallel: str
) -> None:
    seen = tmp_path / "seen"
    source = KILLER.format(seen=str(seen))
    with make_ladder(tmp_path, divisions=[PAIRS]) as store:
        enter_files(store, "bad", write_bot(tmp_path / "bad", source))
        for number in range(3):
            enter_files(store, f"good{number}", SAMPLES / "random")
    said = ""
    # How many matches the others play meanwhile depends on how busy the machine is.
    while "bad@1 is benched" not in said:
        done = ladder("run", "--trust", "--matches=3", f"--parallel={parallel}")
        assert "3 matches played" in done.stdout
        said += " ".join(done.stderr.split()) + " "
    assert "(bad@1, " in said or ", bad@1) is void and is played again with other cards:" in said
    assert "The match of bad@1 alone with the sample bots is void: the referee's process" in said
    assert "bad@1 is benched: void with others and 3 times alone with the sample bots" in said
    assert list(find_losses(str(tmp_path / "ladder.db"))) == []
    hands = seen.read_text().splitlines()
    assert len(hands) >= 3
    assert len({*hands}) == len(hands)


def test_the_page_of_a_bot_says_in_how_many_voids_it_was(ladder: Run, place: Path) -> None:
    with open_store(str(place)) as store:
        state = read_state(store)
        pairing = endless(state.field(), state.history, Random(1))
        assert pairing is not None
        queued = queue(store, make_match_plan(state.opened, state.roster, pairing))
        void(store, queued.match, "the machine sneezed")
        void(store, queued.match, "it had no memory")
    text = "2 voids since it last played a match to its end, the last: it had no memory"
    assert text in " ".join(ladder("bot", "first").stdout.split())
    assert json.loads(ladder("bot", "first", "--json").stdout)["voids"] == [
        "the machine sneezed",
        "it had no memory",
    ]
    with open_store(str(place)) as store:
        assert store.finish(queued.match, prove(play(queued.plan, attempt=2)))
    assert "voids" not in ladder("bot", "first").stdout


def test_a_place_that_cannot_be_written_is_one_sentence(ladder: Run, place: Path) -> None:
    Path(f"{place}.season").mkdir()
    said = ladder("run", "--trust", check=1).stderr
    assert said.startswith("Not done, and no bot is to blame:")
    assert said.count("\n") == 1
