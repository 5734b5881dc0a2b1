"""A ladder that was imported without files gets them back: handed in again, they are no news."""

from pathlib import Path

from arena.bots.samples import SAMPLES
from arena.runner.host import Host
from ladder.archive.exchange import import_export, write_export
from ladder.log.entries import ORGANISER, Excluded
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submissions.intake import check_upload
from ladder.submissions.submit import Submitted, submit
from ladder.wire import UploadState
from tests.bots.taking import taken
from tests.ladder.ladders import DIGEST, FILES, files_like, make_ladder


def hand_in(store: Store, folder: Path) -> Submitted:
    host = Host("process")
    return submit(
        store, taken(SAMPLES / "first"), host=host, records=folder, on_step=lambda _: None
    )


def test_an_upload_of_missing_files_keeps_the_step_that_says_so(tmp_path: Path) -> None:
    place = str(tmp_path / "copy.db")
    with make_ladder(tmp_path / "ladder.db", "one") as store:
        write_export(store, tmp_path / "ladder.zip", submissions=False)
    import_export(place, tmp_path / "ladder.zip")
    with open_store(place) as store:
        number = store.uploads.add(ORGANISER, "first.tar.gz", None, FILES)
        check = store.uploads.begin()
        assert check is not None
        check_upload(place, check, Host("process"))
        story = store.uploads.story(number)
        assert story is not None
        assert (story.upload.state, story.upload.player) == (UploadState.ACCEPTED, "one@1")
        assert [step.finding.sentence for step in story.steps] == [
            "These are the files of one@1, which were missing here."
        ]


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
