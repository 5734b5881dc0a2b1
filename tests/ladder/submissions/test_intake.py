"""A season checks what was handed in: beside its matches, in a process of its own, and once."""

import os
import re
import signal
from pathlib import Path

import pytest

from arena.runner.host import Host
from bench.examine import processes_with
from ladder.log.entries import ORGANISER, Entered
from ladder.season.jobs import MatchBegun
from ladder.store.opening import open_store
from ladder.store.uploads import MOST_ATTEMPTS, UploadCheck, Uploads
from ladder.submissions.files import pack_folder
from ladder.submissions.intake import Intake
from ladder.wire import UploadDetails, UploadState
from tests.bots.upload.hostile import ARCHIVES
from tests.bots.writing import choosing, gated
from tests.ladder.conftest import StartLadder
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like
from tests.ladder.scripted import Scripted, StoreClock, make_season, run_to_end
from tests.ladder.uploading import open_ladder, pack_goat, read_story, wait_for_story, write_goat
from tests.programs import Run, command_line, forked_off
from tests.waiting import wait_until

SEASON = ("run", "--trust", "--parallel", "1")
RAISING = choosing("print('goat ahoy'); raise ValueError('no goat')")


@pytest.fixture
def place(golden: Golden, tmp_path: Path) -> Path:
    return golden.copy(tmp_path / "ladder.db", open_ladder, "one")


def hand_in(place: Path, *contents: bytes, author: str = "ada") -> list[int]:
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        return [uploads.add(author, "bot.tar.gz", None, content) for content in contents]


def entered(place: Path) -> list[str]:
    with open_store(str(place)) as store:
        return [*store.roster().versions]


def checking(story: UploadDetails) -> bool:
    return story.upload.state is UploadState.CHECKING and len(story.steps) > 1


def over(story: UploadDetails) -> bool:
    return story.upload.state.is_over


def test_what_passes_plays_in_the_same_season(place: Path, ladder: Run, tmp_path: Path) -> None:
    # It fails in a game that this ladder does not play.
    body = "assert turn.game.name == 'goat_n_goat'; return turn.legal[0]"
    folder = write_goat(tmp_path / "goat", "goat", choosing(body))
    (folder / "bot.toml").write_text('name = "goat"\ngames = ["tonton", "goat_n_goat"]\n')
    (number,) = hand_in(place, pack_folder(folder))
    # Alone on its ladder the other bot has nobody to play with before.
    done = ladder(*SEASON, "--matches", "1")
    story = read_story(place, number)
    assert story.upload.state is UploadState.ACCEPTED, story
    assert (story.upload.player, story.upload.outcome) == ("goat@1", "goat@1 is on the ladder.")
    assert [step.number for step in story.steps] == [*range(1, 9)]
    assert entered(place) == ["one@1", "goat@1"]
    assert "Upload 1 of ada (bot.tar.gz) is accepted: goat@1 is on the ladder." in done.stderr
    assert "1 match played" in done.stdout
    with open_store(str(place)) as store:
        assert store.roster().author_of("goat@1") == "ada"
        assert Uploads(store.connections).record(number) is None


def test_what_is_refused_keeps_all_that_its_author_wants_to_know(
    place: Path, start_ladder: StartLadder, tmp_path: Path
) -> None:
    (number,) = hand_in(place, pack_goat(tmp_path, "sheep", RAISING))
    # It waits for another bot, with which the one that is there may play.
    start_ladder(*SEASON)
    story = wait_for_story(place, number, over)
    assert story.upload.state is UploadState.REFUSED
    assert story.upload.outcome.startswith("sheep is refused at step 4, goat_n_goat: questions.")
    (evidence,) = [one.finding.evidence for one in story.steps if one.finding.evidence]
    assert "goat ahoy" in evidence.log_tail
    assert "no goat" in evidence.log_tail
    assert len(story.seed) == 32
    assert story.repeat == f"--game goat_n_goat --seed {story.seed}"
    with open_store(str(place)) as store:
        record = Uploads(store.connections).record(number)
    assert record is not None
    (tmp_path / "it.arena").write_bytes(record)
    arena = command_line("arena", tmp_path)
    assert "the bot ended with exit code 1" in arena("replay", "it.arena", "--game=1").stdout
    assert entered(place) == ["one@1"]


