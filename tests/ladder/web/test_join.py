"""Joining by the organiser's code: guests alone come in, and without a command."""

import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from re import findall, search

import pytest
from limits import parse
from starlette.testclient import TestClient

from ladder.archive.exchange import write_export
from ladder.course.joining import list_guests
from ladder.log.entries import BY_CODE, Frozen
from ladder.settings.dates import ActName, PlannedAct
from ladder.settings.join_code import JoinCode, digest_code
from ladder.store.dates import keep_dates
from ladder.store.opening import open_store
from ladder.store.settings import keep_setting
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import SHORT, make_ladder
from tests.ladder.web.logins import OWN, form_token, issue, log_in
from tests.ladder.web.sites import UNBOUNDED, visiting

CODE = "mkpw-q7tz-ahrd"
NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


def open_code(store: Store, code: str = CODE, end: datetime | None = None, most: int = 200) -> None:
    with store.connections.writing() as here:
        keep_setting(here.connection, JoinCode(digest_code(code), end, most))


def make(place: Path) -> Store:
    store = make_ladder(place, "one", "two", divisions=(SHORT,))
    open_code(store)
    return store


@pytest.fixture
def place(tmp_path: Path, golden: Golden) -> Path:
    return golden.copy(tmp_path / "ladder.db", make)


def join(site: TestClient, name: str, code: str = CODE) -> tuple[int, str]:
    answer = site.post("/join", data={"code": code, "name": name}, headers=OWN)
    problem = search(r'role="alert">([^<]*)<', answer.text)
    return answer.status_code, unescape(problem[1]) if problem else answer.text


def token_in(page: str) -> str:
    return str(findall(r"<code>([^<]+)</code>", page)[-1])


def guests_of(place: Path) -> list[str]:
    with open_store(str(place)) as store:
        return list_guests(store)


def test_sixty_guests_of_one_address_join_and_log_in_whatever_a_neighbour_tries(
    place: Path,
) -> None:
    # By the hour, since on a slow machine the guesses alone take longer than a minute.
    tight = UNBOUNDED._replace(wrong_code=parse("10/hour"), change=parse("120/hour"))
    with visiting(place, rates=tight) as site, ThreadPoolExecutor(8) as pool:
        guessed = [join(site, "mallory", f"guess-{number:06}abc")[0] for number in range(100)]
        assert (guessed.count(403), guessed.count(429)) == (10, 90)
        names = [f"Gäst {number}" for number in range(60)]
        answers = [*pool.map(lambda name: join(site, name), names)]
        assert {status for status, _ in answers} == {200}
        tokens = {token_in(page) for _, page in answers}
        assert len(tokens) == 60
        assert log_in(site, tokens.pop()).status_code == 303
    assert len(guests_of(place)) == 60


def test_a_guest_is_an_author_by_the_code_and_its_name_is_beside_the_log(place: Path) -> None:
    with visiting(place) as site:
        status, page = join(site, "  Zoë   Müller ", CODE.upper().replace("-", " "))
    assert status == 200
    assert "Zoë Müller" in page
    with open_store(str(place)) as store:
        (key,) = list_guests(store)
        assert key == "author-1"
        assert store.people()[key].name == "Zoë Müller"
        bodies = [entry.body for entry in store.entries(kinds=["joined", "token"])]
        assert [body.by for body in bodies[-2:] if hasattr(body, "by")] == [BY_CODE] * 2


