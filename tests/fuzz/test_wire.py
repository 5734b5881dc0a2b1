"""Whatever bytes a bot sends, the referee has an answer or a fault, and never an exception."""

from hypothesis import given
from hypothesis import strategies as st

from arena.match.clock import Spent
from arena.match.connection import Reply, read_choice, read_join
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb
from tests.fuzz.fuzzing import accept, fuzz, mutations

NUMBER = 7
TURN = pb.Turn(number=NUMBER)
for card in (3, 50, 104):
    TURN.legal.add().six_nimmt.card = card
JOIN = pb.BotMessage(join=pb.Join(revision=1))
CHOICE = pb.BotMessage(choice=pb.Choice(turn=NUMBER, move=TURN.legal[1]))
INDEX = pb.BotMessage(choice=pb.Choice(turn=NUMBER, index=2))
WHOLE = [message.SerializeToString() for message in (JOIN, CHOICE, INDEX)]
SENT = st.sampled_from(WHOLE).flatmap(mutations) | st.binary(max_size=300)


def check(fault: Fault) -> None:
    assert fault.verdict is Verdict.PROTOCOL
    assert fault.detail.isprintable()
    assert len(fault.detail) < 200


@fuzz(125)
@given(payload=SENT)
def test_any_first_message_is_a_join_or_a_fault(payload: bytes) -> None:
    joined = read_join(payload)
    if isinstance(joined, Fault):
        check(joined)
        return
    assert joined.revision == 1
    accept()


@fuzz(190)
@given(payload=SENT)
def test_any_answer_is_a_choice_or_a_fault(payload: bytes) -> None:
    choice = read_choice(payload, NUMBER)
    if isinstance(choice, Fault):
        check(choice)
        return
    assert choice.turn == NUMBER
    move = Reply(TURN, choice, Spent(0.0, 0.0)).move
    # What is kept of it in the record has nothing in it that is not in the contract.
    known = pb.Move.FromString(move.SerializeToString())
    known.DiscardUnknownFields()
    assert known == move
    accept()
