"""Serves the pages of a ladder, until it is stopped."""

from pathlib import Path
from socket import gethostname

from arena.documents import SITE
from arena.errors import UserError
from arena.runner.host import Host
from arena.terminal.output import say
from ladder.cli.trusting import require_trust
from ladder.machine.journal import find_form, journal, keep_journal
from ladder.machine.listening import is_loopback
from ladder.notices.messenger import Messenger
from ladder.notices.posting import Poster
from ladder.rerating import Rater
from ladder.season.due import DueActs
from ladder.shares import FILE_SECONDS, FIT_SECONDS
from ladder.store.opening import open_reader, open_store, require_private
from ladder.web.app import make_app
from ladder.web.desk import FileWriter
from ladder.web.faces import read_handlers
from ladder.web.gate import Gate
from ladder.web.kept_replays import KeptReplays
from ladder.web.publish import publish
from ladder.web.selections import Selections
from ladder.web.server import address_of, listen, serve
from ladder.web.tables import PlayTables
from ladder.web.take_part import own_wheel
from ladder.web.traffic import RequestLog, serve_metrics


def serve_ladder(
    place: str,
    host: str,
    port: int,
    export: Path | None,
    *,
    gate: Gate,
    poster: Poster,
    tables: int,
    boxes: Host,
    delay: float = 0,
    metrics: str | None = None,
    journal_form: str | None = None,
) -> None:
    """Serve the pages of a ladder until Ctrl-C, with this many tables to play at.

    Metrics are served at an address of their own, if there is one. Events are posted by `poster`.
    """
    gate.check()
    gate.require_safe(host)
    require_private(place)
    keep_journal(find_form(journal_form))
    if export is not None and not export.is_file():
        raise UserError(f"There is no export {export}; ladder export {export} writes one.")
    with (
        open_reader(place) as reader,
        open_store(place) as store,
        listen(host, port) as listening,
        Rater(store) as rater,
        Selections(place) as selections,
        Selections(place, FILE_SECONDS) as beside,
        Selections(place, FIT_SECONDS, nice=0) as fitting,
        KeptReplays(reader) as replays,
        Messenger(store, poster),
    ):
        if tables and not boxes.kind.isolates:
            require_trust(frozenset(store.roster().authors))
        address = address_of(listening, encrypted=gate.certificate is not None)

        try:
            laid = PlayTables(reader, boxes, most=tables)
            files = FileWriter(reader, beside.answer)
            app = make_app(
                reader,
                store,
                export,
                SITE if SITE.is_dir() else None,
                delay=delay,
                wheel=own_wheel,
                tables=laid,
                rate=rater.tend,
                keep_dates=DueActs(store, lambda _, folder: files.write(folder, publish)).keep,
                apart=selections.answer,
                fit=fitting.answer,
                files=files,
                replays=replays,
                at_root=gate.is_at_root,
                on_loopback=gate.proxy is None and is_loopback(listening.getsockname()[0]),
            )
            read_handlers(app.app.routes)
            traffic = RequestLog(app)
            where = metrics and serve_metrics(metrics, traffic.metrics, gate)

            def tell() -> None:
                say(f"The ladder is at {address} (Ctrl-C ends it)")
                if gate.fingerprint:
                    _tell_fingerprint(gate.fingerprint, listening.getsockname()[1])
                if where:
                    journal.info("metrics_served", address=where)

            serve(traffic, listening, tell, gate)
        except KeyboardInterrupt:
            say("Stopped.")


def _tell_fingerprint(fingerprint: str, port: int) -> None:
    say("Its certificate is its own, so browsers warn of it. Authors type, with this fingerprint:")
    say(f"ladder login https://{gethostname()}:{port} --fingerprint {fingerprint}")
