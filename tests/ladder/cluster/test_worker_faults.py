"""What may be wrong with a worker, an address or a certificate: a sentence each."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from arena.boxes.host.leftovers import runtime_folders
from arena.errors import UserError
from arena.runner.host import Host
from arena.runner.referee_process import MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.cli.cluster import worker
from ladder.cluster.address import PORT, read_address
from ladder.cluster.executor import find_fault
from ladder.cluster.player import Lacking, Outcome, Player
from ladder.cluster.worker import DASK, WorkerReport, name_resource, read_report
from ladder.machine.pulse import read_machine
from ladder.season.executor import MatchTask
from ladder.store.opening import create_store
from tests.bots.writing import choosing, write_bot
from tests.ladder.certificates import make_certificates
from tests.ladder.ladders import enter_files, open_log, plan_match
from tests.ladder.scripted import PAIRS
from tests.ladder.servers import reserved_port

MACHINE = read_machine("container", "1234567890abcdef", 2)
REPORT = WorkerReport("host-1", "tcp://127.0.0.1:1", MACHINE, DASK, time=0.0, kept=("1",))


def test_a_worker_may_play_that_is_what_the_season_is() -> None:
    patched = replace(MACHINE, python=MACHINE.python + "1")
    for report in (REPORT, replace(REPORT, machine=patched)):
        assert find_fault(report, -59.0, MACHINE) == ""
    assert name_resource(patched, DASK) == name_resource(MACHINE, DASK)


OTHERS = [
    (
        replace(REPORT, machine=replace(MACHINE, version="0.0.1")),
        f"it has card-arena 0.0.1, and the season {MACHINE.version}",
    ),
    (
        replace(REPORT, machine=replace(MACHINE, python="3.99.1")),
        f"it has Python 3.99, and the season {MACHINE.python.rpartition('.')[0]}",
    ),
    (
        replace(REPORT, dask="2020.1.0"),
        f"it has Dask 2020.1.0, and the season {DASK}",
    ),
    (
        replace(REPORT, machine=replace(MACHINE, box="process")),
        "its bots play in boxes of the kind process, and the season's in container",
    ),
    (
        replace(REPORT, machine=replace(MACHINE, image="fedcba0987654321")),
        "it has image fedcba098765, and the season 1234567890ab",
    ),
]


@pytest.mark.parametrize(("report", "fault"), OTHERS)
def test_a_worker_that_plays_otherwise_gets_no_task_and_is_told_why(
    report: WorkerReport, fault: str
) -> None:
    assert find_fault(report, 0.0, MACHINE) == fault
    assert name_resource(report.machine, report.dask) != name_resource(MACHINE, DASK)


@pytest.mark.parametrize("off", [-61.0, 61.0])
def test_a_worker_whose_clock_is_wrong_is_told(off: float) -> None:
    assert find_fault(REPORT, off, MACHINE) == "its clock is 61 seconds off the scheduler's"


def test_a_report_is_read_as_it_was_sent_and_another_versions_is_none() -> None:
    assert read_report(asdict(REPORT)) == REPORT
    assert read_report(asdict(REPORT) | {"time": "noon"}) is None


# --- addresses and certificates ---


@pytest.mark.parametrize(
    ("url", "tls", "why"),
    [
        ("nothing", None, f"nothing is no address of a scheduler; one is tls://HOST:{PORT}."),
        ("tcp://127.0.0.1:x", None, "is no address of a scheduler"),
        ("tcp://192.0.2.1", None, f"only tls://HOST:{PORT} is safe there, with --tls."),
        ("tls://192.0.2.1", None, "tls:// needs --tls FOLDER, with certificates"),
        ("tcp://127.0.0.1", ".", "and tcp:// has none"),
        ("tls://192.0.2.1", ".", "has to have ca.pem, certificate.pem and key.pem"),
    ],
)
def test_an_address_that_is_none_or_is_not_safe_is_refused(
    url: str, tls: str | None, why: str
) -> None:
    with pytest.raises(UserError, match=why):
        read_address(url, Path(tls) if tls else None)


def test_where_nobody_listens_the_command_is_told() -> None:
    refused = r"Connection refused\); on its host, type: ladder sched"
    with reserved_port() as port, pytest.raises(UserError, match=refused):
        read_address(f"tcp://127.0.0.1:{port}", None).require_answer()


@contextmanager
def tls_server(folder: Path) -> Iterator[str]:
    """Speak TLS with a folder's certificate to anyone who has one of its authority; yield the
    URL."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    context.load_verify_locations(folder / "ca.pem")
    context.verify_mode = ssl.CERT_REQUIRED

    def serve() -> None:
        with ExitStack() as held:
            held.callback(listening.close)
            connection = held.enter_context(listening.accept()[0])
            try:
                held.enter_context(context.wrap_socket(connection, server_side=True)).send(b"x")
            except OSError:
                return

    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=serve)
    thread.start()
    yield f"tls://127.0.0.1:{listening.getsockname()[1]}"
    thread.join()


