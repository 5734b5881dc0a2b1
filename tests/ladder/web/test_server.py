"""`ladder serve` as its user runs it: a process of its own, an address, Ctrl-C, and bad input."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock
from urllib.parse import urlsplit

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ladder.log.entries import ORGANISER
from ladder.store.database import Away
from ladder.store.opening import open_reader, open_store
from ladder.store.tokens import Tokens
from ladder.web import app as app_module
from ladder.web.app import make_app
from ladder.web.gate import Gate
from ladder.web.server import listen, serve
from ladder.web.traffic import RequestLog
from tests.foreign_text.hostile import forged, unsafe
from tests.ladder.conftest import StartLadder
from tests.ladder.golden import Golden
from tests.ladder.servers import wait_for_address
from tests.ladder.web.sites import fill
from tests.programs import Run
from tests.waiting import LIMIT, wait_until


@pytest.fixture
def place(tmp_path: Path, golden: Golden) -> Path:
    return golden.copy(tmp_path / "ladder.db", fill, 2)


def test_a_server_shows_a_ladder_until_ctrl_c(place: Path, start_ladder: StartLadder) -> None:
    process = start_ladder("serve", "--port", "0")
    address = wait_for_address(process)
    assert "one@1" in _read(f"{address}bots")
    with urllib.request.urlopen(  # noqa: S310 - our own
        urllib.request.Request(f"{address}bots", method="HEAD")  # noqa: S310 - the same
    ) as response:
        assert response.read() == b""
    os.killpg(process.pid, signal.SIGINT)
    rest, _ = process.communicate()
    *noted, last = rest.splitlines()
    assert last == "Stopped."
    assert [(line["method"], line["path"]) for line in map(json.loads, noted)] == [
        ("GET", "/bots"),
        ("HEAD", "/bots"),
    ]
    assert process.returncode == 0


@pytest.mark.parametrize("task", ["SnapshotCache.keep_up", "Feed.keep_up", "PlayTables.watch"])
def test_a_server_stops_where_what_keeps_its_pages_up_has_failed(
    place: Path, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    async def fail(_: object) -> None:
        raise ZeroDivisionError

    kind, method = task.split(".")
    monkeypatch.setattr(getattr(app_module, kind), method, fail)
    with pytest.raises(ZeroDivisionError):
        serve_here(place)


def test_a_server_waits_for_its_database_to_carry_out_what_is_planned_and_stops_for_a_bug(
    place: Path,
) -> None:
    keep = Mock(side_effect=[Away("it was stopped"), Away("it is full"), ZeroDivisionError])
    with pytest.raises(ZeroDivisionError):
        serve_here(place, keep_dates=keep)
    assert keep.call_count == 3


def serve_here(place: Path, **given: Any) -> None:
    """Serve a ladder in this thread until it stops by itself."""
    with (
        open_reader(str(place)) as reader,
        open_store(str(place)) as store,
        listen("127.0.0.1", 0) as listening,
    ):
        traffic = RequestLog(make_app(reader, store, pause=0.01, **given))
        serve(traffic, listening, lambda: None, Gate())


def test_the_journal_and_the_metrics_tell_of_every_request_and_of_nobody(
    place: Path, start_ladder: StartLadder
) -> None:
    process = start_ladder("serve", "--port=0", "--metrics=127.0.0.1:0", "--log-format=text")
    address = wait_for_address(process)
    metrics = re.search(r"http://\S+/metrics", process.stdout.readline())
    assert metrics is not None
    with open_store(str(place)) as store:
        secret = Tokens(store.connections).issue(ORGANISER, organiser=True)[1]
    told = {"authorization": f"Bearer {secret}", "cookie": "kept=crumbs"}
    for path in ("bots?without=nobody", "play/seat-at-a-table", "api/v1/tables/seat-at-a-table/x"):
        httpx2.get(f"{address}{path}", headers=told, timeout=LIMIT)
    httpx2.get(f"{address}%1b[31m%0aFORGED%e2%80%ae", timeout=LIMIT)
    counted = text_string_to_metric_families(_read(metrics[0]))
    found = {
        tuple(one.labels.values()): one.value
        for family in counted
        for one in family.samples
        if one.name == "ladder_http_requests_total"
    }
    assert found == {("GET", "200"): 1, ("GET", "404"): 3}
    # Prometheus may ask for some of them by name, and anyone for what there is not.
    assert "ladder_http_requests_total" in _read(f"{metrics[0]}?name[]=ladder_http_requests_total")
    assert _read(f"{metrics[0]}?name[]=nothing").strip() == ""
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate()
    plain = re.sub(r"\x1b\[\d*m", "", said)
    paths = re.findall(r"path=(\S+)", plain)
    assert paths[:3] == ["/bots", "/play/...", "/api/v1/tables/.../x"]
    assert [
        word for word in (secret, "crumbs", "nobody", "seat-at", "127.0.0.1") if word in said
    ] == []
    assert unsafe(said) == forged(said) == []


def test_half_open_connections_keep_no_server_from_its_end(
    place: Path, start_ladder: StartLadder
) -> None:
    process = start_ladder("serve", "--port", "0")
    where = urlsplit(wait_for_address(process))
    kind = b"content-type: application/x-www-form-urlencoded"
    form = b"POST /login HTTP/1.1\r\nhost: localhost\r\n%s\r\n" % kind
    begun = [
        b"",
        b"GET / HTT",
        form + b"content-length: 9\r\n\r\ntok",
        form + b"transfer-encoding: chunked\r\n\r\n9\r\ntok",
        b"GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ]
    with ExitStack() as held:
        lines = []
        for number in range(200):
            line = socket.create_connection((where.hostname, where.port))
            lines.append(held.enter_context(line))
            line.sendall(begun[number % len(begun)])
        for line in lines[4::5]:
            assert line.recv(12) == b"HTTP/1.1 200"
        os.killpg(process.pid, signal.SIGINT)
        rest, _ = process.communicate()
        told = [line.makefile("rb").read() for line in lines]
    assert {*told[0::5], *told[1::5]} == {b""}
    for said in (*told[2::5], *told[3::5]):
        assert said.startswith(b"HTTP/1.1 503")
        assert b"This server stops; nothing was done, so send it again in a minute." in said
    assert process.returncode == 0
    assert rest.splitlines()[-1] == "Stopped."
    assert "Traceback" not in rest


def test_metrics_where_nobody_can_listen_are_one_sentence(place: Path, ladder: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = ladder("serve", "--port=0", f"--metrics=127.0.0.1:{port}", check=2).stderr
        assert said.startswith(f"Metrics cannot be served at 127.0.0.1:{port}: Address alread")
        assert len(said.splitlines()) == 1
    for address in ("9101", "localhost", "a@b:1", "http://a:1", "a:99999", "\x1b:x"):
        said = ladder("serve", "--port=0", f"--metrics={address}", check=2).stderr
        assert said.endswith("is no address; expected HOST:PORT, like 127.0.0.1:9102.\n")
    said = ladder("run", "--trust", f"--metrics-file={place}/season.prom", check=2).stderr
    assert said == f"Metrics cannot be written to {place}/season.prom: Not a directory.\n"


@pytest.fixture(scope="module")
def certificates(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two certificates for 127.0.0.1, which nobody has signed but themselves.

    The key of the first is there once more, with a password.
    """
    folder = tmp_path_factory.mktemp("certificates")
    request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days=2", "-subj", "/CN=ladder"]
    request += ["-addext", "subjectAltName=IP:127.0.0.1"]
    for name in ("own", "other"):
        run_openssl(folder, *request, "-keyout", f"{name}.key", "-out", f"{name}.pem")
    locked = ["-in", "own.key", "-out", "locked.key"]
    run_openssl(folder, "pkey", "-aes256", "-passout", "pass:secret", *locked)
    return folder


