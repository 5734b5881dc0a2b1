"""The pages of `ladder serve`: every one of them, links, strangers' texts, errors, headers."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from arena import viewer
from ladder import web
from ladder.log.entries import ORGANISER, Entered, Joined, Paused, SeasonBegun
from ladder.queries.snapshot import Snapshot
from ladder.ratings import official
from ladder.ratings.settled import HOW_SURE
from ladder.store.database import Away, StoreFailure
from ladder.store.opening import open_reader
from ladder.web.files import site_folder
from ladder.web.pages import lists
from ladder.web.site import ROWS
from tests.ladder.ladders import files_like, make_ladder, play_on
from tests.ladder.web.sites import HOSTILE, SCRIPT, TURNED, Markup, addresses, fill, visiting
from tests.waiting import wait_until

TEMPLATES = Path(web.__file__).parent / "templates"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site") / "ladder.db"
    fill(place).close()
    return place


@pytest.fixture(scope="module")
def site(filled: Path) -> Iterator[TestClient]:
    with visiting(filled) as client:
        yield client


@pytest.fixture(scope="module")
def pages(site: TestClient) -> dict[str, str]:
    return crawl(site)


def crawl(site: TestClient) -> dict[str, str]:
    """Return all pages that links lead to from the first one; each of them has to be there."""
    pages: dict[str, str] = {}
    waiting = deque(["/"])
    seen = {"/"}
    while waiting:
        address = waiting.popleft()
        response = site.get(address)
        # A page that needs a token asks for it, and leads to itself.
        asks = response.status_code == 401 and f'name="then" value="{address[1:]}"' in response.text
        assert response.status_code == 200 or asks, address
        if response.headers["content-type"].startswith("text/html"):
            pages[address] = response.text
            new = addresses(address, response.text) - seen
            seen |= new
            waiting.extend(sorted(new))
    return pages


def test_every_link_of_every_page_leads_to_a_page_of_the_same_site(pages: dict[str, str]) -> None:
    assert {"/boards/big_fish", "/bots", "/bots/one@1", "/compare", "/matches/1"} < {*pages}
    assert {"/games/six_nimmt", "/season", "/log", "/api"} < {*pages}


def test_every_list_is_two_clicks_from_the_front_page(site: TestClient) -> None:
    first = addresses("/", site.get("/").text)
    second = {two for one in first for two in addresses(one, site.get(one).text)}
    lists = {"/boards", "/boards/big_fish", "/bots", "/matches", "/games", "/season", "/log"}
    assert lists | {"/compare", "/api", "/live", "/tv", "/take-part", "/login"} <= first | second


def test_pages_have_what_a_screen_reader_needs(pages: dict[str, str]) -> None:
    for address, text in pages.items():
        markup = Markup(text)
        assert markup.tags.count("h1") == 1, address
        assert {"main", "nav", "header", "footer", "title"} <= {*markup.tags}, address
        assert markup.links[0] == "#content", address
        # Tables of the rules are those of a document.
        tables = re.sub(r'<section class="rules".*?</section>', "", text, flags=re.DOTALL)
        assert tables.count("<table") == tables.count("<caption"), address
        assert "<th>" not in tables, address
        for table in re.findall(r"<table.*?</table>", tables, flags=re.DOTALL):
            head, _, body = table.partition("</thead>")
            columns = head.count("<th ") + head.count('colspan="2"')
            for row in re.findall(r"<tr.*?</tr>", body, flags=re.DOTALL):
                heads = row.count('<th scope="row"')
                assert (heads, heads + row.count("<td")) == (1, columns), (address, row)
        levels = [int(tag[1]) for tag in markup.tags if re.fullmatch("h[1-6]", tag)]
        assert all(after <= before + 1 for before, after in pairwise(levels))


OUR_SCRIPT = re.compile(r'<script type="module" src="[a-z0-9./]+\.js"></script>')


def test_no_page_has_a_script_or_a_style_in_it(pages: dict[str, str]) -> None:
    for address, text in pages.items():
        markup = Markup(OUR_SCRIPT.sub("", text))
        assert not {"script", "style"} & {*markup.tags}, address
        assert not [name for name, _ in markup.attributes if name == "style" or name[:2] == "on"]


def test_names_and_reasons_of_strangers_are_text_on_every_page(
    site: TestClient, pages: dict[str, str]
) -> None:
    shown = 0
    for address, text in pages.items():
        assert "<script" not in OUR_SCRIPT.sub("", text), address
        assert "<b>" not in text, address
        assert "\u202e" not in text, address
        assert "\x1b" not in text, address
        shown += SCRIPT in Markup(text).read
    assert shown
    assert r"rtl\u202egnp@1" in Markup(site.get("/bots").text).read
    for name in HOSTILE:
        assert site.get(f"/bots/{quote(name)}@1").status_code == 200


def test_the_front_page_has_the_first_three_of_each_game_and_the_doors(site: TestClient) -> None:
    text = site.get("/").text
    boards = site.get("/api/v1/boards").json()["games"]
    for game, rows in boards.items():
        _, _, section = text.partition(f'id="podium-{game}"')
        podium = section.partition("</section>")[0]
        shown = re.findall(r"<bdi>(\S+)</bdi>", podium)
        assert shown == [row["player"] for row in rows if row["games"]][:3]
    doors = re.findall(
        r'<a href="([^"]+)"', text.partition('class="doors"')[2].partition("</ul>")[0]
    )
    # Nobody is asked to a table where there are none.
    assert doors == ["tv", "submit"]
    assert "Play</a>" not in text


def test_the_front_page_counts_one_as_it_counts_others(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "one", "two") as store:
        play_on(store, 1)
    with visiting(tmp_path / "ladder.db") as site:
        assert "2 bots, 1 match so far." in site.get("/").text


def test_the_front_page_has_news_and_the_languages_of_the_leaders(
    tmp_path: Path,
) -> None:
    with make_ladder(tmp_path / "ladder.db", "one", "two") as store:
        play_on(store, 6, erring=["two"])
        with visiting(tmp_path / "ladder.db") as site:
            text = Markup(site.get("/").text).read
        assert re.search(r"one@1 Python wins \d+% ", text)
        assert "The newest bot is two@1." in text
        assert "Upset" not in text
        play_on(store, 1, erring=["one"])
        store.append(Entered("lost@1", ORGANISER, "0" * 64, ()))
    with visiting(tmp_path / "ladder.db") as site:
        text = " ".join(Markup(site.get("/").text).read.split())
    said = re.search(r"two@1 came in front of one@1 in match 7, with a chance of (\d+)%", text)
    assert said is not None
    assert int(said[1]) < 34
    assert "The newest bot is lost@1." in text


def test_bots_are_found_by_letters_of_their_names_and_of_their_authors(site: TestClient) -> None:
    found = Markup(site.get("/bots?name=TW").text).read
    assert "two@1" in found
    assert "one@1" not in found
    found = site.get("/bots?name=ada").text
    assert found.count('data-author="ada"') > 1
    assert "two@1" not in found
    nobody = "No bot and no author has &lt;b&gt; in its name."
    assert nobody in site.get("/bots?name=%3Cb%3Ezz").text.replace("&lt;b&gt;zz", "&lt;b&gt;")


def test_a_bots_page_has_its_place_on_the_official_board(site: TestClient) -> None:
    rows = site.get("/api/v1/boards/six_nimmt").json()["games"]["six_nimmt"]
    (row,) = (row for row in rows if row["player"] == "one@1")
    chance = row["win_share"]
    told = f"{chance['value']:.0%} ({chance['low'] * 100:.0f}–{chance['high'] * 100:.0f})"
    assert told in site.get("/bots/one").text


def test_a_board_tells_what_the_command_does(site: TestClient) -> None:
    text = site.get("/boards/six_nimmt").text
    rows = site.get("/api/v1/boards/six_nimmt").json()["games"]["six_nimmt"]
    read = re.sub(r"\s+", " ", Markup(text).read)
    for row in rows:
        assert row["player"] in read
        strength = f"{row['strength']['value']:+.2f}".replace("-", "\N{MINUS SIGN}")
        assert strength in read
    assert "<svg" in text


def test_a_board_whose_fit_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path / "ladder.db").close()
    monkeypatch.setattr(official, "_MOST", 1)
    with visiting(tmp_path / "ladder.db") as site:
        for address in ("/boards", "/boards/six_nimmt"):
            text = site.get(address).text
            assert "The official board cannot be made of the newest results." in text
        selected = site.get("/boards/six_nimmt?seats=3")
        assert selected.status_code == 503
        assert "bots cannot be fitted; report the log." in selected.text


def test_a_board_of_what_is_selected(site: TestClient) -> None:
    assert (
        "one@1" not in Markup(site.get("/boards/six_nimmt?without=one").text).read.split("as of")[0]
    )
    empty = site.get("/boards/six_nimmt?as_of=2000-01-01T00:00&season=&seats=")
    assert "No rated matches yet." in empty.text
    assert 'value="2000-01-01T00:00"' in empty.text


def test_a_bot_page_has_its_curve_opponents_and_errors(site: TestClient) -> None:
    text = site.get("/bots/two").text
    assert "<polyline" in text
    assert "<polygon" in text
    assert "one@1" in text
    assert "illegal" in text


def test_a_match_page_has_its_games_and_its_record(site: TestClient, filled: Path) -> None:
    text = site.get("/matches/1").text
    assert text.count('class="score"') >= 12
    assert 'href="#g1.s0"' in text
    assert re.search(r'href="#g\d\.forfeit\.eyes=two@1">illegal<', text)
    record = site.get("/matches/1.record")
    with open_reader(str(filled)) as store:
        assert record.content == store.record(1)
    assert "attachment" in record.headers["content-disposition"]


def test_two_bots_are_compared_over_their_common_matches(site: TestClient) -> None:
    read = Markup(site.get("/compare?bot=one&against=three").text).read
    assert "How often one@1 would win a game against three@1" in read
    assert "common match" in read


def test_many_bots_and_authors_are_on_pages_of_200(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two") as store:
        names = [f"bot{number}" for number in range(ROWS)]
        store.append(*(Joined(f"of-{name}") for name in names))
        for number, name in enumerate(names):
            store.append(Entered(f"{name}@1", f"of-{name}", f"{number:064x}", ()))
    with visiting(place) as site:
        first, second = site.get("/bots").text, site.get("/bots/page/2").text
        assert site.get("/bots/page/3").status_code == 404
    assert "bot197@1" in first
    assert "bot198@1" in Markup(first).read.split("Authors")[1]
    assert "page 1 of 2" in first
    assert 'href="bots/page/2"' in first
    assert "bot199@1" in Markup(second).read
    assert 'href="../../bots"' in second
    with open_reader(str(place)) as reader:
        paths = {page.path for page in lists(Snapshot(reader), None)}
    assert {"bots", "bots/page/2"} <= paths
    assert "bots/page/3" not in paths
    with visiting(place) as site:
        said = Markup(site.get("/bots/bot1999").text).read
    # A sentence, and not all names.
    assert "There is no bot 'bot1999' on this ladder; there are 202, such as: bot" in said
    assert len(re.findall(r"bot\d", said)) == 11


def test_common_matches_of_two_bots_are_on_pages(
    site: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Markup(site.get("/compare?bot=one&against=three").text).links
    common = [link for link in whole if re.fullmatch(r"matches/\d+", link)]
    assert len(common) > 1
    monkeypatch.setattr("ladder.web.pages.MATCHES", 1)
    for number, link in enumerate(common, 1):
        # The other way round, so that it is no answer that was kept.
        text = site.get(f"/compare?bot=three&against=one&page={number}").text
        found = [one for one in Markup(text).links if re.fullmatch(r"matches/\d+", one)]
        assert found == [link]
        assert f"page {number} of {len(common)}" in text


def test_the_season_page_says_what_is_void_and_why(site: TestClient) -> None:
    season = Markup(site.get("/season").text).read
    assert "sneezed" in season
    assert HOW_SURE in season


def test_a_game_page_has_its_rules_options_samples_and_statistics(site: TestClient) -> None:
    read = Markup(site.get("/games/six_nimmt").text).read
    assert "104 cards carry the numbers" in read
    assert "careful" in read
    assert "decisions, of all seats" in read


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nothing", 404),
        ("/bots/nobody", 404),
        ("/matches/999", 404),
        ("/matches/0", 422),
        ("/matches/99999999999999999999", 422),
        ("/matches/999.record", 404),
        ("/boards/chess", 404),
        ("/boards/six_nimmt/page/2", 404),
        ("/games/..%2f..%2fpyproject", 404),
        ("/static/../app.py", 404),
        ("/compare?bot=one&against=one", 422),
        ("/compare?bot=one&against=two&page=9", 404),
        ("/bots/page/2", 404),
        ("/boards?season=7", 404),
        ("/boards?seats=many", 422),
        ("/boards?as_of=0001-01-01T00:00:00%2B14:00", 422),
        ("/boards?as_of=tomorrow", 422),
        ("/log?kind=rumour", 422),
        (f"/?without={'x' * 1200}", 414),
        (f"/bots/{'x' * 600}", 414),
        ("/api/v1/nothing", 404),
        ("/api/v1/matches/x", 422),
        (f"/api/v1/log?kind={'x' * 1200}", 414),
    ],
)
def test_what_is_not_there_is_one_sentence(site: TestClient, address: str, status: int) -> None:
    response = site.get(address)
    assert response.status_code == status
    if address.startswith("/api/"):
        (sentence,) = response.json().values()
    else:
        sentence = re.findall(r"<p>(.*)</p>", response.text)[0]
    assert sentence.endswith(".")
    assert "Traceback" not in response.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_changed(site: TestClient, method: str) -> None:
    assert site.request(method, "/bots").status_code == 405
    assert site.request(method, "/api/v1/bots").json()["error"]


@pytest.mark.parametrize(
    "address", ["/", "/nothing", "/matches/1.record", f"/{site_folder()}/style.css"]
)
def test_headers_of_security_are_on_every_answer(site: TestClient, address: str) -> None:
    for _ in range(2):
        headers = site.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_who_has_a_page_already_gets_it_not_again(site: TestClient) -> None:
    first = site.get("/bots")
    again = site.get("/bots", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert site.get("/bots", headers={"if-none-match": '"other"'}).status_code == 200
    head = site.head("/bots")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == first.headers["content-length"]


def test_who_has_just_come_in_has_a_page(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    # Nobody looks for changes meanwhile.
    with make_ladder(place, "one") as store, visiting(place, pause=3600.0) as site:
        assert site.get("/bots/late@1").status_code == 404
        digest, content = files_like("late")
        store.enter(Entered("late@1", ORGANISER, digest, ()), content)
        assert site.get("/bots/late@1").status_code == 200


def test_pages_are_made_once_and_anew_when_the_log_has_another_head(tmp_path: Path) -> None:
    with fill(tmp_path / "ladder.db", 2) as store, visiting(tmp_path / "ladder.db") as site:
        before = site.get("/matches")
        played = play_on(store, 1)[0].played.match
        assert f'href="matches/{played}"' not in before.text
        wait_for_text(site, "/matches", f'href="matches/{played}"')
        store.append(Paused(paused=True))
        wait_for_text(site, "/season", "It is paused")


def wait_for_text(site: TestClient, address: str, text: str) -> None:
    wait_until(lambda: text in site.get(address).text)


def test_a_ladder_on_either_database_is_shown_as_it_goes_on(place: str) -> None:
    with make_ladder(place, "one", "two") as store:
        play_on(store, 1)
        with visiting(place) as site:
            assert len(crawl(site)) > 10
            played = play_on(store, 1)[0].played.match
            wait_for_text(site, "/matches", f'href="matches/{played}"')


def test_an_answer_that_is_kept_needs_no_database(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    fill(place, 2).close()
    with visiting(place) as site:
        kept = site.get("/").text
        place.write_bytes(b"no database any more" * 400)
        Path(f"{place}-wal").unlink(missing_ok=True)
        assert site.get("/").text == kept
        broken = site.get("/season")
        assert broken.status_code == 503
        assert "Something is wrong with this server" in broken.text
        assert str(tmp_path) not in broken.text


@pytest.mark.parametrize(
    ("failure", "said", "again"),
    [
        (Away("it was stopped"), "cannot be read at the moment; try again in a minute.", "60"),
        (StoreFailure("it is damaged"), "Something is wrong with this server; anyone who", None),
    ],
    ids=repr,
)
def test_a_page_says_to_try_again_where_that_may_help(
    site: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    failure: StoreFailure,
    said: str,
    again: str | None,
) -> None:
    monkeypatch.setattr("ladder.web.questions.read_season_progress", Mock(side_effect=failure))
    # That of no query may be kept.
    answer = site.get("/season?new")
    assert (answer.status_code, answer.headers.get("retry-after")) == (503, again)
    assert said in answer.text


def test_a_server_never_changes_a_ladder(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    fill(place, 2).close()
    before = place.read_bytes()
    with visiting(place) as site:
        crawl(site)
    assert place.read_bytes() == before


def test_turned_names_do_not_break_the_line(site: TestClient) -> None:
    assert TURNED not in site.get("/log").text


# Without tables to play at.
DOORS = ("/live", "/boards", "/take-part", "/docs/")


def test_the_documents_are_below_docs_under_the_policy_of_every_page(
    tmp_path: Path, site: TestClient
) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "index.html").write_text("<p>How do I ...?")
    (folder / "reference").mkdir()
    text = "<!--site reference/python--><p>The reference"
    (folder / "reference" / "python.html").write_text(text)
    make_ladder(tmp_path / "ladder.db", "one")
    with visiting(tmp_path / "ladder.db", documents=folder) as client:
        (link,) = re.findall(r'<a href="([^"]*)">Docs</a>', client.get("/bots").text)
        for address in (link, "/docs"):
            answer = client.get(address)
            assert answer.text == "<p>How do I ...?"
            assert "script-src 'self';" in answer.headers["content-security-policy"]
        assert client.get("/docs/../bots.html").status_code == 404
        text = client.get("/docs/reference/python.html").text
        assert addresses("/docs/reference/python.html", text) == {"/", *DOORS}
        assert '<a href="../../docs/" aria-current="page">Docs</a>' in text
        assert text.endswith("</header><p>The reference")
    assert "Docs</a>" not in site.get("/bots").text


def test_the_last_table_stays_until_a_season_has_one(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "one", "two") as store:
        play_on(store, 2)
        with visiting(tmp_path / "ladder.db") as site:
            rows = Markup(site.get("/boards/six_nimmt").text).rows[:2]
        store.begin_season(SeasonBegun(2, "ranked 100", ()), "so", freeze=True)
        with visiting(tmp_path / "ladder.db") as site:
            text = site.get("/boards/six_nimmt").text
            assert Markup(text).rows[:2] == rows
            assert "Until its first match is over this is the table of season 1." in text
            assert "one@1" in site.get("/").text
        play_on(store, 1)
        with visiting(tmp_path / "ladder.db") as site:
            text = site.get("/boards/six_nimmt").text
            assert Markup(text).rows[:2] != rows
            assert "this is the table of season" not in text


# Of each the plain words are in the history of its template.
AWKWARD = (
    *("that counts", "who came where", "In front now", "being made again", "the dearest first"),
    *("what all share", "Looked at when asked", "Who has none", "Decide for", "is over with"),
    *("Select what counts", "thinks like this", "stands for all of them", "a tie being a half"),
    *(
        "play by themselves",
        "token more",
        "imagined games",
        "by the policy of reviews",
        "not whole",
    ),
    *(
        "came in place",
        "The others play",
        "Played in a moment",
        "Who has the",
        "planned and not over",
    ),
)
SEEN = (
    *TEMPLATES.glob("*.html"),
    *TEMPLATES.parent.glob("static/*.js"),
    *Path(viewer.__file__).parent.glob("*.js"),
)


def test_no_page_has_a_phrase_that_nobody_says() -> None:
    found = {
        (file.name, phrase) for file in SEEN for phrase in AWKWARD if phrase in file.read_text()
    }
    assert found == set()
