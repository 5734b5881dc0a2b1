import asyncio
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.bots.manifest import Bot
from arena.boxes.kinds.in_process import Stopped
from arena.errors import HostFailure
from arena.games import AnyGame, Deal, find_game
from arena.games.messages import read_events
from arena.match.clock import ClockKind, Deadline, Spent, TimeControl
from arena.match.connection import Connection
from arena.match.plan import MatchPlan, ScheduledGame, make_plan
from arena.match.referee import LONG_DECISION, STEP, Referee, rank_seats
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec
from arena.v1.big_fish_pb2 import BigFishMove
from arena.v1.six_nimmt_pb2 import SixNimmtMove
from tests.match.scripted import Script, ScriptedConnection, failing_at, first_legal

GAME = find_game("six_nimmt")
# Seat 0 has 1 to 10, so its first card is below all rows: it has to choose a row at once.
LOW_HAND = Deal(
    0,
    (
        (
            *range(1, 11),
            *range(20, 30),
            *range(30, 40),
            40,
            50,
            60,
            70,
            *range(11, 20),
            *range(41, 50),
            *range(51, 60),
            *range(61, 70),
            *range(71, 105),
        ),
    ),
)


def play(lines: Sequence[Connection | Fault], control: TimeControl | None = None) -> rec.GameRecord:
    options = GAME.Options(limit=None, rounds=1)
    seeds = tuple(bytes([seat]) * 16 for seat in range(len(lines)))
    scheduled = ScheduledGame(0, tuple(range(len(lines))), LOW_HAND, seeds)
    planned = plan_of(GAME, options, len(lines), control or TimeControl())
    return asyncio.run(Referee(planned, scheduled, lines).play())


def plan_of(
    game: AnyGame, options: object, seats: int, control: TimeControl | None = None
) -> MatchPlan:
    bots = [Bot(f"bot{seat}", Path(), "") for seat in range(seats)]
    control = control or TimeControl()
    return make_plan(game, options, bots, games=1, control=control, box="inline")


def seats(bad: Script) -> list[ScriptedConnection]:
    return [ScriptedConnection(), ScriptedConnection(bad), ScriptedConnection()]


def own_moves(record: rec.GameRecord, seat: int) -> list[rec.Entry]:
    return [entry for entry in record.entries if entry.seat == seat]


CLEAN = play([ScriptedConnection(), ScriptedConnection(), ScriptedConnection()])


def test_a_clean_game_has_an_entry_for_every_move_and_no_forfeit() -> None:
    assert not CLEAN.forfeits
    assert {entry.verdict for entry in CLEAN.entries} == {rec.VERDICT_OK}
    assert len([entry for entry in CLEAN.entries if entry.move.six_nimmt.card]) == 30


def test_every_seat_is_told_the_start_and_the_end() -> None:
    lines = [ScriptedConnection(), ScriptedConnection()]
    record = play(lines)
    for seat, line in enumerate(lines):
        start, over = line.told
        assert (start.start.seat, start.start.seats) == (seat, 2)
        assert start.start.options["rounds"] == "1"
        assert start.start.seed == bytes([seat]) * 16
        assert list(over.over.scores) == list(record.scores)


def test_who_asks_for_events_is_told_all_since_its_last_question_and_nobody_else_is_told_any() -> (
    None
):
    quiet, curious = ScriptedConnection(), ScriptedConnection()
    curious.join.events = True
    record = play([quiet, curious])
    assert not any(turn.events for turn in quiet.turns)
    assert not quiet.told[-1].over.events
    heard = [[one.kind for one in turn.events] for turn in curious.turns]
    assert heard[:2] == [[], ["laid", "laid", "took_row", "placed", "placed"]]
    told = read_events(
        [*chain(*(turn.events for turn in curious.turns)), *curious.told[-1].over.events]
    )
    assert told[-1].kind == "round_over"
    assert sum(event.points for event in told if event.seat == 1) == record.scores[1]
    # They cost the game nothing: it is the same as without.
    assert record == play([ScriptedConnection(), ScriptedConnection()])


