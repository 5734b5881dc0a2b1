"""Goat 'n' Goat written a second time, from the rules alone, to check the real one."""

from collections.abc import Iterable, Sequence
from itertools import combinations

COLOURS = "RBG"
MOUNTAINS = {2: "3456789", 3: "3456789", 4: "3345678", 5: "3344567"}  # of each colour, by seats
FIRST_HANDS = (3, 4, 4, 5, 5)
OPEN_CARDS = 6
HAND_LIMIT = 8


def number(card: str) -> int:
    return int(card[1:])


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: (number(card), COLOURS.index(card[0])))


def choices(word: str, cards: Sequence[str], count: int) -> set[str]:
    return {" ".join([word, *in_order(some)]) for some in combinations(cards, count)}


class AnotherGoat:
    def __init__(
        self, seats: int, shuffles: Sequence[Sequence[str]], *, exhaustion: str = "empty"
    ) -> None:
        assert exhaustion in ("empty", "cannot_draw")
        self.seats = seats
        self.shuffles = shuffles
        self.exhaustion = exhaustion
        self.deck = list(shuffles[0])
        self.hands: list[list[str]] = [self._draw(FIRST_HANDS[seat]) for seat in range(seats)]
        self.row = self._draw(OPEN_CARDS)
        self.discarded: list[str] = []
        self.mountains = [colour + size for colour in COLOURS for size in MOUNTAINS[seats]]
        self.herds: list[dict[str, list[str]]] = [
            {colour: [] for colour in COLOURS} for _ in range(seats)
        ]
        self.penalties: list[list[str]] = [[] for _ in range(seats)]
        self.claimed: list[list[str]] = [[] for _ in range(seats)]
        self.exhaustions = 0
        self.final_turns: int | None = None  # turns still to come in the last round
        self.to_act: int | None = 0
        self.step = "lay"
        self.laid_number = 0

    def legal(self) -> set[str]:
        seat = self.to_act
        if seat is None:
            return set()
        hand = self.hands[seat]
        if self.step == "lay":
            return {
                move
                for wanted in range(1, 6)
                for count in range(1, len(hand) + 1)
                for move in choices("lay", [c for c in hand if number(c) == wanted], count)
            }
        if self.step == "take":
            return choices("take", self.row, self.laid_number)
        if self.step == "discard":
            return choices("discard", hand, len(hand) - HAND_LIMIT)
        return {"pass"} | {"claim " + mountain for mountain in self._claimable(seat)}

    def play(self, move: str) -> None:
        seat = self.to_act
        assert seat is not None
        assert move in self.legal(), move
        word, *cards = move.split()
        if word == "lay":
            self._lay(seat, cards)
            self.step = "take" if self.final_turns is None else "claim"
        elif word == "take":
            for card in cards:
                self.row.remove(card)
                self.hands[seat].append(card)
            self.step = "discard" if len(self.hands[seat]) > HAND_LIMIT else "claim"
        elif word == "discard":
            for card in cards:
                self.hands[seat].remove(card)
                self.penalties[seat].append(card)
            self.step = "claim"
        else:
            for mountain in cards:  # one for a claim, none for a pass
                self.mountains.remove(mountain)
                self.claimed[seat].append(mountain)
                self.discarded += self.herds[seat][mountain[0]]
                self.herds[seat][mountain[0]] = []
            self._end_turn(seat)
            return
        if self.step == "claim" and not self._claimable(seat):
            self._end_turn(seat)

    def scores(self) -> list[int]:
        return [
            sum(map(number, self.claimed[seat])) - len(self.penalties[seat]) - len(self.hands[seat])
            for seat in range(self.seats)
        ]

    def ranks(self) -> list[int]:
        scores = self.scores()
        # Equal scores: the best mountain, then the next best; a longer list beats its own start.
        results = [
            (scores[seat], sorted(map(number, self.claimed[seat]), reverse=True))
            for seat in range(self.seats)
        ]
        return [1 + sum(other > own for other in results) for own in results]

    def _draw(self, count: int) -> list[str]:
        return [self.deck.pop(0) for _ in range(count)]

    def _claimable(self, seat: int) -> list[str]:
        herds = self.herds[seat]
        return [m for m in self.mountains if len(herds[m[0]]) >= number(m)]

    def _lay(self, seat: int, cards: list[str]) -> None:
        self.laid_number = number(cards[0])
        for colour in COLOURS:
            laid = [card for card in cards if card[0] == colour]
            herd = self.herds[seat][colour]
            if laid and herd and self.laid_number < number(herd[-1]):
                self.penalties[seat] += herd
                herd = []
            self.herds[seat][colour] = herd + laid
        for card in cards:
            self.hands[seat].remove(card)

    def _end_turn(self, seat: int) -> None:
        self.step = "lay"
        self.to_act = (seat + 1) % self.seats
        if self.final_turns is not None:
            self.final_turns -= 1
            if self.final_turns == 0:
                self.to_act = None
        elif self._refill_triggers_end():
            self.final_turns = self.seats  # the seat that triggered it is the last

    def _refill_triggers_end(self) -> bool:
        while True:
            full = len(self.row) == OPEN_CARDS
            # With "empty" the deck is exhausted by its last card, even if that completes the row.
            if not self.deck and (self.exhaustion == "empty" or not full):
                self.exhaustions += 1
                # Nothing to reshuffle at the first exhaustion: it counts as the second.
                if self.seats == 2 or self.exhaustions == 2 or not self.discarded:
                    return True
                assert sorted(self.shuffles[1]) == sorted(self.discarded)
                self.deck = list(self.shuffles[1])
                self.discarded = []
            elif full:
                return False
            else:
                self.row += self._draw(1)
