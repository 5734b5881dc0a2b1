"""Conformance tests: does a game keep its contract? They know no game, so a new one needs none.

Every function of `CHECKS` takes a Table, plays a random game there and raises Nonconformance with a
sentence if a promise is broken. They are in an order in which each relies on the ones before: when
several fail, the first one names the cause.
"""

from collections.abc import Callable, Iterable
from itertools import islice, pairwise
from typing import Any, Final, TypeAlias

from google.protobuf.message import Message

from arena.games.contract import LARGEST_TURN, AnyGame, IllegalMove, Move, Nonconformance, State
from arena.games.deal import Deal
from arena.games.events import Telling
from arena.games.messages import read_events, write_events
from arena.games.testing.events import (
    check_events_are_told_in_short_sentences,
    check_events_explain_every_change,
)
from arena.games.testing.random_play import Position, Table, give, look, play_on, walk, what_is_sent
from arena.games.testing.scenes import check_scenes_describe_the_table
from arena.games.testing.secrecy import (
    check_a_scene_shows_nothing_that_its_seat_may_not_know,
    check_a_seat_can_draw_its_scene_from_its_view,
    check_a_seat_cannot_see_what_it_may_not_know,
    check_unseen_lists_every_place_that_was_not_seen,
)
from arena.games.testing.texts import (
    check_a_question_as_text_is_no_longer_than_its_game_says,
    check_each_question_has_a_rule_of_the_moment,
    check_rules_in_short_are_short_sentences,
)
from arena.v1 import arena_pb2 as pb

MOST_TRIES: Final = 4
# In bytes: a view's or a move's two envelopes; the number, the times and the message around them.
MOST_AROUND_A_PART: Final = 12
MOST_AROUND_A_TURN: Final = 64
NONSENSE: Final = ("", "?", "no such move", "-1", "\0")


def check_the_game_ends_and_asks_its_seats_in_order(table: Table) -> None:
    for _ in walk(table):
        pass


def check_the_same_deal_and_moves_make_the_same_game(table: Table) -> None:
    again = table.start()
    for position in walk(table):
        if look(table, again) != look(table, position.state):
            raise position.broken("the game is another one, though deal and moves are the same")
        give(again, position.seat, position.answer)


def check_copies_are_independent(table: Table) -> None:
    source = table.source("copies")
    kept: list[tuple[Position, State[Any], object]] = []
    for position in walk(table):
        before = look(table, position.state)
        for _ in islice(play_on(table, position.state.copy(), position.asked, source), 5):
            pass
        if look(table, position.state) != before:
            raise position.broken("playing on a copy changed the state that was copied")
        kept.append((position, position.state.copy(), before))
    for (position, copy, before), (_, _, after) in pairwise(kept):
        if look(table, copy) != before:
            raise position.broken("a copy changed when the state that was copied played on")
        give(copy, position.seat, position.answer)
        if look(table, copy) != after:
            raise position.broken("the same move does not do the same to a copy")


def check_legal_lists_exactly_what_play_accepts(table: Table) -> None:
    source = table.source("wrong moves")
    moves = {move: None for place in walk(table) for move in place.state.legal(place.seat)}
    for position in walk(table):
        state, seat = position.state, position.seat
        legal = state.legal(seat)
        if len({*legal}) < len(legal):
            raise position.broken("legal() lists a move twice; once is right")
        for move in legal:
            _check_accepted(position, move)
        before = look(table, state)
        for other in (seat, source.randrange(table.seats)):
            for move in source.choices(list(moves), k=2):
                if other not in state.to_act or move not in state.legal(other):
                    _check_refused(position, other, move)
        if look(table, state) != before:
            raise position.broken("a move that was refused changed the state")


def _check_accepted(position: Position, move: Move) -> None:
    try:
        position.state.copy().play(position.seat, move)
    except IllegalMove as refusal:
        raise position.broken(
            f"legal() lists {move}, but play() refuses it: {refusal}"
        ) from refusal