def test_simultaneous_questions_are_asked_at_once() -> None:
    everybody = asyncio.Barrier(3)

    class Waiting(ScriptedConnection):
        """Answers its first question when all seats have been asked theirs."""

        async def _exchange(
            self, message: pb.RefereeMessage, deadline: Deadline
        ) -> tuple[bytes, Spent] | Fault:
            if message.turn.number == 1:
                async with asyncio.timeout(300):
                    await everybody.wait()
            return await super()._exchange(message, deadline)

    assert play([Waiting(), Waiting(), Waiting()]) == CLEAN


class Noting(ScriptedConnection):
    """Notes in a list of all that it is asked."""

    def __init__(self, seat: int, asked: list[int]) -> None:
        super().__init__()
        self._seat = seat
        self._asked = asked

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        self._asked.append(self._seat)
        return await super()._exchange(message, deadline)


def test_in_which_order_the_seats_of_a_decision_are_asked_is_drawn() -> None:
    asked: list[int] = []
    play([Noting(seat, asked) for seat in range(8)])
    first = asked[:8]
    for _ in range(20):
        asked.clear()
        play([Noting(seat, asked) for seat in range(8)])
        assert sorted(asked[:8]) == [*range(8)]
        if asked[:8] != first:
            return
    raise AssertionError("the same order each time")


