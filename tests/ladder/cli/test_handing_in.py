"""The command line against a server: log in, hand in, look at what comes of it."""

import json
import signal
import socket
import ssl
import stat
import subprocess
import threading
import venv
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from arena.errors import HostFailure, UserError
from arena.match.record import read_record
from ladder.cli.login import check_head, require_login
from ladder.client import Client, Login, check_url
from ladder.log.entries import Announced, Entered, Frozen
from ladder.log.proof import prove
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.tokens import Tokens
from ladder.store.uploads import Uploads
from ladder.wire import UploadState
from tests.ladder.answering import answering
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import files_like, play
from tests.ladder.servers import wait_for_address
from tests.ladder.uploading import open_ladder, read_story, write_goat
from tests.programs import Run
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have logins be kept in a folder of the test's own, and no ladder be named."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("LADDER", raising=False)
    return tmp_path / "config" / "card-arena" / "login.json"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a ladder that is not where commands look for one of their own."""
    (tmp_path / "server").mkdir()
    place = tmp_path / "server" / "ladder.db"
    open_ladder(place, "one").close()
    return place


@pytest.fixture
def address(place: Path, start_ladder: StartLadder) -> str:
    found = wait_for_address(start_ladder("serve", "--port", "0", "--ladder", place))
    return found.replace("127.0.0.1", "localhost")


def issue(place: Path) -> str:
    with open_store(str(place)) as store:
        return Tokens(store.connections).issue("ada", organiser=False)[1]


@pytest.fixture
def login(config: Path, place: Path, address: str) -> str:
    """Have ada be logged in at the server; return its address."""
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({"url": check_url(address), "token": issue(place)}))
    return check_url(address)


def test_a_login_is_checked_and_kept_for_its_user_alone(
    ladder: Run, config: Path, place: Path, address: str
) -> None:
    secret = issue(place)
    done = ladder("login", address, "--token-stdin", typed=f"{secret}\n")
    assert f"Logged in at {address.rstrip('/')}" in done.stdout
    assert secret not in done.stdout
    assert stat.S_IMODE(config.stat().st_mode) == 0o600
    assert "No" not in ladder("uploads").stdout
    assert "the token is gone" in ladder("logout").stdout
    assert not config.exists()
    assert ladder("uploads", check=2).stderr == (
        "You are not logged in; ladder login URL does that.\n"
    )


WRONG_TOKENS = {
    "nonsense\n": "This token is not known here; ask the organiser, who makes them.",
    "\n": "That is no token; the organiser gives one, by ladder author token NAME.",
    "two\u202ewords\n": "That is no token",
}


def test_a_wrong_token_is_one_sentence_and_is_not_kept(
    ladder: Run, config: Path, address: str
) -> None:
    for typed, said in WRONG_TOKENS.items():
        done = ladder("login", address, "--token-stdin", check=2, typed=typed)
        (told,) = done.stderr.splitlines()
        assert told.startswith(said)
        assert not config.exists()


def test_a_bot_is_handed_in_where_one_has_logged_in(
    ladder: Run, start_ladder: StartLadder, place: Path, login: str, tmp_path: Path
) -> None:
    write_goat(tmp_path / "mine", "goat")
    write_goat(tmp_path / "broken", "broken", "1 / 0")
    start_ladder("run", "--trust", "--parallel", "1", "--ladder", place)
    said = ladder("submit", "mine", "broken", check=1).stdout
    assert f"Handing in at {login} ..." in said
    assert " 4  passed   goat_n_goat: questions" in said
    assert "Upload 1 (mine.tar.gz): accepted. goat@1 is on the ladder." in said
    assert "ZeroDivisionError" in said
    assert "broken is refused at step 2, start-up." in said
    listed = ladder("uploads").stdout
    assert "mine.tar.gz   accepted" in listed
    assert "broken.tar.gz refused" in listed
    shown = ladder("uploads", "2").stdout
    assert "ZeroDivisionError" in shown
    assert json.loads(ladder("uploads", "2", "--json").stdout)["upload"]["state"] == "refused"
    assert ladder("uploads", "3", check=2).stderr == "There is no upload 3 on this ladder.\n"
    # The name that is typed, and JSON with the whole outcome.
    write_goat(tmp_path / "other", "x")
    (story,) = json.loads(ladder("submit", "kid=other", "--json").stdout)
    assert story["upload"]["player"] == "kid@1"


def test_a_log_that_does_not_go_on_from_the_one_seen_before_is_told(
    config: Path, place: Path, login: str
) -> None:
    def look() -> str:
        here = require_login()
        return check_head(Client(here), here)

    assert look() == ""
    seen = json.loads(config.read_text())["head"]
    with open_store(str(place)) as store:
        # A server may show the log as it was a moment ago.
        assert seen["digest"] in {
            one.digest for one in store.entries() if one.number == seen["number"]
        }
        (grown,) = store.append(Announced("so"))

    def has_grown() -> bool:
        assert look() == ""
        return bool(json.loads(config.read_text())["head"]["number"] == grown.number)

    wait_until(has_grown)
    for number, digest in ((grown.number, "ab" * 32), (grown.number + 5, grown.digest)):
        said = json.loads(config.read_text()) | {"head": {"number": number, "digest": digest}}
        config.write_text(json.dumps(said))
        expected = f"The log at {login} is not the one seen here before: its entry {number} had"
        assert look().startswith(f"{expected} the digest {digest}.")
        assert json.loads(config.read_text()) == said
    # What is no ladder, or shows no log, has none.
    assert (
        check_head(Client(Login("http://localhost:9", "x")), Login("http://localhost:9", "x")) == ""
    )


def test_ctrl_c_leaves_it_in_the_queue_and_says_how_to_look_at_it(
    start_ladder: StartLadder, place: Path, login: str, tmp_path: Path
) -> None:
    write_goat(tmp_path / "mine", "goat")
    process = start_ladder("submit", "mine")
    said = [process.stdout.readline() for _ in range(3)]
    assert said[1] == "Upload 1 (mine.tar.gz): waiting, place 1 in the queue.\n"
    assert said[2].startswith("No season runs at the moment")
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate()
    assert process.returncode == 130
    assert "Handed in all the same: upload 1. ladder uploads 1 says what comes of it." in rest
    assert read_story(place, 1).upload.state is UploadState.WAITING


def test_a_ladder_that_is_named_is_meant_all_the_same(
    ladder: Run, place: Path, login: str, tmp_path: Path
) -> None:
    write_goat(tmp_path / "mine", "goat")
    said = ladder("submit", "mine", "--trust", check=2).stderr
    assert "--trust is for a ladder of this machine, which --ladder names" in said
    assert "is on the ladder" in ladder("submit", "mine", "--trust", "--ladder", place).stdout
    with open_store(str(place)) as store:
        assert store.roster().author_of("goat@1") == "organiser"


def test_a_match_is_asked_for_where_one_has_logged_in(
    ladder: Run, start_ladder: StartLadder, place: Path, login: str, tmp_path: Path
) -> None:
    with open_store(str(place)) as store:
        digest, content = files_like("hers")
        store.enter(Entered("hers@1", "ada", digest, ()), content)
    assert "Nobody has asked for anything yet." in ladder("requests").stdout
    said = ladder("request", "hers", "one").stdout
    assert f"Request 1 at {login}: " in said
    assert "of goat_n_goat of hers@1, one@1. The season plays it; it is not rated." in said
    assert "goat_n_goat waiting" in ladder("requests").stdout
    assert json.loads(ladder("requests", "1", "--json").stdout)["request"]["state"] == "waiting"
    assert ladder("requests", "1", "--record=mine", check=2).stderr == (
        "There is no record of request 1: it is waiting.\n"
    )
    with open_store(str(place)) as store:
        requests = Requests(store.connections)
        found = requests.next()
        assert found is not None
        request, plan = found
        requests.begin(request.number)
        requests.finish(request.number, prove(play(plan)).content, "hello")
    shown = ladder("requests", "1", "--record=mine").stdout
    assert "hers@1 has printed 5 letters" in shown
    (record,) = (tmp_path / "mine").iterdir()
    assert [bot.name for bot in read_record(record).plan.bots] == ["hers@1", "one@1"]
    (listed,) = json.loads(ladder("requests", "--json", "--last=1").stdout)
    assert listed["author"] == "ada"


REFUSED = {
    ("request", "one", "hers"): "There is no bot 'hers' on this ladder",
    ("request", "one", "one"): "is the organiser's, not ada's",
    ("request", "x" * 65, "one"): "Expected `str` of length <= 64",
    ("request", "one", "one", "--author=bert"): "--author is for a ladder of this machine",
    ("requests", "7"): "You have asked for nothing with the number 7.",
    ("requests", "--author=bert"): "without it requests speaks to http://localhost:",
}


def test_what_is_refused_of_a_request_is_one_sentence(ladder: Run, place: Path, login: str) -> None:
    for words, said in REFUSED.items():
        done = ladder(*words, check=2)
        assert said in done.stderr
        assert done.stdout == ""
    # A ladder that is named is meant all the same.
    assert "Nobody has asked" in ladder("requests", "--author=bert", "--ladder", place).stdout


def test_what_is_no_bot_is_said_before_anything_is_sent(
    ladder: Run, place: Path, login: str, tmp_path: Path
) -> None:
    (tmp_path / "b.zip").write_bytes(b"PK\3\4")
    write_goat(tmp_path / "mine", "goat")
    said = ladder("submit", "mine", "b.zip", check=2).stderr
    assert said.startswith("'b.zip' cannot be a bot: it is broken or cut short")
    with open_store(str(place)) as store:
        assert Uploads(store.connections).lines() == []


# --- where only the base is installed ---


def base_distributions() -> Iterator[Distribution]:
    """Yield what our project needs without any extra, with what these need."""
    waiting, seen = ["card-arena"], set[str]()
    while waiting:
        found = distribution(waiting.pop())
        if found.name in seen:
            continue
        seen.add(found.name)
        if found.name != "card-arena":
            yield found
        needed = map(Requirement, found.requires or ())
        waiting += [
            one.name for one in needed if not one.marker or one.marker.evaluate({"extra": ""})
        ]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Return the Python of an installation that has the base and no extra."""
    folder = tmp_path / "base"
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for found in base_distributions():
        for name in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            link = packages / name
            if not link.exists():
                link.symlink_to(str(found.locate_file(name)))
    (packages / "ours.pth").write_text(f"{ROOT}\n{ROOT / 'sdk' / 'python'}\n")
    return folder / "bin" / "python"


