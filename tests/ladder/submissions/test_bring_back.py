"""A ladder that was imported without files gets them back: handed in again, they are no news."""

from pathlib import Path

from arena.bots.samples import SAMPLES
from arena.runner.host import Host
from ladder.archive.exchange import import_export, write_export
from ladder.log.entries import Excluded
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submissions.submit import Submitted, submit
from tests.bots.taking import taken
from tests.ladder.ladders import DIGEST, FILES, files_like, make_ladder


def hand_in(store: Store, folder: Path) -> Submitted:
    host = Host("process")
    return submit(
        store, taken(SAMPLES / "first"), host=host, records=folder, on_step=lambda _: None
    )


def test_files_that_are_handed_in_again_come_back_to_their_version(tmp_path: Path) -> None:
    place = str(tmp_path / "copy.db")
    with make_ladder(tmp_path / "ladder.db", "one", "two") as store:
        write_export(store, tmp_path / "ladder.zip", submissions=False)
    import_export(place, tmp_path / "ladder.zip")
    with open_store(place) as store:
        head = store.head()
        found = hand_in(store, tmp_path)
        assert (found.player, store.head()) == ("one@1", head)
        assert "the files of one@1, which were missing" in found.report.steps[0].finding.sentence
        assert store.submission(DIGEST) == FILES
        assert store.bring_back(files_like("three")[0], b"") is None
        # There they are now.
        assert store.bring_back(DIGEST, FILES) is None
        store.append(Excluded("copied", player="two@1"))
        assert store.bring_back(*files_like("two")) is None
