"""Taking part: from the address of a site to a bot that waits for its check."""

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.bots.intake import unpacked
from arena.bots.manifest import open_bot
from arena.languages import language_names
from ladder.store.opening import open_store
from ladder.store.uploads import Uploads
from ladder.web.take_part import own_wheel
from ladder.web.uploads import MOST_TYPED
from tests.ladder.ladders import SHORT, make_ladder
from tests.ladder.web.logins import OWN, form_token, issue, log_in
from tests.ladder.web.sites import FISH, visiting


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one", "two", divisions=(SHORT, FISH)).close()
    return place


@pytest.fixture
def site(place: Path) -> Iterator[TestClient]:
    with visiting(place) as client:
        yield client


@pytest.fixture
def form(site: TestClient, place: Path) -> dict[str, str]:
    """Log in, and return the fields of a bot that is typed."""
    log_in(site, issue(place)[1])
    return {"csrf": form_token(site), "bot": "mine", "game": "big_fish", "source": "pass\n"}


def typed(page: str) -> str:
    """Return what stands in the field, as a browser shows it: without the first line's end."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


# --- what anyone sees and downloads ---


def test_the_page_says_what_is_played_and_allowed_and_every_page_leads_there(
    site: TestClient,
) -> None:
    assert 'href="take-part"' in site.get("/").text
    page = site.get("/take-part").text
    for said in ("6 nimmt!", "Big Fish", "submissions a day", "def choose", "JavaScript"):
        assert said in page
    assert 'href="submit"' in page


def test_a_starter_of_each_game_and_language_is_a_bot(site: TestClient, tmp_path: Path) -> None:
    for game, language in product(("six_nimmt", "big_fish"), language_names()):
        folder = tmp_path / game / language
        query = {"game": game, "language": language, "name": "mine"}
        answer = site.get("/take-part/starter.zip", params=query)
        assert answer.headers["content-disposition"] == 'attachment; filename="mine.zip"'
        assert site.get("/take-part/starter.zip", params=query).content == answer.content
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            archive.extractall(folder)
            assert str(Path.cwd()).encode() not in b"".join(map(archive.read, archive.namelist()))
        found = (folder / "mine" / "bot.toml").read_text()
        assert f'name = "mine"\ngames = ["{game}"]' in found
        if language == "javascript":
            assert (folder / "arena-sdk" / "dist" / "index.js").is_file()
        if language != "binary":
            # That one is built by its author before it can be opened.
            assert open_bot(folder / "mine").language == language


def test_a_starter_that_there_is_not_is_a_sentence(site: TestClient) -> None:
    for query, status, said in [
        ({"game": "chess"}, 404, "is not played on this ladder"),
        ({"game": "six_nimmt", "language": "cobol"}, 422, "There is no language"),
        ({"game": "six_nimmt", "name": "../away"}, 422, "is no name for a bot"),
        ({"game": "six_nimmt", "name": "random"}, 422, "take another name"),
    ]:
        answer = site.get("/take-part/starter.zip", params=query)
        assert answer.status_code == status, query
        assert said in answer.text


def test_the_wheel_installs_on_any_python_and_knows_the_commands_of_authors(
    place: Path, tmp_path: Path, processes: object
) -> None:
    with visiting(place, wheel=own_wheel) as site:
        assert 'href="take-part/wheel"' in site.get("/take-part").text
        answer = site.get("/take-part/wheel")
    name = re.findall(r'filename="(.*)"', answer.headers["content-disposition"])[0]
    assert name.endswith("-py3-none-any.whl")
    (tmp_path / name).write_bytes(answer.content)
    target = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", target, tmp_path / name], check=True)
    assert not [*target.rglob("*.so")]
    code = f"import sys; sys.path.insert(0, {str(target)!r}); import arena; print(arena.__file__)"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.startswith(str(target))
    assert (target / "bin" / "ladder").is_file()


# --- a bot that is typed ---


def test_what_is_typed_waits_as_a_bot_of_its_game(
    site: TestClient, place: Path, form: dict[str, str], tmp_path: Path
) -> None:
    assert "turn.legal" in typed(site.get("/submit?game=big_fish").text)
    # As browsers send it, from an editor that puts a BOM in front.
    sent = form | {"source": "\ufeffif 1:\r\n\tpass  # 'ä' < &\r\n"}
    answer = site.post("/submit", data=sent, headers=OWN, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "uploads/1")
    with open_store(str(place)) as store:
        check = Uploads(store.connections).begin()
        assert check is not None
        content = Uploads(store.connections).content(check)
    assert content is not None
    (tmp_path / "mine.tar.gz").write_bytes(content.content)
    with unpacked(tmp_path / "mine.tar.gz", tmp_path) as folder:
        assert (folder / "bot.py").read_text() == "if 1:\n\tpass  # 'ä' < &\n"
        bot = open_bot(folder)
    assert (bot.name, bot.games) == ("mine", ("big_fish",))


def test_what_was_typed_stays_when_it_is_refused(site: TestClient, form: dict[str, str]) -> None:
    for wrong, status, said in [
        ({"bot": "a b"}, 422, "cannot be a bot&#39;s name"),
        ({"game": "chess"}, 422, "Choose the game that it plays, of six_nimmt, big_fish."),
        ({"source": "#" * (MOST_TYPED + 1)}, 413, "The program is over 200 kB"),
    ]:
        sent = form | {"source": 'if "<&\'" in x:\n\tpass\n\n'} | wrong
        answer = site.post("/submit", data=sent, headers=OWN)
        assert answer.status_code == status
        assert said in answer.text
        assert typed(answer.text) == sent["source"]
        assert f'value="{sent["bot"]}"' in answer.text
        assert "Nothing was handed in here yet." in site.get("/uploads").text


def test_a_form_that_no_parser_takes_is_a_sentence(site: TestClient, form: dict[str, str]) -> None:
    file = {"file": ("bot.zip", b"content")}
    sent = form | {"source": "#" * (1024**2 + 1)}
    answer = site.post("/submit", data=sent, files=file, headers=OWN)
    assert answer.status_code == 400
    assert "This cannot be read as a form" in answer.text


def test_two_tabs_that_hand_in_at_once_hand_in_once(site: TestClient, form: dict[str, str]) -> None:
    first, second = (site.post("/submit", data=form, headers=OWN) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first.url.path == second.url.path == "/uploads/1"


# --- somebody who is not logged in ---


def test_who_is_not_logged_in_logs_in_there_and_comes_back(site: TestClient, place: Path) -> None:
    page = site.get("/submit?game=big_fish")
    assert page.status_code == 401
    assert "Log in first" in page.text
    (then,) = re.findall(r'name="then" value="([^"]*)"', page.text)
    sent = {"token": "nonsense", "then": then}
    again = site.post("/login", data=sent, headers=OWN)
    assert f'name="then" value="{then}"' in again.text
    sent["token"] = issue(place)[1]
    answer = site.post("/login", data=sent, headers=OWN, follow_redirects=False)
    assert answer.headers["location"] == "./submit?game=big_fish"


def test_nobody_is_led_away_from_the_site(site: TestClient, place: Path) -> None:
    secret = issue(place)[1]
    away = ("//evil.example", "https://evil.example", "/away", "../away", "a/../../b")
    for then in (*away, "a\nb", "x:y"):
        sent = {"token": secret, "then": then}
        answer = site.post("/login", data=sent, headers=OWN, follow_redirects=False)
        assert answer.headers["location"] == "./mine", then


def test_the_organiser_logs_in_to_the_desk(site: TestClient, place: Path) -> None:
    secret = issue(place, "olga", organiser=True)[1]
    answer = site.post("/login", data={"token": secret}, headers=OWN, follow_redirects=False)
    assert answer.headers["location"] == "./organiser"


def test_whose_session_is_over_is_told_that_what_was_typed_is_not_lost(
    site: TestClient, form: dict[str, str]
) -> None:
    site.cookies.set("session", "of before", domain="testserver.local", path="/")
    answer = site.post("/submit", data=form, headers=OWN)
    assert answer.status_code == 401
    assert "what you typed is still there" in answer.text
