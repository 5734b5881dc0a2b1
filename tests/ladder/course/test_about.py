"""What pages say of a course, to whom, and what they never say."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from arena.errors import UserError
from ladder import acts
from ladder.acts import Actor
from ladder.archive.exchange import write_export
from ladder.course.applying import apply_course
from ladder.log.entries import ORGANISER, Entered, Played
from ladder.settings.about import About, Logo
from ladder.store.people import forget_person
from ladder.store.store import Store
from ladder.web.files import site_folder
from ladder.web.publish import publish
from tests.ladder.golden import Golden
from tests.ladder.ladders import files_like, finish, make_ladder, plan_match, play_on
from tests.ladder.web.logins import issue_here, log_in
from tests.ladder.web.sites import SCRIPT, TURNED, visiting
from tests.waiting import wait_until

ZOE = "Zoë Müller, Team 7"
COURSE = f"""
title = "Cards 101"
text = "Hand in by <b>Friday</b>."
link = "https://example.org/cards"

[[authors]]
name = "{ZOE}"
members = [{{name = "Zoë Müller", email = "zoe@example.org", lms = "90177"}}]

[[authors]]
key = "t1"
name = '''{SCRIPT}'''
"""
SECRETS = ("Zoë", "Müller", "Team 7", "example.org/zoe", "zoe@", "90177")


class Site:
    """A ladder to which a course file is applied, and its pages."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self.store = folder, store

    def apply(self, text: str) -> tuple[str, ...]:
        file = self.folder / "course.toml"
        file.write_text(text)
        return apply_course(self.store, file).changes

    def play(self) -> str:
        """Have the first author hand in a bot that plays; return its key."""
        people = self.store.people()
        key = next(key for key, one in people.items() if one.name == ZOE)
        digest, content = files_like("hers")
        self.store.enter(Entered("hers@1", key, digest, ()), content)
        play_on(self.store, 3)
        return key


@pytest.fixture
def site(tmp_path: Path, golden: Golden) -> Iterator[Site]:
    with golden.open(tmp_path / "ladder.db", make_ladder, "one", "two") as store:
        yield Site(tmp_path, store)


def open_site(site: Site) -> Any:
    documents = site.folder / "documents"
    documents.mkdir(exist_ok=True)
    (documents / "index.html").write_text("documents")
    return visiting(site.folder / "ladder.db", documents=documents)


def routes_of(client: TestClient) -> Iterator[tuple[str, str]]:
    """Yield every method and address of a site."""
    for route in vars(client.app)["app"].routes:
        path = route.path if hasattr(route, "methods") else f"{route.path}/x"
        path = re.sub(r"{[^}]*(name|bot|other)}", "hers@1", path)
        path = path.replace("{game}", "six_nimmt").replace("{path:path}", "")
        for method in getattr(route, "methods", None) or ("GET",):
            yield method, re.sub(r"{[^}]*}", "1", path)


def read_all(client: TestClient, headers: dict[str, str]) -> str:
    """Return all that somebody reads at all addresses that do not go on for ever."""
    paths = {path for method, path in routes_of(client) if method == "GET" and "events" not in path}
    answers = [client.get(path, headers=headers) for path in sorted(paths)]
    assert sum(answer.status_code == 200 for answer in answers) > 20
    return "\n".join(answer.text for answer in answers)


def test_pages_have_the_title_and_the_front_page_the_text(site: Site) -> None:
    assert "On the pages: title, text, link." in site.apply(COURSE)
    assert site.apply(COURSE) == ()
    with open_site(site) as client:
        front = client.get("/").text
        assert "<title>Cards 101</title>" in front
        assert "Hand in by &lt;b&gt;Friday&lt;/b&gt;." in front
        assert '<a href="https://example.org/cards">' in front
        assert "· Cards 101</title>" in client.get("/bots").text
        assert client.get("/api/v1/ladder").json()["about"]["title"] == "Cards 101"


