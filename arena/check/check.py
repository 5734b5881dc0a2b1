"""A whole check: its steps one after the other, up to the first that fails.

The steps are in the order in which a bot is most likely to fail them.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Final, TypeAlias

from rich.filesize import decimal

from arena.bots.finding import BotSource
from arena.bots.folder import walk
from arena.bots.intake import NoBot, TakenBot, take_in
from arena.bots.manifest import STDIO, Bot, derive_name
from arena.boxes.kinds.build import BuildError
from arena.boxes.supervision.supervisor import LOG_BYTES
from arena.check.kinds import decisions_of, tell_kinds
from arena.check.probe import CheckMatch, Probe
from arena.check.refusal import refuse_match, refuse_sleep, refuse_start
from arena.check.report import (
    GAME_MARK,
    BridgedCost,
    CheckStep,
    Evidence,
    Finding,
    Report,
    StepOutcome,
)
from arena.check.scenario import Scenario, draw_again, draw_scenarios
from arena.errors import UserError
from arena.foreign_text import quote
from arena.games import AnyGame, find_game, game_names
from arena.languages import find_language
from arena.match.clock import ClockKind, TimeControl
from arena.match.plan import draw_seed
from arena.runner.host import Host

UNCHECKED: Final = (
    "Here a bot has no walls. Only a container shows what a bot does with limits on memory,"
    " processes and files, without a network, with no modules but its image's, with files that are"
    " read-only, and that nothing is done while others think."
)
"""The promises that a check in a plain process cannot make."""


Examine: TypeAlias = Callable[[Probe], Finding]

FILES: Final = "files"
START: Final = "start-up"
RESTART: Final = "restart"
CLOCK: Final = "time"
LOG: Final = "log"
REPEAT: Final = "repeat"

_WALL: Final = "Its clock was of wall time; a ladder charges CPU time."
# The most files that are listed by name.
_MOST_TOLD: Final = 8
# From these on a note says so.
_MUCH_TIME: Final = 0.5
_LONG_LOG: Final = LOG_BYTES // 4
# The number of steps before the first game: those of the files and of its starts.
_LOOKS: Final = 3
# From here on a note says what a check makes of sleep, in seconds.
_SLEEPY: Final = 10.0
SLEEP: Final = 180.0
"""How long a check waits in all for a bot that does nothing while it is asked, in seconds."""


def steps_for(games: list[AnyGame]) -> Iterator[tuple[str, Examine]]:
    """Return the steps after the first, which has found out what the bot plays."""
    yield START, partial(start, "It joined {:.2f} s after its start; {:g} s it has.")
    yield RESTART, partial(start, "Killed and started afresh, it joined after {:.2f} s.")
    for game in games:
        named = f"{game.name}{GAME_MARK}"
        yield f"{named}questions", partial(play_one, game)
        yield f"{named}seats", partial(play_rest, game)
    yield CLOCK, read_clock
    yield LOG, measure_log
    yield REPEAT, play_again


def start(sentence: str, probe: Probe) -> Finding:
    """It joins in time; so it does when it is killed and started afresh, as for every match."""
    connection = probe.start()
    if connection.fault is not None:
        return refuse_start(connection.fault, probe.control, probe.host.box)
    return Finding(sentence.format(connection.joined, probe.control.start))


def _play(probe: Probe, scenario: Scenario) -> Finding | None:
    """Play a match; return why the bot is refused if it forfeits, or has slept for too long."""
    match = probe.play(scenario)
    if match.forfeit:
        return refuse_match(match, probe.keep(match))
    return refuse_sleep(probe.slept, SLEEP) if probe.slept > SLEEP else None


def play_one(game: AnyGame, probe: Probe) -> Finding:
    """A game by the usual rules."""
    scenario, *_ = draw_scenarios(game, probe.seed)
    if refused := _play(probe, scenario):
        return refused
    note = (
        f"It did nothing for {probe.slept:.0f} s while it was asked; a check waits for {SLEEP:g} s"
        " in all, and then refuses it."
    )
    told = f"{scenario}: it answered {tell_kinds(probe.played[-1].kinds)}."
    return Finding(told, (note,) if probe.slept > _SLEEPY else ())


def play_rest(game: AnyGame, probe: Probe) -> Finding:
    """Numbers of seats, places, options and kinds of questions that the bot has not had yet."""
    scenarios = draw_scenarios(game, probe.seed)
    for scenario in scenarios[1:]:
        if refused := _play(probe, scenario):
            return refused
    for kind in decisions_of(game):
        again = draw_again(scenarios, kind)
        while kind not in _count_kinds(game, probe) and (drawn := next(again, None)):
            if refused := _play(probe, drawn):
                return refused
    played = _played(game, probe)
    games = sum(len(match.record.games) for match in played)
    seats = sorted({match.scenario.seats for match in played})
    kinds = _count_kinds(game, probe)
    unasked = ", ".join(sorted({*decisions_of(game)} - {*kinds}))
    note = f"As it plays it came to no question of this kind: {unasked}."
    return Finding(
        f"In {games} games in all it had {seats[0]} to {seats[-1]} seats, the first and the last"
        f" place, and every option; it answered {tell_kinds(kinds)}.",
        (note,) if unasked else (),
    )


def _played(game: AnyGame, probe: Probe) -> list[CheckMatch]:
    return [match for match in probe.played if match.scenario.game is game]


def _count_kinds(game: AnyGame, probe: Probe) -> Counter[str]:
    """Count the questions that the bot has had, by kind."""
    return sum((match.kinds for match in _played(game, probe)), Counter[str]())


def read_clock(probe: Probe) -> Finding:
    """The time of its answers. A bot that loses on time was refused by an earlier step."""
    charged = [seconds for played in probe.played for seconds in played.charged()]
    share = max(played.share_used() for played in probe.played)
    sentence = (
        f"An answer cost {fmean(charged) * 1000:.1f} ms of its clock on average and"
        f" {max(charged) * 1000:.1f} ms at most; no game took more than {share:.0%} of its clock."
    )
    notes = [_WALL] if probe.control.kind is ClockKind.WALL else []
    if share > _MUCH_TIME:
        notes.append("More than half of the clock was used; a busier machine may be slower.")
    bridged = tell_bridge_apart(probe)
    if bridged is not None:
        sentence += (
            f" Of that the bridge that passes on its lines took {bridged.bridge:.2f} ms of CPU time"
            f" on average, and its own program {bridged.program:.2f} ms."
        )
    return Finding(sentence, tuple(notes), bridged=bridged)


def tell_bridge_apart(probe: Probe) -> BridgedCost | None:
    """Return what an answer cost the bridge and the bot's own program; None without a bridge."""
    cpu = [seconds for played in probe.played for seconds in played.cpu()]
    if probe.bot.protocol != STDIO or not cpu:
        return None
    # By its own word: nobody but the bot's author is told it.
    bridge = sum(played.connection.relayed for played in probe.played) / len(cpu) * 1000
    return BridgedCost(bridge, max(0.0, fmean(cpu) * 1000 - bridge))


