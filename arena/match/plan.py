"""The plan of a match: who plays what, how often, and where all luck comes from.

A plan is the message `arena.v1.Plan`. No seed in it can be derived from another one, so a bot that
knows its own learns nothing about the deal or the other bots.
"""

import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.games import AnyGame, Deal
from arena.games.options import write_options
from arena.match.clock import TimeControl, clock_message
from arena.match.entrant import Entrant
from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of a match."""

    number: int
    deal_number: int
    rotation: int
    seating: tuple[int, ...]
    """The entrant at each seat."""
    deal: Deal
    seeds: tuple[bytes, ...]
    """The bot's seed at each seat."""


def make_plan(
    game: AnyGame,
    options: object,
    entrants: Sequence[Entrant],
    *,
    deals: int,
    rotations: int,
    control: TimeControl,
    box: str,
    lacking: Sequence[str] = (),
    seed: int | None = None,
) -> rec.Plan:
    """Plan a match. The same `seed` gives the same luck; None draws an unguessable one."""
    allowed = game.seats_for(options)
    if len(entrants) not in allowed:
        few = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        with_options = "" if allowed == game.seats else " with these options"
        raise Mistake(f"{game.title} is for {few} bots{with_options}; here are {len(entrants)}.")
    luck = secrets.token_bytes(16) if seed is None else _derive(b"", f"seed {seed}")
    return rec.Plan(
        game=game.name,
        options=write_options(options),
        entrants=[
            rec.Entrant(
                name=entrant.name, digest=entrant.digest, seed=_derive(luck, f"bot {index}")
            )
            for index, entrant in enumerate(entrants)
        ],
        deals=deals,
        rotations=rotations,
        clock=clock_message(control),
        deal_seed=_derive(luck, "deals"),
        box=box,
        lacking=lacking,
    )


def split_plan(plan: rec.Plan, parts: int) -> Iterator[rec.Plan]:
    """Split a plan into at most `parts` that together play the same games with the same luck."""
    parts = min(parts, plan.deals)
    first = plan.first_deal
    for part in range(parts):
        piece = rec.Plan()
        piece.CopyFrom(plan)
        piece.first_deal = first
        piece.deals = plan.deals // parts + (part < plan.deals % parts)
        first += piece.deals
        yield piece


def count_games(plan: rec.Plan) -> int:
    return plan.deals * plan.rotations


def fixtures(plan: rec.Plan) -> Iterator[Fixture]:
    """Return the games of a match in order."""
    for number in range(count_games(plan)):
        turn, rotation = divmod(number, plan.rotations)
        yield make_fixture(plan, number, plan.first_deal + turn, rotation)


def seating(plan: rec.Plan, rotation: int) -> tuple[int, ...]:
    """Return by seat which entrant sits there in a rotation."""
    size = len(plan.entrants)
    return tuple((seat - rotation) % size for seat in range(size))


def make_fixture(plan: rec.Plan, number: int, deal: int, rotation: int) -> Fixture:
    """Return the game that plays this deal in this rotation."""
    seated = seating(plan, rotation)
    return Fixture(
        number,
        deal,
        rotation,
        seated,
        Deal(int.from_bytes(_derive(plan.deal_seed, f"deal {deal}"), "big")),
        tuple(_derive(plan.entrants[index].seed, f"game {deal} {rotation}") for index in seated),
    )


def _derive(key: bytes, label: str) -> bytes:
    """Return 16 bytes that tell nothing about the key or about those of any other label."""
    return hmac.digest(key, label.encode(), "sha256")[:16]
