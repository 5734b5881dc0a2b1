"""The rules of Big Fish: turns, the fiasco card, completed rows and the final score."""

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from mypy_extensions import mypyc_attr

from arena.games.big_fish import events
from arena.games.big_fish.cards import (
    DEALT,
    DRAWN,
    HAND,
    POINTS,
    ROW,
    ROW_NAMES,
    ROWS,
    A,
    B,
    C,
    Kept,
    Lays,
    Move,
    all_ways_to_keep,
    count_points,
    fish_of,
    keep_highest,
    licences_met,
    may_be_laid,
    reserve_of,
    the_others,
)
from arena.games.big_fish.options import Options
from arena.games.contract import (
    ONLY,
    IllegalMove,
    State,
    competition_ranks,
    not_possible,
    not_to_act,
)
from arena.games.deal import Deal, fisher_yates

Decision: TypeAlias = Literal["lay", "keep", "licence"]
DECISIONS: Final[tuple[Decision, ...]] = get_args(Decision)

FIASCO: Final = 5
# A seat or a row that is none.
NONE: Final = -1

# The seat that laid, the row, counted from 0 here, and the fish.
Lay: TypeAlias = tuple[int, int, tuple[int, ...]]


@mypyc_attr(allow_interpreted_subclasses=True)
class BigFishState(State[Move]):
    """The state of a game. Rows count from 0 here; moves, views and scenes number them from 1."""

    def __init__(self, seats: int, options: Options, deal: Deal) -> None:
        self.seats = seats
        self.options = options
        self.deal = deal
        self.to_act: tuple[int, ...] = (0,)
        self.shuffles: tuple[tuple[int, ...], ...] = ()
        self.decision: Decision = "lay"
        # The seat to act has just been refused a lay.
        self.refused = False
        # By seat: the hand in increasing order.
        self.hands: list[list[int]] = []
        # By seat: all that it draws in the course of the game, and how many of these it has drawn.
        self.stacks: tuple[tuple[int, ...], ...] = ()
        self.drawn: list[int] = []
        # By row, always three: up to five fish from left to right.
        self.rows: list[list[int]] = []
        # The top card is the last one.
        self.reserve: list[int] = []
        # The row that the seat to act has completed in this turn.
        self.completed = NONE
        # The licences that it can choose from.
        self.available: tuple[int, ...] = ()
        # By seat: the fish that count plus, and those that count minus, as they came.
        self.plus: list[list[int]] = []
        self.minus: list[list[int]] = []
        # The seat that has the fiasco card.
        self.fiasco = NONE
        # The licences that nobody has; by seat, those that it has.
        self.display: list[int] = []
        self.owned: list[list[int]] = []
        # All that was laid so far, in order.
        self.lays: list[Lay] = []
        # Cards that are not in the game, licences included.
        self.rest: tuple[int, ...] = ()

    def copy(self) -> "BigFishState":
        new = BigFishState.__new__(BigFishState)
        new.seats = self.seats
        new.options = self.options
        new.deal = self.deal
        new.to_act = self.to_act
        new.shuffles = self.shuffles
        new.decision = self.decision
        new.refused = self.refused
        new.hands = [hand[:] for hand in self.hands]
        new.stacks = self.stacks
        new.drawn = self.drawn[:]
        new.rows = [row[:] for row in self.rows]
        new.reserve = self.reserve[:]
        new.completed = self.completed
        new.available = self.available
        new.plus = [pile[:] for pile in self.plus]
        new.minus = [pile[:] for pile in self.minus]
        new.fiasco = self.fiasco
        new.display = self.display[:]
        new.owned = [licences[:] for licences in self.owned]
        new.lays = self.lays[:]
        new.rest = self.rest
        return new

    def stack(self, seat: int) -> tuple[int, ...]:
        """Return what a seat has still to draw, the next card first."""
        return self.stacks[seat][self.drawn[seat] :]

    def cards(self) -> Iterable[int]:
        stacks = map(self.stack, range(self.seats))
        lists = (*self.hands, *stacks, *self.rows, *self.plus, *self.minus, *self.owned)
        return chain(*lists, self.reserve, self.display, self.rest)

    def scores(self) -> tuple[int, ...]:
        scores = [
            count_points(plus) - count_points(minus) + sum(map(POINTS.__getitem__, owned))
            for plus, minus, owned in zip(self.plus, self.minus, self.owned, strict=True)
        ]
        if self.fiasco != NONE:
            scores[self.fiasco] -= FIASCO
        if not self.to_act:
            for seat, bonus in enumerate(self._final_bonus()):
                scores[seat] += bonus
        return tuple(scores)

    def _final_bonus(self) -> list[int]:
        """Return what licence B or C brings every seat: it is shared by giving each tied one 5."""
        if B in self.display:
            counts = [-len(plus) for plus in self.plus]
        elif C in self.display:
            counts = [sum(card % 10 == 1 for card in plus) for plus in self.plus]
        else:
            return [0] * self.seats
        most = max(counts)
        if most == 0 and C in self.display:
            return [0] * self.seats  # Nobody has the most ones where nobody has any.
        bonus = 5 if counts.count(most) > 1 else POINTS[B]
        return [bonus if count == most else 0 for count in counts]

    def ranks(self) -> tuple[int, ...]:
        return competition_ranks(self.scores())

    # --- moves ---

    def legal(self, seat: int) -> Sequence[Move]:
        if self.decision == "lay":
            return Lays(self.rows, self.hands[seat])
        if self.decision == "keep":
            return [Move("keep", kept) for kept in all_ways_to_keep(self.rows[self.completed])]
        return [Move("licence", (licence,)) for licence in self.available]

    def play(self, seat: int, move: Move) -> None:
        if not self.to_act or self.to_act[0] != seat:
            raise not_to_act(seat)
        action, cards = move
        if self.decision == "lay":
            if action not in ROW_NAMES:
                raise IllegalMove(f"{move} is no lay; a lay is written I Y6 G1")
            self._lay(seat, ROW_NAMES.index(action), cards)
            return
        allowed = self.legal(seat)
        if move not in allowed:
            raise not_possible(move, allowed)
        if action == "keep":
            self._catch(seat, cards)
        else:
            self._take_licence(seat, cards[0])
            self._end_turn(seat)

    def refuse(self, seat: int) -> bool:
        """Give the seat the fiasco card for an illegal lay, and one more try."""
        if self.decision != "lay":
            return False
        if self.events is not None:
            owner = None if self.fiasco == NONE else self.fiasco
            self.events.extend(events.fiasco(seat, owner, FIASCO))
        self.fiasco = seat
        is_first = not self.refused
        self.refused = True
        return is_first

    def _lay(self, seat: int, index: int, cards: tuple[int, ...]) -> None:
        row = self.rows[index]
        if not row or not 1 <= len(cards) <= ROW - len(row):
            raise IllegalMove(f"row {ROW_NAMES[index]} has no place for {len(cards)} fish")
        hand = self.hands[seat][:]
        try:
            for card in cards:
                hand.remove(card)
        except ValueError:
            raise IllegalMove("the hand does not have all of these fish") from None
        if not may_be_laid(cards, row, self.rows):
            raise IllegalMove(
                f"not all of these fish have the colour in which row {ROW_NAMES[index]} ends then,"
                " or one in which no row ends"
            )
        self.hands[seat] = hand
        self.refused = False
        self.lays.append((seat, index, cards))
        row += cards
        if self.events is not None:
            self.events.append(events.laid(seat, index, cards))
        if len(row) < ROW:
            self._end_turn(seat)
            return
        self.completed = index
        if self.options.keep == "choice" and len(all_ways_to_keep(row)) > 1:
            self.decision = "keep"
        else:
            self._catch(seat, keep_highest(row))

    # --- a completed row ---

    def _catch(self, seat: int, kept: Kept) -> None:
        row = self.rows[self.completed]
        others = the_others(row, kept)
        row.clear()
        self.plus[seat] += kept
        self.minus[seat] += others
        if self.events is not None:
            self.events.extend(events.caught(seat, self.completed, kept, others))
        if self.options.licences:
            self._offer_licences(seat, licences_met(kept, others))
        else:
            self._end_turn(seat)

    def _offer_licences(self, seat: int, met: Iterable[int]) -> None:
        """Give the seat the licence that it has earned, or let it choose among several."""
        available = [licence for licence in met if self._is_available(licence, seat)]
        if A in available and not self.options.a_counts_as_one:
            available.remove(A)
            self._take_licence(seat, A)
        if len(available) > 1:
            self.available = tuple(available)
            self.decision = "licence"
            return
        for licence in available:
            self._take_licence(seat, licence)
        self._end_turn(seat)

    def _is_available(self, licence: int, seat: int) -> bool:
        """Nobody else gets a licence back but A."""
        taken = licence == A and any(A in owned for owned in self.owned)
        return licence in self.display or (taken and A not in self.owned[seat])

    def _take_licence(self, seat: int, licence: int) -> None:
        if self.events is not None:
            owner = next((o for o, owned in enumerate(self.owned) if licence in owned), None)
            self.events.extend(events.took_licence(seat, licence, owner))
        for place in (self.display, *self.owned):
            if licence in place:
                place.remove(licence)
        self.owned[seat].append(licence)

    # --- the end of a turn ---

    def _end_turn(self, seat: int) -> None:
        self._draw(seat)
        if self.completed != NONE:
            if self.reserve:
                self.rows[self.completed].append(self.reserve.pop())
                if self.events is not None:
                    self.events.append(events.opened(self.completed, self.rows[self.completed][0]))
            self.completed = NONE
            self.available = ()
            self.decision = "lay"
        seats = self.seats
        for step in range(1, seats + 1):
            following = (seat + step) % seats
            if self.hands[following]:
                self.to_act = ONLY[following]
                return
        self.to_act = ()
        if self.events is not None:
            licence = B if B in self.display else C
            self.events.extend(events.bonus(licence, self._final_bonus()))

    def _draw(self, seat: int) -> None:
        """Draw up to four cards in hand, as many as there are."""
        hand, already = self.hands[seat], self.drawn[seat]
        new = self.stacks[seat][already : already + HAND - len(hand)]
        if new:
            self.drawn[seat] = already + len(new)
            if self.events is not None:
                self.events.append(events.drew(seat, new))
            hand += new
            hand.sort()


