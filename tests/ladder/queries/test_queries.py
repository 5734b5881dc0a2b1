"""What `ladder show`, `bots`, `matches` and `log` tell of a ladder."""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ladder.cli.output import print_json
from ladder.log.entries import (
    ORGANISER,
    Admitted,
    Benched,
    Chosen,
    Entered,
    Excluded,
    Frozen,
    Joined,
    Limited,
    Limits,
    Paused,
    Played,
    SeasonBegun,
    Withdrawn,
)
from ladder.queries.bots import compare_bots, list_bots, read_bot
from ladder.queries.comparisons import read_grades, read_matrix
from ladder.queries.health import examine
from ladder.queries.matches import list_matches, read_match
from ladder.queries.overview import list_log, read_rules
from ladder.queries.snapshot import Snapshot
from ladder.store.reader import Reader
from ladder.store.store import Store
from tests.ladder.bad_input.mistakes import refused
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, make_ladder, plan_match, play_on, queue, void
from tests.programs import Run

TOMORROW = datetime.now(UTC) + timedelta(days=1)


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    with golden.open(tmp_path / "ladder.db", make_ladder, "one", "two", "three") as store:
        yield store


def enter(store: Store, player: str, author: str) -> None:
    store.enter(Entered(player, author, player.encode().hex().ljust(64, "0"), ()), b"")


def test_the_rules_say_what_is_so_by_now(store: Store) -> None:
    rules = read_rules(store)
    assert (rules.matches, rules.waiting, rules.bots, rules.season) == (0, 0, 3, 1)
    assert (rules.frozen, rules.paused, rules.limits) == (False, False, Limits())
    play_on(store, 2)
    queue(store, plan_match(store))
    store.append(Joined("ada"), Limited(Limits(bots=2)), Frozen(frozen=True), Paused(paused=True))
    rules = read_rules(store)
    assert (rules.matches, rules.waiting, rules.authors) == (2, 1, 1)
    assert (rules.frozen, rules.paused, rules.limits.bots) == (True, True, 2)
    assert (rules.entries, rules.digest) == store.head()


def test_every_bot_is_told_with_what_became_of_it(store: Store) -> None:
    store.append(Joined("ada"))
    enter(store, "four@1", "ada")
    enter(store, "four@2", "ada")
    enter(store, "five@1", "ada")
    enter(store, "five@2", "ada")
    store.append(
        Withdrawn("four@2"),
        Chosen("five@1"),
        Benched("one@1", "it fails", ()),
        Excluded("it cheats", bot="two"),
    )
    states = {one.player: one.state for one in list_bots(store.roster(), {}, versions=True)}
    assert states == {
        "one@1": "benched",
        "two@1": "excluded",
        "three@1": "plays",
        "four@1": "plays",
        "four@2": "withdrawn",
        "five@1": "plays",
        "five@2": "replaced",
    }
    shown = [(one.player, one.author) for one in list_bots(store.roster(), {})]
    assert shown[2:] == [("three@1", ORGANISER), ("four@1", "ada"), ("five@1", "ada")]
    store.append(SeasonBegun(2, "endless", ("three@1",)))
    states = {one.player: one.state for one in list_bots(store.roster(), {})}
    assert states["four@1"] == "not in this season"


def test_matches_are_told_the_newest_and_the_best_first(store: Store) -> None:
    entries = play_on(store, 5, erring=["two"])
    found = list(list_matches(store))
    assert [one.match for one in found] == [5, 4, 3, 2, 1]
    for one, entry in zip(found, reversed(entries), strict=True):
        assert sorted(one.players) == sorted(entry.played.players)
        assert list(one.ranks) == sorted(one.ranks)
        failed = dict(zip(one.players, one.forfeits, strict=True))
        assert all((number > 0) == (player == "two@1") for player, number in failed.items())
    theirs = list(list_matches(store, player="two@1", newest=2))
    assert len(theirs) == 2
    assert all("two@1" in one.players for one in theirs)
    assert not list(list_matches(store, season=2))


def test_every_kind_of_entry_is_a_sentence(store: Store) -> None:
    play_on(store, 1)
    void(store, queue(store, plan_match(store)).match, "the engine went away")
    store.cancel(2, "one@1 plays no more")
    store.append(Joined("ada"))
    store.append(Excluded("it cheats", author="ada"), Excluded("so", match=1))
    store.append(Admitted("it does not", match=1))
    said = {line.kind: line.text for line in list_log(store)}
    assert said["voided"] == "match 2 is void in attempt 1: the engine went away"
    assert said["cancelled"] == "match 2 is cancelled: one@1 plays no more"
    assert said["excluded"] == "every bot of ada counts no more: it cheats"
    assert said["admitted"] == "match 1 counts again: it does not"
    # The newest come first, so the oldest of a kind is what is left.
    assert said["entered"] == "one@1 of organiser comes in"
    assert [line.kind for line in list_log(store, kinds=["played"])] == ["played"]
    assert [line.number for line in list_log(store, before=3)] == [2, 1]
    assert [line.number for line in list_log(store, before=1)] == []


LISTS = [["show"], ["bots"], ["bots", "--versions"], ["matches", "--bot", "one"], ["log"]]


@pytest.mark.parametrize("words", LISTS, ids=" ".join)
def test_every_list_fits_a_screen_and_has_a_form_for_programs(
    ladder: Run, store: Store, words: list[str]
) -> None:
    play_on(store, 3, erring=["two"])
    lines = ladder(*words).stdout.splitlines()
    assert max(map(len, lines[:-1])) <= 80
    assert lines[-1].startswith("Try: ")
    assert json.loads(ladder(*words, "--json").stdout)


