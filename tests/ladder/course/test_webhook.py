"""What happens on a ladder is posted to the webhook of its course, and nowhere else."""

import json
import re
import ssl
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Any
from unittest.mock import Mock

import pytest

from arena.errors import UserError
from ladder.archive.exchange import write_export
from ladder.course.applying import apply_course
from ladder.log.entries import ORGANISER, Benched, Joined
from ladder.machine.pulse import Pulse, begin_pulse, read_machine
from ladder.notices.messenger import Messenger
from ladder.notices.posting import Address, NotPosted, Poster, resolve
from ladder.queries.health import examine
from ladder.settings.webhook import NOWHERE, SIGNATURE, Webhook, pause_after, read_host, sign
from ladder.store.database import Away, StoreFailure
from ladder.store.opening import open_store
from ladder.store.outbox import OutboxState, first_posting, read_outbox
from ladder.store.settings import keep_setting
from ladder.store.store import Store
from ladder.store.uploads import Uploads
from ladder.web.self_signed import keep_certificate
from tests.ladder.golden import Golden
from tests.ladder.ladders import make_ladder, plan_match, queue
from tests.ladder.web.logins import issue_here, log_in
from tests.ladder.web.sites import visiting
from tests.waiting import wait_until

SECRET = "a secret of the course"  # noqa: S105
DOCUMENT = Path(__file__).parents[3] / "docs" / "course.md"
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1"),
    *("::1", "fe80::1", "fd00::1", "ff0e::1", "fec0::1"),
    # These lead to an address of version 4.
    *("::ffff:10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:a00:1::", "::ffff:8.8.8.8"),
)


class Hook:
    """A server that a webhook leads to: it answers with a status, or as the test says."""

    def __init__(self) -> None:
        self.status, self.location = 204, ""
        self.taken: list[dict[str, Any]] = []
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        self.begin: Callable[[Any], object] = lambda _: None
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                hook.asked.append((self.path, dict(self.headers), body))
                hook.begin(self.connection)
                if hook.status < 300:
                    hook.taken.append(json.loads(body))
                self.send_response(hook.status)
                if hook.location:
                    self.send_header("location", hook.location)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]

    def url(self, path: str = "/hooks/k3y?of=course") -> str:
        return f"http://localhost:{self.port}{path}"


@pytest.fixture
def hook() -> Iterator[Hook]:
    hook = Hook()
    with hook.server as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield hook
        server.shutdown()
        thread.join()


class Course:
    """A ladder with a webhook, at a moment that the test says."""

    def __init__(self, folder: Path, store: Store, hook: Hook) -> None:
        self.folder, self.store, self.hook = folder, store, hook
        self.now = NOON
        self.uploads = Uploads(store.connections, self.time)
        self.poster = Poster(frozenset({"localhost"}), private=True, timeout=30)
        self.messenger = Messenger(store, self.poster, self.time)
        self.write(f'[webhook]\nurl = "{hook.url()}"\nsecret = "{SECRET}"\n')
        self.apply()

    def time(self) -> datetime:
        return self.now

    def write(self, text: str) -> None:
        (self.folder / "course.toml").write_text(text)
        (self.folder / "course.toml").chmod(0o600)

    def apply(self) -> list[str]:
        return [*apply_course(self.store, self.folder / "course.toml", now=self.now).changes]

    def refused(self, text: str) -> str:
        self.write(text)
        with pytest.raises(UserError) as refused:
            self.apply()
        return str(refused.value).removeprefix(f"{self.folder}/")

    def keep(self, pulse: Pulse) -> None:
        with self.store.connections.writing() as here:
            keep_setting(here.connection, pulse)

    def tend(self) -> OutboxState:
        self.messenger.tend()
        return self.state

    @property
    def state(self) -> OutboxState:
        state = self.outbox()
        assert state is not None
        return state

    def outbox(self) -> OutboxState | None:
        with self.store.connections.reading() as connection:
            return read_outbox(connection)

    def check(self) -> int:
        """Have an upload be checked, which does not come in."""
        number = self.uploads.add("ada", "bot.zip", None, b"no bot %d" % len(self.hook.asked))
        check = self.uploads.begin()
        assert check is not None
        self.uploads.refuse(check, "It is no <b>bot</b>.")
        return number

    def bench(self) -> None:
        self.store.append(Benched("three@1", "It forfeits.", ()))


