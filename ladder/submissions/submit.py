"""How a bot comes onto a ladder: checked as it would play, and then entered with its files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from arena.bots.finding import BotSource, find_bot
from arena.bots.intake import TakenBot, take_in
from arena.bots.manifest import Bot, open_bot
from arena.bots.samples import house_bots, house_games
from arena.boxes.host.leftovers import runtime_folder
from arena.boxes.wall_clock import require_cpu_clock
from arena.check.check import FILES, choose_games, run_check
from arena.check.report import CheckStep, Finding, Report, StepOutcome
from arena.doctor.examine import find_lack
from arena.errors import Unavailable, UserError
from arena.games import game_names
from arena.match.clock import parse_time_control
from arena.runner.child import is_orphan
from arena.runner.host import Host
from ladder.log.admission import find_author
from ladder.log.entries import ORGANISER, Entered
from ladder.log.roster import Roster
from ladder.log.rulebook import next_player
from ladder.matches import Player
from ladder.store.store import Store
from ladder.store.uploads import UploadCheck
from ladder.submissions.files import pack_folder, released_samples

GRADED: Final = (
    *("random", "first", "all_rounder", "angler", "careful", "juggler", "shepherd"),
    *("searcher-0.1=searcher?time=0.1", "searcher", "searcher-10=searcher?time=10"),
)
"""The graded field: bots of ours of many strengths, by what a command would name them."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """The outcome of a submission."""

    bot: str
    player: Player | None
    """None if it was refused, or only looked at."""
    report: Report
    checked: bool = True
    """False if it needs no check: a sample bot as it was released, or files that were missing."""


def submit(
    store: Store,
    bot: TakenBot,
    *,
    author: str = ORGANISER,
    host: Host,
    records: Path,
    on_step: Callable[[CheckStep], None],
    upload: UploadCheck | None = None,
    looks_only: bool = False,
) -> Submitted:
    """Check a bot, and have it enter if it passes; that ends an upload, if it is one.

    The check asks for the ladder's games alone, or for none of them if it `looks_only`, and then
    nothing comes in by it. A sample bot as it was released has passed, and is not checked again.

    UserError, in a sentence, if it cannot come in whatever it does: by its name, its author, its
    games, or because it is here already. HostFailure if the check could not be made.
    """
    opened, content = store.opened(), pack_folder(bot.folder)
    find_author(store.roster(), author)
    done = enter_unchecked(store, bot, content, author, host.box, on_step=on_step, upload=upload)
    if done is not None:
        return done
    require_box(host)
    report = run_check(
        BotSource(bot.folder, None if bot.defect else bot.name),
        host,
        records=records,
        games=opened.games,
        control=parse_time_control(opened.clock),
        on_step=partial(_tell, on_step),
        looks_only=looks_only,
    )
    if not report.passed or looks_only:
        return Submitted(bot.name, None, report)
    # Again, since another may have come in during the check.
    return Submitted(bot.name, _enter(store, bot, content, author, upload), report)


def enter_unchecked(
    store: Store,
    bot: Bot,
    content: bytes,
    author: str,
    box: str,
    *,
    on_step: Callable[[CheckStep], None] = lambda _: None,
    upload: UploadCheck | None = None,
) -> Submitted | None:
    """Have a bot enter that needs no check, a sample or one that lacks its files; None if it does.

    UserError as `submit` has it.
    """
    lacking, sample = store.find_lacking(bot.digest), released_samples().get(bot.digest)
    if lacking is None:
        # An unreadable bot has no name yet; the check says why.
        if not bot.defect:
            _require_place(store, bot, author, len(content))
        if sample is None:
            return None
    said = (
        f"These are the files of {lacking}, which were missing here."
        if lacking
        else f"It is the sample bot {sample} as it was released, and checked."
    )
    step = CheckStep(1, FILES, StepOutcome.PASSED, Finding(said), 0.0)
    # Before the upload is over, which then has no more steps.
    on_step(step)
    player = store.bring_back(bot.digest, content, upload) if lacking else None
    player = player or _enter(store, bot, content, author, upload)
    report = Report(bot.name, bot.games or game_names(), box, (step,), seed="")
    return Submitted(bot.name, player, report, checked=False)


def _tell(on_step: Callable[[CheckStep], None], step: CheckStep) -> None:
    """Tell of a step; KeyboardInterrupt if the process that wanted the check has died."""
    if is_orphan():
        raise KeyboardInterrupt
    on_step(step)


def require_box(host: Host) -> None:
    """Unavailable if strangers' bots cannot be played in containers here, where they are to, or
    if the CPU time of bots cannot be charged.
    """
    require_cpu_clock(host.box)
    if host.kind.isolates and (lack := find_lack(host.allow_missing)):
        raise Unavailable(lack)


def _require_place(store: Store, bot: Bot, author: str, size: int) -> None:
    """UserError if a bot cannot come in as things are: there is no use in its check."""
    roster = store.roster()
    entered = _next_version(roster, bot, author)
    store.require_place(roster, entered, size)
    choose_games(entered.games, store.opened().games)


def _enter(
    store: Store, bot: Bot, content: bytes, author: str, upload: UploadCheck | None = None
) -> Player:
    entered = _next_version(store.roster(), bot, author)
    store.enter(entered, content, upload)
    return entered.player


def _next_version(roster: Roster, bot: Bot, author: str) -> Entered:
    player = next_player(roster, bot.name)
    games = house_games(released_samples().get(bot.digest, "")) or bot.games
    return Entered(player, author, bot.digest, games)


def enter_samples(store: Store) -> Iterator[Player | UserError]:
    """Take in the graded field and the games' house bots, each as the organiser's: a player, or
    why it is none.

    Without a check, as these are released samples, some with other parameters. Those that play
    nothing of this ladder are left out.
    """
    games = {*store.opened().games}
    house = sorted({house_bots(game)[-1] for game in games})
    for word in (*GRADED, *(f"{name.replace('?playouts=', '-p')}={name}" for name in house)):
        sample = find_bot(word).path
        if open_bot(sample).digest not in released_samples():
            yield UserError(
                f"{word} does not come in. Files of {sample} have been changed; ladder submit"
                f" {sample.name} checks them."
            )
            continue
        with runtime_folder() as folder:
            bot = take_in(find_bot(word), folder)
            if not games & set(bot.games or game_names()):
                continue
            content = pack_folder(bot.folder)
            try:
                back = store.bring_back(bot.digest, content)
                yield back or _enter(store, bot, content, ORGANISER)
            except UserError as mistake:
                yield UserError(f"{bot.name} does not come in. {mistake}")
