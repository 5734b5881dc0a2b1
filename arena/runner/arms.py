"""Plays games in pairs: the matches of all arms, several at once, until there is an answer."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from arena.bots.intake import TakenBot
from arena.match.comparison_folder import ComparisonFolder
from arena.match.paired import PairedCount
from arena.runner.host import Host
from arena.runner.referee_process import Event, MatchPlayed, MatchVoid, Referees, check_replay
from arena.runner.task import Task


def play_comparison(
    host: Host,
    comparison: PairedCount,
    folder: ComparisonFolder,
    bots: Mapping[str, Sequence[TakenBot]],
    parallel: int,
    *,
    logs: Path | None = None,
    fork: bool = True,
) -> Iterator[Event]:
    """Play until the comparison has ended, at most `parallel` matches at once; yield the events.

    Games that the folder has are not played again. The arms of a round are begun one after the
    other, so that other load on the machine meets all. A match that was void is played again
    whole, in fresh processes with the same cards, as its other arms have them; HostFailure if it is
    void too often, DoesNotStart if a bot does not start. The output of bots goes into folders in
    `logs` that are named as the records.
    """
    count_rounds(comparison, folder)
    missing = _missing(folder)
    again: list[int] = []
    voids = dict[int, int]()
    with Referees(host) as referees:
        while not comparison.ended:
            while len(referees) < parallel:
                number = again.pop() if again else next(missing)
                round_number, arm = folder.place_of(number)
                plan = folder.plan(round_number, arm)
                place = logs and logs / folder.find(round_number, arm).stem
                task = Task(plan, tuple(bots[arm]), must_start=True, logs=place)
                referees.start(number, task, fork=fork)
            for number, event in referees.wait():
                match event:
                    case MatchPlayed(record):
                        folder.keep(*folder.place_of(number), record)
                    case MatchVoid():
                        check_replay(event, voids.get(number, 0))
                        voids[number] = voids.get(number, 0) + 1
                        again.append(number)
                yield event
            count_rounds(comparison, folder)


def count_rounds(comparison: PairedCount, folder: ComparisonFolder) -> None:
    """Count the rounds that the folder has, in their order, until the comparison has ended."""
    arms, teams = folder.plans, folder.first.teams
    while not comparison.ended and all(folder.has(comparison.rounds, arm) for arm in arms):
        comparison.count(teams, [folder.read(comparison.rounds, arm).games for arm in arms])


def _missing(folder: ComparisonFolder) -> Iterator[int]:
    """Yield the matches that the folder has not, without end."""
    return (number for number in count() if not folder.has(*folder.place_of(number)))
