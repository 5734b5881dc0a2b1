import pytest

from arena.games.messages import EnumMap
from arena.v1 import six_nimmt_pb2 as pb


def test_an_enum_of_the_wire_is_words_and_back() -> None:
    kinds = EnumMap(pb.SixNimmtDecision, ("card", "row", "draft", "side"))
    assert kinds.number["row"] == pb.SIX_NIMMT_DECISION_ROW == 2
    assert kinds.word[pb.SIX_NIMMT_DECISION_DRAFT] == "draft"
    assert 0 not in kinds.word


@pytest.mark.parametrize(
    "words",
    [
        ("card", "row", "draft"),
        ("card", "row", "draft", "side", "end"),
        ("row", "card", "draft", "side"),
    ],
)
def test_words_that_are_not_those_of_the_enum_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="are not the words of SIX_NIMMT_DECISION_CARD, "):
        EnumMap(pb.SixNimmtDecision, words)