def test_pseudonyms_are_all_that_anybody_reads_of_somebody(site: Site) -> None:
    site.apply(COURSE)
    key = site.play()
    assert key == "author-1"
    _, secret = issue_here(site.store, "t1", organiser=False)
    with open_site(site) as client:
        texts = [read_all(client, {}), read_all(client, {"authorization": f"Bearer {secret}"})]
    texts.append("\n".join(msgspec.json.encode(entry).decode() for entry in site.store.entries()))
    write_export(site.store, site.folder / "export.zip", submissions=False)
    publish(site.store, site.folder / "site", export=False)
    pages = [page for page in (site.folder / "site").rglob("*") if page.is_file()]
    texts += [page.read_bytes().decode(errors="replace") for page in pages]
    for text in texts:
        assert not [known for known in SECRETS if known in text]
    assert key in texts[0]


def test_names_are_shown_where_the_file_says_so_and_nothing_else_is(site: Site) -> None:
    site.apply(f'names = "shown"\n{COURSE.replace(SCRIPT, SCRIPT + TURNED)}')
    site.play()
    with open_site(site) as client:
        for path in ("/boards", "/boards/six_nimmt", "/bots", "/bots/hers"):
            assert f"<bdi>{ZOE}</bdi>" in client.get(path).text
        text = read_all(client, {})
        names = {one["author"]: one["name"] for one in client.get("/api/v1/authors").json()}
    assert ZOE in names.values()
    assert not [known for known in ("zoe@", "90177") if known in text]
    pages = "\n".join(line for line in text.splitlines() if not line.startswith(("[", "{")))
    assert SCRIPT not in pages
    assert "\u202e" not in pages
    # In the log and in what follows from it there are keys alone.
    assert ZOE not in "".join(str(entry.body) for entry in site.store.entries())
    with site.store.connections.writing() as here:
        forget_person(here.connection, "author-1")
    with open_site(site) as client:
        assert ZOE not in client.get("/bots").text


def test_a_closed_ladder_answers_nobody_without_a_session(site: Site) -> None:
    site.apply(COURSE)
    with open_site(site) as client:
        assert client.get("/bots").status_code == 200
        site.apply(f"closed = true\n{COURSE}")
    with open_site(site) as client:
        asked = [*routes_of(client)]
        assert len(asked) > 60
        more = (("HEAD", "/bots"), ("GET", "/none"), ("GET", "/loginx"), ("GET", "/static/x"))
        for method, path in (*asked, *more):
            answer = client.request(method, path)
            assert (answer.status_code == 401) is (path != "/login"), (method, path)
        assert client.get(f"/{site_folder()}/style.css").status_code == 200
        page = client.get("/bots")
        assert "This ladder is for those who take part: log in with your token." in page.text
        assert "hers" not in page.text
        log_in(client, issue_here(site.store, "t1", organiser=False)[1])
        assert client.get("/bots").status_code == 200
        client.cookies.clear()
        client.cookies.set("session", "wrong")
        assert client.get("/bots").status_code == 401


PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def play_two(site: Site) -> tuple[int, dict[str, dict[str, str]]]:
    """Have two authors play; return a match of the first, and what each logs in with."""
    site.apply(COURSE)
    digest, content = files_like("his")
    site.store.enter(Entered("his@1", "t1", digest, ()), content)
    keys = {"hers": site.play(), "his": "t1", "organiser": ORGANISER}
    play_on(site.store, 6)
    tokens = {
        who: issue_here(site.store, key, organiser=key == ORGANISER)[1] for who, key in keys.items()
    }
    first = site.store.matches_of("hers@1")[-1].played.match
    return first, {who: {"authorization": f"Bearer {token}"} for who, token in tokens.items()}


