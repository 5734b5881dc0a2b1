"""The text of a seat is complete: who reads it from the beginning of a game knows what is public.

A reader for each game knows its text alone. After every question it has to know what the view says.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

import pytest

from arena.games import find_game
from arena.games.big_fish.cards import LICENCES, ROW_NAMES
from arena.games.events import Telling
from arena.games.goat_n_goat.events import HERDS
from arena.games.testing.random_play import Table, walk
from arena.games.text import tell_question
from arena.games.tonton.cards import MISSIONS

CARD: Final = r"(?:\?|[RYGBP]?\d+|[A-I])"
PART: Final = re.compile(rf"(?:\* )?([a-z ]+?)((?: {CARD})+)(?: \(.*\))?")
Known = dict[str, Any]
Cards = list[str]


class Reader:
    """Reads the questions of one seat in their order, and remembers what it has read."""

    def __init__(self, seats: int, seat: int) -> None:
        self.seats, self.seat = seats, seat
        self.zones: dict[str, Cards] = {}
        self.numbers: dict[str, list[int]] = {}
        self.moment = ""

    def read(self, lines: Sequence[str]) -> None:
        (asked,) = (at for at, line in enumerate(lines) if "; you: " in line)
        for sentence in lines[:asked]:
            self.hear(sentence)
        self.moment, self.zones, self.numbers = lines[asked], {}, {}
        for line in lines[asked + 1 :]:
            self.look(*line[2:].split(": ", 1))

    def hear(self, sentence: str) -> None:
        """Remember what a sentence tells, where a table does not tell it."""

    def look(self, title: str, text: str) -> None:
        if whose := re.match(r"seat (\d+)", title):
            for part in text.split("; "):
                read = PART.fullmatch(part)
                assert read, part
                self.zones[f"{read[1]} {whose[1]}"] = read[2].split()
        elif title.endswith(" by seat"):
            found = [*map(int, re.findall(r"-?\d+", text))]
            self.numbers[title.removesuffix(" by seat")] = found * (
                self.seats if text.endswith("each") else 1
            )
        elif read := re.fullmatch(rf"(-|{CARD}(?: {CARD})*)(?: \(.*\))?", text):
            self.zones[title] = [] if read[1] == "-" else read[1].split()
        elif read := re.match(r"(-?\d+)(?: cards?)?\b", text):
            self.numbers[title] = [int(read[1])]

    def who(self, name: str) -> int:
        return self.seat if name.casefold() == "you" else int(name.split()[1])

    def each(self, title: str) -> list[Cards]:
        return [self.zones.get(f"{title} {seat}", []) for seat in range(self.seats)]

    def sizes(self, title: str) -> list[int]:
        """Return how many cards each seat has in a place, be they counted or seen."""
        return self.numbers.get(title, [*map(len, self.each(title.lower()))])

    def hand(self) -> Cards:
        return self.zones.get(f"hand {self.seat}", [])


class SixNimmt(Reader):
    def __init__(self, seats: int, seat: int) -> None:
        super().__init__(seats, seat)
        self.rows: list[Cards] = []
        self.piles: list[Cards] = [[] for _ in range(seats)]
        self.laid: dict[int, str] = {}
        self.tricks: list[Cards] = []

    def read(self, lines: Sequence[str]) -> None:
        super().read(lines)
        # Of a deck that is drafted the rows begin when the first trick does.
        self.rows = [self.zones[f"Row {row}"] for row in range(1, 5)]

    def hear(self, sentence: str) -> None:
        if sentence == "The round is over.":
            self.tricks, self.piles = [], [[] for _ in self.piles]
        if begun := re.match(r"The rows begin with (.*)\.", sentence):
            self.rows = [[card] for card in begun[1].split(", ")]
        if read := re.match(r"(You|Seat \d+) (laid|placed|took row \d for) (\d+)", sentence):
            self.place(self.who(read[1]), read[2], read[3], sentence)

    def place(self, seat: int, how: str, card: str, sentence: str) -> None:
        if how == "laid":
            self.laid[seat] = card
            if len(self.laid) == self.seats:
                self.tricks.append([self.laid[other] for other in range(self.seats)])
                self.laid = {}
        if row := re.search(r"row (\d)", sentence):
            index = int(row[1]) - 1
            if "took" in sentence:
                self.piles[seat] += self.rows[index]
                self.rows[index] = []
            self.rows[index].insert(0 if "left end" in sentence else 9, card)

    def known(self) -> Known:
        unplaced = chain.from_iterable(self.each("laid"))
        return {
            "round": int(self.moment.split(",")[0].split()[1]),
            "hand": self.hand(),
            "rows": self.rows,
            "heads": self.numbers["Heads"],
            "piles": self.piles,
            "tricks": self.tricks,
            "unplaced": sorted(unplaced, key=int),
            "pool": self.zones.get("Open cards", []) if "draft" in self.moment else [],
        }

    @staticmethod
    def public(view: Any) -> Known:
        return {
            "round": view.round,
            "hand": [*map(str, view.hand)],
            "rows": [[*map(str, row.cards)] for row in view.rows] or [[]] * 4,
            "heads": [*view.heads],
            "piles": [[*map(str, pile.cards)] for pile in view.piles],
            "tricks": [[*map(str, trick.cards)] for trick in view.tricks],
            "unplaced": [*map(str, view.unplaced)],
            "pool": [*map(str, view.pool)],
        }


def named(cards: Sequence[int]) -> Cards:
    return [" RYGBP"[card // 10] + str(card % 10) for card in cards]


class BigFish(Reader):
    def __init__(self, seats: int, seat: int) -> None:
        super().__init__(seats, seat)
        self.lays: list[tuple[int, str, Cards]] = []

    def hear(self, sentence: str) -> None:
        if read := re.fullmatch(r"(You|Seat \d) laid (.*) on row (I+)\.", sentence):
            self.lays.append((self.who(read[1]), read[3], read[2].split()))

    def look(self, title: str, text: str) -> None:
        super().look(title, text)
        if title == "Fiasco":
            self.numbers["fiasco"] = [*map(int, re.findall(r"seat (\d)", text))]

    def known(self) -> Known:
        return {
            "hand": self.hand(),
            "hand_sizes": self.sizes("Hand"),
            "stack_sizes": self.sizes("Stack"),
            "rows": [self.zones[f"Row {row}"] for row in ROW_NAMES],
            "reserve": self.numbers.get("Reserve", [0]),
            "plus": self.each("plus"),
            "minus": self.each("minus"),
            "fiasco": self.numbers["fiasco"],
            "display": self.zones.get("Licences", []),
            "owned": self.each("licences"),
            "lays": self.lays,
            "refused": "was refused" in self.moment,
        }

    @staticmethod
    def public(view: Any) -> Known:
        return {
            "hand": named(view.hand),
            "hand_sizes": [*view.hand_sizes],
            "stack_sizes": [*view.stack_sizes],
            "rows": [named(row.cards) for row in view.rows],
            "reserve": [view.reserve],
            "plus": [named(pile.cards) for pile in view.plus],
            "minus": [named(pile.cards) for pile in view.minus],
            "fiasco": [view.fiasco] if view.HasField("fiasco") else [],
            "display": [LICENCES[licence - 1] for licence in view.display],
            "owned": [[LICENCES[one - 1] for one in pile.licences] for pile in view.owned],
            "lays": [(lay.seat, ROW_NAMES[lay.row - 1], named(lay.cards)) for lay in view.lays],
            "refused": view.refused,
        }


class TonTon(Reader):
    def __init__(self, seats: int, seat: int) -> None:
        super().__init__(seats, seat)
        self.tricks: list[tuple[int, Cards]] = []

    def hear(self, sentence: str) -> None:
        for name, card in re.findall(r"(you|seat \d)(?: played)? ([RPYGB]\d)", sentence, re.I):
            if not self.tricks or len(self.tricks[-1][1]) == self.seats:
                self.tricks.append((self.who(name), []))
            self.tricks[-1][1].append(card)
        if " scored " in sentence:
            self.tricks = []

    def look(self, title: str, text: str) -> None:
        super().look(title, text)
        if title == "Trick":
            self.numbers["led"] = [*map(int, re.findall(r"led by seat (\d)", text))]

    def known(self) -> Known:
        game = int(self.moment.split(",")[0].split()[1])
        (leader,) = self.numbers["led"]
        current: list[tuple[int, Cards]] = [] if self.zones["Trick"] else [(leader, [])]
        return {
            "hand": self.hand(),
            "missions": [*self.zones.get("Past missions", []), *self.zones["Mission"]],
            "tricks": [*self.tricks, *current],
            "tops": self.each("on top"),
            "sixes": self.numbers["Sixes"],
            "totals": self.numbers["Total"],
            "results": [self.numbers[f"Round {one}"] for one in range(1, game)],
        }

    @staticmethod
    def public(view: Any) -> Known:
        return {
            "hand": named(view.hand),
            "missions": [MISSIONS[mission].name for mission in view.missions],
            "tricks": [(trick.leader, named(trick.cards)) for trick in view.tricks],
            "tops": [named(pile.tops) for pile in view.piles],
            "sixes": [pile.sixes for pile in view.piles],
            "totals": [*view.totals],
            "results": [[*result.changes] for result in view.results],
        }


class GoatNGoat(Reader):
    def __init__(self, seats: int, seat: int) -> None:
        super().__init__(seats, seat)
        self.taken: Cards = []
        self.penalties: list[Cards] = [[] for _ in range(seats)]
        self.discards: Cards = []
        self.herds: dict[str, Cards] = {}
        self.deck_note = ""

    def read(self, lines: Sequence[str]) -> None:
        super().read(lines)
        self.herds = {name: cards for name, cards in self.zones.items() if "herd" in name}

    def hear(self, sentence: str) -> None:
        if sentence.startswith("The deck ran out"):
            self.discards = []
        if read := re.match(r"(You|Seat \d) (laid|took|discarded|gave)((?: [RGB]\d)*)", sentence):
            self.do(self.who(read[1]), read[2], read[3].split(), sentence)

    def do(self, seat: int, how: str, cards: Cards, sentence: str) -> None:
        if how == "took":
            self.taken += cards
        if how == "discarded":
            self.penalties[seat] += cards
        gone = re.search(r"the ([a-z ]+) herd", sentence)
        all_of_them = HERDS if "all herds" in sentence else ()
        for colour in gone[1].split(" and ") if gone else all_of_them:
            herd = self.herds.pop(f"{colour} herd {seat}")
            (self.discards if how == "gave" else self.penalties[seat]).extend(herd)
        for card in cards if how == "laid" else []:
            colour = next(name for name in HERDS if name[0] == card[0].lower())
            self.herds.setdefault(f"{colour} herd {seat}", []).append(card)

    def look(self, title: str, text: str) -> None:
        super().look(title, text)
        if title == "Deck":
            self.deck_note = "".join(re.findall(r"in some order: (.*)\)", text))

    def known(self) -> Known:
        hands = self.each("hand")
        known = [[card for card in hand if card != "?"] for hand in hands]
        last = re.search(r"turns to come: (\d)", self.moment)
        return {
            "hand": self.hand(),
            "hand_sizes": self.sizes("Hand"),
            "known": known[: self.seat] + known[self.seat + 1 :],
            "open": self.zones["Open row"],
            "opened": sorted([*self.taken, *self.zones["Open row"]]),
            "herds": [self.each(f"{colour} herd") for colour in HERDS],
            "penalties": self.penalties,
            "claimed": self.each("mountains"),
            "mountains": self.zones.get("Mountains", []),
            "discards": self.discards,
            "cards_in_deck": self.numbers.get("Deck", [0]),
            "deck": self.deck_note.split() if "Deck" in self.numbers else [],
            "last_turns": [int(last[1])] if last else [],
        }

    def public(self, view: Any) -> Known:
        known = [named(hand.cards) for hand in view.known]
        return {
            "hand": named(view.hand),
            "hand_sizes": [*view.hand_sizes],
            "known": known[: self.seat] + known[self.seat + 1 :],
            "open": named(view.open),
            "opened": sorted(named(view.opened)),
            "herds": [[named(getattr(herd, colour)) for herd in view.herds] for colour in HERDS],
            "penalties": [named(pile.cards) for pile in view.penalties],
            "claimed": [named(pile.cards) for pile in view.claimed],
            "mountains": named(view.mountains),
            "discards": named(view.discards),
            "cards_in_deck": [view.cards_in_deck],
            "deck": named(view.deck),
            "last_turns": [view.last_turns] if view.HasField("last_turns") else [],
        }


READERS: Final[dict[str, Any]] = {
    "six_nimmt": SixNimmt,
    "big_fish": BigFish,
    "tonton": TonTon,
    "goat_n_goat": GoatNGoat,
}
OPTIONS: Final[dict[str, Sequence[Known]]] = {
    "six_nimmt": ({}, {"variant": "logic"}, {"variant": "professional"}),
    "big_fish": ({}, {"licences": True, "keep": "choice"}),
    "tonton": ({"missions": "advanced"},),
    "goat_n_goat": ({},),
}


def all_tables(name: str) -> Iterator[Table]:
    game = find_game(name)
    for chosen in OPTIONS[name]:
        for seats in (game.seats[0], game.seats[-1]):
            yield Table(game, seats, game.Options(**chosen), seed=seats)


@pytest.mark.parametrize("name", READERS)
def test_who_reads_the_text_of_a_seat_knows_what_its_view_says(name: str) -> None:
    for table in all_tables(name):
        readers = [READERS[name](table.seats, seat) for seat in range(table.seats)]
        telling: Telling | None = None
        for position in walk(table):
            state, seat = position.state, position.seat
            telling = telling or Telling(state, table.seats)
            news = table.game.tell(telling.news(seat), seat)
            readers[seat].read(tell_question(table.game.scene(state, seat), news))
            view = table.game.view(state, seat)
            assert readers[seat].known() == readers[seat].public(view), (
                f"{table}: {position.number}"
            )
        assert telling is not None