def test_the_code_is_in_no_log_export_or_page(
    place: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    export = tmp_path / "ladder.zip"
    _, secret = issue(place, "boss", organiser=True)
    with visiting(place) as site:
        said = [join(site, "Ann")[1], join(site, "Ann")[1], join(site, "Ben", "wrong")[1]]
        log_in(site, secret)
        pages = ("/join", "/organiser", "/organiser/code", "/log", "/api/v1/log", "/api/v1/desk")
        said += [site.get(page).text for page in pages]
    with open_store(str(place)) as store:
        write_export(store, export, submissions=True)
    with zipfile.ZipFile(export) as archive:
        said += [archive.read(name).decode("latin-1") for name in archive.namelist()]
    told = json.dumps([*said, caplog.text]) + place.read_bytes().decode("latin-1")
    assert CODE not in told
    assert CODE.replace("-", "") not in told
    assert digest_code(CODE) not in json.dumps(said)


def test_of_two_with_one_name_at_once_the_second_is_told_to_choose_another(place: Path) -> None:
    with visiting(place) as site, ThreadPoolExecutor(2) as pool:
        answers = [*pool.map(lambda name: join(site, name), ["Ann", "ann"])]
    assert sorted(status for status, _ in answers) == [200, 409]
    assert any(
        "is the name of an author already; choose another one." in said for _, said in answers
    )
    assert len(guests_of(place)) == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 65, "a\x07b", "a\u202eb"])
def test_a_name_that_is_none_is_refused(place: Path, name: str) -> None:
    with visiting(place) as site:
        status, said = join(site, name)
    assert status == 422
    assert guests_of(place) == []
    assert len(name) > 64 or said == "Choose a name of 1 to 64 letters."


def test_a_code_has_an_end_and_a_most(place: Path) -> None:
    with open_store(str(place)) as store:
        open_code(store, end=NOW, most=1)
    with visiting(place, now=lambda: NOW) as site:
        ended = "This code ended at 2026-11-28 12:00 UTC; ask the organiser."
        assert join(site, "Ann") == (409, ended)
    with visiting(place, now=lambda: NOW - timedelta(seconds=1)) as site:
        assert join(site, "Ann")[0] == 200
        taken = "All 1 places are taken; ask the organiser for more."
        assert join(site, "Ben") == (409, taken)


def test_a_frozen_ladder_and_a_deadline_refuse_guests(place: Path) -> None:
    refused = (409, "No bots come in any more, so nobody can join.")
    with open_store(str(place)) as store, store.connections.writing() as here:
        keep_dates(here.connection, [(PlannedAct(ActName.DEADLINE, NOW), False)])
    with visiting(place, now=lambda: NOW) as site:
        assert join(site, "Ann") == refused
    with open_store(str(place)) as store:
        store.append(Frozen(frozen=True))
    with visiting(place, now=lambda: NOW - timedelta(days=1)) as site:
        assert join(site, "Ann") == refused


def test_another_sites_form_is_not_looked_at(place: Path) -> None:
    with visiting(place) as site:
        answer = site.post("/join", data={"code": CODE, "name": "Ann"})
        assert answer.status_code == 403
    assert guests_of(place) == []


def test_the_desk_draws_a_code_shows_it_once_says_who_came_and_ends_it(place: Path) -> None:
    _, secret = issue(place, "boss", organiser=True)
    with visiting(place, now=lambda: NOW) as site:
        log_in(site, secret)
        sent = {"csrf": form_token(site), "most": "5", "end": "2026-11-28T18:00"}
        drawn = site.post("/organiser/code", data=sent, headers=OWN)
        code = token_in(drawn.text)
        assert code not in site.get("/organiser/code").text
        site.post("/organiser/code", data={**sent, "end": "noon"}, headers=OWN)
        with TestClient(site.app) as guest:
            assert join(guest, "Ann")[0] == 403
            assert join(guest, "Ann", code)[0] == 200
            shown = site.get("/organiser/code").text
            assert "<bdi>Ann</bdi> (author-1)" in shown
            assert "2026-11-28 18:00" in shown
            site.post("/organiser/code", data={**sent, "act": "end"}, headers=OWN)
            assert join(guest, "Ben", code)[0] == 403
        assert "There is no code now." in site.get("/organiser/code").text


def test_without_a_code_nobody_joins(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one", divisions=(SHORT,)).close()
    with visiting(place) as site:
        assert join(site, "Ann", "")[0] == 403
    assert guests_of(place) == []
