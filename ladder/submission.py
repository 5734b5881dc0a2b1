"""How a bot comes onto a ladder: its files as they are now, checked, and kept for good."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from arena.boxes.leftovers import runtime_folder
from arena.check import Report, Step, run_check
from arena.games import game_names
from arena.match.clock import parse_time_control
from arena.match.entrant import Entrant, open_entrant
from arena.match.submission import open_submission
from arena.mistake import Mistake
from ladder.log import ORGANISER, Entered
from ladder.naming import next_player
from ladder.result import Player
from ladder.roster import Roster
from ladder.shelf import pack_folder
from ladder.store.store import FROZEN, Store


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

    Mistake, in a sentence, if it cannot come in whatever it does: by its name, its games, or
    because it is here already. HostFailure if the check could not be made.
    """
    opened = store.opened()
    if store.roster().frozen:
        raise Mistake(FROZEN)
    with runtime_folder() as folder, ExitStack() as held:
        # What is checked is what is kept, whatever becomes of the files meanwhile.
        content = pack_folder(held.enter_context(open_submission(path, folder)))
        packed = folder / f"{path.resolve().name.partition('.')[0][:40] or 'bot'}.tar.gz"
        packed.write_bytes(content)
        entrant = open_entrant(held.enter_context(open_submission(packed, folder)), name)
        # What cannot be read has no name yet; the check says why.
        if not entrant.defect:
            _require_place(
                entrant, store.roster(), [division.game for division in opened.divisions]
            )
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
        player = next_player(store.roster(), entrant.name)
        entered = Entered(player, author, entrant.digest, entrant.games)
        store.enter(entered, content)
    return Submitted(entrant.name, player, report)


def _require_place(entrant: Entrant, roster: Roster, games: list[str]) -> None:
    next_player(roster, entrant.name)
    same = next((one for one in roster.versions.values() if one.digest == entrant.digest), None)
    if same is not None:
        raise Mistake(f"This is {same.player} already, file by file; change it, or let it be.")
    if not set(entrant.games or game_names()) & set(games):
        raise Mistake(
            f"It plays {', '.join(entrant.games)}, and this ladder {', '.join(games)}; bot.toml has"
            " to name one of these."
        )
