"""TonTon for learning: the 40 cards are the actions."""

from collections.abc import Sequence
from typing import Final

from arena.games.colours import LETTERS, name_card
from arena.games.encoding import Encoding, Numbers, Span, Word, one_hot, starts
from arena.games.tonton.cards import CARD, HAND, MISSIONS, RED_EIGHT, Move
from arena.games.tonton.rules import TonTonState

_SEATS: Final = 5
_COLOURS: Final = len(LETTERS) - 1
_CARDS: Final = _COLOURS * HAND
# By card, its place among all of them: by colour, then by value.
_PLACE: Final = {10 * (place // HAND + 1) + place % HAND + 1: place for place in range(_CARDS)}
_CARD: Final = tuple(_PLACE)
_RYGBP: Final = "red, yellow, green, blue, purple"

_FEATURES: Final = (
    Span("seats", 1, "how many seats play / 5"),
    Span("teams", 1, "1 if the seats 0 and 2 play against 1 and 3"),
    Span("advanced", 1, "1 if the missions are drawn from all five"),
    Span("colours", _COLOURS, f"1 if the colour is in play: {_RYGBP}"),
    Span("rank points", _SEATS, "points of rank k + 1 / 10"),
    Span("mission", len(MISSIONS), one_hot([mission.name for mission in MISSIONS.values()])),
    Span("past missions", len(MISSIONS), "1 if it was that of an earlier round, in the same order"),
    Span("hand", _CARDS, "1 if the card is in the own hand: R1 to R8, Y1 to Y8, G, B, P"),
    Span("trick", _CARDS, "n / 5 if the card is the n-th of the trick being played"),
    Span("played", _CARDS, "1 if the card was played in an earlier trick of this round"),
    Span("place", 1, "cards that lie in the trick / 5"),
    Span("led", _COLOURS, "1 at the colour that was led, in the order of colours above"),
    Span("tops", _SEATS * _COLOURS, "by seat and colour: the value of the visible card / 8"),
    Span("lacking", _SEATS * _COLOURS, "by seat and colour: 1 if it did not follow that colour"),
    Span("red eight", _SEATS, "1 at another seat that is known to hold it"),
    Span("sums", _SEATS, "by seat: what its visible cards count for the mission / 10"),
    Span("sixes", _SEATS, "by seat: sixes that it has won in this round / 5"),
    Span("totals", _SEATS, "by seat: its points before this round / 30"),
)
_AT: Final = starts(_FEATURES)


class TonTonEncoding(Encoding[TonTonState, Move]):
    """An action is a card. The results of earlier rounds, for a tie, are left out."""

    features = _FEATURES
    actions = (Span("card", _CARDS, "play the card: R1 to R8, Y1 to Y8, G, B, P"),)
    action_names = tuple(map(name_card, _CARD))

    def write(self, state: TonTonState, seat: int, begun: Word, out: Numbers) -> None:  # noqa: ARG002
        _write_rules(state, out)
        for move in state.hands[seat]:
            out[_AT["hand"] + _PLACE[move[0]]] = 1
        for number, card in enumerate(state.trick, start=1):
            out[_AT["trick"] + _PLACE[card]] = number / _SEATS
        out[_AT["place"]] = len(state.trick) / _SEATS
        if state.led:
            out[_AT["led"] + state.led - 1] = 1
        _write_play(state, seat, out)
        _write_seats(state, seat, out)

    def next_actions(self, state: TonTonState, seat: int, begun: Word) -> Sequence[int]:
        return () if begun else [_PLACE[move[0]] for move in state.legal(seat)]

    def read(self, state: TonTonState, word: Word) -> Move:  # noqa: ARG002
        return CARD[_CARD[word[0]]]

    def spell(self, move: Move) -> Word:
        return (_PLACE[move.card],)


def _write_rules(state: TonTonState, out: Numbers) -> None:
    options = state.options
    out[_AT["seats"]] = state.seats / _SEATS
    out[_AT["teams"]] = options.teams
    out[_AT["advanced"]] = options.missions == "advanced"
    for letter in options.colours[: state.seats]:
        out[_AT["colours"] + LETTERS.index(letter) - 1] = 1
    for rank, points in enumerate(options.rank_points):
        out[_AT["rank points"] + rank] = points / 10
    for mission in state.missions[: state.game]:
        out[_AT["past missions"] + mission - 1] = 1
    out[_AT["mission"] + state.missions[state.game] - 1] = 1


def _write_play(state: TonTonState, seat: int, out: Numbers) -> None:
    """Write what the tricks of this game have shown."""
    seats = state.seats
    red_eight_is_out = False
    for leader, cards in (*state.tricks, (state.leader, tuple(state.trick))):
        first = leader - seat
        for place, card in enumerate(cards):
            if card == RED_EIGHT:
                red_eight_is_out = True
            if card // 10 != cards[0] // 10:
                who = (first + place) % seats
                out[_AT["lacking"] + _COLOURS * who + cards[0] // 10 - 1] = 1
    for _, cards in state.tricks:
        for card in cards:
            out[_AT["played"] + _PLACE[card]] = 1
    # Anyone who led the first trick holds it until it is played.
    holder = state.tricks[0][0] if state.tricks else state.leader
    if not red_eight_is_out and holder != seat:
        out[_AT["red eight"] + (holder - seat) % seats] = 1


def _write_seats(state: TonTonState, seat: int, out: Numbers) -> None:
    mission = state.mission
    for other, tops in enumerate(state.tops):
        who = (other - seat) % state.seats
        won = [top for top in tops if top]
        place = _AT["tops"] + _COLOURS * who - 1
        for top in won:
            out[place + top // 10] = top % 10 / HAND
        if won:
            out[_AT["sums"] + who] = mission.count(won) / 10
        out[_AT["sixes"] + who] = state.sixes[other] / 5
        out[_AT["totals"] + who] = state.totals[other] / 30


ENCODING: Final = TonTonEncoding()
