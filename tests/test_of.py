"""The tests of a file are those that are it, mirror it, import it, say it or try its mutants."""

from tests import of


def test_tests_import_a_module_or_something_of_it() -> None:
    found = of.tests_of(["arena/match/referee.py"])
    assert "tests/match/test_referee.py" in found
    assert "tests/games/test_deal.py" not in found
    rules = of.tests_of(["arena/games/six_nimmt/rules.py"])
    assert "tests/games/six_nimmt/test_rules.py" in rules
    assert "tests/games/tonton/test_rules.py" not in rules
    assert "tests/check/test_broken.py" in of.tests_of(["arena/check/check.py"])
    assert "tests/fuzz/test_doors.py" in of.tests_of(["ladder/acts.py"])


def test_tests_are_of_what_they_say_are_and_whose_mutants_they_try() -> None:
    assert "tests/mutants/test_mutants.py" in of.tests_of(["tests/mutants/test_mutants.py"])
    assert "tests/match/test_told.py" in of.tests_of(["arena/match/events.py"])
    assert of.tests_of(["no/such" + "/file"]) == []


def test_a_package_and_the_sdk_are_imported_by_their_names() -> None:
    assert of.module_of("arena/games/__init__.py") == "arena.games"
    assert of.module_of("sdk/python/arena_sdk/bot.py") == "arena_sdk.bot"
    assert of.module_of("docs/bots.md") == "docs/bots.md"