def measure_log(probe: Probe) -> Finding:
    """Its output is kept whole, so that a fault can be found in it."""
    played = max(probe.played, key=lambda played: played.connection.logged)
    logged = played.connection.logged
    if logged >= LOG_BYTES:
        return Finding(
            f"In one match it printed {LOG_BYTES // 1024} KiB or more; what is beyond is lost.",
            evidence=Evidence(
                f"a match of {len(played.record.games)} games, {played.scenario}",
                f"{LOG_BYTES // 1024} KiB of log, or more",
                "A few lines a game: of a long log only the beginning and the end are kept, and"
                " writing it is charged to the bot's clock.",
            ),
        )
    warning = f"More than {_LONG_LOG // 1024} KiB; of {LOG_BYTES // 1024} KiB on, parts are lost."
    return Finding(
        f"In no match it printed more than {logged} bytes.",
        (warning,) if logged > _LONG_LOG else (),
    )


def play_again(probe: Probe) -> Finding:
    """The first match again, from the same random seed, in a box that knows nothing of it."""
    before = probe.played[0]
    if refused := _play(probe, before.scenario):
        return refused
    if probe.played[-1].moves() == before.moves():
        return Finding("The same match again: it played the same moves.")
    note = "It is not repeatable: with no random numbers but those of self.rng it would be."
    return Finding("The same match again: it played to the end, with other moves.", (note,))


_NOT_RUN = Finding("Not run.")