def test_what_cannot_come_in_is_told_as_the_command_line_tells_it(
    place: Path, ladder: Run, start_ladder: StartLadder, tmp_path: Path
) -> None:
    taken, again = pack_goat(tmp_path, "one"), pack_goat(tmp_path, "goat")
    numbers = hand_in(place, taken, author="carl")
    for author in ("ada", "bert"):
        numbers += hand_in(place, again, author=author)
    # It has no end by itself once two bots play.
    start_ladder(*SEASON)
    told = [wait_for_story(place, number, over).upload.outcome for number in numbers]
    assert told[0].startswith("one is the organiser's, and only its author's next version")
    # Which of the two comes in first depends on whose start-up took longer.
    (late,) = {"goat@1 is on the ladder."} ^ {*told[1:]}
    assert re.match("goat is (ada|bert)'s, and only its author's next version", late)
    # From a folder of this machine.
    write_goat(tmp_path / "mine", "one")
    said = ladder("submit", "--trust", "--author", "carl", "mine", check=2).stderr
    assert told[0] in said


# The first two take most of what the process of a check may take. All others are opened by the
# same function in `tests/bots/upload/test_hostile.py`.
HOSTILE = {
    "gzip_bomb_of_a_gigabyte": "ada",
    "tar_of_notes_without_end": "carl",
    "zip_that_leads_outside": "ada",
}


def test_hostile_archives_harm_nobody_and_get_a_sentence_each(
    place: Path, start_ladder: StartLadder
) -> None:
    numbers = {}
    for name, author in HOSTILE.items():
        make, _ = ARCHIVES[name]
        (numbers[name],) = hand_in(place, make(), author=author)
    start_ladder(*SEASON)
    for name, number in numbers.items():
        upload = wait_for_story(place, number, over).upload
        assert upload.state is UploadState.REFUSED, upload
        assert ARCHIVES[name][1] in upload.outcome
    assert entered(place) == ["one@1"]


def test_the_organisers_own_bot_is_checked_by_the_season_that_runs(
    place: Path, ladder: Run, start_ladder: StartLadder, tmp_path: Path
) -> None:
    season = start_ladder(*SEASON)
    with open_store(str(place)) as store:
        wait_until(store.pulse)
    write_goat(tmp_path / "goat", "goat")
    said = ladder("submit", "--trust", "goat").stdout
    assert " 8  passed   repeat" in said
    assert "Upload 1 (goat.tar.gz): accepted. goat@1 is on the ladder." in said
    season.send_signal(signal.SIGINT)
    told = "".join(filter(None, season.communicate()))
    assert "Upload 1 of organiser (goat.tar.gz) is being checked." in told


def test_without_a_season_the_command_checks_its_own_bots_and_nobody_elses(
    place: Path, ladder: Run, tmp_path: Path
) -> None:
    mark = tmp_path / "it was run"
    source = f"from pathlib import Path\nPath({str(mark)!r}).touch()\n"
    (strange,) = hand_in(place, pack_goat(tmp_path, "strange", source))
    write_goat(tmp_path / "goat", "goat")
    assert "accepted. goat@1 is on the ladder." in ladder("submit", "--trust", "goat").stdout
    assert not mark.exists()
    assert read_story(place, strange).upload.state is UploadState.WAITING
    assert entered(place) == ["one@1", "goat@1"]


