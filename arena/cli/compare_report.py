"""The report at the end of `arena compare`: a row a version, the answer, how sure it is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table

from arena.boxes.kinds import KINDS
from arena.foreign_text import show_lines
from arena.library.comparison import GameComparison
from arena.match.confidence_sequence import ERROR
from arena.match.match import MAX_FORFEITS
from arena.match.paired import (
    CANDIDATE,
    Arm,
    ArmMeans,
    PairedAnswer,
    PairedEstimate,
    round_games,
)
from arena.match.verdict import read_verdict
from arena.terminal.advice import advise
from arena.terminal.program import STOPPED
from arena.terminal.shown import Shown


def show_comparisons(found: Sequence[GameComparison], *, stopped: bool) -> Shown:
    """Return what came of each game; for people, of several games, with a table of all."""
    games = [*map(_describe, found)]
    answer = {"confidence": 1 - ERROR, "stopped": stopped, "games": games}
    told = [one for one in found if one.comparison.pairs]
    advice = _advise(told[0]) if told else ()
    return Shown(answer, _tell_all(found, stopped=stopped), advice, code=STOPPED if stopped else 0)


def _tell_all(found: Sequence[GameComparison], *, stopped: bool) -> Iterator[Table | str]:
    for one in found:
        if len(found) > 1:
            yield f"{one.game.title}:"
        yield from _tell(one, stopped=stopped and one is found[-1])
        yield ""
    if len(found) > 1:
        yield _table(found)
        yield ""
    yield _say_sure(found)


def _tell(one: GameComparison, *, stopped: bool) -> Iterator[Table | str]:
    comparison = one.comparison
    if comparison.pairs:
        yield _table_of_arms(one)
        yield from ("", *_tell_forfeits(one), say_answer(one))
    if stopped and comparison.pairs:
        kept = count_pairs(len(comparison.pairs))
        yield f"Stopped after {kept}; the same command goes on with them."
    elif stopped:
        yield f"Stopped before anything counts: {say_round(one)}."
    yield f"The records are in {one.folder.path}"
    if note := KINDS[one.folder.plans[Arm.NEW].box].note:
        yield note


def _table_of_arms(one: GameComparison) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("bot", overflow="ellipsis")
    for column in ("table beaten", one.game.unit, "wins", "forfeits"):
        table.add_column(column, justify="right", no_wrap=True)
    for place, arm in enumerate(Arm):
        means, forfeits = one.comparison.means(place), one.comparison.forfeits(place).total()
        cells = f"{means.share:.1%}", f"{means.score:.2f}", f"{means.wins:.0%}"
        table.add_row(one.name(arm), *cells, str(forfeits or "-"))
    return table


def _tell_forfeits(one: GameComparison) -> Iterator[str]:
    """Tell of the forfeits of both versions, and what is left without them."""
    comparison = one.comparison
    for place, arm in enumerate(Arm):
        given = [outcome.forfeit for outcome in comparison.outcomes(place) if outcome.forfeit]
        if given:
            last = next((forfeit for forfeit in given[::-1] if forfeit.log_tail), given[-1])
            told = say_faults(comparison.forfeits(place))
            verdict = read_verdict(last.verdict)
            yield f"{one.name(arm)} forfeited: {told}. One was {verdict}: {last.detail}"
            yield from (f"  | {line}" for line in show_lines(last.log_tail))
    clean = comparison.clean
    if clean.pairs < len(comparison.pairs):
        yield "A forfeited game is lost: it beats nobody."
        yield f"By play alone, where neither forfeited: {say_estimate(clean)}."
        if left_out := comparison.played - len(comparison.pairs):
            yield f"Not counted, since one sat out after {MAX_FORFEITS} forfeits: {left_out}."
        yield ""


def say_answer(one: GameComparison) -> str:
    """Say in two sentences what the comparison has shown, and how sure that is."""
    comparison = one.comparison
    old, new = (one.name(arm) for arm in Arm)
    shown = {
        PairedAnswer.BETTER: f"{new} is better than {old}.",
        PairedAnswer.WORSE: f"{new} is worse than {old}.",
        PairedAnswer.NO_DIFFERENCE: (
            f"{new} and {old} differ by no more than {comparison.margin:.1%} of the table."
        ),
        PairedAnswer.OPEN: f"Nothing is shown yet of {new} and {old}.",
    }
    more = f" --pairs {2 * comparison.most} goes on." if comparison.spent else ""
    known = say_estimate(comparison.latest)
    return f"{shown[comparison.answer]} Of the table NEW beats {known}.{more}"


def _say_sure(found: Sequence[GameComparison]) -> str:
    each = " of each game" if len(found) > 1 else ""
    return (
        f"The answer{each} is wrong at most {ERROR * 100:.0f} times in 100, {ERROR * 50:g} to"
        " either side, however often one looks."
    )


def _table(found: Sequence[GameComparison]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("game", "NEW is", "table beaten"):
        table.add_column(column, no_wrap=True)
    table.add_column("forfeits", justify="right")
    for one in found:
        forfeits = " : ".join(str(one.comparison.forfeits(place).total()) for place in range(2))
        known = say_estimate(one.comparison.latest)
        table.add_row(one.game.name, str(one.comparison.answer), known, forfeits)
    return table


def _advise(one: GameComparison) -> str:
    """Name the game in which the new version did worst beside the old one."""
    pair = one.comparison.worst()
    path = one.folder.find(pair.round, Arm.NEW)
    name = one.folder.plans[Arm.NEW].bots[CANDIDATE].name
    words = (path, "--game", pair.game + 1, "--bot", name)
    return "The game in which NEW did worst beside OLD. " + advise("replay", *words)


def _describe(one: GameComparison) -> dict[str, Any]:
    comparison = one.comparison
    return {
        "game": one.game.name,
        "options": dict(one.folder.plans[Arm.OLD].option_texts),
        "against": one.against,
        "answer": str(comparison.answer),
        "margin": comparison.margin,
        **_describe_estimate(comparison.latest),
        "without_forfeits": _describe_estimate(comparison.clean),
        **{str(arm): _describe_arm(one, place) for place, arm in enumerate(Arm)},
        "seed": one.folder.seed.hex(),
        "folder": str(one.folder.path),
        "verdict": say_answer(one) if comparison.pairs else "",
    }


def _describe_estimate(known: PairedEstimate) -> dict[str, Any]:
    low, high = known.interval
    return {"pairs": known.pairs, "difference": known.mean, "low": low, "high": high}


def _describe_arm(one: GameComparison, place: int) -> dict[str, Any]:
    counted = one.comparison
    return {
        "name": one.folder.plans[[*Arm][place]].bots[CANDIDATE].name,
        **(counted.means(place)._asdict() if counted.pairs else dict.fromkeys(ArmMeans._fields)),
        "forfeits": dict(counted.forfeits(place)),
    }


def say_estimate(known: PairedEstimate) -> str:
    """Say how much more of the table the new version beats, and how sure that is."""
    if not known.pairs:
        return "? (no pair of games)"
    low, high = known.interval
    sure = f"{1 - ERROR:.0%} interval {low:+.1%} to {high:+.1%}"
    return f"{known.mean:+.1%} ({sure}), {count_pairs(known.pairs)}"


def say_round(one: GameComparison) -> str:
    """Say when there is something to be known."""
    games = round_games(len(one.folder.plans[Arm.NEW].bots))
    return f"each round of {games} games of either version counts when it ends"


def say_faults(faults: Counter[str]) -> str:
    return ", ".join(f"{times} {verdict}" for verdict, times in sorted(faults.items()))


def count_pairs(pairs: int) -> str:
    return f"{pairs:,} pair{'' if pairs == 1 else 's'} of games"
