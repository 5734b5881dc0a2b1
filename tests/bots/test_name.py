"""What a bot may be called."""

import pytest

from arena.bots.manifest import check_name, derive_name, is_name
from arena.bots.samples import sample_names
from arena.errors import UserError


@pytest.mark.parametrize("name", ["a", "7", "my-bot", "my_bot.2+x", "A" * 40, *sample_names()])
def test_what_can_be_typed_and_is_only_itself_is_a_name(name: str) -> None:
    assert check_name(name) == derive_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", " ", "a b", "-a", ".a", "a" * 41, "a\n", "é", "\u0430", "[/b]", "a=b", "a@1", "a#2"],
)
def test_anything_else_is_none_and_has_one_that_is_near(name: str) -> None:
    with pytest.raises(
        UserError, match="cannot be a bot's name; expected up to 40 letters of a to z"
    ):
        check_name(name)
    assert is_name(derive_name(name))


def test_a_bot_without_a_name_is_called_as_its_folder_is() -> None:
    assert derive_name("My bot (2)") == "My_bot__2_"
    assert derive_name("...") == derive_name("") == "bot"
