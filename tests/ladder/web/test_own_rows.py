"""Where rows are one's own nothing follows from others' results: asked of every route.

Two ladders are equal but for the results of two authors in matches without the third one. These
have swapped outcomes in one of them, one of their bots is benched there, one match more was played,
and another one is being played. Neither the third author nor a visitor can tell which of the
ladders is asked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
import time_machine
from starlette.testclient import TestClient

from arena.runner.host import Host
from ladder import acts
from ladder.acts import Actor
from ladder.course.applying import apply_course
from ladder.log.entries import ORGANISER, Entered
from ladder.log.proof import Proof, prove
from ladder.matches import Player
from ladder.store.opening import open_reader
from ladder.store.store import Store
from ladder.store.tokens import Tokens
from ladder.web.tables import PlayTables
from tests.frozen.sites import routes_of
from tests.ladder.ladders import files_like, make_ladder, plan_match, play, queue
from tests.ladder.web.logins import OWN
from tests.ladder.web.sites import visiting

NOW: Final = datetime(2026, 11, 27, 12, tzinfo=UTC)
COURSE: Final = """
rows = "own"
[dates]
opening = 2027-01-01T08:00:00
"""
# Each has one, and the first one more, which is benched.
AUTHORS: Final = {"ulla": ("ibex", "ibis"), "ville": ("quokka",), "wanda": ("wombat",)}
MINE: Final = "ulla"
# Of those who never meet a bot of hers, and of those who have.
UNMET, MET = ("wombat", "wanda"), ("quokka", "ville")
UNKNOWN: Final = "numbat"
# The players, and who errs on either ladder.
MATCHES: Final[tuple[tuple[tuple[str, str], tuple[str, str]], ...]] = (
    (("ibex@1", "quokka@1"), ("", "")),
    (("ibex@1", "house@1"), ("quokka", "quokka")),
    (("quokka@1", "wombat@1"), ("wombat", "quokka")),
    (("wombat@1", "house@1"), ("house", "wombat")),
    (("ibex@1", "house@1"), ("", "")),
)
MORE: Final = (("wombat@1", "house@1"), ("", "house"))
# Hers, one of others, the one that was played more, and one that there is not.
NUMBERS: Final = (1, 3, 6, 7)

_RATING: Final = ("mean", "deviation", "score")
_ROW: Final = ("rank", "live_rank", "mean", "deviation", "live", "strength", "win_share")
_CHANGE: Final = ("expected_rank", "before", "after")
# What boards say of her own bots, which is fitted from all results: route, where it stands, names.
OWN_ROWS: Final[dict[str, list[tuple[str, tuple[str, ...]]]]] = {
    "/api/v1/mine": [("bots.*.places.*", ("rank", "moved", "wins"))],
    "/api/v1/bots/{bot}": [("ratings.*", _RATING)],
    "/api/v1/bots/{bot}/details": [
        ("story.ratings.*", _RATING),
        ("places.*", _ROW),
        ("curves.*.*", ("mean", "deviation")),
    ],
    "/api/v1/matches/{number}": [("changes.*", _CHANGE)],
    "/api/v1/matches/{number}/details": [("story.changes.*", _CHANGE)],
}
# The same on pages: the caption of a table, and its columns.
OWN_COLUMNS: Final = {
    "/bots/{name}": ("The season", ("rank", "wins", "mean", "deviation", "live score")),
    "/matches/{number}": ("Ranks are", ("expected", "mean", "deviation", "live score")),
}


@cache
def _proofs() -> dict[tuple[object, ...], Proof]:
    """What was played: what both ladders have in common has one record."""
    return {}


@cache
def _plans() -> dict[int, Any]:
    return {}


def _make(place: Path, *, swapped: bool) -> dict[str, dict[str, str]]:
    """Make one of the ladders; return what each role sends."""
    with time_machine.travel(NOW, tick=False) as clock, make_ladder(place, "house") as store:
        for author, bots in AUTHORS.items():
            acts.add_author(store, Actor(), author)
            for bot in bots:
                digest, content = files_like(bot)
                store.enter(Entered(f"{bot}@1", author, digest, ()), content)
        tokens = Tokens(store.connections)
        sent = {"visitor": OWN}
        for role in (MINE, ORGANISER):
            _, secret = tokens.issue(role, organiser=role == ORGANISER)
            sent[role] = {**OWN, "authorization": f"Bearer {secret}"}
        acts.bench(store, Actor(), "ibis", "It stood still.")
        for number, (players, erring) in enumerate((*MATCHES, MORE) if swapped else MATCHES):
            clock.shift(timedelta(minutes=1))
            _play(store, number, players, erring[swapped])
        if swapped:
            acts.bench(store, Actor(), "quokka", "It forfeits.")
            store.begin(queue(store, plan_match(store, MORE[0])).match)
        file = place.with_suffix(".toml")
        file.write_text(COURSE)
        apply_course(store, file)
    return sent


def _play(store: Store, number: int, players: Sequence[str], erring: str) -> None:
    plans, proofs = _plans(), _proofs()
    plan = plans.setdefault(number, plan_match(store, players))
    match = queue(store, plan).match
    if (number, erring) not in proofs:
        proof = prove(play(plan, erring=[erring]))
        # Who errs has others wait.
        waits = {Player(one): 500.0 for one in players if erring and one.startswith(erring)}
        proofs[number, erring] = replace(proof, waits={**proof.waits, **waits})
    assert store.finish(match, proofs[number, erring]) is not None


@dataclass(frozen=True)
class Asked:
    """A request, and the route that it is meant for."""

    method: str
    route: str
    path: str
    query: str = ""
    sent: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.method} {self.path}?{self.query} {self.sent or ''}"


@contextmanager
def _open(place: Path) -> Iterator[TestClient]:
    documents = place.parent / "documents"
    documents.mkdir(exist_ok=True)
    (documents / "index.html").write_text("documents")
    with (
        time_machine.travel(NOW + timedelta(hours=1), tick=False),
        open_reader(str(place)) as reader,
        visiting(place, documents=documents, tables=PlayTables(reader, Host("process"))) as client,
    ):
        yield client


def _ask(client: TestClient, headers: dict[str, str], asked: Asked) -> Any:
    address = f"{asked.path}?{asked.query}" if asked.query else asked.path
    # Events go on for ever.
    method = "HEAD" if asked.route.endswith("/events") else asked.method
    given = {"headers": headers, "follow_redirects": False, **asked.sent}
    answer = client.request(method, address, **given)
    client.cookies.clear()
    return answer


# What the organiser reads, and is another one on either ladder.
TOLD: Final = [
    Asked("GET", path, path)
    for path in (
        *("/", "/boards", "/boards/six_nimmt", "/bots", "/matches", "/games/six_nimmt", "/log"),
        *("/season", "/play?game=six_nimmt", "/request", "/api/v1/standings", "/api/v1/boards"),
        *("/api/v1/ladder", "/api/v1/matrix/six_nimmt", "/api/v1/matches/3/record"),
        "/api/v1/games/six_nimmt",
    )
]
# By role, what either ladder has answered to what was asked.
Answers = dict[str, list[dict[Asked, Any]]]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    folder = tmp_path_factory.mktemp("own_rows")
    found: Answers = {MINE: [], "visitor": [], ORGANISER: []}
    for swapped in (False, True):
        place = folder / f"{swapped}.db"
        headers = _make(place, swapped=swapped)
        with _open(place) as client:
            asked = {MINE: list_asked(client), "visitor": list_asked(client), ORGANISER: TOLD}
            for role in (ORGANISER, MINE, "visitor"):
                told = {one: _ask(client, headers[role], one) for one in asked[role]}
                found[role].append(told)
    return found


# --- what is asked ---


def list_asked(client: TestClient) -> list[Asked]:
    """Return what is asked: of each route all that may be in its path, its query and its body."""
    found = [*_looks(client), *_acts(client)]
    # What she has decided is on pages a moment later.
    found.sort(key=lambda one: "/act" in one.route)
    assert len({one.route for one in found}) > 130
    return found


NAMES: Final = ("ibex@1", "ibis@1", "quokka@1", "wombat@1", "numbat@1")


def _paths(route: str) -> Iterator[str]:
    names = re.findall(r"{(.*?)}", route)
    is_game = "/games/" in route
    values: dict[str, Sequence[object]] = {
        "bot": NAMES,
        "other": ("quokka@1",),
        "name": ("six_nimmt", "chess") if is_game else NAMES,
        "game": ("six_nimmt", "chess"),
        "number": NUMBERS,
        "season": (1,),
        "digest": ("none",),
        "path:path": ("", "index.html"),
    }
    if len(names) > 1:
        values["number"] = (1, 3, 7)
    for chosen in product(*(values[name] for name in names)):
        path = route
        for name, value in zip(names, chosen, strict=True):
            path = path.replace(f"{{{name}}}", str(value))
        yield path


QUERIES: Final = {
    "without": ("wombat", UNKNOWN, "house,quokka"),
    "seats": ("2", "3"),
    "as_of": ("2026-11-27T12:03:00",),
    "versions": ("true",),
    "season": ("1",),
    "game": ("six_nimmt",),
    "bot": ("wombat", UNKNOWN, "ibex"),
    "against": ("wombat", UNKNOWN),
    "kind": ("played",),
    "turn": ("1",),
    "as": ("text",),
    "reference": ("house",),
}


def _looks(client: TestClient) -> Iterator[Asked]:
    queries = {
        route.path: _queries(route)
        for route in vars(client.app)["app"].routes
        if "GET" in getattr(route, "methods", ())
    }
    for method, route in dict.fromkeys(routes_of(client)):
        if method == "GET":
            for number, path in enumerate(_paths(route)):
                yield Asked("GET", route, path)
                for query in queries.get(route, ()) if not number else ():
                    yield Asked("GET", route, path, query)


def _queries(route: Any) -> list[str]:
    names = [*_parameters(getattr(route, "dependant", None))]
    if not names:
        return []
    alone = [f"{name}={value}" for name in names for value in QUERIES.get(name, ("1",))]
    all_of_them = "&".join(f"{name}={QUERIES.get(name, ('1',))[0]}" for name in names)
    return [*dict.fromkeys((*alone, all_of_them, all_of_them.replace("wombat", UNKNOWN)))]


def _parameters(dependant: Any) -> Iterator[str]:
    if dependant is not None:
        yield from (one.alias for one in dependant.query_params)
        for one in dependant.dependencies:
            yield from _parameters(one)


def _acts(client: TestClient) -> Iterator[Asked]:
    for method, route in dict.fromkeys(routes_of(client)):
        if method not in {"GET", "HEAD"}:
            for path in _paths(route):
                for sent in _bodies(route):
                    yield Asked(method, route, path, "", sent)


_ACTS: Final = ("choose", "return", "withdraw")
UNLIKE: Final = ("wombat", UNKNOWN)
_OTHERS: Final = (*UNLIKE, "quokka@1")
_DECIDED: Final = ("ibis@1", "wombat", UNKNOWN, "wombat@1", f"{UNKNOWN}@1", "quokka@1")
_WISH: Final = {"game": "six_nimmt", "options": {}}
BODIES: Final[dict[str, list[dict[str, Any]]]] = {
    "/api/v1/requests": [
        *({"bot": "ibex", "opponents": [one]} for one in (*_OTHERS, "house")),
        *({"bot": one, "opponents": ["house"]} for one in _OTHERS),
        *({"bot": "ibex", "opponents": ["house"], "old": one} for one in _OTHERS),
    ],
    "/request": [{"bot": "ibex", "opponent": one, "game": ""} for one in _OTHERS],
    "/api/v1/reviews": [
        {"bot": bot, "match": match} for bot in ("ibex@1", *UNLIKE) for match in NUMBERS
    ],
    "/matches/{number}/review": [{"bot": one} for one in ("ibex@1", *UNLIKE)],
    "/api/v1/tables": [_WISH | {"opponents": [one]} for one in _OTHERS],
    "/play": [{"game": "six_nimmt", "opponent": one} for one in _OTHERS],
    **{f"/api/v1/acts/{act}": [{"bot": one} for one in _DECIDED] for act in _ACTS},
    **{f"/act-{act}": [{"bot": one} for one in _DECIDED] for act in _ACTS},
}


def _bodies(route: str) -> Iterator[dict[str, Any]]:
    kind = "json" if route.startswith("/api/v1/") else "data"
    for body in BODIES.get(route, [{}]):
        yield {kind: body}


# --- what is compared ---


def mask(asked: Asked, answer: Any) -> object:
    """Return an answer without what boards say of her own bots."""
    if asked.method == "GET" and answer.status_code == 200:
        if rules := OWN_ROWS.get(asked.route):
            told = answer.json()
            for place, names in rules:
                _hide(told, place.split("."), names)
            return told
        if asked.route in OWN_COLUMNS:
            return _hide_columns(answer.text, *OWN_COLUMNS[asked.route])
        if asked.route == "/mine":
            return re.sub(
                r"(<li>[^:<]+: )(provisional|place )[^<]*(<[^<]*>[^<]*)*?</li>", r"\1", answer.text
            )
    return answer.content


def _hide(told: Any, place: Sequence[str], names: Sequence[str]) -> None:
    if not place:
        for name in names:
            told[name] = None
        return
    first, *rest = place
    inner: Any = [told[first]] if first != "*" else told
    for one in inner.values() if isinstance(inner, dict) else inner:
        _hide(one, rest, names)


def _hide_columns(page: str, caption: str, columns: Sequence[str]) -> str:
    """Return a page without some columns of the table with this caption, and without curves."""
    page = re.sub(r"<figure>.*?</figure>", "", page, flags=re.DOTALL)

    def hide(table: re.Match[str]) -> str:
        text = table[0]
        if f"<span>{caption}" not in text:
            return text
        heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', text)
        rows = re.findall(r"<tr>(.*?)</tr>", text, re.DOTALL)[1:]
        cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
        assert {*columns} <= {*heads}
        shown = [
            [cell for head, cell in zip(heads, row, strict=True) if head not in columns]
            for row in cells
        ]
        return repr(shown)

    return re.sub(r"<table.*?</table>", hide, page, flags=re.DOTALL)


def told(asked: Asked, answer: Any) -> tuple[object, ...]:
    """Return all that is told, but for what follows from the length of it."""
    headers = {
        name: value
        for name, value in answer.headers.items()
        if name not in {"content-length", "etag"}
    }
    return answer.status_code, headers, mask(asked, answer)


def _tell(asked: Asked, one: Any, other: Any) -> str:
    """Return what was asked, and the lines in which its answers differ."""
    lines = unified_diff(one.text.splitlines(), other.text.splitlines(), n=0, lineterm="")
    return "\n".join([str(asked), *lines])


@pytest.mark.parametrize("role", [MINE, "visitor"])
def test_no_answer_follows_from_results_of_others(answers: Answers, role: str) -> None:
    one, other = answers[role]
    assert one.keys() == other.keys()
    differ = [asked for asked in one if told(asked, one[asked]) != told(asked, other[asked])]
    assert not differ, "\n".join(_tell(asked, one[asked], other[asked]) for asked in differ)
    if role == MINE:
        # What is not compared is read, does differ, and is there alone.
        read = {asked.route for asked, answer in one.items() if answer.status_code == 200}
        assert read > {"/mine", *OWN_ROWS, *OWN_COLUMNS}
        raw = {asked.route for asked in one if one[asked].content != other[asked].content}
        assert raw >= {"/api/v1/bots/{bot}", "/api/v1/bots/{bot}/details", "/bots/{name}"}
        assert raw <= {"/mine", *OWN_ROWS, *OWN_COLUMNS}


def test_the_organiser_reads_what_differs(answers: Answers) -> None:
    one, other = answers[ORGANISER]
    assert [asked for asked in TOLD if one[asked].content == other[asked].content] == []


# --- names ---


def test_an_author_of_whom_one_has_met_no_bot_is_named_nowhere(answers: Answers) -> None:
    for role in (MINE, "visitor"):
        for asked, answer in answers[role][0].items():
            if any(name in str(asked) for name in (*UNMET, *MET)):
                continue
            text = answer.content.decode(errors="replace")
            assert not [name for name in UNMET if name in text], (role, asked)
            own = ("/matches/", "/bots/", "/reviews")
            met = role == MINE and asked.route.removeprefix("/api/v1").startswith(own)
            assert met or not [name for name in MET if name in text], (role, asked)


def test_a_bot_of_another_is_like_one_that_there_is_not(answers: Answers) -> None:
    other, count = UNMET[0], 0
    for role in (MINE, "visitor"):
        found = {str(asked): answer for asked, answer in answers[role][0].items()}
        for asked, answer in found.items():
            if other in asked:
                count += 1
                unknown = found[asked.replace(other, UNKNOWN)]
                assert answer.status_code == unknown.status_code, (role, asked)
                assert answer.text.replace(other, UNKNOWN) == unknown.text, (role, asked)
    assert count > 100


# --- what is open ---

OPEN: Final = """
GET / /agents.txt /api /docs /games /games/{game} /join /login /logo-{digest} /mine /play
    /play/{name} /request /requests /requests/{number} /requests/{number}.record /submit /take-part
    /take-part/starter.zip /uploads /uploads/{number} /uploads/{number}.record