@pytest.mark.usefixtures("processes")
def test_a_certificate_that_is_over_or_a_strangers_is_refused(tmp_path: Path) -> None:
    ours = make_certificates(tmp_path / "ours")
    over = make_certificates(tmp_path / "over", authority=ours, days=-1)
    stranger = make_certificates(tmp_path / "stranger")
    with tls_server(ours) as url:
        read_address(url, ours).require_answer()
    for server, client, why in (
        (over, ours, "of its certificate, certificate has expired"),
        (ours, over, "certificate expired"),
        (stranger, ours, "of its certificate, certificate signature failure"),
        (ours, stranger, "of its certificate, certificate signature failure"),
    ):
        with tls_server(server) as url, pytest.raises(UserError) as refused:
            read_address(url, client).require_answer()
        assert f"{url} does not accept TLS with us" in str(refused.value)
        assert why in str(refused.value)


# --- a machine that cannot play ---


def test_a_machine_without_containers_is_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")
    with pytest.raises(UserError) as refused:
        worker.main([f"tcp://127.0.0.1:{PORT}"], standalone_mode=False)
    assert str(refused.value).startswith("This machine cannot be a worker, container engine: ")
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("processes")
def test_a_match_is_void_for_a_full_disk_and_played_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = write_bot(tmp_path / "bot", choosing("return turn.legal[0]"))
    # So that its files do not fit into a pipe.
    (bot / "weights").write_bytes(Random(1).randbytes(1_000_000))
    with create_store(str(tmp_path / "ladder.db"), open_log(PAIRS, games_a_match=2)) as store:
        enter_files(store, "one", bot)
        enter_files(store, "other", bot)
        plan = plan_match(store, ("one@1", "other@1"), PAIRS)
        files = {bot.digest: store.submission(bot.digest) or b"" for bot in plan.bots}
    # Not tmp_path, whose name leaves too little for the names of sockets.
    with TemporaryDirectory(prefix="test-") as folder:
        monkeypatch.setenv("ARENA_RUNTIME_DIR", folder)
        lacking, full, done = asyncio.run(play_on_a_full_disk(plan, files))
    assert lacking == Lacking(tuple(sorted(files)))
    assert isinstance(full, MatchVoid)
    assert full.reason.endswith("No space left on device")
    assert not full.lasting
    assert isinstance(done, MatchPlayed)
    assert [game.number for game in done.record.games] == [0, 1]


def fill(digests: Iterable[str]) -> list[Path]:
    """Have no room for these files in the one folder of matches; return what is in their way."""
    (folder,) = runtime_folders()
    paths = [folder / f"{digest}.tar.gz" for digest in digests]
    for path in paths:
        path.symlink_to("/dev/full")
    return paths


async def play_on_a_full_disk(
    plan: rec.Plan, files: dict[str, bytes]
) -> tuple[Outcome, Outcome, Outcome]:
    """Play a match without its files, with them on a full disk, and where there is room again."""
    task = MatchTask("match 1", plan.SerializeToString())
    player = Player(Host("process"), 1)
    try:
        lacking = await player.play(task, {}, lambda _: None)
        filled = fill(files)
        full = await player.play(task, files, lambda _: None)
        for path in filled:
            path.unlink(missing_ok=True)
        return lacking, full, await player.play(task, files, lambda _: None)
    finally:
        player.close()