def test_whoever_is_killed_it_comes_in_once(
    place: Path, start_ladder: StartLadder, ladder: Run, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    (number,) = hand_in(place, pack_goat(tmp_path, "goat", gated(gate, "True")))
    season = start_ladder(*SEASON, alone=True)
    wait_for_story(place, number, checking)
    (check,) = wait_until(lambda: _find_checks(season.pid))
    os.kill(check, signal.SIGKILL)
    told = wait_for_story(place, number, lambda one: one.upload.state is UploadState.WAITING)
    assert told.upload.outcome == "Its check is made again: its process ended with exit code -9."
    wait_for_story(place, number, checking)
    season.kill()
    season.wait()
    # What was done of it is not lost: it is done again.
    assert read_story(place, number).upload.state is UploadState.CHECKING
    gate.touch()
    ladder(*SEASON, "--matches", "1")
    assert read_story(place, number).upload.state is UploadState.ACCEPTED
    assert entered(place) == ["one@1", "goat@1"]


def _find_checks(season: int) -> list[int]:
    """Return a season's checks: what it has started, each in a group of its own."""
    children = Path(f"/proc/{season}/task/{season}/children").read_text().split()
    return [pid for pid in map(int, children) if os.getpgid(pid) == pid]


def test_a_season_that_is_stopped_puts_the_check_back(
    place: Path, start_ladder: StartLadder, matches_folder: Path, tmp_path: Path
) -> None:
    goat = pack_goat(tmp_path, "goat", gated(tmp_path / "gate", "True"))
    (number,) = hand_in(place, goat)
    season = start_ladder(*SEASON)
    wait_for_story(place, number, checking)
    season.send_signal(signal.SIGINT)
    season.communicate()
    assert season.returncode == 130
    story = read_story(place, number)
    assert (story.upload.state, story.steps) == (UploadState.WAITING, ())
    # As if it had not begun: it is no attempt that failed.
    with open_store(str(place)) as store:
        check = Uploads(store.connections).begin()
    assert check is not None
    assert check.attempt == 1
    assert processes_with(str(matches_folder)) in ([], [os.getpid()])
    assert forked_off() == []


def test_a_check_that_never_ends_fails_in_a_sentence(place: Path) -> None:
    (number,) = hand_in(place, b"it ends the process that opens it")
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        for _ in range(MOST_ATTEMPTS):
            check = uploads.begin()
            assert check is not None
            store.stop("the season was killed")
        assert uploads.begin() is None
    upload = read_story(place, number).upload
    assert upload.state is UploadState.FAILED
    assert upload.outcome.startswith("Its check came to no end 3 times")


def test_only_the_attempt_that_goes_on_changes_anything(place: Path) -> None:
    (number,) = hand_in(place, b"slow")
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        before = uploads.begin()
        store.stop("the season was killed")
        now = uploads.begin()
        assert before is not None
        assert now is not None
        uploads.refuse(before, "late")
        assert uploads.content(before) is None
        assert uploads.content(now) is not None
    assert read_story(place, number).upload.state is UploadState.CHECKING


@pytest.mark.usefixtures("processes")
def test_a_season_waits_for_no_upload_after_its_matches(place: Path) -> None:
    numbers = hand_in(place, b"no archive", b"another")
    with open_store(str(place)) as store:
        digest, content = files_like("two")
        store.enter(Entered("two@1", ORGANISER, digest, ()), content)
        # Its match is over as soon as the first check has begun.
        intake = Intake(str(place), store, Host("process"))
        events = run_to_end(make_season(store, Scripted(), intake=intake), 1)
    assert sum(isinstance(event, MatchBegun) for event in events) == 1
    # The one that was being checked is done; the other waits for the next season.
    uploads = [read_story(place, number).upload for number in numbers]
    states = [upload.state for upload in uploads]
    assert states == [UploadState.REFUSED, UploadState.WAITING], uploads


@pytest.mark.usefixtures("image")
def test_in_containers_as_on_a_real_ladder(place: Path, ladder: Run, tmp_path: Path) -> None:
    (number,) = hand_in(place, pack_goat(tmp_path, "goat"))
    ladder("run", "--parallel", "1", "--matches", "1")
    assert read_story(place, number).upload.state is UploadState.ACCEPTED


def test_who_had_least_is_checked_next_and_everybody_is_told_its_place(place: Path) -> None:
    numbers = [*hand_in(place, b"1", b"2", b"3"), *hand_in(place, b"1", b"2", author="bert")]
    assert numbers == [1, 2, 3, 4, 5]
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        told = {line.number: line.place for line in uploads.lines()}
        assert told == {1: 1, 4: 2, 2: 3, 5: 4, 3: 5}
        first = uploads.begin()
        # One that comes later waits for nobody who had more.
        assert first is not None
        (late,) = hand_in(place, b"late", author="carl")
        uploads.end_attempt(first, "its process ended with exit code 1")
        begun = [check.number for check in iter(uploads.begin, None)]
    assert begun == [4, late, 1]


def test_an_author_has_one_check_at_a_time_and_others_begin_beside_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StoreClock(monkeypatch)
    hand_in(place, b"0", author="bert")
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        before = uploads.begin()
        assert before is not None
        clock.wait(600)
        uploads.refuse(before, "refused")
        hand_in(place, b"1", b"2", b"3")
        first = uploads.begin()
        assert first is not None
        assert first.number == 2
        assert uploads.begin() is None
        (honest,) = hand_in(place, b"1", author="bert")
        # However much that one had.
        beside = uploads.begin()
        assert beside is not None
        assert beside.number == honest
        uploads.refuse(first, "refused")
        after = uploads.begin()
        assert after is not None
        assert after.number == 3


def test_a_check_that_takes_long_makes_its_author_wait_and_nobody_else(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StoreClock(monkeypatch)
    hand_in(place, b"1", b"2")
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)

        def begin() -> UploadCheck:
            check = uploads.begin()
            assert check is not None
            return check

        slow = begin()
        clock.wait(600)
        # As long as it takes, and when it was refused, too.
        (honest,) = hand_in(place, b"1", author="bert")
        assert [line.place for line in uploads.lines()] == [1, 2, None]
        uploads.refuse(slow, "refused")
        for content in (b"2", b"3"):
            hand_in(place, content, author="bert")
        for number in (honest, 4, 5):
            check = begin()
            assert check.number == number
            uploads.refuse(check, "refused")
        assert begin().number == 2
        clock.wait(10_000)
        store.stop("the season was killed")
        (late,) = hand_in(place, b"4", author="bert")
        check = begin()
        assert check.number == late
        clock.wait(1000)
        uploads.refuse(check, "refused")
        # That a season was killed costs nobody anything: it is 600 s to 1000.
        (last,) = hand_in(place, b"5", author="bert")
        places = {line.number: line.place for line in uploads.lines()}
        assert (places[2], places[last]) == (1, 2)


def test_what_was_checked_a_day_ago_makes_nobody_wait(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StoreClock(monkeypatch)
    hand_in(place, b"1")
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        check = uploads.begin()
        assert check is not None
        clock.wait(600)
        uploads.refuse(check, "refused")
        hand_in(place, b"2")
        hand_in(place, b"3", author="bert")
        assert [line.place for line in uploads.lines()] == [1, 2, None]
        clock.wait(24 * 3600)
        assert [line.place for line in uploads.lines()] == [2, 1, None]


def test_all_who_wait_are_looked_at_before_the_games_of_any(place: Path) -> None:
    first, second = hand_in(place, b"1", b"2")
    with open_store(str(place)) as store:
        uploads = Uploads(store.connections)
        for number in (first, second):
            check = uploads.begin()
            assert check is not None
            assert (check.number, check.is_look) == (number, True)
            uploads.pass_look(check)
        (late,) = hand_in(place, b"1", author="bert")
        for number, is_look in ((late, True), (first, False), (second, False)):
            check = uploads.begin()
            assert check is not None
            assert (check.number, check.is_look) == (number, is_look)
            uploads.refuse(check, "refused")


@pytest.mark.soak  # By script: all who wait are looked at before the games of any.
def test_who_does_not_start_is_told_so_before_the_games_of_others(
    place: Path, start_ladder: StartLadder, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    contents = {
        "ada": gated(gate, "True"),
        "bert": gated(gate, "True"),
        "carl": "raise SystemExit(3)",
    }
    for author, source in contents.items():
        hand_in(place, pack_goat(tmp_path, author, source), author=author)
    start_ladder(*SEASON)
    # Nobody opens the gate yet.
    told = wait_for_story(place, 3, over)
    assert told.upload.state is UploadState.REFUSED
    assert "refused at step 2, start-up" in told.upload.outcome
    # Of the two the games of the one are next whose look took less time.
    stories = [read_story(place, number) for number in (1, 2)]
    (waits,) = [one for one in stories if one.upload.state is UploadState.WAITING][:1]
    assert len(waits.steps) == 3
    assert waits.upload.outcome.startswith("It starts as it should")
    gate.touch()
    for number in (1, 2):
        assert wait_for_story(place, number, over).upload.state is UploadState.ACCEPTED


@pytest.mark.soak  # By script: an author has one check at a time, and others begin beside it.
def test_checks_run_beside_each_other(
    place: Path, start_ladder: StartLadder, tmp_path: Path
) -> None:
    for author in ("ada", "bert"):
        waiting = gated(tmp_path / "gate", "True")
        hand_in(place, pack_goat(tmp_path, author, waiting), author=author)
    numbers = [1, 2]
    season = start_ladder("run", "--trust", "--parallel", "2", alone=True)
    # How many are made at once does not follow from the CPUs.
    os.sched_setaffinity(season.pid, {min(os.sched_getaffinity(0))})
    wait_until(lambda: all(checking(read_story(place, number)) for number in numbers))
    # Each is there before it has a group of its own.
    wait_until(lambda: len(_find_checks(season.pid)) == 2)
    season.send_signal(signal.SIGINT)
    season.communicate()
    assert season.returncode == 130
    for number in numbers:
        story = read_story(place, number)
        assert (story.upload.state, story.steps) == (UploadState.WAITING, ())