POST /act-choose /act-return /act-withdraw /join /login /logout /play /request
    /requests/{number} /submit
GET /api/v1/games /api/v1/games/{game} /api/v1/ladder /api/v1/mine /api/v1/openapi.json
    /api/v1/requests /api/v1/requests/{number} /api/v1/requests/{number}/record
    /api/v1/requests/{number}/replay /api/v1/shares /api/v1/tables/{name}
    /api/v1/tables/{name}/hint /api/v1/tables/{name}/record /api/v1/tables/{name}/replay
    /api/v1/uploads /api/v1/uploads/{number} /api/v1/uploads/{number}/record
    /api/v1/uploads/{number}/replay
POST /api/v1/acts/choose /api/v1/acts/return /api/v1/acts/withdraw /api/v1/requests
    /api/v1/reviews /api/v1/tables /api/v1/tables/{name}/moves /api/v1/tables/{name}/review
    /api/v1/uploads
DELETE /api/v1/requests/{number} /api/v1/tables/{name}
"""
# Open for one's own bots and matches.
OPEN_TO_OWN: Final = """
GET /bots/{name} /bots/{name}/own /matches/{number} /matches/{number}.record
    /matches/{number}/log/{bot} /matches/{number}/review
POST /matches/{number}/review
GET /api/v1/bots/{bot} /api/v1/bots/{bot}/details /api/v1/matches/{number}
    /api/v1/matches/{number}/details /api/v1/matches/{number}/log/{bot}
    /api/v1/matches/{number}/log/{bot}/replay /api/v1/matches/{number}/record
    /api/v1/matches/{number}/replay
"""


def _read(text: str) -> set[tuple[str, str]]:
    found, method = set(), ""
    for word in text.split():
        if word.startswith("/"):
            found.add((method, word))
        else:
            method = word
    return found


def _is_refused(answer: Any) -> bool:
    """Say whether an address is for the organiser."""
    said = "This ladder shows each author" in answer.text or not answer.content
    return answer.status_code in {401, 403} and said


def test_only_these_routes_are_open(answers: Answers) -> None:
    found = {
        role: {(one.method, one.route) for one, it in told[0].items() if not _is_refused(it)}
        for role, told in answers.items()
    }
    assert found[MINE] == _read(OPEN) | _read(OPEN_TO_OWN)
    assert found["visitor"] == _read(OPEN)
