"""The rules of TonTon: tricks, games and the match."""

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from arena.games.contract import ONLY, State, competition_ranks, give_up, not_possible, not_to_act
from arena.games.deal import Deal, fisher_yates
from arena.games.events import Event
from arena.games.tonton import events
from arena.games.tonton.cards import (
    HAND,
    MISSION_SETS,
    MISSIONS,
    RED_EIGHT,
    Mission,
    Move,
    deck_of,
    hand_of,
)
from arena.games.tonton.options import Options
from arena.games.unseen import UnseenDeals

GAMES: Final = 3
TRICKS: Final = HAND - 1

# The seat that led, and the cards in the order played.
Trick: TypeAlias = tuple[int, tuple[int, ...]]


@mypyc_attr(allow_interpreted_subclasses=True)
class TonTonState(State[Move]):
    """The state of a match of three games: it is one game of the arena's."""

    def __init__(self, seats: int, options: Options, deal: Deal) -> None:
        self.seats = seats
        self.options = options
        self.deal = deal
        self.to_act: tuple[int, ...] = ()
        self.shuffles: tuple[tuple[int, ...], ...] = ()
        # All missions of the set; that of game 0 is the first.
        self.missions: tuple[int, ...] = ()
        self.game = -1
        # By seat: the hand, held as the moves that it allows, by value.
        self.hands: list[list[Move]] = []
        self.leader = 0
        # The colour to follow, 0 before the leader has played.
        self.led = 0
        # The trick being played, in the order played.
        self.trick: list[int] = []
        # The complete tricks of this game, in order.
        self.tricks: list[Trick] = []
        # By seat, then by the number of a colour: the visible card, 0 for none. Place 0 is no
        # colour's.
        self.tops: list[list[int]] = []
        # By seat: the sixes won in this game, and the points before it.
        self.sixes: list[int] = []
        self.totals: list[int] = []
        # By finished game, then by seat: the change of the total.
        self.results: list[tuple[int, ...]] = []
        # By finished game, then by seat: the card that was never played.
        self.leftover: list[tuple[int, ...]] = []

    def copy(self) -> "TonTonState":
        new = TonTonState.__new__(TonTonState)
        new.seats = self.seats
        new.options = self.options
        new.deal = self.deal
        new.to_act = self.to_act
        new.shuffles = self.shuffles
        new.missions = self.missions
        new.game = self.game
        new.hands = [hand[:] for hand in self.hands]
        new.leader = self.leader
        new.led = self.led
        new.trick = self.trick[:]
        new.tricks = self.tricks[:]
        new.tops = [tops[:] for tops in self.tops]
        new.sixes = self.sixes[:]
        new.totals = self.totals[:]
        new.results = self.results[:]
        new.leftover = self.leftover[:]
        return new

    @property
    def mission(self) -> Mission:
        """The mission of the game being played."""
        return MISSIONS[self.missions[self.game]]

    def cards(self) -> Iterable[int]:
        held = (move.card for hand in self.hands for move in hand)
        return chain(held, self.trick, *(cards for _, cards in self.tricks), self.missions)

    def scores(self) -> tuple[int, ...]:
        return tuple(self.totals)

    def ranks(self) -> tuple[int, ...]:
        """Rank by total; a tie goes to the better score of the last game, then the one before."""
        columns = [self.totals, *reversed(self.results)]
        if self.options.teams:
            columns = [_team_sums(column) for column in columns]
        return competition_ranks(list(zip(*columns, strict=True)))

    # --- a game begins ---

    def start_game(self) -> None:
        """Deal the next game; anyone who got the red 8 leads."""
        if self.events is not None:
            tricks = [cards for _, cards in self.tricks]
            self.events.extend(events.cleared(self.leftover[-1], self.tops, tricks))
            self.events.extend(events.next_mission(*self.missions[self.game : self.game + 2]))
        self.game += 1
        deck = deck_of(self.options.colours[: self.seats])
        order = self.deal.shuffle(self.game + 1, deck)
        self.shuffles += (order,)
        self.hands = [hand_of(order[top : top + HAND]) for top in range(0, len(order), HAND)]
        if self.events is not None:
            self.events.extend(events.dealt([move.card for move in hand] for hand in self.hands))
        self.tricks = []
        self.tops = [[0] * 6 for _ in range(self.seats)]
        self.sixes = [0] * self.seats
        self._lead(order.index(RED_EIGHT) // HAND)

    def _lead(self, seat: int) -> None:
        self.leader = seat
        self.led = 0
        self.trick = []
        self.to_act = ONLY[seat]

    # --- moves ---

    def legal(self, seat: int) -> Sequence[Move]:
        hand, led = self.hands[seat], self.led
        return (led and [move for move in hand if move[0] // 10 == led]) or hand[:]

    def play(self, seat: int, move: Move) -> None:
        if not self.to_act or self.to_act[0] != seat:
            raise not_to_act(seat)
        trick, led = self.trick, self.led
        colour = move[0] // 10
        if led and colour != led and self._can_follow(seat):
            raise not_possible(move, self.legal(seat))
        if not give_up(self.hands[seat], move):
            raise not_possible(move, self.legal(seat))
        trick.append(move[0])
        if self.events is not None:
            self.events.append(events.played(seat, move[0]))
        if len(trick) == self.seats:
            self._end_trick()
            return
        self.led = led or colour
        self.to_act = ONLY[(seat + 1) % self.seats]

    def _can_follow(self, seat: int) -> bool:
        led = self.led
        for move in self.hands[seat]:  # noqa: SIM110 - any() takes three times as long
            if move[0] // 10 == led:
                return True
        return False

    def _end_trick(self) -> None:
        highest = winner = last_four = -1
        for place, card in enumerate(self.trick):
            value = card % 10
            if value >= highest:
                highest, winner = value, place
            if value == 4:
                last_four = place
        # The last 4 leads; without one, the winner does.
        leads = winner if last_four < 0 else last_four
        leader, seats = self.leader, self.seats
        self.tricks.append((leader, tuple(self.trick)))
        self._win((leader + winner) % seats)
        if len(self.tricks) < TRICKS:
            if last_four >= 0 and self.events is not None:
                self.events.append(Event("leads", (leader + leads) % seats))
            self._lead((leader + leads) % seats)
        else:
            self._end_game()

    def _win(self, seat: int) -> None:
        """Put the lowest card of each colour in the trick on top of the seat's piles."""
        tops = self.tops[seat]
        before = tops[:] if self.events is not None else []
        # The lowest of a colour is put there last.
        for card in sorted(self.trick, reverse=True):
            tops[card // 10] = card
            if card % 10 == 6:
                self.sixes[seat] += 1
        if self.events is not None:
            self.events.extend(events.won(seat, self.trick, before, tops))

    # --- a game ends ---

    def _end_game(self) -> None:
        sums = [self.mission.count(tops) for tops in self.tops]
        points = self.mission.points(sums, self.options.rank_points)
        before = self.totals
        # The floor comes first: a six counts even for a seat that has nothing.
        self.totals = [
            max(0, total + gained) + sixes
            for total, gained, sixes in zip(before, points, self.sixes, strict=True)
        ]
        pairs = zip(self.totals, before, strict=True)
        changes = tuple([new - old for new, old in pairs])
        if self.events is not None:
            self.events.extend(events.scored(map(self.mission.is_bust, sums), changes))
        self.results.append(changes)
        self.leftover.append(tuple(hand[0].card for hand in self.hands))
        self.trick = []
        if self.game + 1 < GAMES:
            self.start_game()
        else:
            self.to_act = ()


def _team_sums(column: Sequence[int]) -> list[int]:
    """Return for each of four seats what its team has."""
    even, odd = column[0] + column[2], column[1] + column[3]
    return [even, odd, even, odd]


def start_match(seats: int, deal: Deal, options: Options) -> TonTonState:
    """Shuffle the missions and deal the first game."""
    state = TonTonState(seats, options, deal)
    state.totals = [0] * seats
    state.missions = deal.shuffle(0, MISSION_SETS[options.missions])
    state.shuffles = (state.missions,)
    state.start_game()
    return state


def deal_unseen(
    known: TonTonState,
    unseen: Sequence[Move],
    deals: UnseenDeals,
    to_come: Sequence[int],
    rng: Random,
) -> TonTonState:
    """Return the known state with one of the deals, and with missions for the games to come.

    Unseen cards are in the order of a hand, and so are then the hands.
    """
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    if len(to_come) > 1:
        to_come = fisher_yates(to_come, rng.randbytes)
    state.missions += tuple(to_come)
    owners = deals.draw(rng)
    for place, move in enumerate(unseen):
        state.hands[owners[place]].append(move)
    return state
