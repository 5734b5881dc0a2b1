"""Submissions: how a bot comes onto a ladder, is kept there as one file, and is unpacked to play.

A submission is a bot's files as they were when it came in, packed; it is known by their digest. The
sample bots, which play in trials, are unpacked in the same way, and are on no ladder.
"""

import gzip
import io
import tarfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final, Self

from arena.bots.folder import check_sum, walk_bot
from arena.bots.manifest import Bot, open_bot
from arena.bots.upload import open_upload
from arena.boxes.leftovers import runtime_folder
from arena.check import CheckStep, Report, run_check
from arena.cli.bots import SAMPLES, find_bot, sample_names
from arena.errors import HostFailure, UserError
from arena.games import game_names
from arena.languages import PYTHON
from arena.match.clock import parse_time_control
from ladder.admission import find_author, next_player, require_admission
from ladder.log import ORGANISER, Entered
from ladder.matches import Player
from ladder.roster import Roster
from ladder.store.store import Store
from ladder.uploads import UploadCheck

GRADED: Final = (
    *("random", "first", "all_rounder", "angler", "careful", "juggler", "shepherd"),
    *("searcher-0.1=searcher?time=0.1", "searcher", "searcher-10=searcher?time=10"),
)
"""The graded field: bots of ours of many strengths, by what a command would name them."""
# Nothing of where and when it was packed: the same files are the same bytes.
_NO_TIME: Final = 0
# So many are kept unpacked, of at most 32 MB each.
_MOST_UNPACKED: Final = 128


# --- coming in ---


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of a submission."""

    bot: str
    player: Player | None
    """None if it was refused."""
    report: Report


def submit(
    store: Store,
    path: Path,
    name: str | None,
    *,
    author: str = ORGANISER,
    box: str,
    allow_missing: Sequence[str] = (),
    records: Path,
    on_step: Callable[[CheckStep], None],
    upload: UploadCheck | None = None,
) -> Submitted:
    """Check a folder or an archive, and take it in if it passes; that ends an upload, if it is one.

    UserError, in a sentence, if it cannot come in whatever it does: by its name, its author, its
    games, or because it is here already. HostFailure if the check could not be made.
    """
    opened = store.opened()
    find_author(store.roster(), author)
    with runtime_folder() as folder, ExitStack() as held:
        # What is checked is what is kept, whatever becomes of the files meanwhile.
        content = pack_folder(held.enter_context(open_upload(path, folder)))
        packed = folder / f"{path.resolve().name.partition('.')[0][:40] or 'bot'}.tar.gz"
        packed.write_bytes(content)
        bot = open_bot(held.enter_context(open_upload(packed, folder)), name)
        # What cannot be read has no name yet; the check says why.
        if not bot.defect:
            _require_place(store, bot, author)
        control = parse_time_control(opened.clock)
        report = run_check(
            packed,
            box,
            records=records,
            name=name,
            allow_missing=allow_missing,
            control=control,
            on_step=on_step,
        )
        if not report.passed:
            return Submitted(bot.name, None, report)
        # Anew, since another may have come in during the check.
        entered = _enter(store.roster(), bot, author)
        store.enter(entered, content, upload)
    return Submitted(bot.name, entered.player, report)


def _require_place(store: Store, bot: Bot, author: str) -> None:
    """UserError if a bot cannot come in as things are: there is no use in its check."""
    roster = store.roster()
    entered = _enter(roster, bot, author)
    require_admission(
        roster, entered, store.games_of(roster.versions_of(author)), datetime.now(UTC)
    )
    games = [division.game for division in store.opened().divisions]
    if not set(bot.games or game_names()) & set(games):
        raise UserError(
            f"It plays {', '.join(bot.games)}, and this ladder {', '.join(games)}; bot.toml has"
            " to name one of these."
        )


def _enter(roster: Roster, bot: Bot, author: str) -> Entered:
    player = next_player(roster, bot.name)
    return Entered(player, author, bot.digest, bot.games)


def enter_samples(store: Store) -> Iterator[Player | UserError]:
    """Take in the graded field, each as the organiser's: a player, or why it is none.

    Without a check, as these come with the program and its tests have made it. Those that play
    nothing of this ladder are left out.
    """
    games = {division.game for division in store.opened().divisions}
    for word in GRADED:
        with ExitStack() as held:
            path, name = find_bot(word, held)
            bot = open_bot(path, name)
            if not games & set(bot.games or game_names()):
                continue
            try:
                _require_place(store, bot, ORGANISER)
                entered = _enter(store.roster(), bot, ORGANISER)
                store.enter(entered, pack_folder(path))
            except UserError as mistake:
                yield UserError(f"{bot.name} does not come in. {mistake}")
            else:
                yield entered.player


# --- packing ---


def pack_folder(folder: Path) -> bytes:
    """Return a gzipped tar of a bot's files, without what is no part of a bot.

    UserError if they cannot be read, or have grown too large since they were looked at.
    """
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=_NO_TIME) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        size = 0
        for part in walk_bot(folder):
            if part.is_file():
                content = part.read()
                size += len(content)
                check_sum(size)
                header = tarfile.TarInfo("/".join(part.names))
                header.size = len(content)
                header.mode = 0o755 if part.is_program() else 0o644
                archive.addfile(header, io.BytesIO(content))
    return packed.getvalue()


@cache
def open_samples() -> tuple[Bot, ...]:
    """Return the sample bots that play with whoever is quarantined: what each box can run."""
    samples = (open_bot(SAMPLES / name) for name in sample_names())
    return tuple(bot for bot in samples if bot.language == PYTHON)


def pack_sample(digest: str) -> bytes | None:
    """Return a sample bot's files as a submission; None if no sample bot has this digest."""
    found = (one for one in open_samples() if one.digest == digest)
    return next((pack_folder(one.folder) for one in found), None)


