"""Whether bots repeat what the records say of them: they are asked again all that they were asked.

The rules and the seed prove that a match could have gone so, and not that its bots have chosen
these moves: who plays matches could make them up. So some records are drawn, and their bots are
played again from their files, in the box of the plan.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from arena.bots.intake import TakenBot
from arena.match.plan import derive_seed
from arena.match.replay import Replay, open_replays
from arena.match.rerun import Rerun, repeat_match
from arena.runner.host import Host
from arena.runner.play import connecting, run_referee
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from ladder.matches import Player
from ladder.submissions.files import SubmissionCache, Unusable

Finding: TypeAlias = Literal["repeats", "unsteady", "differs", "absent"]

PLAYS: Final = 8
"""How many plays, all alike, tell that a bot differs from its record: one that draws between two
moves plays so in fewer than 1 of 100."""


@dataclass(frozen=True, slots=True)
class BotRepeat:
    """The result of a recorded bot that was played again."""

    match: int
    player: Player
    finding: Finding
    """It repeats its answers; or two plays differ; or they agree, and differ from the record; or
    it could not be played."""
    same: int
    """How many of its answers were those of the record, up to the first that was not."""
    text: str
    """The difference, or the reason why it could not be played; empty if it repeats."""


def draw_matches(matches: Collection[int], number: int, seed: str) -> list[int]:
    """Draw this many of some matches: those whose HMAC-SHA256 by the seed is least."""
    key = seed.encode()
    return sorted(sorted(matches, key=lambda match: derive_seed(key, f"match {match}"))[:number])


def repeat_record(
    match: int, record: rec.Record, fetch: Callable[[str], bytes | None]
) -> list[BotRepeat]:
    """Play a record's bots again; those that differ until two plays do, or there are `PLAYS`.

    HostFailure if there are no boxes here, or one fails for us.
    """
    replays = open_replays(record)
    names = [bot.name for bot in replays[0].plan.bots]
    plan = replays[0].plan
    with Host(plan.box, plan.allow_missing) as host:
        cache = host.held.enter_context(SubmissionCache(fetch, host.folder()))
        bots = [_open(cache, bot.digest, bot.name) for bot in plan.bots]
        plays = [[one] for one in _play(host, replays, bots)]
        while any(again := [*map(_still_alike, bots, plays)]):
            for mine, played, bot in zip(plays, _play(host, replays, again), again, strict=True):
                if bot:
                    mine.append(played)
    compared = zip(names, bots, plays, strict=True)
    return [BotRepeat(match, name, *_judge(bot, mine)) for name, bot, mine in compared]


def _still_alike(bot: TakenBot | str, plays: Sequence[Rerun]) -> TakenBot | str:
    """Return a bot that has to be played again: all its plays left the record, in one way."""
    return bot if plays[0].departure and plays[0].agrees(plays[-1]) and len(plays) < PLAYS else ""


def _open(cache: SubmissionCache, digest: str, name: str) -> TakenBot | str:
    """Return a bot with its files, or why it has none."""
    try:
        return replace(cache.bot(digest), name=name)
    except Unusable as lack:
        return str(lack)


def _play(host: Host, replays: Sequence[Replay], bots: Sequence[TakenBot | str]) -> list[Rerun]:
    return run_referee(_repeat(host, replays, bots))


async def _repeat(
    host: Host, replays: Sequence[Replay], bots: Sequence[TakenBot | str]
) -> list[Rerun]:
    present = tuple(bot for bot in bots if isinstance(bot, TakenBot))
    # The image of today: the one that it was planned for may be of another version.
    plan = replace(replays[0].plan, image="")
    async with connecting(host, Task(plan, present)) as made:
        makers = iter(made)
        connect = [next(makers) if isinstance(bot, TakenBot) else None for bot in bots]
        return await repeat_match(replays, connect)


def _judge(bot: TakenBot | str, plays: Sequence[Rerun]) -> tuple[Finding, int, str]:
    if not isinstance(bot, TakenBot):
        return "absent", 0, bot
    once = plays[0]
    if once.departure is None:
        return "repeats", once.same, ""
    left = once.departure
    where = f"game {left.question.replay.number + 1}, question {left.question.number}"
    text = f"{where}: {left.tell_then()} then, {left.tell_now()} now"
    return "differs" if once.agrees(plays[-1]) else "unsteady", once.same, text
