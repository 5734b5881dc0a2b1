"""Whatever a plan or a text of a command says, it can be played, or it is one sentence."""

from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UserError
from arena.games import find_game, game_names
from arena.games.options import describe_options, read_options, write_options
from arena.match.clock import parse_time_control
from arena.match.plan import read_plan, scheduled_games, write_plan
from arena.v1 import record_pb2 as rec
from tests.fuzz.fuzzing import accept, assert_sentence, fuzz, mutations
from tests.match.records import RECORD

NUMBERS = st.integers(0, 2**32 - 1).map(str) | st.sampled_from(["-1", "1e9", "٣", "9" * 400, "0x1"])
TEXTS = NUMBERS | st.text(max_size=12) | st.sampled_from(["none", "true", "false", "1,2", "RPG"])


@st.composite
def options_of(draw: st.DrawFn, name: str) -> dict[str, str]:
    known = [option.name for option in describe_options(find_game(name))]
    names = st.one_of(*map(st.just, known), st.text(max_size=8))
    return draw(st.dictionaries(names, TEXTS, max_size=3))


@fuzz(50)
@given(data=st.data())
def test_any_options_are_some_of_the_game_or_one_sentence(data: st.DataObject) -> None:
    game = find_game(data.draw(st.sampled_from(game_names())))
    try:
        options = read_options(game, data.draw(options_of(game.name)))
    except UserError as mistake:
        assert_sentence(mistake)
        return
    assert read_options(game, write_options(options)) == options
    accept()


@fuzz(75)
@given(payload=mutations(RECORD.plan.SerializeToString(deterministic=True)))
def test_a_changed_plan_can_be_played_or_is_one_sentence(payload: bytes) -> None:
    try:
        message = rec.Plan.FromString(payload)
    except DecodeError:
        return
    try:
        plan = read_plan(message)
    except UserError as mistake:
        assert_sentence(mistake)
        return
    assert read_plan(write_plan(plan)) == plan
    accept()
    # A hundred thousand of them take a while; what is looked at is that there are this many.
    if plan.games <= 1000:
        assert len(scheduled_games(plan)) == plan.games


# Most of the texts are clocks, others nearly so, and some are anything.
BANKS, INCREMENTS = (
    st.from_regex(rf"[0-9]{{1,{digits}}}(\.[0-9]{{1,3}})?", fullmatch=True) for digits in (5, 4)
)
CLOCKS = st.builds("{}+{}".format, BANKS, INCREMENTS)
CHANGED = CLOCKS.flatmap(lambda clock: mutations(clock.encode())).map(
    lambda changed: changed.decode(errors="replace")
)
TEXTS_OF_CLOCKS = st.sampled_from([*[CLOCKS] * 6, CHANGED, st.text(max_size=20)])


@fuzz(75)
@given(text=TEXTS_OF_CLOCKS.flatmap(lambda kind: kind))
def test_any_clock_can_be_played_by_or_is_one_sentence(text: str) -> None:
    try:
        control = parse_time_control(text)
    except UserError as mistake:
        assert_sentence(mistake)
        return
    assert control.bank >= 0
    assert control.increment >= 0
    assert control.bank + control.increment > 0
    accept()
