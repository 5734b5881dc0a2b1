"""Authors on the command line: added, limited, with versions that they choose, and banned."""

import json
import shutil
from pathlib import Path

import pytest

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from ladder.log.entries import Entered
from ladder.store.opening import open_store
from ladder.submissions.files import pack_folder
from tests.ladder.bad_input.mistakes import dump, refused
from tests.programs import Run


@pytest.fixture
def club(ladder: Run, tmp_path: Path) -> Path:
    """Return a ladder with an author, who may have two bots, and a folder of anna's."""
    # The game that takes a check the least time.
    ladder("init", "--division=tonton", "--bots=2", "--submissions-a-day=3")
    ladder("author", "add", "anna")
    copy_bot(tmp_path, "mine")
    return tmp_path / "ladder.db"


def copy_bot(folder: Path, name: str, note: str = "") -> None:
    """Make a bot that plays like `random`, with files of its own."""
    shutil.copytree(SAMPLES / "random", folder / name, dirs_exist_ok=True)
    (folder / name / "NOTE").write_text(name + note)


def test_an_author_hands_in_a_bot_and_chooses_its_version(
    ladder: Run, club: Path, tmp_path: Path
) -> None:
    assert "mine@1 is on the ladder" in submit(ladder, "mine=mine")
    copy_bot(tmp_path, "mine", "worse")
    assert "mine@2 is on the ladder" in submit(ladder, "mine=mine")
    said = ladder("choose", "mine@1", "--author=anna").stdout
    assert said.startswith("Entry 5 of the log: mine@1 plays for its bot.\nTry: ")
    assert "mine@1 is the version that plays already" in refused(
        ladder("choose", "mine@1", check=2)
    )
    assert json.loads(ladder("withdraw", "mine", "--json").stdout) == {
        "entry": 6,
        "player": "mine@1",
        "plays": "mine@2",
        "by": "organiser",
    }
    said = ladder("withdraw", "mine").stdout
    assert "No version of mine plays any more" in said
    assert "withdrawn already; there is nothing to withdraw" in refused(
        ladder("withdraw", "mine@2", check=2)
    )
    said = ladder("author", "list").stdout
    assert said.splitlines()[1].split() == ["anna", "0", "2"]


def enter(club: Path) -> None:
    """Have anna's bot be on the ladder, as after its check."""
    folder = club.parent / "mine"
    with open_store(str(club)) as store:
        store.enter(Entered("mine@1", "anna", open_bot(folder).digest, ()), pack_folder(folder))


def submit(ladder: Run, *bots: str, author: str = "anna") -> str:
    return ladder("submit", "--trust", f"--author={author}", *bots).stdout


def test_of_two_equal_bots_in_one_command_one_comes_in(
    ladder: Run, club: Path, tmp_path: Path
) -> None:
    done = ladder("submit", "--trust", "--author=anna", "one=mine", "two=mine", check=1)
    assert "already, file by file; change it, or let it be." in done.stdout
    with open_store(str(club)) as store:
        assert len(store.roster().versions) == 1


def test_limits_are_shown_changed_and_said_when_they_are_reached(
    ladder: Run, club: Path, tmp_path: Path
) -> None:
    said = ladder("show").stdout
    assert "Each author may have:\n  2 bots that play\n  3 submissions a day\n  any number" in said
    assert json.loads(ladder("set", "--bots=1", "--json").stdout) == {
        "entry": 3,
        "bots": 1,
        "submissions_a_day": 3,
        "unsettled": 0,
        "requests_a_day": 20,
        "old_versions": 3,
        "megabytes": 256,
    }
    enter(club)
    copy_bot(tmp_path, "other")
    before = dump(club)
    done = ladder("submit", "--trust", "--author=anna", "other=other", check=2)
    assert "An author may have 1 that play, and anna has mine@1; another one may play after" in (
        refused(done)
    )
    assert dump(club) == before
    assert "The limits are so already" in refused(ladder("set", "--bots=1", check=2))
    # The organiser's own have none.
    assert "other@1 is on the ladder" in ladder("submit", "--trust", "other=other").stdout


def test_a_ban_of_an_author_is_one_of_all_its_bots_and_can_be_taken_back(
    ladder: Run, club: Path, tmp_path: Path
) -> None:
    enter(club)
    said = ladder("exclude", "--author=anna", "--reason=helpers").stdout
    assert said.startswith("Entry 4 of the log: every bot of anna counts no more: helpers.")
    assert "excluded: helpers" in ladder("author", "list").stdout
    copy_bot(tmp_path, "mine", "better")
    done = ladder("submit", "--trust", "--author=anna", "mine=mine", check=2)
    assert "anna is excluded and hands in nothing: helpers." in refused(done)
    assert "every bot of anna is excluded already" in refused(
        ladder("exclude", "--author=anna", "--reason=so", check=2)
    )
    ladder("admit", "--author=anna", "--reason=none")
    assert "mine@2 is on the ladder" in submit(ladder, "mine=mine")
    ladder("exclude", "--bot=mine", "--reason=it cheats")
    with open_store(str(club)) as store:
        assert store.roster().listed() == []
