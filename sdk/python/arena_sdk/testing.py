"""For the tests of a bot's author: questions and whole games, by the rules, in the test's process.

    turn = deal_turn("six_nimmt", seats=2, moves=["14", "33"])
    assert ask(MyBot(), turn) in turn.legal

    played = play_game("six_nimmt", [MyBot(), PlaysAny()], seed=7)
    assert played.ranks[0] == 1

    turn = read_turn(Path("turn.json").read_text())   # arena replay RECORD --view 7 --json

There is no referee and no clock. A bot's exceptions are raised here, a move that is not legal is an
`IllegalMove`, and `breakpoint()` stops in the bot. Parameters are set as an attribute,
`bot.parameters = {"depth": 3}`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from google.protobuf import json_format

from arena.games import AnyGame, Deal, State, find_game
from arena.games.events import Telling
from arena.games.messages import make_turn, write_events
from arena.games.options import read_options, write_options
from arena.v1 import arena_pb2 as pb
from arena_sdk.bot import Bot, Turn
from arena_sdk.session import Session

_NO_OPTIONS: Final[Mapping[str, str]] = {}
_SECONDS: Final = 10.0


@dataclass(frozen=True)
class DealtTurn(Turn[Any, Any, Any]):
    """A question of a test, with the options of the game that it is from."""

    options: Mapping[str, str]


class PlaysFirst(Bot[Any, Any, Any]):
    """An opponent that plays its first legal move."""

    def choose(self, turn: Turn[Any, Any, Any]) -> Any:
        return turn.legal[0]


class PlaysAny(Bot[Any, Any, Any]):
    """An opponent that plays any legal move."""

    def choose(self, turn: Turn[Any, Any, Any]) -> Any:
        return self.rng.choice(turn.legal)


# --- one question ---


def read_turn(text: str, seconds: float = _SECONDS) -> DealtTurn:
    """Return the question that `arena replay --view N --json` has printed.

    It has its number and its times as if it were the first of a game with this many `seconds`.
    ValueError if the text is none, with what is wrong.
    """
    try:
        told = json.loads(text)
        message = json_format.ParseDict(told["turn"], pb.Turn(number=1))
        game = find_game(told["game"])
        options = write_options(read_options(game, told["options"]))
    except (json_format.ParseError, TypeError, KeyError) as error:
        raise ValueError(
            f"this is no question ({error}); arena replay RECORD --view N --json prints one"
        ) from error
    message.time_left_us = round(seconds * 1e6)
    return DealtTurn(game, message, options)


def deal_turn(
    game: str,
    *,
    moves: Sequence[str] = (),
    shuffles: Sequence[str] = (),
    seats: int | None = None,
    seat: int | None = None,
    options: Mapping[str, str] = _NO_OPTIONS,
    seed: int = 1,
    seconds: float = _SECONDS,
) -> DealtTurn:
    """Return the question to a seat after these moves, in a game that is dealt for it.

    `moves` are in text notation, each made by the lowest seat that is to act; `seat` is that one
    too, if none is said. `shuffles` are the cards that come on top in the first shuffles, as in
    "14 33 R5"; what lies below follows from `seed`. Without `seats` they are the fewest. ValueError
    for cards that are not there and a seat that is not asked, IllegalMove for a move that is none.
    """
    rules = find_game(game)
    state = _deal(rules, seats, options, ScriptedDeal(seed, rules, shuffles))
    telling = Telling(state, len(state.scores()))
    for text in moves:
        if not state.to_act:
            raise ValueError(f"the game is over before the move {text!r}")
        state.play(state.to_act[0], rules.parse(text))
    if not state.to_act or seat not in {None, *state.to_act}:
        raise ValueError(f"seat {seat} is not asked then; those that are: {[*state.to_act]}")
    asked = state.to_act[0] if seat is None else seat
    turn = _ask(rules, state, asked, seconds)
    turn.message.events.extend(write_events(telling.news(asked)))
    return DealtTurn(rules, turn.message, write_options(read_options(rules, options)))


def ask(bot: Bot[Any, Any, Any], turn: DealtTurn, seed: int = 1) -> Any:
    """Return what a bot answers to a question, as the first of a game. The seed is of its `rng`."""
    view, clock = turn.view, _clock(turn.time_left)
    start = pb.Start(game=turn.game.name, seats=view.seats, seat=view.seat, clock=clock)
    start.options.update(turn.options)
    start.seed = _seed(seed, 0)
    session = Session(bot)
    session.receive(pb.RefereeMessage(start=start))
    return session.ask(turn)


# --- a whole game ---


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played in a test: how it ended, and every question with its answer."""

    scores: tuple[int, ...]
    """By seat, higher is better."""
    ranks: tuple[int, ...]
    """By seat, 1 is best."""
    answers: tuple[tuple[int, Turn[Any, Any, Any], Any], ...]
    """Seat, question and answer, in their order."""


