"""The plan of a match: who plays what, how often, and where all luck comes from.

A plan is the message `arena.v1.Plan`. Every game has a deal of its own and a seating of its own.
What a bot is given of the luck, its own seed in a game, tells nothing about the plan's seed, the
deals, the seatings or the other bots, since each is cut from the plan's seed by a keyed hash.

What is played again, since the match was void or was stopped, is another attempt: it has cards and
bots' seeds of its own, as a bot has seen those before. The seatings are those of the plan, so that
everybody is in every seat equally often, whatever was played again.
"""

import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from arena.bots.parameters import write_parameters
from arena.errors import UserError
from arena.games import AnyGame, Deal, find_game
from arena.games.options import read_options, write_options
from arena.match.clock import TimeControl, clock_message, read_clock
from arena.match.person import Competitor, Person
from arena.v1 import record_pb2 as rec

# A stranger's plan may not keep us busy for ever.
MAX_GAMES: Final = 100_000
SEED_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of a match."""

    number: int
    seating: tuple[int, ...]
    """The bot at each seat."""
    deal: Deal
    seeds: tuple[bytes, ...]
    """The bot's seed at each seat."""
    attempt: int = 0
    """How often the match had been void, or stopped, before."""


def make_plan(
    game: AnyGame,
    options: object,
    bots: Sequence[Competitor],
    *,
    games: int,
    control: TimeControl,
    box: str,
    allow_missing: Sequence[str] = (),
    seed: bytes | None = None,
) -> rec.Plan:
    """Plan a match. The same `seed`, 16 bytes, gives the same luck; None draws a new one.

    Whoever can guess the seed can work out every card.
    """
    allowed = game.seats_for(options)
    if len(bots) not in allowed:
        few = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        with_options = "" if allowed == game.seats else " with these options"
        raise UserError(f"{game.title} is for {few} bots{with_options}; here are {len(bots)}.")
    if not 1 <= games <= MAX_GAMES:
        raise UserError(f"A match has 1 to {MAX_GAMES} games, not {games}.")
    return rec.Plan(
        game=game.name,
        options=write_options(options),
        bots=map(_describe, bots),
        games=games,
        seed=draw_seed() if seed is None else seed,
        clock=clock_message(control),
        box=box,
        allow_missing=allow_missing,
    )


def _describe(competitor: Competitor) -> rec.Bot:
    if isinstance(competitor, Person):
        clock = clock_message(competitor.clock)
        return rec.Bot(name=competitor.name, human=True, clock=clock)
    return rec.Bot(
        name=competitor.name,
        digest=competitor.digest,
        parameters=write_parameters(competitor.parameters),
    )


def control_of(plan: rec.Plan, index: int) -> TimeControl:
    """Return the clock of a bot of a plan in every game: its own, or else that of all."""
    bot = plan.bots[index]
    return read_clock(bot.clock if bot.HasField("clock") else plan.clock)


def check_plan(plan: rec.Plan) -> None:
    """UserError if this is the plan of no match, or of one that an earlier version has made."""
    game = find_game(plan.game)
    options = read_options(game, dict(plan.options))
    if len(plan.seed) != SEED_BYTES:
        raise UserError(
            "This match was planned by an earlier version, in which the games of a match shared"
            " their deals; play it anew."
        )
    if len(plan.bots) not in game.seats_for(options) or not 1 <= plan.games <= MAX_GAMES:
        raise UserError(f"The record's plan is no match of {game.title}.")


def scheduled_games(plan: rec.Plan, attempt: int = 0) -> list[ScheduledGame]:
    """Return the games of a match in order, as they are in one attempt at playing it."""
    seatings = draw_seatings(len(plan.bots), plan.games, derive_seed(plan.seed, "seatings"))
    return [
        schedule_game(plan, number, seating, attempt) for number, seating in enumerate(seatings)
    ]


def schedule_game(
    plan: rec.Plan, number: int, seating: tuple[int, ...], attempt: int = 0
) -> ScheduledGame:
    """Return a game of a match in one attempt, if this is who sits where in it."""
    seed = derive_seed(plan.seed, f"attempt {attempt}") if attempt else plan.seed
    return ScheduledGame(
        number,
        seating,
        Deal(int.from_bytes(derive_seed(seed, f"deal {number}"), "big")),
        tuple(derive_seed(seed, f"bot {index} game {number}") for index in seating),
        attempt,
    )


def draw_seatings(seats: int, games: int, seed: bytes) -> list[tuple[int, ...]]:
    """Draw who sits where in every game: by seat, the number of the bot.

    Everybody is in every seat equally often, or one game more or less where the number of games is
    no multiple of the number of seats. Else the seatings are free, so that neighbours and partners
    are drawn anew, too.
    """
    source = Random(int.from_bytes(seed, "big"))
    often, more = divmod(games, seats)
    seatings = [
        *_draw_within_quotas(seats, often, often * seats, source),
        *_draw_within_quotas(seats, 1, more, source),
    ]
    return [seatings[number] for number in _shuffle(games, source)]


def _shuffle(size: int, source: Random) -> list[int]:
    """Return the numbers below a size in any order, all as likely, with nothing but `random()`.

    Only that method is promised to give the same numbers in every version of Python
    (docs.python.org, "random", Notes on Reproducibility); `random.shuffle` is not.
    """
    return sorted(range(size), key=lambda _: source.random())


def _draw_within_quotas(
    seats: int, quota: int, games: int, source: Random
) -> Iterator[tuple[int, ...]]:
    """Draw seatings in which no bot is in a seat more often than its quota.

    Each is a matching of the bots with the seats that are left to them. There always is one,
    since what is left of all quotas is the same for every bot and for every seat (König 1916).
    """
    quotas = [[quota] * seats for _ in range(seats)]
    for _ in range(games):
        seating: list[int | None] = [None] * seats
        for bot in _shuffle(seats, source):
            _find_seat(bot, seating, quotas, set(), source)
        seated = tuple(bot for bot in seating if bot is not None)
        for seat, bot in enumerate(seated):
            quotas[bot][seat] -= 1
        yield seated


def _find_seat(
    bot: int,
    seating: list[int | None],
    quotas: Sequence[Sequence[int]],
    tried: set[int],
    source: Random,
) -> bool:
    """Seat a bot, and if its seat is taken find another one for who sits there.

    These are the augmenting paths of a bipartite matching (Kuhn 1955).
    """
    for seat in _draw_order(quotas[bot], source):
        if seat in tried:
            continue
        tried.add(seat)
        other = seating[seat]
        if other is None or _find_seat(other, seating, quotas, tried, source):
            seating[seat] = bot
            return True
    return False


def _draw_order(weights: Sequence[int], source: Random) -> Iterator[int]:
    """Draw places one after the other, each with a chance in proportion to its weight."""
    left = list(weights)
    total = sum(left)
    while total:
        ticket = int(source.random() * total)
        place = 0
        while ticket >= left[place]:
            ticket -= left[place]
            place += 1
        total -= left[place]
        left[place] = 0
        yield place


def is_even(plan: rec.Plan) -> bool:
    """Say whether every bot is in every seat equally often."""
    return plan.games % len(plan.bots) == 0


def draw_seed() -> bytes:
    """Draw the luck of a match: 16 bytes that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def derive_seed(key: bytes, label: str) -> bytes:
    """Return 16 bytes that tell nothing about the key or about those of any other label."""
    return hmac.digest(key, label.encode(), "sha256")[:SEED_BYTES]
