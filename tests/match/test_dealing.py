"""A dealer that was written from one page of the documents deals as the program does."""

import re
from pathlib import Path
from typing import Any

import pytest

from arena.games import find_game
from arena.games.testing.random_play import Table
from arena.match.plan import draw_seatings
from arena.match.replay import describe, open_replays
from tests.match import dealer
from tests.match.playing import make_record, quick_tables, seed_of

PAGE = (Path(__file__).parents[2] / "docs" / "dealing.md").read_text()
SEED = bytes(range(16))
VECTOR = re.compile(r"^(\w+), (\d) seats,(?: (\w+)=(\w+),)? shuffle (\d)\n(.+)$", re.MULTILINE)
USUAL = {"copies": "3,3,4,4,3,3", "colours": "RPGBY"}


def test_the_dealer_imports_nothing_of_ours() -> None:
    text = Path(dealer.__file__).read_text()
    assert {*re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)} == {
        "hmac",
        "collections",
        "hashlib",
    }


@pytest.mark.parametrize("name", sorted({found[1] for found in VECTOR.finditer(PAGE)}))
def test_every_game_is_dealt_as_the_page_says(name: str) -> None:
    games = [_compare(table) for table in quick_tables(find_game(name))]
    assert sum(games) >= 16


def _compare(table: Table) -> int:
    """Compare all games of a match between the dealer and a record, as its JSON has it."""
    record = make_record(table, games=2)
    seatings = dealer.Seatings(record.plan.seed, table.seats, 2).drawn
    for replay in open_replays(record):
        told = describe(replay)
        assert [replay.names[seat] for seat in range(table.seats)] == [
            record.plan.bots[bot].name for bot in seatings[replay.number]
        ]
        _compare_shuffles(record.plan.seed, told)
        if told["shuffles"]:
            order = told["shuffles"][told["game"] == "tonton"]
            state: Any = replay.start()
            assert [
                sorted(hand) for hand in dealer.first_hands(told["game"], table.seats, order)
            ] == [sorted(_name(table, card) for card in hand) for hand in state.hands]
    return len(record.games)


def _name(table: Table, card: object) -> str:
    return table.game.card_name(card) if isinstance(card, int) else str(card)


def _compare_shuffles(seed: bytes, told: dict[str, Any]) -> None:
    deal = dealer.deal_of(seed, told["number"] - 1, told["attempt"])
    for number, order in enumerate(told["shuffles"]):
        known = dealer.deck_of(told["game"], told["options"], len(told["seats"]), number)
        cards, drawn = known or (_by_colour(order), len(order))
        assert sorted(cards) == sorted(order)
        assert dealer.shuffled(deal, number, cards, drawn) == order[:drawn]


def _by_colour(discards: list[str]) -> list[str]:
    return sorted(discards, key=lambda card: ("RGB".index(card[0]), card))


@pytest.mark.parametrize("seats", range(2, 11))
def test_seatings_are_drawn_as_the_page_says(seats: int) -> None:
    for games in (1, seats, 7, 41, 120):
        # One whose key has fewer words, too.
        for seed in (seed_of(games), SEED):
            drawn = dealer.Seatings(seed, seats, games).drawn
            assert drawn == draw_seatings(seats, games, dealer.derive(seed, "seatings"))


def test_the_vectors_of_the_page_are_right() -> None:
    deal = dealer.deal_of(SEED, 0, 0)
    found = VECTOR.findall(PAGE)
    assert len(found) == 7
    for game, seats, name, value, shuffle, order in found:
        options = {"licences": "true", "variant": "base"} | USUAL | {name: value}
        known = dealer.deck_of(game, options, int(seats), int(shuffle))
        assert known is not None
        assert " ".join(dealer.shuffled(deal, int(shuffle), *known)) == order
    for label in ("deal 0", "bot 2 game 0", "seatings", "attempt 1"):
        assert f'`derive(S, "{label}")` | `{dealer.derive(SEED, label).hex()}` |' in PAGE
    assert f"in attempt 1 | `{dealer.deal_of(SEED, 0, 1).hex()}` |" in PAGE
    for seats, games in ((3, 7), (4, 4)):
        drawn = dealer.Seatings(SEED, seats, games).drawn
        told = " ".join("".join(map(str, one)) for one in drawn)
        assert f"{games} games of {seats} bots, by seat | {told} |" in PAGE