def play_game(
    game: str,
    bots: Sequence[Bot[Any, Any, Any]],
    *,
    options: Mapping[str, str] = _NO_OPTIONS,
    shuffles: Sequence[str] = (),
    seed: int = 1,
    seconds: float = _SECONDS,
) -> PlayedGame:
    """Play a game between bots, which sit in their order; the same seed has the same cards.

    Each question says that the bot has `seconds` left. `options` and `shuffles` are as those of
    `deal_turn`. IllegalMove for a move that is none: here Big Fish has no second try either.
    """
    rules = find_game(game)
    state = _deal(rules, len(bots), options, ScriptedDeal(seed, rules, shuffles))
    written = write_options(read_options(rules, options))
    sessions = [Session(bot) for bot in bots]
    for seat, session in enumerate(sessions):
        start = pb.Start(game=game, seats=len(bots), seat=seat, options=written)
        start.clock.CopyFrom(_clock(seconds))
        start.seed = _seed(seed, seat)
        session.receive(pb.RefereeMessage(start=start))
    answers = []
    telling = Telling(state, len(bots))
    while state.to_act:
        for seat in state.to_act:
            turn = _ask(rules, state, seat, seconds)
            turn.message.events.extend(_news(telling, seat, bots[seat]))
            move = sessions[seat].ask(turn)
            state.play(seat, move)
            answers.append((seat, turn, move))
    for seat, session in enumerate(sessions):
        news = _news(telling, seat, bots[seat])
        over = pb.Over(scores=state.scores(), ranks=state.ranks(), events=news)
        session.receive(pb.RefereeMessage(over=over))
    return PlayedGame(state.scores(), state.ranks(), tuple(answers))


def _news(telling: Telling, seat: int, bot: Bot[Any, Any, Any]) -> list[pb.Event]:
    return write_events(telling.news(seat)) if bot.wants_events else []


def _clock(seconds: float) -> pb.Clock:
    """Return the clock of a test: it says what is left, and nobody is stopped by it."""
    return pb.Clock(bank_ms=round(seconds * 1000), kind=pb.CLOCK_KIND_CPU)


class ScriptedDeal(Deal):
    """A deal whose first shuffles have these cards on top, by their notation."""

    def __init__(self, seed: int, game: AnyGame, tops: Sequence[str]) -> None:
        super().__init__(seed)
        self._game = game
        self._tops = tops

    def shuffle(
        self, number: int, cards: Sequence[int], drawn: int | None = None
    ) -> tuple[int, ...]:
        """Return the named cards of shuffle `number`, and the others below as the seed has them."""
        below = [*Deal.shuffle(self, number, cards, drawn)]
        above = []
        for name in self._tops[number].split() if number < len(self._tops) else ():
            card = next((one for one in below if self._game.card_name(one) == name), None)
            if card is None:
                raise ValueError(f"there is no card {name!r} left in shuffle {number + 1}")
            below.remove(card)
            above.append(card)
        return (*above, *below)


def _deal(rules: AnyGame, seats: int | None, options: Mapping[str, str], deal: Deal) -> State[Any]:
    chosen = read_options(rules, options)
    allowed = rules.seats_for(chosen)
    if seats is not None and seats not in allowed:
        raise ValueError(f"{rules.title} has {[*allowed]} seats with these options, not {seats}")
    state: State[Any] = rules.start(seats or allowed[0], deal, chosen)
    return state


def _ask(rules: AnyGame, state: State[Any], seat: int, seconds: float) -> Turn[Any, Any, Any]:
    message = make_turn(rules, state, seat)
    message.number = 1
    message.time_left_us = round(seconds * 1e6)
    return Turn(rules, message)


def _seed(seed: int, seat: int) -> bytes:
    return Random(f"{seed} {seat}").randbytes(16)