@pytest.mark.usefixtures("store")
def test_a_kind_of_entry_that_there_is_not_is_refused(ladder: Run) -> None:
    sentence = refused(ladder("log", "--kind=playd", check=2))
    assert sentence.startswith("'playd' is no kind of entry; there are: admitted, ")


@pytest.mark.parametrize("words", [["bots"], ["matches"]], ids=" ".join)
def test_a_list_of_nothing_says_what_to_do(ladder: Run, tmp_path: Path, words: list[str]) -> None:
    make_ladder(tmp_path / "ladder.db").close()
    lines = ladder(*words).stdout.splitlines()
    assert lines[0].startswith("No ")
    assert lines[1].startswith("Try: ")


ANSWERS: dict[str, Callable[[Store, Path], Any]] = {
    "show": lambda store, _: read_rules(store),
    "bot": lambda store, _: read_bot(store, "two@1"),
    "duel": lambda store, _: compare_bots(Snapshot(store), "one", "two"),
    "match": lambda store, _: read_match(store, 1),
    "matrix": lambda store, _: read_matrix(Snapshot(store), "six_nimmt", 9, None),
    "grades": lambda store, _: read_grades(store, None, "one", None),
    "doctor": lambda store, _: examine(store),
}


@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS)
def test_programs_get_every_field_of_an_answer(
    store: Store, tmp_path: Path, ask: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    play_on(store, 3, erring=["two"])
    answer = ask(store, tmp_path)
    print_json(answer, note="so")
    told = json.loads(capsys.readouterr().out)
    assert told.keys() == {*(field.name for field in fields(answer)), "note"}


def test_a_bot_is_told_with_whom_it_met_and_what_it_forfeited(store: Store) -> None:
    play_on(store, 3, erring=["two"])
    story = read_bot(store, "two@1")
    met = [entry.played for entry in store.matches_of("two@1")]
    assert story.matches == len(met)
    assert sum(story.forfeits.values()) == sum(sum(own(one, "two@1").values()) for one in met) > 0
    assert [one.match for one in story.last] == [played.match for played in met]
    for one in story.opponents:
        together = [played.games for played in met if one.player in played.players]
        assert one.games == sum(together)
        assert one.ahead <= one.behind


def own(played: Played, player: str) -> dict[str, int]:
    return played.forfeits[played.players.index(player)]


def test_a_grade_has_the_newest_version_though_an_older_one_was_chosen(store: Store) -> None:
    store.append(Joined("ada"))
    for player in ("hers@1", "hers@2"):
        digest, content = files_like(player)
        store.enter(Entered(player, "ada", digest, ()), content)
        play_on(store, 2)
    store.append(Chosen("hers@1"))
    grade, *_ = (one for one in read_grades(store, None, None, None).grades if one.author == "ada")
    assert grade.best is not None
    assert grade.newest is not None
    assert (grade.best.player, grade.newest.player) == ("hers@1", "hers@2")


@pytest.mark.parametrize(
    ("ask", "found_by"),
    [
        (lambda store: store.matches_of("one@1", 1), "player=? AND number<?"),
        (lambda store: store.count_results(), "rowid<?"),
        (lambda store: store.results_before(TOMORROW), "time<?"),
        (lambda store: store.count_matches(), "player=? AND number=?"),
        (lambda store: store.count_matches_of("one@1"), "player=? AND number<?"),
        (lambda store: store.pairs_of("one@1", "two@1"), "player=? AND other=?"),
        (lambda store: store.common_matches("one@1", "two@1", 1, 0), "player=? AND number<?"),
        (lambda store: store.curve(1, "six_nimmt", "one@1", 9), "player=? AND matches=?"),
    ],
)
def test_no_page_reads_more_than_it_shows_of_many_matches(
    store: Store, ask: Callable[[Store], object], found_by: str
) -> None:
    from sqlalchemy import Connection, Engine, event

    plans: list[str] = []

    def explain(here: Connection, cursor: object, asked: str, given: Any, *_: object) -> None:
        if "SELECT" in asked and not asked.startswith("EXPLAIN"):
            found = here.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}", given)
            plans.extend(row[-1] for row in found)

    play_on(store, 2)
    event.listen(Engine, "before_cursor_execute", explain)
    assert ask(store)
    event.remove(Engine, "before_cursor_execute", explain)
    assert [step for step in plans if found_by in step]
    slow = [step for step in plans if "TEMP B-TREE" in step or step.startswith("SCAN")]
    # Everybody is looked for one by one.
    assert [step for step in slow if step != "SCAN everybody"] == []


def test_matches_are_counted_up_to_an_entry(store: Store) -> None:
    play_on(store, 2)
    before, (newest, _) = store.at_head(), store.results_before(TOMORROW)
    play_on(store, 3)
    assert (before.count_results(), store.count_results(), store.results_after(newest)) == (2, 5, 3)
    assert before.count_matches() == {one: before.count_matches_of(one) for one in seen(before)}
    assert store.count_matches() == {one: store.count_matches_of(one) for one in seen(store)}
    for player in seen(store):
        assert store.count_matches_of(player) == len(store.matches_of(player))
    (met,) = store.pairs_of("one@1", "two@1")
    assert met.matches == len(store.common_matches("two@1", "one@1", 10, 0))
    assert before.results_before(TOMORROW) == (newest, 2)
    assert store.results_before(TOMORROW - timedelta(days=2)) == (0, 0)


def seen(store: Reader) -> set[str]:
    return {player for result in store.results() for player in result.players}
