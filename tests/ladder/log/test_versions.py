"""A ladder names by which release it is played, dealt and rated; another program refuses it."""

from pathlib import Path

import pytest

from arena.errors import UserError
from arena.match import plan as plans
from arena.match.plan import read_plan
from ladder.archive.exchange import import_export, write_export
from ladder.cli.doctor import doctor
from ladder.log import versions
from ladder.store.opening import open_reader, open_store
from tests.ladder.ladders import TEAMS, make_ladder, open_log, plan_match


def test_a_log_names_the_rules_of_its_games_the_dealing_and_the_rating() -> None:
    assert open_log(TEAMS).versions == {"tonton": "1.0", "dealing": "1.0", "rating": "1.0"}


def test_a_ladder_of_another_rating_is_refused_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, file = str(tmp_path / "ladder.db"), tmp_path / "ladder.zip"
    with make_ladder(place, "one", "two") as store:
        write_export(store, file, submissions=False)
    monkeypatch.setattr(versions, "RATING", "2.1")
    said = "the rating of release 1.0, and this program those of 2.1; take release 1.0"
    for opened in (open_store, open_reader):
        with pytest.raises(UserError, match=said):
            opened(place)
    with pytest.raises(UserError, match=said):
        import_export(str(tmp_path / "copy.db"), file)
    assert not (tmp_path / "copy.db").exists()
    with pytest.raises(UserError, match=said):
        doctor.main(["--ladder", place], standalone_mode=False)


def test_a_match_of_other_rules_or_another_dealing_is_refused_with_the_release_that_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with make_ladder(tmp_path / "ladder.db", "one", "two") as store:
        plan = plan_match(store)
    assert (plan.rules, plan.dealing) == ("1.0", "1.0")
    plan.rules = "1.4"
    with pytest.raises(UserError, match=r"the rules of 6 nimmt! of release 1.4.* take release 1.4"):
        read_plan(plan)
    plan.rules = ""
    assert read_plan(plan).rules == ""
    monkeypatch.setattr(plans, "DEALING", "2.0")
    with pytest.raises(UserError, match=r"the dealing of release 1.0.* take release 1.0"):
        read_plan(plan)
