"""Anyone who hands in a hostile file is told so in a sentence, and nothing else comes of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.attacks.catalogue import FILE_KINDS
from arena.attacks.hostile_file import FileAttack, try_file
from arena.attacks.records import make_record
from arena.match.record import pack_record
from tests.bots.upload.packing import GOOD, pack

pytestmark = pytest.mark.usefixtures("processes")

FILES = {name: attack for attacks in FILE_KINDS.values() for name, attack in attacks.items()}


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_refused_in_a_sentence(name: str, runtime_parent: Path) -> None:
    assert try_file(FILES[name], runtime_parent / "attack").complaints == ()
    assert list(runtime_parent.iterdir()) == []


def good_record(folder: Path) -> Path:
    (folder / "good.arena").write_bytes(pack_record(make_record()))
    return folder / "good.arena"


def good_archive(folder: Path) -> Path:
    (folder / "good.tgz").write_bytes(pack("tgz", *GOOD.items()))
    return folder / "good.tgz"


RECORD = FileAttack("is honest", good_record, "record", harmless=True)
ARCHIVE = FileAttack("is honest", good_archive, "submission", harmless=True)


@pytest.mark.parametrize("attack", [RECORD, ARCHIVE], ids=lambda attack: attack.reader)
def test_an_honest_file_is_read(attack: FileAttack, tmp_path: Path) -> None:
    assert try_file(attack, tmp_path / "attack").complaints == ()


@pytest.mark.parametrize(
    ("attack", "complaint"),
    [
        (replace(RECORD, harmless=False), "expected: one sentence that says"),
        (replace(FILES["record_cut_short"], harmless=True), "expected: it is read"),
        (replace(FILES["record_cut_short"], words="other words"), "is not said"),
        (replace(RECORD, reader="no reader"), "the reader broke: KeyError"),  # type: ignore[arg-type]
    ],
)
def test_what_goes_otherwise_is_reported(
    attack: FileAttack, complaint: str, tmp_path: Path
) -> None:
    (found,) = try_file(attack, tmp_path / "attack").complaints
    assert complaint in found


def test_a_reader_that_takes_too_much_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.attacks.hostile_file.MOST_SECONDS", 0.01)
    (found,) = try_file(RECORD, tmp_path / "attack").complaints
    assert found == "it took over 0.01 s"
