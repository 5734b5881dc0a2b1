"""Where a server listens: on its machine, or where nobody reads along."""

import re
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from arena.errors import UserError
from ladder.client import Client, Login, check_fingerprint
from ladder.web.gate import Gate
from ladder.web.self_signed import keep_certificate
from tests.ladder.conftest import StartLadder
from tests.ladder.servers import wait_for_line
from tests.ladder.sockets import answers_in_the_clear, listening
from tests.ladder.web.logins import issue, log_in
from tests.ladder.web.sites import fill, visiting
from tests.programs import Run
from tests.waiting import LIMIT

PEM = Path("some.pem")
EVERYWHERE = "0.0.0.0"  # noqa: S104


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "ladder.db"
    fill(place, matches=0).close()
    return place


@pytest.mark.parametrize("host", [EVERYWHERE, "::", "192.0.2.1", "club.example", ""])
def test_where_others_reach_a_server_something_has_to_keep_tokens_from_them(host: str) -> None:
    with pytest.raises(UserError, match=r"Others in the network reach .* --tls self"):
        Gate().require_safe(host)
    for gate in (Gate(PEM, PEM), Gate(proxy="192.0.2.9"), Gate(plain_http=True)):
        gate.require_safe(host)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.0.1", "::1"])
def test_on_its_machine_a_server_needs_nothing(host: str) -> None:
    Gate().require_safe(host)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    "words",
    [["--host", EVERYWHERE], ["--metrics", f"{EVERYWHERE}:0"], ["--demo", "--host", EVERYWHERE]],
)
def test_what_would_let_others_read_along_is_refused(ladder: Run, words: list[str]) -> None:
    said = ladder("serve", "--port=0", *words, check=2).stderr
    assert said.startswith("Others in the network reach 0.0.0.0; expected --tls self")
    assert len(said.strip().splitlines()) == 1


def test_as_documented_no_other_machine_reaches_anything(
    place: Path, start_ladder: StartLadder
) -> None:
    server = start_ladder("serve", "--port=0", "--metrics=127.0.0.1:0", "--trust")
    wait_for_line(server, "The ladder is at")
    ports = listening(server)
    assert len(ports) >= 2
    assert not any(ports.values())


def test_by_a_certificate_of_its_own_others_reach_nothing_in_the_clear(
    place: Path, start_ladder: StartLadder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = issue(place)[1]
    words = ["--tls=self", "--port=0", "--metrics=0.0.0.0:0"]
    server = start_ladder("serve", "--host=0.0.0.0", *words)
    said = wait_for_line(server, "--fingerprint")
    reached = [port for port, beyond in listening(server).items() if beyond]
    assert len(reached) == 2
    assert not [port for port in reached if answers_in_the_clear(port)]
    ((typed, fingerprint),) = re.findall(r"ladder login (\S+) --fingerprint (\S+)", said)
    # By a name that resolves wherever this is tried.
    url = f"https://localhost:{urlsplit(typed).port}"
    assert Client(Login(url, secret, fingerprint)).uploads().uploads == ()
    with pytest.raises(UserError, match=r"not one that this system trusts.* --fingerprint"):
        Client(Login(url, secret)).uploads()
    with pytest.raises(UserError, match="has another fingerprint, so your token was not sent"):
        Client(Login(url, secret, fingerprint[::-1])).uploads()


def test_a_certificate_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "server.pem"
    fingerprint = keep_certificate(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert keep_certificate(file) == fingerprint
    Gate(file, file).check()
    file.write_text("something else")
    with pytest.raises(UserError, match=r"server\.pem has no certificate; move it away"):
        keep_certificate(file)
    assert file.read_text() == "something else"


def test_a_fingerprint_is_read_with_and_without_colons() -> None:
    plain = "0a" * 32
    there = "https://localhost:8000"
    with pytest.raises(UserError, match="no certificate; expected an address with https"):
        check_fingerprint(plain, "http://localhost:8000")
    assert check_fingerprint(":".join(["0A"] * 32), there) == plain
    assert check_fingerprint(plain, there) == plain
    for wrong in (plain[1:], "x" * 64, f"{plain}00"):
        with pytest.raises(UserError, match="is no fingerprint; expected 64 hexadecimal digits"):
            check_fingerprint(wrong, there)


def test_a_session_is_of_the_whole_host_where_the_server_speaks_tls_itself(place: Path) -> None:
    with visiting(place, at_root=True) as site:
        site.base_url = site.base_url.copy_with(scheme="https")
        cookie = log_in(site, issue(place)[1]).headers["set-cookie"]
        assert cookie.startswith("__Host-session=")
        assert {"Path=/", "Secure", "HttpOnly"} <= set(cookie.split("; "))
        assert "Log out" in site.get("/bots").text
        # What a page of a neighbour of the host has set is none.
        value = site.cookies["__Host-session"]
        site.cookies.clear()
        site.cookies.set("session", value)
        assert "Log out" not in site.get("/bots").text


@pytest.mark.parametrize("command", [["run", "--trust"], ["serve", "--port=0"]])
def test_a_ladder_that_others_can_read_is_neither_played_nor_served(
    place: Path, ladder: Run, command: list[str]
) -> None:
    place.chmod(0o640)
    said = ladder(*command, check=2).stderr
    assert "ladder.db is not played or served: others on this machine can read its secrets" in said
    (mend,) = re.findall(r"type: (chmod 600 \S+)\.", said)
    assert mend == f"chmod 600 {place}"
    assert re.search("^no +secrets", ladder("doctor", check=1).stdout, re.MULTILINE)
    place.chmod(0o600)
    assert "no  secrets" not in ladder("doctor", check=None).stdout


OWN_NAMES = ("localhost", "LOCALHOST:8000", "127.0.0.1:8000", "127.8.0.1", "[::1]:8000", "[::1]")
OTHER_NAMES = ("evil.example", "127.0.0.1.evil.example:8000", "[::1", "", "10.0.0.1")


def test_on_its_machine_a_server_takes_the_names_of_its_machine_and_no_other(place: Path) -> None:
    with visiting(place, on_loopback=True) as bound, visiting(place) as free:
        for name in OWN_NAMES:
            assert bound.get("/", headers={"host": name}).status_code == 200, name
        for path, name in product(("/", "/static/style.css", "/api/v1/ladder"), OTHER_NAMES):
            answer = bound.get(path, headers={"host": name})
            assert answer.status_code == 421, (path, name)
            assert f"expected localhost or 127.0.0.1, got {name!r}" in unescape(answer.text)
            assert free.get(path, headers={"host": name}).status_code in {200, 404}


def test_a_server_knows_that_it_is_for_its_machine_unless_it_has_a_proxy(
    place: Path, start_ladder: StartLadder
) -> None:
    for words, status in (((), 421), (("--proxy", "127.0.0.1"), 200)):
        server = start_ladder("serve", "--port=0", "--tables=0", *words)
        address = wait_for_line(server, "The ladder is at").split()[4]
        answer = httpx2.get(address, headers={"host": "club.example"}, timeout=LIMIT)
        assert answer.status_code == status