def test_what_an_author_needs_is_in_the_base_installation(
    base: Path, config: Path, place: Path, address: str, tmp_path: Path
) -> None:
    def typed(*words: str, into: str = "", check: int = 0) -> str:
        run = "import sys; sys.argv[0] = 'ladder'; from ladder.cli import main; main()"
        done = subprocess.run(
            [base, "-c", run, *words],
            cwd=tmp_path,
            input=into,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == check, done.stderr
        return done.stdout + done.stderr

    assert "Rank bots" in typed("--help")
    assert "This needs sqlalchemy" in typed("table", "--ladder", str(place), check=1)
    with open_store(str(place)) as store:
        digest, content = files_like("hers")
        store.enter(Entered("hers@1", "ada", digest, ()), content)
    assert "Logged in at" in typed("login", address, "--token-stdin", into=f"{issue(place)}\n")
    assert "Request 1 at http://localhost:" in typed("request", "hers", "one")
    assert "goat_n_goat waiting" in typed("requests")
    assert "hers@1, one@1" in typed("requests", "1")
    assert "upload time (UTC)" in typed("uploads")
    write_goat(tmp_path / "mine", "goat")
    # It goes as far as the server, which has nothing of a bot that is there already.
    with open_store(str(place)) as store:
        store.append(Frozen(frozen=True))
    assert "The ladder is frozen" in typed("submit", "mine", check=2)
    assert "Logged out" in typed("logout")


# --- servers that are none, or not what they were ---


def send(status: int, body: bytes, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    def respond(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    return respond


@pytest.mark.parametrize(
    ("respond", "fault", "said"),
    [
        (send(200, b"<html>"), UserError, "There is no ladder of this version at"),
        (send(404, b"not here"), UserError, "There is no ladder of this version at"),
        (send(200, b'{"uploads": 3}'), UserError, "There is no ladder of this version at"),
        (send(301, b"", location="https://elsewhere"), UserError, "leads to https://elsewhere"),
        (send(429, b'{"error": "Slowly."}'), UserError, "Slowly."),
        (send(413, b'{"error": "It is too large."}'), UserError, "It is too large."),
        (send(503, b'{"error": "It is away."}'), HostFailure, "It is away"),
        (send(200, b"{", **{"content-length": "9"}), HostFailure, "broke off its answer"),
        (lambda request: request.wfile.write(b"gopher\r\n"), HostFailure, "broke off its answer"),
    ],
)
def test_each_odd_answer_is_one_sentence(
    respond: Callable[[BaseHTTPRequestHandler], None], fault: type[Exception], said: str
) -> None:
    with answering(respond) as url, pytest.raises(fault, match=said):
        Client(Login(url, "secret")).uploads()


def test_where_no_server_is_one_sentence_says_so() -> None:
    with socket.create_server(("localhost", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(HostFailure, match=f"nothing answers at http://localhost:{port}"):
        Client(Login(f"http://localhost:{port}", "secret")).uploads()
    with pytest.raises(HostFailure, match=r"nothing answers at https://no\.such"):
        Client(Login("https://no.such.host.invalid", "secret")).uploads()


@pytest.mark.usefixtures("processes")
def test_a_certificate_that_nobody_trusts_is_refused(tmp_path: Path) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*make, *files], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with socket.create_server(("localhost", 0)) as listening:

        def shake() -> None:
            connection, _ = listening.accept()
            with connection, pytest.raises(ssl.SSLError):
                context.wrap_socket(connection, server_side=True)

        serving = threading.Thread(target=shake)
        serving.start()
        url = f"https://localhost:{listening.getsockname()[1]}"
        with pytest.raises(UserError, match="is not one that this system trusts: self"):
            Client(Login(url, "secret")).uploads()
        serving.join()


def test_a_server_without_tls_is_no_server_with() -> None:
    with answering(send(200, b"")) as url:
        secure = url.replace("http:", "https:")
        with pytest.raises(UserError, match="speaks no TLS"):
            Client(Login(secure, "secret")).uploads()


@pytest.mark.parametrize(
    ("typed", "used"),
    [
        ("ladder.example.org", "https://ladder.example.org"),
        ("https://example.org/ladder/", "https://example.org/ladder"),
        ("http://localhost:8000/", "http://localhost:8000"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
    ],
)
def test_an_address_is_used_as_it_is_meant(typed: str, used: str) -> None:
    assert check_url(typed) == used


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("http://ladder.example.org", "Over http others can read your token"),
        ("ftp://example.org", "is no address of a server"),
        ("https://", "is no address of a server"),
        ("https://user:word@example.org", "is no address of a server"),
        ("https://example.org:port", "is no address of a server"),
        ("", "is no address of a server"),
    ],
)
def test_an_address_that_is_none_is_refused(typed: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        check_url(typed)