def run_openssl(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def test_a_server_with_a_certificate_speaks_tls_only(
    place: Path, start_ladder: StartLadder, certificates: Path
) -> None:
    own, key = certificates / "own.pem", certificates / "own.key"
    process = start_ladder("serve", "--port=0", f"--certificate={own}", f"--key={key}")
    address = wait_for_address(process)
    assert address.startswith("https://127.0.0.1:")
    trusting = ssl.create_default_context(cafile=own)
    with urllib.request.urlopen(address, context=trusting) as answer:  # noqa: S310 - our own
        assert "Leaders" in answer.read().decode()
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        _read(address)
    with pytest.raises(OSError, match=r"closed|reset|aborted"):
        _read(address.replace("https", "http"))


BAD_CERTIFICATES: Final = {
    "--certificate=own.pem": "TLS takes both, --certificate FILE and --key FILE.",
    "--certificate=none.pem --key=own.key": "none.pem cannot be read: No such file",
    "--certificate=own.pem --key=other.key": "own.pem and other.key do not belong toge",
    "--certificate=own.key --key=own.key": "are not a certificate and its key, in PEM",
    "--certificate=own.pem --key=locked.key": "locked.key has a password",
    "--proxy=nobody": "'nobody' is no address of a proxy",
}


def test_bad_certificates_and_proxies_are_one_sentence(
    place: Path, ladder: Run, certificates: Path
) -> None:
    shutil.copytree(certificates, place.parent, dirs_exist_ok=True)
    for words, sentence in BAD_CERTIFICATES.items():
        said = ladder("serve", "--port=0", *words.split(), check=2).stderr
        assert sentence in said
        assert len(said.strip().splitlines()) == 1


def test_a_proxy_says_for_whom_it_asks_and_nobody_else_does(
    place: Path, start_ladder: StartLadder
) -> None:
    forged = {"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https"}
    for words, encrypted in ([], False), (["--proxy=127.0.0.1"], True):
        with open_store(str(place)) as store:
            secret = Tokens(store.connections).issue(ORGANISER, organiser=True)[1]
        address = wait_for_address(start_ladder("serve", "--port=0", *words))
        own = {**forged, "origin": address.rstrip("/")}
        sent = httpx2.post(f"{address}login", data={"token": secret}, headers=own)
        assert sent.status_code == 303
        assert ("secure" in sent.headers["set-cookie"].lower()) == encrypted


def test_a_port_in_use_is_one_sentence(place: Path, ladder: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = ladder("serve", "--port", str(taken.getsockname()[1]), check=2).stderr
    assert "Address already in use" in said
    assert len(said.strip().splitlines()) == 1


def test_a_host_that_is_none_is_one_sentence(place: Path, ladder: Run) -> None:
    said = ladder("serve", "--plain-http", "--host", "no.such.host.invalid", check=2).stderr
    assert "Nobody can listen at no.such.host.invalid" in said


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["publish", "site"]])
def test_where_no_ladder_is_one_sentence_says_so(ladder: Run, command: list[str]) -> None:
    said = ladder(*command, "--ladder", "none.db", check=2).stderr
    assert "There is no ladder in none.db" in said
    assert len(said.strip().splitlines()) == 1


