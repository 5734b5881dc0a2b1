"""An episode: one game played action by action, with the method names of OpenSpiel's State."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from random import Random
from statistics import fmean
from typing import Any, Final, Literal, TypeAlias, get_args

from arena.errors import UserError
from arena.games import AnyGame, Deal, IllegalMove, State, find_game
from arena.games.encoding import AnyEncoding, MoveBuilder, count_elements, find_encoding
from arena.games.options import read_options, write_given

Reward: TypeAlias = Literal["rank", "score"]
REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)

# The agent to act when the game is over, as OpenSpiel numbers it.
TERMINAL: Final = -4


@dataclass(frozen=True, slots=True)
class EpisodeSettings:
    """The settings that the episodes of an environment have in common."""

    game: AnyGame
    encoding: AnyEncoding
    seats: int
    options: Any
    reward: Reward

    @property
    def observation_size(self) -> int:
        return count_elements(self.encoding.features)

    @property
    def action_count(self) -> int:
        return count_elements(self.encoding.actions)

    def rewards(self, state: State[Any]) -> list[float]:
        """Return the reward of every seat at the end of a game; they sum to zero."""
        if self.reward == "score":
            scores = state.scores()
            mean = fmean(scores)
            return [score - mean for score in scores]
        ranks = state.ranks()
        # Between 1 for the first and -1 for the last; seats of equal rank share their places.
        above = [sum(other < own for other in ranks) for own in ranks]
        below = [sum(other > own for other in ranks) for own in ranks]
        return [(b - a) / (self.seats - 1) for a, b in zip(above, below, strict=True)]


def read_settings(
    game: str, seats: int | None, options: Mapping[str, Any] | None, reward: str
) -> EpisodeSettings:
    """Return settings; `seats` is the fewest without a number. UserError if one is wrong."""
    rules = find_game(game)
    chosen = read_options(rules, write_given(options))
    allowed = rules.seats_for(chosen)
    number = allowed[0] if seats is None else seats
    if number not in allowed:
        known = ", ".join(map(str, allowed))
        raise UserError(
            f"{rules.title} with these options is not for {seats!r} seats; it is for {known}."
        )
    for known_reward in REWARDS:
        if reward == known_reward:
            return EpisodeSettings(rules, find_encoding(game), number, chosen, known_reward)
    raise UserError(f"The reward cannot be {reward!r}; it can be {' or '.join(REWARDS)}.")


def read_seed(seed: object) -> Random:
    """Return a generator from a seed, or from a new one (None). UserError if it is no number."""
    if seed is None:
        return Random()
    try:
        number = index(seed)  # type: ignore[arg-type]  # whether it is one, this finds out
    except TypeError:
        number = -1
    if number < 0:
        raise UserError(f"A seed is a whole number from 0 on, not {repr(seed)[:40]}.")
    return Random(number)


class Episode:
    """One game. Simultaneous decisions are asked in seat order; nobody sees what was chosen.

    The names of the methods are OpenSpiel's; "player" is the seat.
    """

    def __init__(self, settings: EpisodeSettings, rng: Random) -> None:
        """`rng` gives the deal and nothing else."""
        self.settings = settings
        deal = Deal(rng.getrandbits(128))
        self.state: State[Any] = settings.game.start(settings.seats, deal, settings.options)
        # By seat that is to act: its move as far as it has been put together.
        self._builders: dict[int, MoveBuilder[Any, Any]] = {}

    def is_terminal(self) -> bool:
        return not self.state.to_act

    def current_player(self) -> int:
        """Return the seat whose action is asked for; TERMINAL if the game is over."""
        return self.state.to_act[0] if self.state.to_act else TERMINAL

    def legal_actions(self, player: int | None = None) -> Sequence[int]:
        """Return what a seat can choose (default: the current one); nothing if it is not to act."""
        seat = self.current_player() if player is None else player
        return self._builder(seat).actions if seat in self.state.to_act else ()

    def apply_action(self, action: int, player: int | None = None) -> None:
        """Choose an action for a seat that is to act (default: the current one).

        UserError if it is not possible, and nothing has changed.
        """
        seat = self.current_player() if player is None else player
        if seat not in self.state.to_act:
            raise UserError(
                "The game is over, so no action is possible; begin another one."
                if self.is_terminal()
                else f"Seat {seat} is not to act; to act is seat {self.current_player()}."
            )
        try:
            move = self._builder(seat).add(action)
        except IllegalMove as error:
            raise UserError(f"In the game, {error}.") from None
        if move is not None:
            del self._builders[seat]
            self.state.play(seat, move)

    def observation_tensor(self, player: int | None = None) -> "array[float]":
        """Return the features of a seat (default: the current one)."""
        seat = self.current_player() if player is None else player
        return self.settings.encoding.observe(self.state, seat, self._begun(seat))

    def write_observation(self, features: Any, mask: Any) -> None:
        """Write what the current seat observes over zeros, as an environment keeps it."""
        seat = self.state.to_act[0]
        builder = self._builder(seat)
        self.settings.encoding.write(self.state, seat, builder.begun, features)
        for action in builder.actions:
            mask[action] = 1

    def returns(self) -> list[float]:
        """Return the reward of every seat: 0 before the end."""
        if self.is_terminal():
            return self.settings.rewards(self.state)
        return [0.0] * self.settings.seats

    def clone(self) -> "Episode":
        """Return an equal episode that can go on otherwise."""
        new = Episode.__new__(Episode)
        new.settings = self.settings
        new.state = self.state.copy()
        new._builders = {}  # noqa: SLF001 - it is of this class
        for seat, builder in self._builders.items():
            again = new._builder(seat)  # noqa: SLF001
            while len(again.begun) < len(builder.begun):
                again.add(builder.begun[len(again.begun)])
        return new

    def _builder(self, seat: int) -> MoveBuilder[Any, Any]:
        builder = self._builders.get(seat)
        if builder is None:
            builder = MoveBuilder(self.settings.encoding, self.state, seat)
            self._builders[seat] = builder
        return builder

    def _begun(self, seat: int) -> tuple[int, ...]:
        builder = self._builders.get(seat)
        return builder.begun if builder else ()
