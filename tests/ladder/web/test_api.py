"""The HTTP API: its OpenAPI document against the answers, and the answers against `--json`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from starlette.testclient import TestClient

from ladder.leaderboards import read_boards
from ladder.log.entries import ORGANISER
from ladder.ratings.board import to_json
from ladder.store.opening import open_reader
from tests.ladder.web.logins import issue
from tests.ladder.web.sites import fill, making_app, visiting
from tests.waiting import LIMIT


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("api") / "ladder.db"
    fill(place).close()
    return place


@pytest.fixture(scope="module")
def site(place: Path) -> Iterator[TestClient]:
    with visiting(place) as client:
        yield client


# How wrong parameters may be refused.
REFUSED = {
    "negative_data_rejection": {"expected-statuses": ["401", "404", "409", "413", "414", "422"]}
}
# What no schema can say: which letters can be printed, that a ruling is about one thing, what a
# course file has in it, and that a gauntlet is of a bot.
_UNSAID = ["2xx", "3xx", "401", "403", "404", "409", "422", "429", "5xx"]
WRONG_TEXTS = {
    "include-path-regex": "/(acts/(announce|cancel|exclude|admit|bench|season)|course)$",
    "checks": {"positive_data_acceptance": {"expected-statuses": _UNSAID}},
}


MODES = pytest.mark.parametrize("mode", ["positive", "negative"])
# How many examples of each operation are tried.
LENGTHS = pytest.mark.parametrize("examples", [2, pytest.param(15, marks=pytest.mark.soak)])


@contextmanager
def describing(place: Path, **settings: Any) -> Iterator[Any]:
    """Load what the application of a ladder says of itself; each of its answers may take long."""
    # It takes a second to load, in each process that collects this file.
    import schemathesis

    told = {"checks": REFUSED, "request-timeout": LIMIT, **settings}
    config = schemathesis.Config.from_dict(told)
    with making_app(place) as app:
        address = "/api/v1/openapi.json"
        yield schemathesis.openapi.from_asgi(address, app, config=config, timeout=LIMIT)


@pytest.fixture(scope="module")
def description(place: Path) -> Iterator[Any]:
    with describing(place) as description:
        yield description


@MODES
@LENGTHS
def test_every_answer_is_as_the_document_says(description: Any, mode: str, examples: int) -> None:
    found = (found.ok() for found in description.get_all_operations())
    # Events go on for ever; they have tests of their own.
    operations = [one for one in found if not one.path.endswith("/events")]
    assert len(operations) > 15
    # Without a parameter nothing can be wrong.
    having = [one for one in operations if mode == "positive" or _parameters(one)]
    for operation in having:
        tried = given(case=_cases(operation, mode))(_validate)
        settings(max_examples=examples, suppress_health_check=[*HealthCheck])(tried)()


@MODES
@LENGTHS
def test_what_the_organiser_changes_is_as_the_document_says(
    tmp_path: Path, mode: str, examples: int
) -> None:
    place = tmp_path / "ladder.db"
    fill(place, 1).close()
    secret = issue(place, ORGANISER, organiser=True)[1]
    with describing(place, operations=[WRONG_TEXTS]) as description:

        def validate(case: Any) -> None:
            case.call_and_validate(headers={"authorization": f"Bearer {secret}"})

        operations: Iterator[Any] = description.get_all_operations()
        found = [one.ok() for one in operations]
        changing = [one for one in found if one.method.upper() != "GET"]
        assert len(changing) > 12
        for operation in changing:
            tried = given(case=_cases(operation, mode))(validate)
            settings(max_examples=examples, suppress_health_check=[*HealthCheck])(tried)()


def _cases(operation: Any, mode: str) -> Any:
    from schemathesis import GenerationMode

    return operation.as_strategy(generation_mode=GenerationMode(mode))


def _parameters(operation: Any) -> list[Any]:
    return [*operation.iter_parameters()]


def _validate(case: Any) -> None:
    # The last counts of a parameter that is sent more than once, and that may be right. An empty
    # one is the field of a form that was left so: it says nothing.
    query = (case.query or {}).values()
    assume(not any(isinstance(value, list) or value == "" for value in query))
    case.call_and_validate()


def test_the_log_is_read_page_by_page_to_its_first_entry(site: TestClient, place: Path) -> None:
    numbers: list[int] = []
    while not numbers or numbers[-1] > 1:
        asked = {"newest": 7} | ({"before": numbers[-1]} if numbers else {})
        numbers += [line["number"] for line in site.get("/api/v1/log", params=asked).json()]
    with open_reader(str(place)) as store:
        assert numbers == list(range(store.head()[0], 0, -1))
    kinds = {line["kind"] for line in site.get("/api/v1/log?kind=entered&before=9").json()}
    assert kinds == {"entered"}
    assert site.get("/api/v1/log?kind=").status_code == 422


def test_bots_and_authors_are_told_page_by_page(
    site: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path, least in (("bots?versions=true&", 3), ("authors?", 1)):
        address = f"/api/v1/{path}"
        whole = site.get(address).json()
        assert len(whole) >= least
        monkeypatch.setattr("ladder.web.questions.ROWS", 1)
        turned = [site.get(f"{address}page={one + 1}").json() for one in range(len(whole))]
        assert turned == [[row] for row in whole]
        refused = site.get(f"{address}page={len(whole) + 1}")
        monkeypatch.undo()
        assert refused.status_code == 404
        assert f"no page {len(whole) + 1}" in refused.json()["error"]


def test_boards_are_the_bytes_of_the_command(site: TestClient, place: Path) -> None:
    with open_reader(str(place)) as store:
        assert site.get("/api/v1/boards").text == to_json(read_boards(store, store.roster()))


@pytest.mark.parametrize(
    "path",
    [
        *("ladder", "boards", "boards/six_nimmt", "standings", "standings?game=six_nimmt&seats=2"),
        *("matrix/six_nimmt", "bots", "bots?versions=true", "authors", "bots/one"),
        *("bots/one/details", "bots/one/against/two", "matches", "matches?bot=one&newest=2"),
        *("matches/1", "matches/1/details", "games", "games/six_nimmt", "season", "log"),
        *("live", "matches/1/replay"),
        "log?kind=played&newest=3",
    ],
)
def test_answers_fit_their_schemas(site: TestClient, path: str) -> None:
    import jsonschema_rs

    document = site.get("/api/v1/openapi.json").json()
    response = site.get(f"/api/v1/{path}")
    assert response.status_code == 200
    described = _operation(document, path.partition("?")[0])
    wanted = described["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema_rs.validate(wanted | {"components": document["components"]}, response.json())


def _operation(document: Any, path: str) -> Any:
    parts = path.split("/")
    for template, methods in document["paths"].items():
        known = template.removeprefix("/api/v1/").split("/")
        if len(known) == len(parts) and all(
            one == own or one.startswith("{") for one, own in zip(known, parts, strict=True)
        ):
            return methods["get"]
    raise AssertionError(path)
