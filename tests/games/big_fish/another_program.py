"""Big Fish once more, written from the rules and as simple as it can be."""

from collections.abc import Sequence
from itertools import combinations, permutations, product

COLOURS = "RYGBP"
PLACES = ["I", "II", "III"]
POINTS = {"A": 10, "D": 10, "E": 10, "F": 7, "G": 7, "H": 7, "I": 7}  # B and C: see scores()


def value(card: str) -> int:
    return int(card[1])


def total(cards: Sequence[str]) -> int:
    return sum(value(card) for card in cards)


def possible_keeps(row: Sequence[str]) -> set[str]:
    """All ways to choose the plus cards of a completed row, in the notation."""
    by_colour = [[card for card in row if card[0] == colour] for colour in COLOURS]
    by_colour = [cards for cards in by_colour if cards]
    if len(by_colour) == 1:
        return {" ".join(pair) for pair in combinations(sorted(row, reverse=True), 2)}
    return {" ".join(cards) for cards in product(*by_colour)}


def highest_keep(row: Sequence[str]) -> list[str]:
    return max((keep.split() for keep in possible_keeps(row)), key=total)


def licences_met(row: Sequence[str], plus: Sequence[str], minus: Sequence[str]) -> set[str]:
    """The letters of A and D-I whose conditions this row meets, anyone who owns them."""
    values = {value(card) for card in row}
    colours = {card[0] for card in row}
    conditions = {
        "A": any(value(card) == 1 for card in plus),
        "D": any(values >= run for run in ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})),
        "E": total(minus) > total(plus),
        "F": total(minus) == total(plus),
        "G": values <= {1, 2, 3},
        "H": len(colours) == 1,
        "I": len(colours) == 2,
    }
    return {letter for letter, met in conditions.items() if met}


class AnotherBigFish:
    """One game; every list of cards is in the order of the table, the top card first."""

    def __init__(
        self,
        seats: int,
        shuffles: Sequence[Sequence[str]],
        *,
        licences: bool = False,
        keep: str = "highest",
        a_counts_as_one: bool = True,
    ) -> None:
        deck = list(shuffles[0])
        stacks = [deck[12 * seat : 12 * seat + 12] for seat in range(seats)]
        self.hands = [stack[:4] for stack in stacks]
        self.stacks = [stack[4:] for stack in stacks]
        rest = deck[12 * seats :]
        self.rows = [[card] for card in rest[:3]]  # a row that could not be replaced is empty
        self.reserve = rest[3 : 3 + 3 * (seats - 1)]
        self.plus: list[list[str]] = [[] for _ in range(seats)]
        self.minus: list[list[str]] = [[] for _ in range(seats)]
        self.fiasco: int | None = None
        self.wanderer = shuffles[1][0] if licences else ""  # A, B or C
        letters = "DEFGHI" if licences else ""
        letters += "A" if self.wanderer == "A" else ""
        self.owners: dict[str, int | None] = dict.fromkeys(letters)
        self.keep = keep
        self.a_counts_as_one = a_counts_as_one
        self.to_act: int | None = 0
        self.request = "lay"  # or "keep" or "licence"
        self.refused = 0  # how often in a row
        self.place = 0  # where the seat to act has laid
        self.completed: list[str] = []  # the row that it has completed this turn
        self.choices: set[str] = set()  # the licences that it may choose from

    def may_lay(self, place: int, cards: Sequence[str]) -> bool:
        rows = [list(row) for row in self.rows]
        row = rows[place]
        for card in cards:
            ends = {other[-1][0] for other in rows if other}
            if len(row) == 5 or (card[0] != row[-1][0] and card[0] in ends):
                return False
            row.append(card)
        return True

    def legal(self) -> set[str]:
        if self.to_act is None:
            return set()
        if self.request == "keep":
            return {f"keep {cards}" for cards in possible_keeps(self.completed)}
        if self.request == "licence":
            return {f"licence {letter}" for letter in self.choices}
        return {
            " ".join([PLACES[place], *cards])
            for place in range(3)
            if self.rows[place]
            for number in range(1, 5)
            for cards in permutations(self.hands[self.to_act], number)
            if self.may_lay(place, cards)
        }

    def play(self, move: str) -> None:
        assert self.to_act is not None
        assert move in self.legal()
        seat = self.to_act
        first, *others = move.split()
        if self.request == "keep":
            self.score_row(seat, others)
        elif self.request == "licence":
            self.owners[others[0]] = seat
            self.end_turn(seat)
        else:
            self.lay(seat, PLACES.index(first), others)

    def refuse(self) -> bool:
        """Give the fiasco card for an illegal lay; return whether the seat is asked once more."""
        if self.to_act is None or self.request != "lay":
            return False
        self.fiasco = self.to_act
        self.refused += 1
        return self.refused == 1

    def lay(self, seat: int, place: int, cards: Sequence[str]) -> None:
        self.refused = 0
        self.place = place
        for card in cards:
            self.hands[seat].remove(card)
            self.rows[place].append(card)
        if len(self.rows[place]) < 5:
            self.end_turn(seat)
            return
        self.completed, self.rows[place] = self.rows[place], []
        if self.keep == "choice" and len(possible_keeps(self.completed)) > 1:
            self.request = "keep"
        else:
            self.score_row(seat, highest_keep(self.completed))

    def score_row(self, seat: int, plus: Sequence[str]) -> None:
        minus = list(self.completed)
        for card in plus:
            minus.remove(card)
        self.plus[seat] += plus
        self.minus[seat] += minus
        met = licences_met(self.completed, plus, minus)
        # D-I stay with their first owner, A can be taken from another owner.
        free = {letter for letter, owner in self.owners.items() if owner is None}
        self.choices = (met & free) - {"A"}
        if "A" in met and "A" in self.owners and self.owners["A"] != seat:
            if self.a_counts_as_one:
                self.choices.add("A")
            else:
                self.owners["A"] = seat
        if len(self.choices) > 1:
            self.request = "licence"
            return
        for letter in self.choices:
            self.owners[letter] = seat
        self.end_turn(seat)

    def end_turn(self, seat: int) -> None:
        while len(self.hands[seat]) < 4 and self.stacks[seat]:
            self.hands[seat].append(self.stacks[seat].pop(0))
        if self.completed and self.reserve:
            self.rows[self.place] = [self.reserve.pop(0)]
        self.completed = []
        self.choices = set()
        self.request = "lay"
        seats = len(self.hands)
        following = [(seat + step) % seats for step in range(1, seats + 1)]
        self.to_act = next((other for other in following if self.hands[other]), None)

    def scores(self) -> list[int]:
        seats = range(len(self.hands))
        scores = [total(self.plus[seat]) - total(self.minus[seat]) for seat in seats]
        if self.fiasco is not None:
            scores[self.fiasco] -= 5
        for letter, owner in self.owners.items():
            if owner is not None:
                scores[owner] += POINTS[letter]
        winners: list[int] = []
        if self.to_act is None and self.wanderer == "B":
            sizes = [len(self.plus[seat]) for seat in seats]
            winners = [seat for seat in seats if sizes[seat] == min(sizes)]
        if self.to_act is None and self.wanderer == "C":
            ones = [sum(value(card) == 1 for card in self.plus[seat]) for seat in seats]
            # Without any 1 nobody has the most.
            winners = [seat for seat in seats if ones[seat] == max(ones) > 0]
        for seat in winners:
            scores[seat] += 10 if len(winners) == 1 else 5
        return scores

    def ranks(self) -> list[int]:
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]
