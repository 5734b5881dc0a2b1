"""TonTon once more, slowly and from the rules text alone, to check the real one against."""

from collections.abc import Sequence

Trick = list[tuple[int, str]]  # who played which card, in the order played


def colour(card: str) -> str:
    return card[0]


def value(card: str) -> int:
    return int(card[1:])


def winner_of(trick: Trick) -> int:
    highest = max(value(card) for _, card in trick)
    return [seat for seat, card in trick if value(card) == highest][-1]  # of equals the later


def next_leader(trick: Trick) -> int:
    fours = [seat for seat, card in trick if value(card) == 4]
    return fours[-1] if fours else winner_of(trick)


def tops_of(seat: int, tricks: list[Trick]) -> dict[str, int]:
    tops: dict[str, int] = {}
    for trick in tricks:
        if winner_of(trick) == seat:
            cards = [card for _, card in trick]
            for card in cards:
                new = [value(other) for other in cards if colour(other) == colour(card)]
                tops[colour(card)] = min(new)  # covers the old top, even a lower one
    return tops


def sixes_of(seat: int, tricks: list[Trick]) -> int:
    won = [card for trick in tricks if winner_of(trick) == seat for _, card in trick]
    return len([card for card in won if value(card) == 6])


def sum_of(tops: dict[str, int], mission: str) -> int:
    if mission == "11":
        plus = sum(top for letter, top in tops.items() if letter in "RPY")
        minus = sum(top for letter, top in tops.items() if letter in "BG")
        return plus - minus
    return sum(tops.values())


def is_bust(total: int, mission: str) -> bool:
    return total <= 5 if mission == "5" else total >= int(mission)


def mission_points(sums: list[int], mission: str, rank_points: tuple[int, ...]) -> list[int]:
    points = []
    for own in sums:
        others = [other for other in sums if not is_bust(other, mission)]
        if is_bust(own, mission):
            points.append(0)
        elif mission in ("10", "11"):
            points.append(own)
        elif mission == "5":
            points.append(rank_points[len([other for other in others if other < own])])
        else:
            points.append(rank_points[len([other for other in others if other > own])])
    return points


def new_totals(totals: list[int], points: list[int], sixes: list[int]) -> list[int]:
    # The floor comes before the sixes.
    return [max(0, totals[seat] + points[seat]) + sixes[seat] for seat in range(len(totals))]


class AnotherTonTon:
    """A match of three games; the seats' totals after each finished game are kept."""

    def __init__(
        self,
        seats: int,
        shuffles: Sequence[Sequence[str]],
        *,
        advanced: bool = False,
        teams: bool = False,
        colours: str = "RPGBY",
        rank_points: tuple[int, ...] = (10, 6, 4, 0, 0),
    ) -> None:
        assert seats == 4 if teams else seats in (3, 4, 5)
        assert set(shuffles[0]) == set(["9", "12", "5"] + (["10", "11"] if advanced else []))
        self.seats = seats
        self.shuffles = shuffles
        self.teams = teams
        self.colours = colours[:seats]
        self.rank_points = rank_points
        self.totals = [[0] * seats]  # before the first game, after it, after the second ...
        self.to_act: int | None = None
        self.start_game()

    def start_game(self) -> None:
        deck = list(self.shuffles[len(self.totals)])
        assert sorted(deck) == sorted(c + str(v) for c in self.colours for v in range(1, 9))
        self.hands = [deck[8 * seat : 8 * seat + 8] for seat in range(self.seats)]
        self.tricks: list[Trick] = []  # the finished ones of this game
        self.trick: Trick = []
        self.to_act = next(seat for seat in range(self.seats) if "R8" in self.hands[seat])

    def legal(self) -> set[str]:
        if self.to_act is None:
            return set()
        hand = self.hands[self.to_act]
        if self.trick:
            led = colour(self.trick[0][1])
            following = [card for card in hand if colour(card) == led]
            if following:
                return set(following)
        return set(hand)

    def play(self, move: str) -> None:
        assert self.to_act is not None
        assert move in self.legal()
        self.hands[self.to_act].remove(move)
        self.trick.append((self.to_act, move))
        if len(self.trick) < self.seats:
            self.to_act = (self.to_act + 1) % self.seats
            return
        self.to_act = next_leader(self.trick)
        self.tricks.append(self.trick)
        self.trick = []
        if len(self.tricks) == 7:  # the eighth card is never played
            self.finish_game()

    def finish_game(self) -> None:
        mission = self.shuffles[0][len(self.totals) - 1]
        everybody = range(self.seats)
        sums = [sum_of(tops_of(seat, self.tricks), mission) for seat in everybody]
        sixes = [sixes_of(seat, self.tricks) for seat in everybody]
        points = mission_points(sums, mission, self.rank_points)
        self.totals.append(new_totals(self.totals[-1], points, sixes))
        if len(self.totals) == 4:
            self.to_act = None
        else:
            self.start_game()

    def scores(self) -> list[int]:
        return list(self.totals[-1])

    def result(self, seat: int) -> list[int]:
        """Its total (its team's), then its changes in the games, the last game first."""
        team = [seat, (seat + 2) % 4] if self.teams else [seat]
        sums = [sum(totals[member] for member in team) for totals in self.totals]
        changes = [sums[game] - sums[game - 1] for game in range(1, len(sums))]
        return [sums[-1], *reversed(changes)]

    def ranks(self) -> list[int]:
        results = [self.result(seat) for seat in range(self.seats)]
        return [1 + len([other for other in results if other > own]) for own in results]