def test_where_rows_are_ones_own_the_organiser_sees_all_and_each_author_the_own(site: Site) -> None:
    match, tokens = play_two(site)
    his = finish(site.store, plan_match(site.store, ["his@1", "one@1"])).body
    assert isinstance(his, Played)
    site.apply(f'rows = "own"\n{COURSE}')
    # That no route tells of another, all of them are asked in `tests/ladder/web/test_own_rows.py`.
    with open_site(site) as client:
        assert f"matches/{his.match}" in client.get("/", headers=tokens["organiser"]).text
        for path in ("/boards", "/boards/six_nimmt", "/api/v1/standings?game=six_nimmt"):
            assert client.get(path, headers=tokens["hers"]).status_code == 403
            assert "his@1" in client.get(path, headers=tokens["organiser"]).text
        (mine,) = client.get("/api/v1/mine", headers=tokens["hers"]).json()["bots"]
        assert {place["game"] for place in mine["places"]} == {None, "six_nimmt"}
        assert "wins" in client.get("/mine", headers=tokens["hers"]).text
        assert client.get("/bots/hers@1", headers=tokens["his"]).status_code == 403
        assert client.get("/bots").status_code == 401
        own = client.get(f"/api/v1/matches/{match}/details", headers=tokens["hers"]).json()
        assert [one["player"] for one in own["story"]["changes"]] == ["hers@1"]
        details = client.get("/api/v1/bots/hers@1/details", headers=tokens["hers"]).json()
        assert (details["chances"], details["story"]["opponents"] != []) == ([], True)


def test_where_rows_are_ones_own_the_log_is_the_organisers(site: Site) -> None:
    _, tokens = play_two(site)
    site.apply(f'rows = "own"\n{COURSE}')
    author = site.store.roster().author_of("hers@1")
    acts.withdraw(site.store, Actor(author, organiser=False), "hers")
    number, _ = site.store.head()
    with open_site(site) as client:
        found = {
            who: client.get(f"/log/{number}", headers=headers).status_code
            for who, headers in tokens.items()
        }
    assert found == {"hers": 403, "his": 403, "organiser": 200}


def test_what_was_made_while_all_rows_were_shown_is_not_shown_after(site: Site) -> None:
    match, tokens = play_two(site)
    address = f"/api/v1/matches/{match}"
    with visiting(site.folder / "ladder.db", pause=0.05) as client:
        assert len(client.get(address).json()["changes"]) > 1
        site.apply(f'rows = "own"\n{COURSE}')
        wait_until(lambda: client.get("/bots").status_code == 401)
        assert len(client.get(address, headers=tokens["hers"]).json()["changes"]) == 1


def test_a_logo_is_on_all_pages_until_it_is_taken_away(site: Site) -> None:
    (site.folder / "logo.png").write_bytes(PNG)
    logo = f'logo = "logo.png"\n{COURSE}'
    assert "logo" in site.apply(logo)[-1]
    assert site.apply(logo) == ()
    with open_site(site) as client:
        (address,) = {*re.findall(r"logo-[0-9a-f]{8}.png", client.get("/bots").text)}
        answer = client.get(f"/{address}")
        assert (answer.content, answer.headers["content-type"]) == (PNG, "image/png")
        assert client.get("/logo-x.png").status_code == 404
    publish(site.store, site.folder / "site", export=False)
    assert (site.folder / "site" / address).read_bytes() == PNG
    # Another file leaves it as it is.
    assert site.apply(COURSE) == ()
    assert site.apply("logo = ''") == ("On the pages: logo.",)
    assert site.store.setting(Logo()).content == b""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("link = 'javascript:alert(1)'", "link: expected an address that begins with"),
        ("link = 'http://['", "link: Invalid IPv6 URL."),
        ("title = 3", "title: expected text, got a whole number"),
        ("names = 'none'", "names: invalid enum value 'none'"),
        ("\nnames = 'shown'", "names: 'pseudonyms' was said when the course began"),
        ("logo = 'none.png'", "logo: "),
        ("logo = 'course.toml'", "logo: expected a PNG, JPEG or GIF of at most 256"),
        ("rows = 'some'", "rows: invalid enum value 'some'"),
        ("closed = 'yes'", "closed: expected true or false, got text"),
    ],
)
def test_what_pages_cannot_say_is_one_sentence_with_its_path(
    site: Site, changed: str, said: str
) -> None:
    site.apply(COURSE)
    before = site.store.setting(About())
    with pytest.raises(UserError) as refused:
        site.apply(changed)
    assert said in str(refused.value)
    assert site.store.setting(About()) == before
