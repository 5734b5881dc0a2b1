"""The rules of Goat 'n' Goat: herds, mountains, and the deck that runs out."""

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from mypy_extensions import mypyc_attr

from arena.games.contract import (
    ONLY,
    IllegalMove,
    State,
    competition_ranks,
    not_possible,
    not_to_act,
)
from arena.games.deal import Deal, fisher_yates
from arena.games.events import Event
from arena.games.goat_n_goat import events
from arena.games.goat_n_goat.cards import (
    CLAIM,
    DISCARD,
    GOATS,
    HERD,
    LAYS,
    LOWEST,
    MOST_IN_HAND,
    OPEN,
    PASS,
    TAKE,
    Cards,
    Move,
    Picks,
    hand_ranges,
    mountains_of,
)
from arena.games.goat_n_goat.options import Options

Decision: TypeAlias = Literal["lay", "take", "discard", "claim"]
DECISIONS: Final[tuple[Decision, ...]] = get_args(Decision)


@mypyc_attr(allow_interpreted_subclasses=True)
class GoatNGoatState(State[Move]):
    """The state of a game."""

    def __init__(self, seats: int, options: Options, deal: Deal) -> None:
        self.seats = seats
        self.options = options
        self.deal = deal
        self.to_act: tuple[int, ...] = (0,)
        self.shuffles: tuple[tuple[int, ...], ...] = ()
        self.decision: Decision = "lay"
        # How many cards are to be taken: the number that was laid.
        self.number = 0
        # By seat: the hand in increasing order.
        self.hands: list[list[int]] = []
        # By seat: the part of its hand that all have seen: taken from the open row, and not played
        # since.
        self.known: list[list[int]] = []
        # The open row, left to right.
        self.open: list[int] = []
        # Every card that came to the open row, in that order.
        self.opened: list[int] = []
        # By seat: its red, green and blue herd, each from its first goat to its last.
        self.herds: list[list[list[int]]] = []
        # By seat: the penalty pile and the mountains, as they came.
        self.penalties: list[list[int]] = []
        self.claimed: list[list[int]] = []
        # The mountains that are left, ascending; the common discard pile, as it came.
        self.mountains: list[int] = []
        self.discards: list[int] = []
        # The top card is the last one.
        self.deck: list[int] = []
        # How often the deck has run out.
        self.exhaustions = 0
        # Turns to come in the last round; none before it.
        self.last_turns: int | None = None

    def copy(self) -> "GoatNGoatState":
        new = GoatNGoatState.__new__(GoatNGoatState)
        new.seats = self.seats
        new.options = self.options
        new.deal = self.deal
        new.to_act = self.to_act
        new.shuffles = self.shuffles
        new.decision = self.decision
        new.number = self.number
        new.hands = [hand[:] for hand in self.hands]
        new.known = [cards[:] for cards in self.known]
        new.open = self.open[:]
        new.opened = self.opened[:]
        new.herds = [[red[:], green[:], blue[:]] for red, green, blue in self.herds]
        new.penalties = [pile[:] for pile in self.penalties]
        new.claimed = [pile[:] for pile in self.claimed]
        new.mountains = self.mountains[:]
        new.discards = self.discards[:]
        new.deck = self.deck[:]
        new.exhaustions = self.exhaustions
        new.last_turns = self.last_turns
        return new

    def cards(self) -> Iterable[int]:
        herds = chain.from_iterable(self.herds)
        goats = (*self.hands, *herds, *self.penalties, self.open, self.discards, self.deck)
        # A mountain may have the number of a goat: a minus tells them apart.
        mountains = chain(self.mountains, *self.claimed)
        return chain(*goats, (-mountain for mountain in mountains))

    def scores(self) -> tuple[int, ...]:
        piles = zip(self.claimed, self.penalties, self.hands, strict=True)
        return tuple(
            sum(mountain % 10 for mountain in claimed) - len(penalty) - len(hand)
            for claimed, penalty, hand in piles
        )

    def ranks(self) -> tuple[int, ...]:
        """Rank by score; a tie goes to the higher best mountain, then to the next best."""
        heights = (sorted((m % 10 for m in pile), reverse=True) for pile in self.claimed)
        return competition_ranks(list(zip(self.scores(), heights, strict=True)))

    # --- what is legal ---

    def legal(self, seat: int) -> Sequence[Move]:
        decision = self.decision
        if decision == "lay":
            by_value: list[list[int]] = [[], [], [], [], [], []]
            for card in self.hands[seat]:
                by_value[card % 10].append(card)
            return [lay for cards in by_value if cards for lay in LAYS(tuple(cards))]
        if decision == "take":
            return Picks(TAKE, self.open[:], self.number)
        if decision == "discard":
            hand = self.hands[seat]
            return Picks(DISCARD, hand[:], len(hand) - MOST_IN_HAND)
        return [PASS, *[CLAIM((mountain,)) for mountain in self._claimable(seat)]]

    def _claimable(self, seat: int) -> list[int]:
        """Return the mountains that a herd of this seat is large enough for, each once."""
        claimable: list[int] = []
        sizes = [len(herd) for herd in self.herds[seat]]
        if max(sizes) < LOWEST:
            return claimable
        for card in self.mountains:
            if card % 10 <= sizes[HERD[card // 10]] and card not in claimable:
                claimable.append(card)
        return claimable

    # --- moves ---

    def play(self, seat: int, move: Move) -> None:
        if not self.to_act or self.to_act[0] != seat:
            raise not_to_act(seat)
        action, cards = move
        if (action if action != "pass" else "claim") != self.decision:
            raise IllegalMove(f"{move} is not possible; what is asked for is to {self.decision}")
        if action == "lay":
            self._lay(seat, cards)
        elif action == "take":
            self._take(seat, cards)
        elif action == "discard":
            self._discard(seat, cards)
        else:
            self._claim(seat, move)

    def _lay(self, seat: int, cards: Cards) -> None:
        if len({card % 10 for card in cards}) != 1:
            raise IllegalMove("the cards of a lay have one number")
        self.hands[seat] = _without(self.hands[seat], cards, "the hand")
        self._forget(seat, cards)
        herds = self.herds[seat]
        for card in cards:
            place = HERD[card // 10]
            if herds[place] and card < herds[place][-1]:
                if self.events is not None:
                    self.events.append(events.lost_herd(seat, place, herds[place]))
                self.penalties[seat] += herds[place]
                herds[place] = [card]
            else:
                herds[place].append(card)
            if self.events is not None:
                self.events.append(events.laid(seat, place, card))
        self.number = cards[0] % 10
        if self.last_turns is None:
            self.decision = "take"
        else:
            self._offer_mountains(seat)

    def _take(self, seat: int, cards: Cards) -> None:
        if len(cards) != self.number:
            raise IllegalMove(f"{self.number} cards are to be taken, not {len(cards)}")
        self.open = _without(self.open, cards, "the open row")
        hand = self.hands[seat]
        hand += cards
        hand.sort()
        self.known[seat] += cards
        if self.events is not None:
            self.events.append(events.took(seat, cards))
        if len(hand) > MOST_IN_HAND:
            self.decision = "discard"
        else:
            self._offer_mountains(seat)

    def _discard(self, seat: int, cards: Cards) -> None:
        hand = self.hands[seat]
        if len(hand) - len(cards) != MOST_IN_HAND:
            surplus = len(hand) - MOST_IN_HAND
            raise IllegalMove(f"{surplus} cards are to be discarded, not {len(cards)}")
        self.hands[seat] = _without(hand, cards, "the hand")
        self._forget(seat, cards)
        self.penalties[seat] += cards
        if self.events is not None:
            self.events.append(events.discarded(seat, cards))
        self._offer_mountains(seat)

    def _forget(self, seat: int, cards: Cards) -> None:
        """Strike from what is known of a hand the cards that it has just given away."""
        known = self.known[seat]
        for card in cards:
            if card in known:
                known.remove(card)

    def _offer_mountains(self, seat: int) -> None:
        if self._claimable(seat):
            self.decision = "claim"
        else:
            self._end_turn(seat)

    def _claim(self, seat: int, move: Move) -> None:
        allowed = self.legal(seat)
        if move not in allowed:
            raise not_possible(move, allowed)
        if not move.cards and self.events is not None:
            self.events.append(Event("passed", seat))
        for mountain in move.cards:
            self.mountains.remove(mountain)
            self.claimed[seat].append(mountain)
            herds, place = self.herds[seat], HERD[mountain // 10]
            if self.events is not None:
                self.events.append(events.claimed(seat, mountain))
                self.events.append(events.herd_spent(seat, place, herds[place]))
            self.discards += herds[place]
            herds[place] = []
        self._end_turn(seat)

    # --- the end of a turn ---

    def _end_turn(self, seat: int) -> None:
        if self.last_turns is None:
            self._refill()
        else:
            self.last_turns -= 1
        self.decision = "lay"
        self.to_act = () if self.last_turns == 0 else ONLY[(seat + 1) % self.seats]

    def _refill(self) -> None:
        """Open cards until there are six. The deck may run out, and the last round begin."""
        deck, row = self.deck, self.open
        while self.last_turns is None:
            there = len(row)
            while len(row) < OPEN and deck:
                row.append(deck.pop())
                self.opened.append(row[-1])
            if self.events is not None and len(row) > there:
                self.events.append(events.opened(row[there:]))
            is_exhausted = not deck if self.options.exhaustion == "empty" else len(row) < OPEN
            if not is_exhausted:
                return
            self._exhaust()

    def _exhaust(self) -> None:
        """Make the discard pile the deck, once and where three or more play; else end the game."""
        self.exhaustions += 1
        if self.exhaustions == 1 and self.seats > 2:
            if self.discards:
                order = self.deal.shuffle(1, sorted(self.discards))
                self.shuffles += (order,)
                if self.events is not None:
                    self.events.append(events.reshuffled(self.discards))
                self.deck.extend(reversed(order))
                self.discards = []
                return
            # Nothing to shuffle: the deck has run out a second time.
            self.exhaustions = 2
        self.last_turns = self.seats
        if self.events is not None:
            self.events.append(Event("last_round"))


def _without(pile: list[int], cards: Cards, name: str) -> list[int]:
    """Return a pile without these cards; IllegalMove if they are not all there."""
    rest = pile[:]
    try:
        for card in cards:
            rest.remove(card)
    except ValueError:
        raise IllegalMove(f"{name} does not have all of these cards") from None
    return rest


def count_asked(state: GoatNGoatState, seat: int) -> int:
    """Return how many cards a seat is to take or to discard; 0 where neither is asked of it."""
    if state.decision == "take":
        return state.number
    return len(state.hands[seat]) - MOST_IN_HAND if state.decision == "discard" else 0


def start_game(seats: int, deal: Deal, options: Options) -> GoatNGoatState:
    """Deal the hands and the open row."""
    order = deal.shuffle(0, GOATS)
    places = hand_ranges(seats)
    dealt = places[-1].stop
    state = GoatNGoatState(seats, options, deal)
    state.shuffles = (order,)
    state.hands = [sorted(order[hand.start : hand.stop]) for hand in places]
    state.known = [[] for _ in range(seats)]
    state.open = list(order[dealt : dealt + OPEN])
    state.opened = list(order[dealt : dealt + OPEN])
    state.herds = [[[], [], []] for _ in range(seats)]
    state.penalties = [[] for _ in range(seats)]
    state.claimed = [[] for _ in range(seats)]
    state.mountains = mountains_of(seats)
    state.deck = list(reversed(order[dealt + OPEN :]))
    return state


def deal_unseen(
    known: GoatNGoatState, missing: Sequence[int], hidden: Sequence[int], rng: Random
) -> GoatNGoatState:
    """Return what is known with this many goats more in every hand, and the others in the deck.

    A deck whose cards are known is shuffled instead: the hidden goats are all in hands then.
    """
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    order = fisher_yates(hidden, rng.randbytes)
    top = 0
    for seat in range(known.seats):
        if missing[seat]:
            end = top + missing[seat]
            state.hands[seat] = sorted([*known.hands[seat], *order[top:end]])
            top = end
    state.deck = list(fisher_yates(known.deck, rng.randbytes) if known.deck else order[top:])
    return state