@pytest.mark.parametrize(
    ("took", "rest"), [(0.0413, 0.0007), (0.0999, 0.0001), (0.039, 0), (0.0001, 0)]
)
def test_a_long_decision_ends_at_a_multiple_of_two_milliseconds(
    took: float, rest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    clock = (moment for number in count() for moment in (float(number), number + took))
    monkeypatch.setattr("arena.match.referee.monotonic", lambda: next(clock))
    # The library is everybody's: other threads of the tests sleep meanwhile.
    patched = SimpleNamespace(**vars(asyncio) | {"sleep": sleep})
    monkeypatch.setattr("arena.match.referee.asyncio", patched)
    assert play([ScriptedConnection(), ScriptedConnection()]).ranks
    assert bool(waited) == (took > LONG_DECISION)
    assert [seconds % STEP for seconds in waited] == pytest.approx([rest] * len(waited), abs=1e-6)


class Failing(ScriptedConnection):
    """Is on a machine that fails, or that a signal stops."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self._error = error

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        raise self._error


class Thinking(ScriptedConnection):
    """Never answers, and takes a moment to be stopped."""

    at_work = False

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        self.at_work = True
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            self.at_work = False
        raise AssertionError


@pytest.mark.parametrize("error", [HostFailure("the machine sneezed"), Stopped("by a signal")])
def test_no_question_goes_on_when_the_machine_has_failed_at_another(error: BaseException) -> None:
    lines = [Thinking(), Failing(error), Failing(error), Thinking()]
    scheduled = ScheduledGame(0, (0, 1, 2, 3), LOW_HAND, (b"",) * 4)

    async def main() -> None:
        planned = plan_of(GAME, GAME.Options(limit=None, rounds=1), 4)
        with pytest.raises(type(error), match=str(error)):
            await Referee(planned, scheduled, lines).play()
        assert not any(line.at_work for line in lines if isinstance(line, Thinking))

    asyncio.run(main())


@pytest.mark.parametrize(
    ("script", "verdict", "detail"),
    [
        (lambda _: None, Verdict.CRASHED, "the script ended"),
        (lambda turn: first_legal(turn, 99.0), Verdict.TIMEOUT, "no answer within"),
        (lambda _: (0.001, b"\xff\xff\xff"), Verdict.PROTOCOL, "no BotMessage"),
        (lambda _: (0.001, pb.BotMessage(join=pb.Join())), Verdict.PROTOCOL, "no Choice"),
        (
            lambda turn: (0.001, pb.BotMessage(choice=pb.Choice(turn=turn.number - 1))),
            Verdict.PROTOCOL,
            "for turn 2",
        ),
        (
            lambda turn: (0.001, pb.BotMessage(choice=pb.Choice(turn=turn.number))),
            Verdict.ILLEGAL,
            "neither a move nor an index",
        ),
    ],
)
def test_a_fault_forfeits_the_game_with_evidence_and_the_others_play_on(
    script: Script, verdict: Verdict, detail: str
) -> None:
    lines = seats(failing_at(3, script))
    record = play(lines)
    (forfeit,) = record.forfeits
    assert rec.Verdict.Name(forfeit.verdict) == f"VERDICT_{verdict.name}"
    assert forfeit.seat == 1
    assert detail in forfeit.detail
    assert forfeit.log_tail == "the last words"
    assert lines[1].closed
    assert len(lines[1].turns) == 3
    assert record.ranks[1] == 3
    assert [len(line.told) for line in lines] == [2, 1, 2]


def test_a_lost_seat_plays_its_first_legal_move_so_the_others_meet_the_same_game() -> None:
    record = play(seats(failing_at(3, lambda _: None)))
    assert list(record.scores) == list(CLEAN.scores)
    assert [entry.move for entry in record.entries] == [entry.move for entry in CLEAN.entries]
    played = own_moves(record, 1)
    assert [entry.fallback for entry in played] == [False] * 2 + [True] * (len(played) - 2)
    assert {entry.verdict for entry in played[2:]} == {rec.VERDICT_CRASHED}


def test_a_refused_move_is_an_entry_of_its_own() -> None:
    def foreign(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
        move = pb.Move(six_nimmt=SixNimmtMove(card=104))
        return 0.25, pb.BotMessage(choice=pb.Choice(turn=turn.number, move=move))

    refused, fallback = own_moves(play(seats(failing_at(1, foreign))), 1)[:2]
    assert (refused.move.six_nimmt.card, refused.fallback) == (104, False)
    assert refused.verdict == fallback.verdict == rec.VERDICT_ILLEGAL
    assert refused.wall_us == 250_000
    assert fallback.fallback
    assert fallback.move.six_nimmt.card == 20


def by_index(index: int) -> Script:
    """Return a script that answers with this index, counted from the end if it is negative."""

    def answer(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
        number = index if index >= 0 else len(turn.legal) + index
        return 0.001, pb.BotMessage(choice=pb.Choice(turn=turn.number, index=number))

    return answer


def test_an_index_is_as_good_as_the_move_and_the_record_has_the_move() -> None:
    assert (
        play(
            [ScriptedConnection(by_index(0)), ScriptedConnection(), ScriptedConnection(by_index(0))]
        )
        == CLEAN
    )

    def last_legal(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
        return 0.001, pb.BotMessage(choice=pb.Choice(turn=turn.number, move=turn.legal[-1]))

    last = play(seats(last_legal))
    assert play(seats(by_index(-1))) == last != CLEAN


@pytest.mark.parametrize("index", [10, 2**32 - 1])
def test_an_index_that_is_not_there_is_illegal_and_the_detail_says_which_are(index: int) -> None:
    record = play(seats(failing_at(1, by_index(index))))
    (forfeit,) = record.forfeits
    assert forfeit.verdict == rec.VERDICT_ILLEGAL
    assert forfeit.detail == f"{index} is no index of Turn.legal, which has 0 to 9"
    refused, fallback = own_moves(record, 1)[:2]
    assert (refused.move, refused.verdict) == (pb.Move(), rec.VERDICT_ILLEGAL)
    assert fallback.move == CLEAN.entries[1].move


def test_a_late_answer_is_never_played() -> None:
    control = TimeControl(0.05, 0)

    def late(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
        # Within the timer's own lateness, but over the limit by the referee's judgement.
        return 0.0601, pb.BotMessage(choice=pb.Choice(turn=turn.number, move=turn.legal[-1]))

    record = play(seats(failing_at(1, late)), control)
    assert record.forfeits[0].verdict == rec.VERDICT_TIMEOUT
    assert own_moves(record, 1)[0].fallback


def test_an_answer_exactly_at_the_limit_is_in_time() -> None:
    exact = failing_at(1, lambda turn: first_legal(turn, 0.05))
    assert not [f for f in play(seats(exact), TimeControl(0.05, 0.01)).forfeits if f.seat == 1]


def test_a_turn_says_what_the_last_answer_took_and_what_is_left() -> None:
    lines = seats(lambda turn: first_legal(turn, 0.2))
    play(lines, TimeControl(10, 0.1))
    first, second = lines[1].turns[:2]
    assert not first.HasField("last_wall_us")
    assert first.time_left_us == 10_100_000
    assert second.last_wall_us == second.last_cpu_us == 200_000
    assert second.time_left_us == 10_000_000


def test_the_clock_charges_cpu_time_and_the_record_keeps_both() -> None:
    lines = seats(lambda turn: first_legal(turn, 0.2))
    lines[1].cpu = 0.5
    record = play(lines, TimeControl(10, 0.1))
    second = lines[1].turns[1]
    assert (second.last_wall_us, second.last_cpu_us) == (200_000, 100_000)
    assert second.time_left_us == 10_100_000
    entry = own_moves(record, 1)[0]
    assert (entry.wall_us, entry.cpu_us, entry.waited_us) == (200_000, 100_000, 0)


def test_what_a_box_waits_for_its_cpu_is_in_the_record_and_costs_nothing() -> None:
    lines = seats(lambda turn: first_legal(turn, 0.2))
    lines[1].waits = 60.0
    record = play(lines, TimeControl(10, 0.1))
    assert not record.forfeits
    assert lines[1].turns[1].time_left_us == 10_000_000
    entry = own_moves(record, 1)[0]
    assert (entry.wall_us, entry.cpu_us, entry.waited_us) == (60_200_000, 200_000, 60_000_000)


def test_a_bot_that_sleeps_pays_a_third_of_it_until_its_clock_is_empty() -> None:
    lines = seats(lambda turn: first_legal(turn, 1.5))
    lines[1].cpu = 0.0
    record = play(lines, TimeControl(2, 0.1))
    assert [turn.time_left_us for turn in lines[1].turns[:3]] == [2_100_000, 1_700_000, 1_300_000]
    assert record.forfeits[-1].verdict == rec.VERDICT_TIMEOUT


def test_an_answer_that_takes_more_than_three_times_what_is_left_is_too_late() -> None:
    lines = seats(failing_at(2, lambda turn: first_legal(turn, 0.56)))
    lines[1].cpu = 0.0
    (forfeit,) = play(lines, TimeControl(0.1, 0)).forfeits
    assert forfeit.verdict == rec.VERDICT_TIMEOUT
    assert "no answer within 0.329 s" in forfeit.detail


def test_wall_time_is_charged_where_that_was_asked_for() -> None:
    lines = seats(lambda turn: first_legal(turn, 0.2))
    for line in lines:
        line.cpu = None
    play(lines, TimeControl(10, 0.1, kind=ClockKind.WALL))
    second = lines[1].turns[1]
    assert second.time_left_us == 10_000_000
    assert not second.HasField("last_cpu_us")


def test_a_clock_of_cpu_time_that_cannot_be_read_is_our_failure() -> None:
    lines = seats(first_legal)
    lines[1].cpu = None
    with pytest.raises(HostFailure, match="play with --clock-kind wall"):
        play(lines)


def test_a_seat_that_was_lost_before_the_game_is_played_for_from_the_start() -> None:
    record = play([ScriptedConnection(), Fault(Verdict.NO_START, "no such program")])
    assert record.forfeits[0].verdict == rec.VERDICT_NO_START
    assert all(entry.fallback for entry in own_moves(record, 1))


def test_forfeited_seats_rank_below_all_clean_ones() -> None:
    assert rank_seats((1, 2, 3, 3), {0, 2}) == (3, 1, 4, 2)
    assert rank_seats((1, 1, 3), set()) == (1, 1, 3)


@pytest.mark.parametrize(
    "move", [pb.Move(big_fish=BigFishMove()), pb.Move()], ids=["another game", "no game"]
)
def test_a_move_of_another_game_is_illegal(move: pb.Move) -> None:
    record = play(
        seats(lambda turn: (0.0, pb.BotMessage(choice=pb.Choice(turn=turn.number, move=move))))
    )
    assert record.forfeits[0].verdict == rec.VERDICT_ILLEGAL
    assert record.forfeits[0].detail == "the Choice has no move of 6 nimmt!"


# --- a game with a penalty of its own ---

FISH = find_game("big_fish")


def go_fishing(line: ScriptedConnection) -> rec.GameRecord:
    scheduled = ScheduledGame(0, (0, 1), Deal(1), (bytes(16), bytes(16)))
    lines = [ScriptedConnection(), line]
    return asyncio.run(Referee(plan_of(FISH, FISH.Options(), 2), scheduled, lines).play())


def unreadable(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
    return 0.1, pb.BotMessage(choice=pb.Choice(turn=turn.number))


def no_such_index(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
    choice = pb.Choice(turn=turn.number, index=len(turn.legal))
    return 0.1, pb.BotMessage(choice=choice)


@pytest.mark.parametrize("unreadable", [unreadable, no_such_index])
def test_where_the_rulebook_has_a_penalty_an_illegal_move_costs_it_and_is_asked_for_again(
    unreadable: Script,
) -> None:
    line = ScriptedConnection(failing_at(2, unreadable))
    record = go_fishing(line)
    assert not record.forfeits
    refused = [entry for entry in record.entries if entry.verdict == rec.VERDICT_ILLEGAL]
    assert [(entry.seat, entry.fallback) for entry in refused] == [(1, False)]
    asked, again = line.turns[1:3]
    assert (asked.view.big_fish.refused, again.view.big_fish.refused) == (False, True)
    assert again.view.big_fish.fiasco == 1
    assert asked.legal == again.legal
    assert again.last_wall_us == 100_000
    clean = go_fishing(ScriptedConnection())
    assert [score - other for score, other in zip(record.scores, clean.scores, strict=True)] == [
        0,
        -5,
    ]


def test_a_second_illegal_move_in_a_row_forfeits_all_the_same() -> None:
    def twice(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
        return unreadable(turn) if turn.number in (2, 3) else first_legal(turn)

    line = ScriptedConnection(twice)
    record = go_fishing(line)
    (forfeit,) = record.forfeits
    assert (forfeit.seat, forfeit.verdict) == (1, rec.VERDICT_ILLEGAL)
    assert len(line.turns) == 3
    assert own_moves(record, 1)[3].fallback


def test_a_first_and_a_later_illegal_move_are_two_penalties_and_no_forfeit() -> None:
    def now_and_then(turn: pb.Turn) -> tuple[float, pb.BotMessage]:
        return unreadable(turn) if turn.number in (2, 4) else first_legal(turn)

    record = go_fishing(ScriptedConnection(now_and_then))
    assert not record.forfeits
    assert sum(entry.verdict == rec.VERDICT_ILLEGAL for entry in record.entries) == 2


def test_running_out_of_time_is_no_illegal_move_and_forfeits_at_once() -> None:
    record = go_fishing(ScriptedConnection(failing_at(2, lambda turn: first_legal(turn, 99))))
    assert [forfeit.verdict for forfeit in record.forfeits] == [rec.VERDICT_TIMEOUT]
    assert record.scores == go_fishing(ScriptedConnection()).scores