def _check_refused(position: Position, seat: int, move: Move) -> None:
    try:
        position.state.play(seat, move)
    except IllegalMove:
        return
    raise position.broken(f"play() accepts {move} of seat {seat}; it is none of its legal moves")


def check_a_refusal_leaves_the_decision_as_it_is(table: Table) -> None:
    """A rulebook's own penalty may change scores and views, and there is an end to trying again."""
    for position in walk(table):
        state, seat = position.state.copy(), position.seat
        decision = state.to_act, state.legal(seat), sorted(state.cards())
        before = look(table, state)
        tries = [state.refuse(seat) for _ in range(MOST_TRIES)]
        if (state.to_act, state.legal(seat), sorted(state.cards())) != decision:
            raise position.broken("refuse() changed who is to act, or what is legal, or the cards")
        if tries[-1]:
            raise position.broken(f"after {MOST_TRIES} refusals the seat may still try again")
        if not tries[0] and look(table, state) != before:
            raise position.broken("refuse() changed the game, though the seat forfeits")


def check_no_card_comes_or_goes(table: Table) -> None:
    cards = sorted(table.start().cards())
    for position in walk(table):
        if sorted(position.state.cards()) != cards:
            raise position.broken("cards() is not what it was at the start of the game")


def check_every_seat_has_a_score_and_a_rank(table: Table) -> None:
    for position in walk(table):
        scores, ranks = position.state.scores(), position.state.ranks()
        if len(scores) != table.seats or len(ranks) != table.seats:
            raise position.broken(f"scores are {scores}, ranks {ranks}; every seat has one of each")
        right = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
        if ranks != right:
            raise position.broken(f"ranks are {ranks}; in this order they would be {right}")
        teams = table.game.teams(table.seats, table.options)
        if len({*zip(teams, ranks, strict=True)}) != len({*teams}):
            raise position.broken(f"ranks are {ranks}; the seats of a team share one")


def check_an_imagined_state_agrees_with_the_view(table: Table) -> None:
    source = table.source("imagined")
    for position in walk(table):
        state, seat, game = position.state, position.seat, table.game
        imagined = game.imagine(game.view(state, seat), source)
        if imagined.to_act != position.asked:
            raise position.broken(f"imagined to act is {imagined.to_act}, not {position.asked}")
        if what_is_sent(table, imagined, seat) != what_is_sent(table, state, seat):
            raise position.broken("the view or the legal moves of the imagined state differ")
        cards = sorted(state.cards())
        if sorted(imagined.cards()) != cards:
            raise position.broken("the imagined state does not have the cards of the game")
        if source.random() < 1 / 20:
            for place in play_on(table, imagined, position.asked, source):
                if sorted(place.state.cards()) != cards:
                    raise position.broken("a card came or went when an imagined state played on")


def check_views_and_moves_survive_the_wire(table: Table) -> None:
    game = table.game
    crossed: set[Move] = set()
    for position in walk(table):
        view = game.view(position.state, position.seat)
        if not _survives(game, pb.View, view):
            raise position.broken(f"the view does not fit into View.{game.name} of arena.proto")
        for move in {*position.state.legal(position.seat)} - crossed:
            crossed.add(move)
            message = game.encode(move)
            if not _survives(game, pb.Move, message):
                raise position.broken(f"{move} does not fit into Move.{game.name} of arena.proto")
            decoded = game.decode(type(message).FromString(message.SerializeToString()))
            if decoded != move:
                raise position.broken(f"{move} arrives over the wire as {decoded}")


def check_events_survive_the_wire(table: Table) -> None:
    telling: Telling | None = None
    for position in walk(table):
        telling = telling or Telling(position.state, table.seats)
        for event in telling.news(position.seat):
            (arrived,) = read_events(write_events([event]))
            if arrived != event:
                raise position.broken(f"{event} arrives over the wire as {arrived}")


def _survives(game: AnyGame, envelope: type[Message], message: Message) -> bool:
    field = envelope.DESCRIPTOR.fields_by_name.get(game.name)
    if field is None or field.message_type is not message.DESCRIPTOR:
        return False
    sent = envelope(**{game.name: message})
    arrived = envelope.FromString(sent.SerializeToString())
    return arrived == sent and getattr(arrived, game.name) == message