def test_a_database_of_another_version_is_not_changed(place: Path, ladder: Run) -> None:
    import sqlite3

    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    said = ladder("serve", "--port", "0", check=2).stderr
    assert "another version" in said
    with sqlite3.connect(place) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    connection.close()


def test_an_export_that_is_not_there_is_refused(place: Path, ladder: Run) -> None:
    said = ladder("serve", "--port", "0", "--export", "none.zip", check=2).stderr
    assert "There is no export none.zip" in said


def test_a_demo_plays_while_it_is_served_and_leaves_nothing(
    start_ladder: StartLadder, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not tmp_path, whose name leaves too little for the names of sockets.
    with tempfile.TemporaryDirectory() as place:
        monkeypatch.setenv("TMPDIR", place)
        _play_demo(start_ladder, Path(place))
        assert not [*Path(place).iterdir()]


def test_the_season_of_a_demo_ends_with_it_even_if_it_is_killed(
    start_ladder: StartLadder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory() as place:
        monkeypatch.setenv("TMPDIR", place)
        process = start_ladder("serve", "--demo", "--port", "0")
        process.stdout.readline()
        wait_for_address(process)
        assert _seasons(place)
        process.kill()
        wait_until(lambda: not _seasons(place))


def _seasons(place: str) -> list[Path]:
    """Return the processes that play a season of a ladder there."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = process.read_bytes().split(b"\0")
            if b"run" in words and any(word.startswith(place.encode()) for word in words):
                found.append(process)
    return found


def _play_demo(start_ladder: StartLadder, place: Path) -> None:
    process = start_ladder("serve", "--demo", "--port", "0")
    assert "sample bots" in process.stdout.readline()
    address = wait_for_address(process)
    wait_until(lambda: "No such match" not in _read(f"{address}matches"))
    assert [*place.glob("ladder-*/demo.db")]
    os.kill(process.pid, signal.SIGINT)
    rest, _ = process.communicate()
    assert "Stopped." in rest


def _read(address: str) -> str:
    with urllib.request.urlopen(address) as response:  # noqa: S310 - our own
        return str(response.read().decode())
