"""Options as text: what is written can be read, and what cannot be is refused in one sentence."""

import re
from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UserError
from arena.games import find_game, game_names
from arena.games.options import (
    Option,
    describe_options,
    option_choices,
    read_options,
    write_options,
)
from arena.games.six_nimmt import Options, SixNimmt

GAME = SixNimmt()

some_options = st.builds(
    Options,
    variant=st.sampled_from(["base", "tactics", "logic", "professional"]),
    limit=st.integers(1, 1000),
    rounds=st.none() | st.integers(1, 100),
) | st.builds(Options, limit=st.none(), rounds=st.integers(1, 100))


@given(some_options)
def test_options_are_the_same_after_writing_and_reading(options: Options) -> None:
    assert read_options(GAME, write_options(options)) == options


@pytest.mark.parametrize("name", game_names())
def test_every_choice_of_every_game_can_be_written_and_read(name: str) -> None:
    game = find_game(name)
    choices = [*option_choices(game)]
    assert (len(choices) > 1) == any(describe_options(game))
    for options in choices:
        assert read_options(game, write_options(options)) == options


def test_options_that_are_not_named_have_their_defaults() -> None:
    assert read_options(GAME, {}) == Options()
    assert read_options(GAME, {"variant": "logic"}) == Options(variant="logic")


def test_options_are_written_as_a_person_would() -> None:
    assert write_options(Options("logic", limit=None, rounds=3)) == {
        "variant": "logic",
        "limit": "none",
        "rounds": "3",
    }


@pytest.mark.parametrize(
    ("texts", "right"),
    [
        ({"players": "3"}, "it has variant, limit, rounds"),
        ({"variant": "nifty"}, "it can be base | tactics | logic | professional"),
        ({"variant": "none"}, "it can be base | tactics | logic | professional"),
        ({"variant": "1"}, "it can be base | tactics | logic | professional"),
        ({"variant": ""}, "it can be base | tactics | logic | professional"),
        ({"limit": "many"}, "it can be a number | none"),
        ({"limit": "true"}, "it can be a number | none"),
        ({"limit": "-1"}, "it can be a number | none"),
        ({"limit": "6.5"}, "it can be a number | none"),
        ({"limit": " 66"}, "it can be a number | none"),
        ({"limit": "9" * 5000}, "it can be a number | none"),
        ({"limit": "0"}, "limit is 1 to 1000 heads"),
        ({"limit": "1001"}, "limit is 1 to 1000 heads"),
        ({"rounds": "0"}, "rounds is 1 to 100"),
        ({"rounds": "101"}, "rounds is 1 to 100"),
        ({"limit": "none"}, "the game would never end"),
        ({"limit": "none", "rounds": "none"}, "the game would never end"),
    ],
)
def test_a_refusal_is_one_sentence_that_says_what_would_be_right(
    texts: dict[str, str], right: str
) -> None:
    with pytest.raises(UserError) as mistake:
        read_options(GAME, texts)
    sentence = str(mistake.value)
    assert right in sentence
    assert re.fullmatch(r"[^\n]+[^\n.]\.", sentence)


def test_a_person_is_told_of_every_option_with_its_default_and_its_choices() -> None:
    described = [(option.name, option.default, option.choices) for option in describe_options(GAME)]
    assert described == [
        ("variant", "base", "base | tactics | logic | professional"),
        ("limit", "66", "a number | none"),
        ("rounds", "none", "a number | none"),
    ]


@pytest.mark.parametrize("name", game_names())
def test_every_option_of_every_game_says_what_it_is_for(name: str) -> None:
    for option in describe_options(find_game(name)):
        assert isinstance(option, Option)
        assert option.help
        assert option.choices


class WithSwitch(SixNimmt):
    """A game with an option of another kind."""

    @dataclass(frozen=True)
    class Options:
        """One switch, and a word or nothing."""

        open: bool = field(default=False, metadata={"help": "play openly"})
        keep: Literal["high", "low"] | None = field(default=None, metadata={"help": "what to keep"})


def test_a_switch_is_true_or_false() -> None:
    game = WithSwitch()
    assert read_options(game, {"open": "true"}).open is True
    assert [option.choices for option in describe_options(game)] == [
        "true | false",
        "high | low | none",
    ]
    for text in ("yes", "1", "none", "True"):
        with pytest.raises(UserError, match=r"it can be true \| false"):
            read_options(game, {"open": text})


def test_a_word_or_nothing_is_either() -> None:
    game = WithSwitch()
    assert read_options(game, {"keep": "low"}).keep == "low"
    assert read_options(game, {"keep": "none"}).keep is None
    with pytest.raises(UserError, match="high"):
        read_options(game, {"keep": "middle"})


class WithLists(SixNimmt):
    """A game with options that cannot be listed."""

    @dataclass(frozen=True)
    class Options:
        """Letters, and numbers."""

        colours: str = field(default="RPG", metadata={"help": "which colours"})
        points: tuple[int, ...] = field(default=(10, 6), metadata={"help": "of the ranks"})


def test_letters_are_written_as_they_are() -> None:
    game = WithLists()
    assert read_options(game, {"colours": "BG"}).colours == "BG"
    for text in ("none", "true", "7", "1,2"):
        with pytest.raises(UserError, match=r"Option colours cannot be .*; it can be letters"):
            read_options(game, {"colours": text})


def test_numbers_are_written_with_commas() -> None:
    game = WithLists()
    assert read_options(game, {"points": "9,5,0"}).points == (9, 5, 0)
    assert write_options(game.Options()) == {"colours": "RPG", "points": "10,6"}
    assert [option.choices for option in describe_options(game)] == [
        "letters",
        "numbers with commas",
    ]
    for text in ("9", "9,", ",9", "9, 5", "9;5", "-1,2", "a,b", "1" * 5000, "1," * 5000 + "1"):
        with pytest.raises(UserError, match="it can be numbers with commas"):
            read_options(game, {"points": text})