@pytest.fixture
def course(tmp_path: Path, hook: Hook, golden: Golden) -> Iterator[Course]:
    with golden.open(tmp_path / "ladder.db", make_ladder, "one", "two", "three") as store:
        store.append(Joined("ada"))
        yield Course(tmp_path, store, hook)


def test_an_event_is_posted_once_and_signed(course: Course, hook: Hook) -> None:
    number = course.check()
    assert course.state.waiting == 1
    assert course.tend() == OutboxState("localhost", 0, None, "")
    course.tend()
    ((path, headers, body),) = hook.asked
    assert path == "/hooks/k3y?of=course"
    assert headers["Host"] == f"localhost:{hook.port}"
    documented: dict[str, Any] = {}
    (source,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    exec(source, documented)  # noqa: S102
    is_genuine = documented["is_genuine"]
    assert is_genuine(headers[SIGNATURE], body, SECRET)
    later = headers[SIGNATURE].replace("t=", "t=1")
    for wrong in ((later, body), (headers[SIGNATURE], body + b" ")):
        assert not is_genuine(*wrong, SECRET)
    old = int(time.time()) - 600
    assert not is_genuine(sign(SECRET, old, body), body, SECRET)
    # The time is signed, too.
    assert sign(SECRET, old, body) != sign(SECRET, old + 1, body).replace(f"{old + 1}", f"{old}")
    said = json.loads(body)
    assert datetime.fromisoformat(said.pop("time")).tzinfo is not None
    assert said == {
        "id": f"check_done-{number}",
        "event": "check_done",
        "text": "Upload 1 of ada is refused.",
        "author": "ada",
        "upload": 1,
        "state": "refused",
    }


def test_each_event_is_told(course: Course, hook: Hook) -> None:
    course.bench()
    queue(course.store, plan_match(course.store))
    pulse = begin_pulse(read_machine("process", "", 1))
    seen = replace(pulse, begun=NOON, seen=NOON, over=True)
    course.keep(seen)
    course.write("[dates]\ndeadline = 2026-11-28T13:00:00\n")
    course.apply()
    course.tend()
    # It is far, and somebody may be about to start the season again.
    assert [one["event"] for one in hook.taken] == ["benched"]
    course.now = NOON + HOUR
    for _ in range(3):
        course.tend()
    assert [one["event"] for one in hook.taken] == ["benched", "deadline_near", "season_waits"]
    assert [one["text"] for one in hook.taken] == [
        "three@1 is benched.",
        "The deadline is Sat 2026-11-28 13:00 (UTC).",
        "No season runs. Planned matches that wait: 1; uploads that wait for their check: 0.",
    ]
    # A season that is killed later is told of again.
    course.keep(replace(seen, seen=course.now))
    course.tend()
    course.now += HOUR
    course.tend()
    assert [one["event"] for one in hook.taken][3:] == ["season_waits"]
    assert len({one["id"] for one in hook.taken}) == 4


def test_a_deadline_that_is_over_is_not_near(course: Course, hook: Hook) -> None:
    course.write("[dates]\ndeadline = 2026-11-28T13:00:00\n")
    course.apply()
    course.now = datetime(2026, 11, 28, 13, tzinfo=UTC)
    course.tend()
    assert hook.taken == []
    course.now -= timedelta(microseconds=1)
    course.tend()
    assert [one["event"] for one in hook.taken] == ["deadline_near"]


def test_nothing_is_kept_or_posted_without_a_webhook(course: Course, hook: Hook) -> None:
    course.bench()
    course.write('[webhook]\nurl = ""\n')
    assert course.apply() == ["Events are posted to: nobody."]
    assert course.apply() == []
    course.check()
    course.messenger.tend()
    assert course.outbox() is None
    course.write(f'[webhook]\nurl = "{hook.url()}"\nsecret = "{SECRET}"\n')
    assert course.apply() == ["Events are posted to: localhost."]
    course.tend()
    assert hook.asked == []


@pytest.mark.parametrize("status", [401, 404, 500])
def test_what_is_not_taken_is_tried_again_later_and_later_in_its_order(
    course: Course, hook: Hook, status: int
) -> None:
    assert [pause_after(times) for times in (1, 2, 3, 10, 10_000)] == [10, 20, 40, 3600, 3600]
    hook.status = status
    course.check()
    course.bench()
    assert course.tend().problem == f"localhost answers {status}; expected 200 to 299"
    course.now += timedelta(seconds=9)
    course.tend()
    assert len(hook.asked) == 1
    course.now += timedelta(seconds=1)
    course.tend()
    course.now += timedelta(seconds=19)
    course.tend()
    assert len(hook.asked) == 2
    hook.status = 200
    course.now += timedelta(seconds=1)
    assert course.tend() == OutboxState("localhost", 0, None, "")
    assert [one["event"] for one in hook.taken] == ["check_done", "benched"]
    assert len({body for _, _, body in hook.asked[:3]}) == 1


def test_what_was_being_posted_when_all_was_killed_is_posted_again(
    course: Course, hook: Hook, tmp_path: Path
) -> None:
    course.bench()
    with course.store.connections.reading() as connection:
        posting = first_posting(connection)
    assert posting is not None
    # It got there, and nobody was left to take note of that.
    course.poster.post(course.store.setting(NOWHERE), posting.body)
    with open_store(str(tmp_path / "ladder.db")) as store, Messenger(store, course.poster):
        wait_until(lambda: course.state.waiting == 0)
    assert [one["id"] for one in hook.taken] == [hook.taken[0]["id"]] * 2


def test_a_check_that_another_has_ended_is_not_told(course: Course) -> None:
    course.uploads.add("ada", "bot.zip", None, b"no bot")
    stale = course.uploads.begin()
    assert stale is not None
    course.store.stop("the season was killed")
    assert course.uploads.begin() is not None
    course.uploads.refuse(stale, "It is no bot.")
    assert course.state.waiting == 0


def test_a_change_is_undone_with_its_event(course: Course) -> None:
    bodies = [Benched("three@1", "It forfeits.", ()), Benched("nobody@1", "It forfeits.", ())]
    with pytest.raises(UserError):
        course.store.append(*bodies)
    assert course.state.waiting == 0


def test_a_host_to_post_to_is_one() -> None:
    for host in ("Hooks.example.org", "localhost", "10.0.0.1", "fd00::1"):
        assert (
            read_host(host)
            == Webhook(f"https://{f'[{host}]' if ':' in host else host}/", SECRET).host
        )
    for text in ("", "a b", "https://example.org", "example.org/x", "example.org:80", "a@b", "ä"):
        with pytest.raises(UserError, match="Expected a host such as"):
            read_host(text)


def test_a_webhook_that_does_not_answer_holds_up_nothing(course: Course) -> None:
    course.hook.begin = lambda connection: connection.recv(1)
    course.poster = replace(course.poster, timeout=0.5)
    course.bench()
    with Messenger(course.store, course.poster, pause=0.01):
        wait_until(lambda: course.hook.asked)
        # The season, the checks and the pages go on meanwhile.
        queue(course.store, plan_match(course.store))
        course.check()
        wait_until(lambda: course.state.problem or course.state.waiting < 2)
    assert course.state.problem == "localhost does not answer within 0.5 seconds"
    assert course.state.waiting == 2


def test_a_redirect_is_not_followed(course: Course, hook: Hook) -> None:
    hook.status, hook.location = 302, hook.url("/elsewhere")
    course.bench()
    assert course.tend().problem == (
        "localhost answers 302, a redirect, which is not followed; name the address that it leads"
        " to"
    )
    assert [path for path, *_ in hook.asked] == ["/hooks/k3y?of=course"]


def test_no_other_host_is_posted_to(course: Course, hook: Hook) -> None:
    elsewhere = Poster(frozenset({"hooks.example.org"}), private=True)
    course.messenger = Messenger(course.store, elsewhere, course.time)
    course.bench()
    assert course.tend().problem == (
        "the server may not post to localhost; start it by ladder serve --webhooks-to localhost"
    )
    assert hook.asked == []
    # A server that may tries at once.
    allowed = Poster(frozenset({"localhost"}), private=True)
    with Messenger(course.store, allowed, course.time):
        wait_until(lambda: course.state.waiting == 0)


def test_no_private_address_is_posted_to_unless_that_is_allowed(hook: Hook) -> None:
    webhook, public = Webhook(hook.url(), SECRET), ip_address("198.41.0.4")
    found: list[Address] = []
    poster = Poster(frozenset({"localhost"}), resolve=lambda _: found)
    for private in map(ip_address, PRIVATE):
        for found in ([private], [public, private]):  # noqa: B007 - the poster looks at it
            with pytest.raises(NotPosted) as refused:
                poster.post(webhook, b"{}")
            assert str(refused.value) == (
                f"localhost is at {private}, which is private; ladder serve --private-webhooks"
                " allows that"
            )
    assert hook.asked == []


def test_the_certificate_has_to_be_of_the_host_that_was_named(hook: Hook, tmp_path: Path) -> None:
    keep_certificate(tmp_path / "server.pem")
    encrypted = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    encrypted.load_cert_chain(tmp_path / "server.pem")
    hook.server.socket = encrypted.wrap_socket(hook.server.socket, server_side=True)
    trusted = ssl.create_default_context(cafile=tmp_path / "server.pem")
    here = resolve("127.0.0.1")
    hosts = frozenset({"localhost", "hooks.example.org"})
    poster = Poster(hosts, private=True, resolve=lambda _: here, trusted=trusted)
    poster.post(Webhook(f"https://localhost:{hook.port}/", SECRET), b"{}")
    for one, host in [(poster, "hooks.example.org"), (Poster(hosts, private=True), "localhost")]:
        webhook = Webhook(f"https://{host}:{hook.port}/", SECRET)
        with pytest.raises(NotPosted, match=rf"^the certificate of {host} is not one that"):
            replace(one, resolve=lambda _: here).post(webhook, b"{}")
    assert len(hook.asked) == 1


def test_the_next_address_is_tried_where_one_cannot_be_reached(hook: Hook) -> None:
    lost = [ip_address("127.0.0.2"), *resolve("127.0.0.1")]
    poster = Poster(frozenset({"localhost"}), private=True, resolve=lambda _: lost)
    poster.post(Webhook(hook.url(), SECRET), b"{}")
    assert len(hook.asked) == 1


def test_a_name_is_resolved_once_for_check_and_connection(course: Course, hook: Hook) -> None:
    """Else a name server would answer the check in one way, and the connection in another."""
    answers = iter([[ip_address("127.0.0.1")]])
    course.write(f'[webhook]\nurl = "https://hooks.invalid:{hook.port}"\nsecret = "{SECRET}"\n')
    course.apply()
    poster = Poster(frozenset({"hooks.invalid"}), private=True, resolve=lambda _: next(answers))
    course.messenger = Messenger(course.store, poster, course.time)
    course.bench()
    # It was reached, though no name server knows it, and speaks no TLS.
    assert course.tend().problem == "hooks.invalid does not answer as a server for HTTP does"


def test_what_is_not_there_is_said(course: Course, hook: Hook) -> None:
    with pytest.raises(NotPosted, match=r"^the address of nowhere.invalid is not known here$"):
        Poster(frozenset({"nowhere.invalid"}), resolve=lambda _: []).post(
            Webhook("https://nowhere.invalid", SECRET), b"{}"
        )
    with pytest.raises(NotPosted, match=r"^nothing answers at localhost$"):
        course.poster.post(Webhook("http://localhost:1/", SECRET), b"{}")
    assert resolve("127.0.0.1") == [ip_address("127.0.0.1")]


def test_what_waits_is_said_at_the_desk_and_by_the_doctor(course: Course, hook: Hook) -> None:
    hook.status = 503
    course.bench()
    course.tend()
    (found,) = (one for one in examine(course.store).findings if one.name == "webhook")
    assert not found.ok
    assert found.text.endswith("UTC: localhost answers 503; expected 200 to 299")
    with visiting(course.folder / "ladder.db") as client:
        log_in(client, issue_here(course.store, ORGANISER, organiser=True)[1])
        assert found.text in client.get("/organiser").text
        assert client.get("/api/v1/desk").json()["webhook"][0]["text"] == found.text
        hook.status = 200
        course.now += HOUR
        course.tend()
        assert "events are posted to localhost" in client.get("/organiser").text


def test_neither_secret_nor_address_leaves_the_ladder(course: Course) -> None:
    course.bench()
    (found,) = (one for one in examine(course.store).findings if one.name == "webhook")
    export = course.folder / "export.zip"
    write_export(course.store, export, submissions=True)
    with zipfile.ZipFile(export) as archive:
        texts = [found.text, *(archive.read(name).decode("latin-1") for name in archive.namelist())]
    assert any("three@1" in text for text in texts)
    with visiting(course.folder / "ladder.db") as client:
        log_in(client, issue_here(course.store, ORGANISER, organiser=True)[1])
        paths = ("organiser", "organiser/doctor", "api/v1/desk", "api/v1/ladder", "season")
        answers = [client.get(f"/{path}") for path in paths]
    assert {answer.status_code for answer in answers} == {200}
    texts += [answer.text for answer in answers]
    for text in texts:
        assert SECRET not in text
        assert "k3y" not in text


def test_a_webhook_that_cannot_be_is_refused(course: Course) -> None:
    right = 'url = "https://hooks.example.org/1"\nsecret = "a long enough secret"\n'
    for wrong, said in [
        (right.replace("https", "http"), "since over http others read what is posted"),
        (right.replace("https://", ""), "which begins with https:// and a host"),
        (right.replace("hooks", "me:pass@hooks"), "without a user and without a '#'"),
        (right.replace("/1", "/1#x"), "without a user and without a '#'"),
        (right.replace("/1", ":99999/1"), "and Port out of range 0-65535"),
        (right.replace("/1", "/ 1"), "in letters of ASCII, without a space"),
    ]:
        fault = course.refused(f"[webhook]\n{wrong}")
        assert fault.startswith(
            "course.toml, webhook: expected an address such as https://hooks.example.org/1"
        )
        assert said in fault
        assert "long enough" not in fault
    assert "a secret of at least 16 letters" in course.refused(
        '[webhook]\nurl = "https://hooks.example.org"\nsecret = "short"\n'
    )
    for wrong in ("[webhook]\n", '[webhook]\nsecret = "a long enough secret"\n'):
        assert course.refused(wrong).startswith("course.toml, webhook")
    course.write(f"[webhook]\n{right}")
    (course.folder / "course.toml").chmod(0o644)
    with pytest.raises(UserError, match=r"webhook.secret: others on this machine can read"):
        course.apply()


def test_a_messenger_goes_on_where_the_database_was_away_and_says_what_else_is_wrong(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[BaseException | None] = []
    monkeypatch.setattr("threading.excepthook", lambda args: told.append(args.exc_value))
    damaged = StoreFailure("it is damaged")
    looks = Mock(side_effect=[Away("it was stopped"), damaged])
    messenger = Messenger(course.store, course.poster, pause=0)
    monkeypatch.setattr(messenger, "tend", looks)
    with messenger:
        wait_until(lambda: told)
    assert told == [damaged]


@contextmanager
def nobody_waits() -> Iterator[Event]:
    """Give an event that is set in the end, whatever happens."""
    event = Event()
    try:
        yield event
    finally:
        event.set()


def test_a_server_ends_while_a_webhook_lets_it_wait(course: Course, hook: Hook) -> None:
    with nobody_waits() as released:
        hook.begin = lambda _: released.wait()
        course.bench()
        with Messenger(course.store, course.poster, pause=0.01):
            wait_until(lambda: hook.asked)
        # It has ended, and the answer is not there yet.
        assert course.state.waiting == 1
    wait_until(lambda: course.state.waiting == 0)
