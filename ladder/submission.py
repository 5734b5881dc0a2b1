"""How a bot comes onto a ladder: its files as they are now, checked, and kept for good."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from arena.bots.manifest import Bot, open_bot
from arena.bots.upload import open_upload
from arena.boxes.leftovers import runtime_folder
from arena.check import Report, Step, run_check
from arena.errors import UserError
from arena.games import game_names
from arena.match.clock import parse_time_control
from ladder.admission import find_author, next_player, require_admission
from ladder.log import ORGANISER, Entered
from ladder.matches import Player
from ladder.roster import Roster
from ladder.shelf import pack_folder
from ladder.store.store import Store


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
    on_step: Callable[[Step], None],
) -> Submitted:
    """Check a folder or an archive, and take it in if it passes.

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
        store.enter(entered, content)
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
