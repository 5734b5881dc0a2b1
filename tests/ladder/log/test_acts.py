"""Acts: each is an entry of the log with who decided it; what changes nothing is refused."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.archive.exchange import import_export, write_export
from ladder.log.admission import require_day
from ladder.log.entries import ORGANISER, Act, Benched, Entered, Joined
from ladder.shares import DECISIONS_A_DAY
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.store.tokens import Tokens
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, make_ladder, plan_match, play_on, queue
from tests.programs import Run

ADA = Actor("ada", organiser=False)
GRACE = Actor("grace", organiser=True)
# Each with a ladder on which it changes something.
DECISIONS: dict[str, Callable[[Store, Actor], Any]] = {
    "paused": lambda store, actor: acts.pause(store, actor, paused=True),
    "frozen": lambda store, actor: acts.freeze(store, actor, frozen=True),
    "announced": lambda store, actor: acts.announce(store, actor, "at noon"),
    "limited": lambda store, actor: acts.limit(store, actor, unsettled=3),
    "cancelled": lambda store, actor: acts.cancel(store, actor, 2, "too late"),
    "joined": lambda store, actor: acts.add_author(store, actor, "bert"),
    "token": lambda store, actor: acts.issue_token(store, actor, "ada", organiser=False),
    "revoked": lambda store, actor: acts.revoke_token(store, actor, 1),
    "excluded": lambda store, actor: acts.exclude(store, actor, "so", match=1),
    "admitted": lambda store, actor: acts.admit(store, actor, "so", bot="three"),
    "benched": lambda store, actor: acts.bench(store, actor, "one", "so"),
    "returned": lambda store, actor: acts.send_back_in(store, actor, "two"),
    "withdrawn": lambda store, actor: acts.withdraw(store, actor, "one"),
    "chosen": lambda store, actor: acts.choose(store, actor, "four@1"),
}


def make(place: Path) -> Store:
    store = make_ladder(place, "one", "two", "three", "four")
    play_on(store, 1)
    queue(store, plan_match(store))
    store.append(Joined("ada"), Joined("grace"), Benched("two@1", "so", ()))
    acts.exclude(store, Actor(), "so", bot="three")
    acts.withdraw(store, Actor(), "four")
    acts.issue_token(store, Actor(), "ada", organiser=False)
    acts.issue_token(store, Actor(), "grace", organiser=True)
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    with golden.open(tmp_path / "ladder.db", make) as store:
        yield store


def last(store: Store) -> Act:
    body = next(store.entries(newest_first=True)).body
    assert isinstance(body, Act)
    return body


@pytest.mark.parametrize("kind", DECISIONS)
def test_an_act_says_in_the_log_who_decided_it(store: Store, kind: str) -> None:
    DECISIONS[kind](store, GRACE)
    body = last(store)
    assert (type(body).__struct_config__.tag, body.by) == (kind, "grace")


@pytest.mark.parametrize("kind", sorted({*DECISIONS} - {"token"}))
def test_what_is_so_already_is_refused_and_not_said_again(store: Store, kind: str) -> None:
    DECISIONS[kind](store, GRACE)
    head = store.head()
    with pytest.raises(UserError):
        DECISIONS[kind](store, GRACE)
    assert store.head() == head


REASONED: dict[str, Callable[[Store, str], Any]] = {
    "cancelled": lambda store, text: acts.cancel(store, GRACE, 2, text),
    "excluded": lambda store, text: acts.exclude(store, GRACE, text, match=1),
    "admitted": lambda store, text: acts.admit(store, GRACE, text, bot="three"),
    "benched": lambda store, text: acts.bench(store, GRACE, "one", text),
}


@pytest.mark.parametrize("kind", REASONED)
def test_a_reason_is_kept_as_it_is_judged(store: Store, kind: str) -> None:
    with pytest.raises(UserError, match="A reason is some words on one line"):
        REASONED[kind](store, "two\nlines")
    REASONED[kind](store, f"\n so {100_000 * ' '}")
    body: Any = last(store)
    assert body.reason == "so"


@pytest.mark.parametrize("kind", ["returned", "withdrawn", "chosen"])
def test_an_author_decides_for_its_own_bots_only(store: Store, kind: str) -> None:
    head = store.head()
    with pytest.raises(UserError, match="not ada's; each decides for its own"):
        DECISIONS[kind](store, ADA)
    assert store.head() == head


def test_an_author_decides_so_often_a_day_and_the_organiser_and_others_at_will(
    store: Store,
) -> None:
    store.append(*(Joined(name) for name in ("bert", "cleo")))
    for author, count in (("bert", 2), ("cleo", 1)):
        for number in range(1, count + 1):
            digest, content = files_like(f"{author}{number}")
            store.enter(Entered(f"{author}-bot@{number}", author, digest, ()), content)
    bert, cleo = (Actor(name, organiser=False) for name in ("bert", "cleo"))
    for _ in range(DECISIONS_A_DAY // 2):
        acts.withdraw(store, bert, "bert-bot@2")
        acts.choose(store, bert, "bert-bot@2")
    head = store.head()
    with pytest.raises(
        UserError,
        match=r"choose and withdraw 50 times a day, and bert has; the next time is after ",
    ):
        acts.withdraw(store, bert, "bert-bot@2")
    assert store.head() == head
    acts.withdraw(store, cleo, "cleo-bot")
    acts.withdraw(store, Actor(), "bert-bot@2")
    day = timedelta(days=1)
    kinds = ("chosen", "withdrawn")
    first, *_ = store.arrivals("bert", datetime.now(UTC), *kinds)
    later = store.arrivals("bert", first + day, *kinds)
    require_day("bert", "choose", later, DECISIONS_A_DAY)
    before = store.arrivals("bert", first + day - timedelta(microseconds=1), *kinds)
    with pytest.raises(UserError):
        require_day("bert", "choose", before, DECISIONS_A_DAY)


def test_of_two_that_decide_the_same_at_once_one_does(store: Store, tmp_path: Path) -> None:
    before = store.head()[0]

    def decide(_: int) -> bool:
        with open_store(str(tmp_path / "ladder.db")) as own:
            try:
                acts.pause(own, GRACE, paused=True)
            except UserError:
                return False
            return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(decide, range(8))) == 1
    assert store.head()[0] == before + 1


def test_a_log_with_every_act_is_verified_when_it_is_read_again(
    store: Store, tmp_path: Path
) -> None:
    for decide in DECISIONS.values():
        decide(store, GRACE)
    write_export(store, tmp_path / "x.zip", submissions=False)
    import_export(str(tmp_path / "copy.db"), tmp_path / "x.zip", lambda entries: entries)
    with open_store(str(tmp_path / "copy.db")) as copy:
        # Tokens stay behind; their numbers go on. The one that decided is in the log.
        assert Tokens(copy.connections).all() == []
        assert acts.issue_token(copy, GRACE, "ada", organiser=True)[0].number == 4


def test_the_season_acts_in_nobodys_name(store: Store) -> None:
    entry = store.cancel(2, "one@1 plays no more", by="")
    assert entry is not None
    assert isinstance(entry.body, Act)
    assert entry.body.by == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("a\nb", "one line"), ("x" * 501, "at most 500 characters"), (" ", "Nothing is announced")],
)
def test_an_announcement_is_one_line(store: Store, text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        acts.announce(store, GRACE, text)


# --- tokens on the command line ---


def test_a_token_is_told_once_and_kept_as_a_hash(ladder: Run, tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one").close()
    ladder("author", "add", "ada")
    said = ladder("author", "token", "ada").stdout
    assert "Token 1 of ada, author" in said
    secret = next(line for line in said.splitlines() if re.fullmatch(r"[\w-]{43}", line))
    assert secret not in ladder("author", "tokens").stdout
    assert secret not in ladder("log", "--json").stdout
    assert secret.encode() not in b"".join(
        file.read_bytes() for file in tmp_path.glob("ladder.db*")
    )
    with open_store(str(place)) as store:
        found = Tokens(store.connections).find(secret)
    assert found is not None
    assert (found.author, found.organiser, found.revoked) == ("ada", False, False)
    assert "opens nothing any more" in ladder("author", "revoke", "1").stdout
    assert "revoked" in ladder("author", "tokens").stdout
    said = ladder("log").stdout
    assert "token 1 of ada is revoked (by organiser)" in said
    assert (
        "There is no token 1, or it was revoked" in ladder("author", "revoke", "1", check=2).stderr
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["bert"], "There is no author 'bert'"), (["organiser"], "a token of it is one with --organ")],
)
def test_a_token_is_an_authors_or_the_organisers(
    ladder: Run, tmp_path: Path, words: list[str], sentence: str
) -> None:
    make_ladder(tmp_path / "ladder.db", "one").close()
    assert sentence in ladder("author", "token", *words, check=2).stderr
    ladder("author", "token", ORGANISER, "--organiser")