def start_game(seats: int, deal: Deal, options: Options) -> BigFishState:
    """Deal the stacks and the rows, and with licences draw the one of A, B and C."""
    dealt = DEALT * seats
    in_game = dealt + ROWS + reserve_of(seats)
    order = deal.shuffle(0, fish_of(options.copies), drawn=in_game)
    state = BigFishState(seats, options, deal)
    state.shuffles = (order,)
    state.hands = [sorted(order[top : top + HAND]) for top in range(0, dealt, DEALT)]
    state.stacks = tuple(order[top + HAND : top + DEALT] for top in range(0, dealt, DEALT))
    state.drawn = [0] * seats
    state.rows = [[fish] for fish in order[dealt : dealt + ROWS]]
    state.reserve = list(order[in_game - 1 : dealt + ROWS - 1 : -1])
    state.plus = [[] for _ in range(seats)]
    state.minus = [[] for _ in range(seats)]
    state.owned = [[] for _ in range(seats)]
    state.rest = order[in_game:]
    if options.licences:
        first, *others = deal.shuffle(1, DRAWN)
        state.shuffles += ((first, *others),)
        state.display = [first, *(licence for licence in POINTS if licence not in DRAWN)]
        state.rest += tuple(others)
    return state


def deal_unseen(
    known: BigFishState,
    sizes: Sequence[tuple[int, int]],
    reserve: int,
    hidden: Sequence[int],
    rng: Random,
) -> BigFishState:
    """Return the known state with a hand and a stack of these sizes for every seat.

    A hand that is known has size 0. Hidden fish that are left over are not in the game.
    """
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    order = fisher_yates(
        hidden, rng.randbytes, sum([hand + stack for hand, stack in sizes]) + reserve
    )
    stacks = []
    top = 0
    for seat, (hand, stack) in enumerate(sizes):
        end = top + hand
        if end > top:
            state.hands[seat] = sorted(order[top:end])
        top = end + stack
        stacks.append(order[end:top])
    state.stacks = tuple(stacks)
    state.reserve = list(order[top : top + reserve])
    state.rest = order[top + reserve :] + known.rest
    return state
