"""The plan of a match: bots, game, number of games, and the random seed behind all of it.

A plan is a `MatchPlan`; on disk and on the wire, and only there, it is the message `arena.v1.Plan`.
Every game has a deal of its own and a seating of its own. A bot's own random seed in a game tells
nothing about the plan's seed, the deals, the seatings or the other bots, since each is cut from the
plan's seed by a keyed hash.

Games that are played again, since the match was void or was stopped, are another attempt: it has
cards and bots' seeds of its own, as a bot has seen those before. The seatings are those of the
plan, so that everybody is in every seat equally often, whatever was played again.
"""

import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from arena.bots.manifest import Bot, SeatKind
from arena.bots.parameters import write_parameters
from arena.errors import UserError
from arena.games import AnyGame, Deal, State, find_game
from arena.games.options import read_options, write_options
from arena.match.clock import TimeControl, clock_message, read_clock
from arena.match.seat import Guest
from arena.v1 import record_pb2 as rec

# A stranger's plan may not keep us busy for ever.
MAX_GAMES: Final = 100_000
SEED_BYTES: Final = 16
# The release since which a seed makes these seatings, cards and bots' seeds.
DEALING: Final = "1.0"
# The dealing of a plan that names none.
_FIRST: Final = "1.0"


@dataclass(frozen=True, slots=True)
class PlannedBot:
    """One bot of a plan, or a guest at its table."""

    name: str
    digest: str = ""
    """The digest of the bot's files; empty for a guest."""
    kind: SeatKind = SeatKind.BOT
    clock: TimeControl | None = None
    """Its own; None if it plays on that of the plan."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """In text form."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """The parts of a match. UserError if there is no such match."""

    game: AnyGame
    options: object = field(init=False, compare=False)
    option_texts: Mapping[str, str]
    """The options in text form, as the message has them."""
    bots: tuple[PlannedBot, ...]
    games: int
    """How many are played."""
    seed: bytes
    clock: TimeControl
    box: str
    allow_missing: tuple[str, ...] = ()
    image: str = ""
    """Digest of what the image of its containers is made of; empty for that of the referee."""
    rules: str = ""
    """The release since which its game's rules are so; empty in plans made before release 1.0."""
    dealing: str = ""
    """The same of how it is dealt."""

    def __post_init__(self) -> None:
        fault = fault_in_release(
            f"the rules of {self.game.title}", self.rules, self.game.rules
        ) or fault_in_release("the dealing", self.dealing, DEALING)
        if fault:
            raise UserError(f"This match has {fault}.")
        object.__setattr__(self, "options", read_options(self.game, self.option_texts))
        if len(self.seed) != SEED_BYTES:
            raise UserError(
                "This match was planned by an earlier version, in which the games of a match"
                " shared their deals; play it again."
            )
        title, allowed = self.game.title, self.game.seats_for(self.options)
        if len(self.bots) not in allowed:
            few = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
            with_options = "" if allowed == self.game.seats else " with these options"
            raise UserError(f"{title} is for {few} bots{with_options}; here are {len(self.bots)}.")
        if not 1 <= self.games <= MAX_GAMES:
            raise UserError(f"A match has 1 to {MAX_GAMES} games, not {self.games}.")

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to another process as the message."""
        return read_plan, (write_plan(self),)

    @property
    def teams(self) -> Sequence[int]:
        """The team of every seat."""
        return self.game.teams(len(self.bots), self.options)

    @property
    def is_even(self) -> bool:
        """Whether every bot is in every seat equally often."""
        return self.games % len(self.bots) == 0

    def control(self, index: int) -> TimeControl:
        """Return the clock of a bot in every game: its own, or else that of all."""
        return self.bots[index].clock or self.clock

    def start(self, deal: Deal) -> State[Any]:
        """Deal a game."""
        state: State[Any] = self.game.start(len(self.bots), deal, self.options)
        return state


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
    seats: Sequence[Bot | Guest],
    *,
    games: int,
    control: TimeControl,
    box: str,
    allow_missing: Sequence[str] = (),
    seed: bytes | None = None,
) -> MatchPlan:
    """Plan a match. The same `seed`, 16 bytes, gives the same games; None draws a new one.

    Anyone who can guess the seed can work out every card.
    """
    return MatchPlan(
        game,
        write_options(options),
        tuple(map(_plan_seat, seats)),
        games,
        draw_seed() if seed is None else seed,
        control,
        box,
        tuple(allow_missing),
        rules=game.rules,
        dealing=DEALING,
    )


def _plan_seat(seat: Bot | Guest) -> PlannedBot:
    written = write_parameters(seat.parameters)
    return PlannedBot(seat.name, seat.digest, seat.kind, seat.clock, written)


def read_plan(message: rec.Plan) -> MatchPlan:
    """Parse a plan. UserError if it is that of no match, or one that an earlier version made."""
    return MatchPlan(
        find_game(message.game),
        dict(message.options),
        tuple(map(_read_bot, message.bots)),
        message.games,
        message.seed,
        read_clock(message.clock),
        message.box,
        tuple(message.allow_missing),
        message.image,
        message.rules,
        message.dealing,
    )


def _read_bot(bot: rec.Bot) -> PlannedBot:
    clock = read_clock(bot.clock) if bot.HasField("clock") else None
    return PlannedBot(bot.name, bot.digest, read_kind(bot), clock, dict(bot.parameters))


def read_kind(bot: rec.Bot) -> SeatKind:
    """Return what sits there. UserError if it is nothing that this release knows."""
    if bot.human:
        return SeatKind.PERSON
    try:
        return SeatKind(bot.kind or SeatKind.BOT)
    except ValueError as error:
        known = ", ".join(SeatKind)
        raise UserError(
            f"{bot.name} is of the kind {bot.kind!r}; expected one of {known}."
        ) from error


def write_plan(plan: MatchPlan) -> rec.Plan:
    """Return the message of a plan."""
    return rec.Plan(
        game=plan.game.name,
        options=plan.option_texts,
        bots=map(_write_bot, plan.bots),
        games=plan.games,
        seed=plan.seed,
        clock=clock_message(plan.clock),
        box=plan.box,
        allow_missing=plan.allow_missing,
        image=plan.image,
        rules=plan.rules,
        dealing=plan.dealing,
    )


def _write_bot(bot: PlannedBot) -> rec.Bot:
    return rec.Bot(
        name=bot.name,
        digest=bot.digest,
        # As it was written before there were other kinds.
        human=bot.kind is SeatKind.PERSON,
        kind=bot.kind if bot.kind is SeatKind.FUNCTION else "",
        clock=None if bot.clock is None else clock_message(bot.clock),
        parameters=bot.parameters,
    )


def fault_in_release(what: str, named: str, ours: str) -> str:
    """Say that rules, dealing or rating are those of another release, and which; empty if not."""
    named = named or _FIRST
    if named == ours:
        return ""
    return f"{what} of release {named}, and this program those of {ours}; take release {named}"


def scheduled_games(plan: MatchPlan, attempt: int = 0) -> list[ScheduledGame]:
    """Return the games of a match in order, as they are in one attempt at playing it."""
    seatings = draw_seatings(len(plan.bots), plan.games, derive_seed(plan.seed, "seatings"))
    return [
        schedule_game(plan, number, seating, attempt) for number, seating in enumerate(seatings)
    ]


def schedule_game(
    plan: MatchPlan, number: int, seating: tuple[int, ...], attempt: int
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
    are drawn again, too.
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


def draw_seed() -> bytes:
    """Draw the random seed of a match: 16 bytes that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def derive_seed(key: bytes, label: str) -> bytes:
    """Return 16 bytes that tell nothing about the key or about those of any other label."""
    return hmac.digest(key, label.encode(), "sha256")[:SEED_BYTES]
