"""An export: the whole public log in one file, with the records of all matches.

It is a zip archive: `log.jsonl`, an entry a line; `records/N.arena`, the record of match N; and, if
that was asked for, `submissions/DIGEST.tar.gz`. All but the last is meant to be published: the
plans in it have the seeds of matches that are over.
"""

import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.match.record import MAGIC, digest_of, unpack_record
from arena.match.replay import Difference, verify
from arena.mistake import Mistake
from ladder.log import Entered, Entry, Played, read_log, write_log
from ladder.outcome import conclude
from ladder.store.store import Store

LOG: Final = "log.jsonl"
# What nobody's ladder comes near: a file from a stranger may not fill the disk or the memory.
_MOST_LOG: Final = 4 * 1024**3
_MOST_FILE: Final = 64 * 1024**2


def write_export(store: Store, file: Path, *, submissions: bool) -> int:
    """Write all of it; return how many entries. The file is there whole or not at all."""
    partial = file.with_name(f"{file.name}.partial")
    count = 0
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(LOG, "w", force_zip64=True) as log:
            for count, line in enumerate(write_log(store.entries()), start=1):  # noqa: B007
                log.write(line)
        for match, content in store.records():
            archive.writestr(_record_name(match), content)
        for digest in store.submission_digests() if submissions else ():
            archive.writestr(_submission_name(digest), store.submission(digest) or b"")
    partial.replace(file)
    return count