# --- unpacking ---


class Unusable(HostFailure):
    """A submission is not there, or not what it was. The text goes on after a bot's name."""


class SubmissionCache:
    """Keeps submissions unpacked below a folder, for as long as it is used as a context."""

    def __init__(
        self, fetch: Callable[[str], bytes | None], folder: Path, most: int = _MOST_UNPACKED
    ) -> None:
        self._fetch = fetch
        self._folder = folder
        self._most = most
        # The one that was asked for last is the last.
        self._open: dict[str, tuple[Bot, ExitStack]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as held:
            for _bot, each in self._open.values():
                held.push(each)

    def __contains__(self, digest: str) -> bool:
        return digest in self._open

    def bot(self, digest: str) -> Bot:
        """Return a submission by its digest; Unusable if it is not there, or not what it was.

        HostFailure if it cannot be unpacked here.
        """
        found = self._open.pop(digest, None)
        if found is None:
            with ExitStack() as held:
                bot = self._unpack(digest, held)
                found = bot, held.pop_all()
        self._open[digest] = found
        return found[0]

    def trim(self, used: Collection[str]) -> None:
        """Remove those that were asked for longest ago, if there are too many, but not the used."""
        unused = [digest for digest in self._open if digest not in used]
        for digest in unused[: max(0, len(self._open) - self._most)]:
            self._open.pop(digest)[1].close()

    def _unpack(self, digest: str, held: ExitStack) -> Bot:
        content = self._fetch(digest)
        if content is None:
            raise Unusable("its files are not on this ladder")
        path = self._folder / f"{digest}.tar.gz"
        try:
            path.write_bytes(content)
        except OSError as error:
            raise HostFailure(f"a bot cannot be unpacked in {path}: {error.strerror}") from error
        try:
            bot = open_bot(held.enter_context(open_upload(path, self._folder)))
        except UserError as mistake:
            raise Unusable("its files on this ladder are damaged") from mistake
        finally:
            path.unlink()
        if bot.digest != digest:
            raise Unusable("its files on this ladder have been changed")
        return bot
