"""What a connection takes for a Join, for an answer, and for neither."""

import pytest

from arena.match.connection import REVISION, read_choice, read_join
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb

# A field of bytes with the number 1000, which no message of ours has.
UNKNOWN = b"\xc2\x3e\x06secret"


def test_a_join_of_this_revision_opens_the_conversation() -> None:
    join = pb.Join(revision=REVISION, events=True)
    assert read_join(pb.BotMessage(join=join).SerializeToString()) == join


@pytest.mark.parametrize("revision", [0, REVISION + 1, 2**32 - 1])
def test_a_join_of_another_revision_is_told_which_is_spoken_here(revision: int) -> None:
    fault = read_join(pb.BotMessage(join=pb.Join(revision=revision)).SerializeToString())
    assert isinstance(fault, Fault)
    assert fault.verdict is Verdict.PROTOCOL
    assert fault.detail == f"Join.revision was {revision}; this referee speaks {REVISION}"


@pytest.mark.parametrize("turn", [0, 6, 8])
def test_an_answer_to_another_question_is_none(turn: int) -> None:
    answer = pb.BotMessage(choice=pb.Choice(turn=turn, index=0)).SerializeToString()
    fault = read_choice(answer, 7)
    assert isinstance(fault, Fault)
    assert fault.detail == f"turn 7 was answered with a Choice for turn {turn}"


def test_a_reason_of_a_bot_is_kept_in_part_and_an_empty_one_is_told() -> None:
    for reason, kept in (("no JSON" * 1000, 500), ("no JSON", 7), ("", 31)):
        said = pb.BotMessage(unreadable=pb.Unreadable(reason=reason)).SerializeToString()
        for fault in (read_join(said), read_choice(said, 7)):
            assert isinstance(fault, Fault)
            assert fault.verdict is Verdict.PROTOCOL
            assert len(fault.detail) == kept


def test_nothing_is_kept_of_an_answer_but_what_is_known() -> None:
    choice = pb.Choice.FromString(pb.Choice(turn=7, index=3).SerializeToString() + UNKNOWN)
    assert UNKNOWN in choice.SerializeToString()
    read = read_choice(pb.BotMessage(choice=choice).SerializeToString(), 7)
    assert isinstance(read, pb.Choice)
    assert read.SerializeToString() == pb.Choice(turn=7, index=3).SerializeToString()
