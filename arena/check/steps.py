"""The steps of a check, in the order in which a bot is most likely to fail them."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean
from typing import Final, TypeAlias

from arena.boxes.supervisor import LOG_BYTES
from arena.check.checkup import Checkup
from arena.check.explain import refuse_start
from arena.check.rehearsal import longest, most_varied, shortest
from arena.check.report import Evidence, Finding
from arena.check.setting import Setting, every_seat
from arena.games import AnyGame

Examine: TypeAlias = Callable[[Checkup], Finding]

FILES: Final = "files"
START: Final = "start-up"
RESTART: Final = "restart"
CLOCK: Final = "time"
LOG: Final = "log"
REPEAT: Final = "repeat"

# From these on a note says so.
_MUCH_TIME: Final = 0.5
_LONG_LOG: Final = LOG_BYTES // 4


def steps_for(games: list[AnyGame]) -> Iterator[tuple[str, Examine]]:
    """Return the steps after the first, which has found out what the bot plays."""
    yield START, start_up
    yield RESTART, start_again
    for game in games:
        yield f"{game.name}: questions", partial(meet_questions, game)
        yield f"{game.name}: seats", partial(sit_everywhere, game)
        yield f"{game.name}: shortest game", partial(play_extreme, partial(shortest, game))
        yield f"{game.name}: longest game", partial(play_extreme, partial(longest, game))
    yield CLOCK, read_clock
    yield LOG, measure_log
    yield REPEAT, play_again


def start_up(checkup: Checkup) -> Finding:
    """It joins in time."""
    line = checkup.start()
    if line.fault is not None:
        return refuse_start(line.fault, checkup.control, checkup.box)
    return Finding(
        f"It joined {line.joined:.2f} s after its start; {checkup.control.start:g} s it has."
    )


def start_again(checkup: Checkup) -> Finding:
    """It can be killed and started afresh, as after a forfeit and for every match."""
    line = checkup.start()
    if line.fault is not None:
        return refuse_start(line.fault, checkup.control, checkup.box)
    return Finding(f"Killed and started afresh, it joined after {line.joined:.2f} s.")


def meet_questions(game: AnyGame, checkup: Checkup) -> Finding:
    """One game with as many kinds of questions as there are."""
    if refused := checkup.play(most_varied(game, checkup.seed)):
        return refused
    kinds = checkup.played[-1].kinds()
    told = " and ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    return Finding(f"It answered {told} questions.")


def sit_everywhere(game: AnyGame, checkup: Checkup) -> Finding:
    """Every number of seats, every seat; the others play their first, their last or any move."""
    games, kinds = 0, Counter[str]()
    settings = every_seat(game, checkup.seed)
    for setting in settings:
        if refused := checkup.play(setting):
            return refused
        games += len(checkup.played[-1].record.games)
        kinds += checkup.played[-1].kinds()
    seats = f"{settings[0].seats} to {settings[-1].seats}"
    told = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    return Finding(f"It played {games} games with {seats} seats, from every seat; {told}.")


def play_extreme(find: Callable[[bytes], Setting], checkup: Checkup) -> Finding:
    """The shortest or the longest game that was found."""
    setting = find(checkup.seed)
    if refused := checkup.play(setting):
        return refused
    return Finding(f"{setting}: it answered {len(checkup.played[-1].all_answers())} questions.")


def read_clock(checkup: Checkup) -> Finding:
    """What its answers took. Who loses on time was refused where that happened."""
    charged = [seconds for played in checkup.played for seconds in played.charged()]
    share = max(played.share_used() for played in checkup.played)
    sentence = (
        f"An answer cost {fmean(charged) * 1000:.1f} ms of its clock on average and"
        f" {max(charged) * 1000:.1f} ms at most; no game took more than {share:.0%} of its clock."
    )
    # What the waits for a CPU come to depends on the machine, and is not the bot's.
    games = max(played.longest() / len(played.record.games) for played in checkup.played)
    check = sum(played.longest() for played in checkup.played)
    limit = (
        f" Its clocks would have ended a game like these after {games:.0f} s of waiting for it at"
        f" the latest, and this check after {check / 60:.0f} min."
    )
    warning = "More than half of the clock was used; a busier machine may be slower."
    return Finding(sentence + limit, (warning,) if share > _MUCH_TIME else ())


def measure_log(checkup: Checkup) -> Finding:
    """What it prints is kept whole, so that a fault can be found in it."""
    played = max(checkup.played, key=lambda played: played.line.logged)
    logged = played.line.logged
    if logged >= LOG_BYTES:
        return Finding(
            f"In one match it printed {LOG_BYTES // 1024} KiB or more; what is beyond is lost.",
            evidence=Evidence(
                f"a match of {len(played.record.games)} games, {played.setting}",
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


def play_again(checkup: Checkup) -> Finding:
    """The first match again, with the same luck, in a box that knows nothing of it."""
    before = checkup.played[0]
    if refused := checkup.play(before.setting):
        return refused
    if checkup.played[-1].moves() == before.moves():
        return Finding("The same match again: it played the same moves.")
    note = "It is not repeatable: with no luck but self.rng it would be."
    return Finding("The same match again: it played to the end, with other moves.", (note,))
