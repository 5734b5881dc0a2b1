"""Random games of any game, played through the contract alone: what `conformance.py` looks at."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from arena.games.contract import AnyGame, IllegalMove, Move, Nonconformance, State
from arena.games.deal import Deal
from arena.games.options import option_choices, write_options

# Far more than any card game needs: ten seats at 6 nimmt! play about 400 moves to 66 heads.
MOST_MOVES: Final = 20_000

# A view and the legal moves, as they go over the wire.
Sent: TypeAlias = tuple[bytes, ...]

# The answer of a seat: a move, or None for something that is refused.
Answer: TypeAlias = Move | None

# How often a seat errs, in games whose rulebook has a penalty for it.
ERRING: Final = 1 / 12


@dataclass(frozen=True)
class Table:
    """One random game to play; everything that happens in it follows from these four."""

    game: AnyGame
    seats: int
    options: Any
    seed: int

    def __str__(self) -> str:
        chosen = "".join(f" {name}={text}" for name, text in write_options(self.options).items())
        return f"{self.game.title}, {self.seats} seats,{chosen}, seed {self.seed}"

    def start(self, deal: Deal | None = None) -> State[Any]:
        state: State[Any] = self.game.start(self.seats, deal or Deal(self.seed), self.options)
        return state

    def source(self, purpose: str) -> Random:
        """Return a generator for one purpose, the same whenever it is asked for."""
        return Random(f"{self.seed} {purpose}")


class Position(NamedTuple):
    """A game before one of its moves. The state is the one that plays on; copy it to keep it."""

    table: Table
    state: State[Any]
    # How many moves were made before.
    number: int
    # The seats of this decision, those that have already made their part of it included.
    asked: tuple[int, ...]
    seat: int
    answer: Answer

    def broken(self, promise: str, seat: int | None = None) -> Nonconformance:
        whose = self.seat if seat is None else seat
        return Nonconformance(f"{self.table}, move {self.number}, seat {whose}: {promise}")


def tables(game: AnyGame, games_each: int = 1) -> Iterator[Table]:
    """Return tables for every number of seats with the default options and every other choice."""
    seeds = count()
    for options in option_choices(game):
        for seats in game.seats_for(options):
            for _ in range(games_each):
                yield Table(game, seats, options, next(seeds))


def walk(table: Table) -> Iterator[Position]:
    """Play a random game, pausing before every move, to its end.

    Raises Nonconformance where a game breaks what everything else stands on: who is to act, that
    they have a legal move, that it is accepted, that the game ends.
    """
    source = table.source("walk")
    state = table.start()
    yield from play_on(table, state, state.to_act, source)


def play_on(
    table: Table, state: State[Any], asked: tuple[int, ...], source: Random
) -> Iterator[Position]:
    """Play a state to its end with random moves; `asked` are the seats of the present decision."""
    for number in range(MOST_MOVES):
        if not state.to_act:
            return
        seat = source.choice(state.to_act)
        position = Position(table, state, number, asked, seat, None)
        _check_to_act(position)
        legal = state.legal(seat)
        if not legal:
            raise position.broken("legal() is empty; a seat to act always has a move")
        if source.random() > ERRING or not state.copy().refuse(seat):
            position = position._replace(answer=source.choice(legal))
        yield position
        still_owing = tuple(other for other in state.to_act if other != seat)
        _take(position)
        if position.answer is None:
            continue
        if not still_owing:
            asked = state.to_act
        elif state.to_act != still_owing:
            raise position.broken(
                f"to_act became {state.to_act}; before others have moved too it is {still_owing}"
            )
    raise Nonconformance(f"{table}: still going after {MOST_MOVES} moves; a game has to end")


def _check_to_act(position: Position) -> None:
    seats = position.state.to_act
    if seats != tuple(sorted({*seats} & {*range(position.table.seats)})):
        raise position.broken(
            f"to_act is {seats}; right are ascending seats of the game, each once"
        )


def _take(position: Position) -> None:
    try:
        give(position.state, position.seat, position.answer)
    except IllegalMove as refusal:
        raise position.broken(
            f"legal() lists {position.answer}, but play() refuses it: {refusal}"
        ) from refusal


def give(state: State[Any], seat: int, answer: Answer) -> None:
    """Give a state what a seat answered; IllegalMove if the move is not possible."""
    if answer is None:
        state.refuse(seat)
    else:
        state.play(seat, answer)


def what_is_sent(table: Table, state: State[Any], seat: int) -> Sent:
    """Return the bytes that a seat is sent when it is asked."""
    view = table.game.view(state, seat).SerializeToString(deterministic=True)
    return (view, *(wire(table, move) for move in state.legal(seat)))


def wire(table: Table, move: Move) -> bytes:
    message: bytes = table.game.encode(move).SerializeToString(deterministic=True)
    return message


def look(table: Table, state: State[Any]) -> object:
    """Return all that can be asked of a state, to compare it with another."""
    sent = [what_is_sent(table, state, seat) for seat in state.to_act]
    return state.to_act, state.shuffles, state.scores(), state.ranks(), sorted(state.cards()), sent
