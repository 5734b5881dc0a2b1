"""What bots print in a season: kept for their authors, and for nobody else."""

import zipfile
from pathlib import Path

import pytest

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from arena.match.record import read_record
from ladder.log.entries import ORGANISER, Entered
from ladder.submissions.files import pack_folder
from tests.bots.writing import write_bot
from tests.ladder.scripted import PAIRS, make_ladder
from tests.programs import Run

PRINTED = "my clever plan"
PRINTING = f"""from arena_sdk import Bot, run
class Printing(Bot):
    def choose(self, turn):
        print("{PRINTED}")
        return turn.legal[0]
run(Printing)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A ladder of short matches with a bot that prints and one that does not."""
    folders = {"first": SAMPLES / "first", "printing": write_bot(tmp_path / "bot", PRINTING)}
    with make_ladder(tmp_path, divisions=[PAIRS]) as store:
        for name, folder in folders.items():
            entered = Entered(f"{name}@1", ORGANISER, open_bot(folder).digest, ())
            store.enter(entered, pack_folder(folder))
    return tmp_path


LAST_WORDS = "my secret plan"
CRASHING = f"""from arena_sdk import Bot, run
class Crashing(Bot):
    def choose(self, turn):
        print("{LAST_WORDS}")
        raise SystemExit(7)
run(Crashing)
"""


def test_what_a_bot_printed_before_a_forfeit_is_its_authors_and_in_no_public_record(
    tmp_path: Path, ladder: Run
) -> None:
    folders = {"first": SAMPLES / "first", "crashing": write_bot(tmp_path / "bot", CRASHING)}
    with make_ladder(tmp_path, divisions=[PAIRS]) as store:
        for name, folder in folders.items():
            entered = Entered(f"{name}@1", ORGANISER, open_bot(folder).digest, ())
            store.enter(entered, pack_folder(folder))
    ladder("run", "--trust", "--matches=1")
    assert LAST_WORDS in ladder("bot", "crashing").stdout
    ladder("match", "1", "--record=public")
    (path,) = (tmp_path / "public").iterdir()
    forfeits = [one for game in read_record(path).games for one in game.forfeits]
    assert forfeits[0].exit_code == 7
    assert not any(one.log_tail for one in forfeits)
    # The digests of the log are those of such records.
    ladder("export", "all.zip")
    ladder("verify", "all.zip")
    ladder("import", "all.zip", "--ladder", "copy.db")
    assert LAST_WORDS not in ladder("bot", "crashing", "--ladder", "copy.db").stdout


def test_a_match_has_its_logs_and_the_export_has_not(place: Path, ladder: Run) -> None:
    ladder("run", "--trust", "--matches=1")
    assert "is in out" in ladder("match", "1", "--logs=out").stdout
    assert (place / "out" / "first@1.log").read_text() == ""
    text = (place / "out" / "printing@1.log").read_text()
    assert text.startswith("--- game 1, seat ")
    assert text.count(PRINTED) == text.count("--- turn ") > 10
    ladder("export", "all.zip")
    with zipfile.ZipFile(place / "all.zip") as archive:
        assert not any(PRINTED.encode() in archive.read(name) for name in archive.namelist())
    assert not (place / "records").exists()
    (place / "file").touch()
    assert "No logs can be put in file" in ladder("match", "1", "--logs=file", check=2).stderr
