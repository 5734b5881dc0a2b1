"""A whole check: its steps one after the other, up to the first that fails."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from arena.bots.manifest import Bot, derive_name, open_bot
from arena.bots.upload import open_upload
from arena.boxes.leftovers import runtime_folder, sweep_folders
from arena.check.checkup import Checkup
from arena.check.report import Evidence, Finding, Outcome, Report, Step
from arena.check.steps import FILES, Examine, steps_for
from arena.errors import UserError
from arena.games import find_game, game_names
from arena.match.clock import TimeControl
from arena.match.plan import SEED_BYTES

_NOT_RUN = Finding("Not run.")


def run_check(
    path: Path,
    box: str,
    *,
    records: Path,
    name: str | None = None,
    allow_missing: Sequence[str] = (),
    seed: bytes | None = None,
    control: TimeControl = TimeControl(),  # noqa: B008 - a value that never changes
    on_step: Callable[[Step], None] = lambda _: None,
) -> Report:
    """Check a bot, a folder or an archive, in such boxes, and tell of every step when it is over.

    The match in which it fails is kept in `records`; `allow_missing` names the protections that its
    containers may lack. The same `seed` gives the same cards; None draws one that no bot knows.
    HostFailure if our own machinery fails, UserError if no record can be kept.
    """
    sweep_folders()
    seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
    with runtime_folder() as folder, ExitStack() as held:
        began = perf_counter()
        bot, found = _open_files(path, name, folder, held)
        checkup = Checkup(bot, box, control, held, records, seed=seed, allow_missing=allow_missing)
        steps = []
        for step in _run(checkup, found, perf_counter() - began):
            on_step(step)
            steps.append(step)
    return Report(bot.name, bot.games or game_names(), box, tuple(steps), seed.hex())


def _run(checkup: Checkup, files: Finding, seconds: float) -> Iterator[Step]:
    """Run the steps; after one that fails the others are only named."""
    yield _conclude(1, FILES, files, seconds)
    failed = files.evidence is not None
    games = [] if failed else checkup.games
    for number, (name, examine) in enumerate(steps_for(games), start=2):
        if failed:
            yield Step(number, name, Outcome.SKIPPED, _NOT_RUN, 0.0)
            continue
        step = _time(number, name, examine, checkup)
        failed = step.outcome is Outcome.FAILED
        yield step


def _time(number: int, name: str, examine: Examine, checkup: Checkup) -> Step:
    began = perf_counter()
    found = examine(checkup)
    return _conclude(number, name, found, perf_counter() - began)


def _conclude(number: int, name: str, found: Finding, seconds: float) -> Step:
    outcome = Outcome.FAILED if found.evidence else Outcome.PASSED
    return Step(number, name, outcome, found, seconds)


def _open_files(path: Path, name: str | None, folder: Path, held: ExitStack) -> tuple[Bot, Finding]:
    """Open a bot's files; a bot that has none that can be used has a defect."""
    try:
        bot = open_bot(held.enter_context(open_upload(path, folder)), name)
        plays = ", ".join(find_game(game).name for game in bot.games)
    except UserError as mistake:
        bot = Bot(name or derive_name(path.resolve().name), path, "", defect=str(mistake))
    if bot.defect:
        return bot, _refuse_files(path, bot.defect)
    return bot, Finding(f"{bot.name} plays {plays or 'all games'}.")


def _refuse_files(path: Path, complaint: str) -> Finding:
    right = (
        'A folder or an archive with ordinary files, among them a bot.toml with name = "my-bot"'
        f" and, if it does not play all games, some of {', '.join(game_names())}."
    )
    return Finding(complaint, evidence=Evidence(f"nothing; {path} was read", complaint, right))
