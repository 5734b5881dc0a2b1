"""How a bot comes onto a ladder: its files as they are now, checked, and kept for good."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from arena.boxes.leftovers import runtime_folder
from arena.check import Report, Step, run_check
from arena.games import game_names
from arena.match.clock import parse_time_control
from arena.match.entrant import Entrant, open_entrant
from arena.match.submission import open_submission
from arena.mistake import Mistake
from ladder.admission import find_author, require_admission
from ladder.log import ORGANISER, Entered
from ladder.naming import next_player
from ladder.result import Player
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
    lacking: Sequence[str] = (),
    records: Path,
    on_step: Callable[[Step], None],
) -> Submitted:
    """Check a folder or an archive, and take it in if it passes.

    Mistake, in a sentence, if it cannot come in whatever it does: by its name, its author, its
    games, or because it is here already. HostFailure if the check could not be made.
    """
    opened = store.opened()
    find_author(store.roster(), author)
    with runtime_folder() as folder, ExitStack() as held:
        # What is checked is what is kept, whatever becomes of the files meanwhile.
        content = pack_folder(held.enter_context(open_submission(path, folder)))
        packed = folder / f"{path.resolve().name.partition('.')[0][:40] or 'bot'}.tar.gz"
        packed.write_bytes(content)
        entrant = open_entrant(held.enter_context(open_submission(packed, folder)), name)
        # What cannot be read has no name yet; the check says why.
        if not entrant.defect:
            _require_place(store, entrant, author)
        control = parse_time_control(opened.clock)
        report = run_check(
            packed,
            box,
            records=records,
            name=name,
            lacking=lacking,
            control=control,
            on_step=on_step,
        )
        if not report.passed:
            return Submitted(entrant.name, None, report)
        # Anew, since another may have come in during the check.
        entered = _enter(store.roster(), entrant, author)
        store.enter(entered, content)
    return Submitted(entrant.name, entered.player, report)


def _require_place(store: Store, entrant: Entrant, author: str) -> None:
    """Mistake if a bot cannot come in as things are: there is no use in its check."""
    roster = store.roster()
    entered = _enter(roster, entrant, author)
    require_admission(
        roster, entered, store.games_of(roster.versions_of(author)), datetime.now(UTC)
    )
    games = [division.game for division in store.opened().divisions]
    if not set(entrant.games or game_names()) & set(games):
        raise Mistake(
            f"It plays {', '.join(entrant.games)}, and this ladder {', '.join(games)}; bot.toml has"
            " to name one of these."
        )


def _enter(roster: Roster, entrant: Entrant, author: str) -> Entered:
    player = next_player(roster, entrant.name)
    return Entered(player, author, entrant.digest, entrant.games)