def run_check(
    source: BotSource,
    host: Host,
    *,
    records: Path,
    seed: bytes | None = None,
    games: Collection[str] = (),
    control: TimeControl = TimeControl(),  # noqa: B008 - a value that never changes
    logs: Path | None = None,
    on_step: Callable[[CheckStep], None] = lambda _: None,
    looks_only: bool = False,
) -> Report:
    """Check a bot in the boxes of a host, and tell of every step when it is over.

    The host is opened for that. The match in which it fails is kept in `records`. The output of
    the bot goes into `logs`, a folder for each start. The same `seed` gives the same cards; None
    draws one that no bot knows.
    `games` are those that count of the bot's own, if not all do. If it `looks_only` none is played,
    which takes seconds. HostFailure if our own machinery fails, UserError if no record can be kept,
    or if the bot plays none of the games.
    """
    seed = draw_seed() if seed is None else seed
    with host:
        began = perf_counter()
        bot, found = _open_files(source, host)
        chosen = choose_games(bot.games, games)
        probe = Probe(bot, host, control, records, seed=seed, logs=logs)
        steps = []
        run = _run(probe, chosen, found, perf_counter() - began)
        for step in islice(run, _LOOKS if looks_only else None):
            on_step(step)
            steps.append(step)
    return Report(bot.name, chosen, host.box, tuple(steps), seed.hex())


def choose_games(own: Sequence[str], wanted: Collection[str]) -> tuple[str, ...]:
    """Return which games are checked of those that bot.toml names; UserError if none is left."""
    games = tuple(own) or game_names()
    chosen = tuple(game for game in games if game in wanted) if wanted else games
    if not chosen:
        raise UserError(
            f"It plays {', '.join(games)}, and not {' or '.join(wanted)}; bot.toml has to name one"
            " of these."
        )
    return chosen


def _run(probe: Probe, games: Sequence[str], files: Finding, seconds: float) -> Iterator[CheckStep]:
    """Run the steps; after one that fails the others are only named."""
    yield _conclude(1, FILES, files, seconds)
    failed = files.evidence is not None
    rules = [] if failed else [find_game(name) for name in games]
    for number, (name, examine) in enumerate(steps_for(rules), start=2):
        if failed:
            yield CheckStep(number, name, StepOutcome.SKIPPED, _NOT_RUN, 0.0)
            continue
        step = _time(number, name, examine, probe)
        failed = step.outcome is StepOutcome.FAILED
        yield step


def _time(number: int, name: str, examine: Examine, probe: Probe) -> CheckStep:
    began = perf_counter()
    found = examine(probe)
    return _conclude(number, name, found, perf_counter() - began)


def _conclude(number: int, name: str, found: Finding, seconds: float) -> CheckStep:
    outcome = StepOutcome.FAILED if found.evidence else StepOutcome.PASSED
    return CheckStep(number, name, outcome, found, seconds)


def _open_files(source: BotSource, host: Host) -> tuple[TakenBot, Finding]:
    """Take in a bot's files, and build them if its language is compiled."""
    path = source.path
    try:
        bot = take_in(source, host.folder())
        plays = _require_games(bot)
    except NoBot as mistake:
        name = source.name or derive_name(path.resolve().name)
        bot = TakenBot(name, path, "", defect=str(mistake))
    if bot.defect:
        return bot, _refuse_files(path, bot.defect)
    parts = _tell_parts(bot.folder)
    try:
        bot = asyncio.run(host.build(bot))
    except BuildError as error:
        return bot, _refuse_build(bot, error)
    return bot, Finding(f"{bot.name} plays {plays or 'all games'}. {parts}")


def _require_games(bot: Bot) -> str:
    """Return what it plays; NoBot if that is no game."""
    try:
        return ", ".join(find_game(game).name for game in bot.games)
    except UserError as mistake:
        raise NoBot(str(mistake)) from mistake


def _tell_parts(folder: Path) -> str:
    """Say which files are part of a bot, the largest first."""
    sizes = {"/".join(part.names): part.status.st_size for part in walk(folder) if part.is_file()}
    largest = sorted(sizes, key=lambda name: (-sizes[name], name))
    told = [f"{quote(name)} ({decimal(sizes[name])})" for name in largest[:_MOST_TOLD]]
    if len(largest) > _MOST_TOLD:
        rest = sum(sizes[name] for name in largest[_MOST_TOLD:])
        told.append(f"and {len(largest) - _MOST_TOLD} smaller ones ({decimal(rest)})")
    return f"Its files: {', '.join(told)}."


def _refuse_build(bot: Bot, error: BuildError) -> Finding:
    language = find_language(bot.language)
    command = " ".join(language.build)
    right = (
        f"Files of which this makes a bot: {command}\n"
        f"In its image are the Debian packages {', '.join((*language.packages, *language.tools))}."
    )
    return Finding(
        str(error), evidence=Evidence("its sources, to be built", str(error), right, error.output)
    )


def _refuse_files(path: Path, complaint: str) -> Finding:
    right = (
        'A folder or an archive with ordinary files, among them a bot.toml with name = "my-bot"'
        f" and, if it does not play all games, some of {', '.join(game_names())}."
    )
    return Finding(complaint, evidence=Evidence(f"nothing; {path} was read", complaint, right))
