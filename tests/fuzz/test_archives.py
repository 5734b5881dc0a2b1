"""Archives that were changed in any way are opened within the limits, or refused in a sentence."""

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match.entrant import open_entrant
from arena.match.submission import open_submission
from arena.mistake import Mistake
from tests.fuzz.fuzzing import assert_sentence, fuzz, mutations
from tests.match.submissions.packing import GOOD, MB, pack, tar, zipped

# As docs/limits.md has it.
MOST_BYTES = 32 * MB
PACKED = {
    "zip": pack("zip", *GOOD.items()),
    "zip of links": zipped(*GOOD.items(), ("link", b"/etc/passwd"), mode=0o120777),
    "tar": pack("tar", *GOOD.items()),
    "tar of long names": tar(*GOOD.items(), ("x" * 99 + "/" + "y" * 99, b"x")),
    "tgz": pack("tgz", *GOOD.items()),
}


def check(folder: Path, data: bytes) -> None:
    """Open it as a command does: a folder within the limits, or one sentence; nothing is left."""
    path, scratch = folder / "b.archive", folder / "scratch"
    path.write_bytes(data)
    scratch.mkdir()
    try:
        with open_submission(path, scratch) as bot:
            assert scratch in bot.resolve().parents
            files = [found for found in bot.rglob("*") if not found.is_dir()]
            assert all(found.is_file() and not found.is_symlink() for found in files)
            assert sum(found.stat().st_size for found in files) <= MOST_BYTES
            defect = open_entrant(bot).defect
            assert not defect or (defect.endswith(".") and "\n" not in defect)
    except Mistake as mistake:
        assert_sentence(mistake)
    assert list(scratch.iterdir()) == []
    assert {found.name for found in folder.iterdir()} == {"b.archive", "scratch"}


@pytest.mark.parametrize("kind", PACKED)
@fuzz(100)
@given(data=st.data())
def test_a_changed_archive_is_refused_or_within_the_limits(kind: str, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder), data.draw(mutations(PACKED[kind])))


@fuzz(100)
@given(data=st.data())
def test_a_changed_tar_in_a_whole_gzip_is_refused_or_within_the_limits(data: st.DataObject) -> None:
    """Behind a checksum that fits, where changes of the packed bytes do not come."""
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder), gzip.compress(data.draw(mutations(PACKED["tar of long names"]))))