def check_a_turn_is_no_larger_than_may_be_sent(table: Table) -> None:
    telling: Telling | None = None
    for position in walk(table):
        telling = telling or Telling(position.state, table.seats)
        told = write_events(telling.news(position.seat))
        sent = what_is_sent(table, position.state, position.seat)
        size = MOST_AROUND_A_TURN + sum(len(part) + MOST_AROUND_A_PART for part in sent)
        size += sum(event.ByteSize() + MOST_AROUND_A_PART for event in told)
        if size > LARGEST_TURN:
            raise position.broken(
                f"its Turn, with {len(sent) - 1} legal moves, may have {size} bytes on the wire;"
                f" {LARGEST_TURN} are the most"
            )


def check_moves_and_cards_have_a_notation(table: Table) -> None:
    game = table.game
    for position in walk(table):
        for move in position.state.legal(position.seat):
            if game.parse(str(move)) != move:
                raise position.broken(f"the notation {move} is read as {game.parse(str(move))}")
    cards = {*table.start().cards()}
    if len({*map(game.card_name, cards)}) < len(cards):
        raise Nonconformance(f"{table}: two different cards have the same name")
    empty = type(game.encode(move))()
    _check_unreadable(table, game.decode, empty)
    for text in NONSENSE:
        _check_unreadable(table, game.parse, text)


def _check_unreadable(table: Table, read: Callable[[Any], Move], nonsense: object) -> None:
    try:
        move = read(nonsense)
    except IllegalMove:
        return
    raise Nonconformance(f"{table}: {nonsense!r} is read as {move}; expected IllegalMove")


def check_a_game_can_be_replayed_from_its_record(table: Table) -> None:
    """The record is the shuffles' outcomes and the moves as text; the seed is not needed."""
    record: list[tuple[int, str | None]] = []
    for position in walk(table):
        answer = position.answer
        record.append((position.seat, None if answer is None else str(answer)))
    final = position.state
    again = _replay(table, Deal(table.seed + 1, final.shuffles), record)
    if look(table, again) != look(table, final):
        raise Nonconformance(f"{table}: shuffles and moves, played again, give another result")


def _replay(table: Table, deal: Deal, record: Iterable[tuple[int, str | None]]) -> State[Any]:
    state = table.start(deal)
    for number, (seat, text) in enumerate(record):
        try:
            give(state, seat, None if text is None else table.game.parse(text))
        except IllegalMove as refusal:
            raise Nonconformance(
                f"{table}: move {number}, {text} of seat {seat}, is refused when it is replayed"
            ) from refusal
    return state


Check: TypeAlias = Callable[[Table], None]

CHECKS: Final[tuple[Check, ...]] = (
    check_the_game_ends_and_asks_its_seats_in_order,
    check_the_same_deal_and_moves_make_the_same_game,
    check_copies_are_independent,
    check_legal_lists_exactly_what_play_accepts,
    check_a_refusal_leaves_the_decision_as_it_is,
    check_no_card_comes_or_goes,
    check_every_seat_has_a_score_and_a_rank,
    check_moves_and_cards_have_a_notation,
    check_scenes_describe_the_table,
    check_events_explain_every_change,
    check_events_are_told_in_short_sentences,
    check_rules_in_short_are_short_sentences,
    check_each_question_has_a_rule_of_the_moment,
    check_a_question_as_text_is_no_longer_than_its_game_says,
    check_views_and_moves_survive_the_wire,
    check_events_survive_the_wire,
    check_a_turn_is_no_larger_than_may_be_sent,
    check_a_game_can_be_replayed_from_its_record,
    check_a_seat_cannot_see_what_it_may_not_know,
    check_unseen_lists_every_place_that_was_not_seen,
    check_a_scene_shows_nothing_that_its_seat_may_not_know,
    check_an_imagined_state_agrees_with_the_view,
    check_a_seat_can_draw_its_scene_from_its_view,
)
