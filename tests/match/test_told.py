"""What is told of a recorded game besides its events: who was refused, who forfeits and why."""

from arena.match.events import tell_step
from arena.match.replay import open_replays
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec
from tests.viewer.matches import erring

REPLAYS = open_replays(erring("six_nimmt"))


def test_a_forfeit_is_told_once_with_its_reason_before_the_referee_plays() -> None:
    for replay in REPLAYS:
        assert replay.recorded.forfeits
        told = [said for step in replay.steps() for said in tell_step(replay, step)]
        for forfeit in replay.recorded.forfeits:
            who = f"seat {forfeit.seat} ({replay.names[forfeit.seat]})"
            sentence = f"Forfeit of {who}: {read_verdict(forfeit.verdict)}: {forfeit.detail}."
            assert told.count(sentence) == 1
            played = [at for at, said in enumerate(told) if said.endswith(f"for {who}.")]
            assert told.index(sentence) < played[0]


def test_a_refused_answer_is_told_to_its_own_seat_alone() -> None:
    refusals = 0
    for replay in REPLAYS:
        for step in replay.steps():
            refused = {one.seat for one in step.entries if one.verdict == rec.VERDICT_ILLEGAL}
            asked = {one.seat for one in step.entries if not one.fallback}
            for seat in asked:
                told = [said.startswith("Refused") for said in tell_step(replay, step, seat)]
                assert any(told) == (seat in refused)
                refusals += any(told)
    assert refusals
