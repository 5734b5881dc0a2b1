"""`ladder serve` and `ladder publish`: the pages of a ladder, from a server or as files.

Their help is shown without the web, which takes over a second to load.
"""

from pathlib import Path
from typing import Any

import click

from arena.terminal.options import A_PATH
from ladder.cli.options import at_ladder, in_boxes, journaled
from ladder.cli.output import Shown, printing, working
from ladder.notices.posting import Poster
from ladder.queries.wording import plural
from ladder.settings.webhook import read_host
from ladder.web.gate import Gate


@click.command(epilog="Example: ladder serve --port 8000")
@click.option("--host", default="127.0.0.1", help="The address to listen at; 0.0.0.0: everywhere.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="0: any that is free.")
@click.option("--export", type=A_PATH, help="An export that visitors may download.")
@click.option(
    "--delay",
    metavar="SECONDS",
    type=click.FloatRange(0, 86400),
    default=0,
    help="Show games of running matches only so long after their end.",
)
@click.option("--tls", type=click.Choice(["self"]), help="TLS by a certificate that is made here.")
@click.option("--certificate", type=A_PATH, help="For TLS: a file in PEM.")
@click.option("--key", type=A_PATH, help="The certificate's, in PEM.")
@click.option(
    "--proxy", metavar="ADDRESS", help="Believe the client address that this proxy sends."
)
@click.option(
    "--plain-http", is_flag=True, help="Allow HTTP beyond this machine: others can read tokens."
)
@click.option("--demo", is_flag=True, help="A ladder of the sample bots, for as long as it runs.")
@click.option(
    "--tables",
    type=click.IntRange(0, 100),
    default=4,
    show_default=True,
    help="How many visitors may play against bots at once; 0: nobody.",
)
@in_boxes
@click.option(
    "--webhooks-to",
    metavar="HOST",
    multiple=True,
    help="Post a course's events to its webhook at this host; once for each. [default: none]",
)
@click.option("--private-webhooks", is_flag=True, help="To private addresses as well.")
@click.option("--metrics", metavar="HOST:PORT", help="Serve metrics for Prometheus there.")
@journaled
@at_ladder
def serve(
    *,
    tls: str | None,
    certificate: Path | None,
    key: Path | None,
    proxy: str | None,
    plain_http: bool,
    demo: bool,
    trust: bool,  # noqa: ARG001 - the boxes have it
    webhooks_to: tuple[str, ...],
    private_webhooks: bool,
    **asked: Any,
) -> None:
    """Serve the pages of a ladder, and its API.

    Anyone who has a token can do more there than look.
    """
    gate = _make_gate(tls, certificate, key, proxy, plain_http=plain_http)
    if demo:
        from ladder.cli.demo import serve_demo

        serve_demo(asked["host"], asked["port"], gate)
    else:
        from ladder.cli.serving import serve_ladder

        poster = Poster(frozenset(map(read_host, webhooks_to)), private=private_webhooks)
        serve_ladder(gate=gate, poster=poster, **asked)


def _make_gate(
    tls: str | None,
    certificate: Path | None,
    key: Path | None,
    proxy: str | None,
    *,
    plain_http: bool,
) -> Gate:
    if tls is None:
        return Gate(certificate, key, proxy, plain_http=plain_http)
    if certificate or key:
        raise click.UsageError("--tls self makes what --certificate and --key name.")
    from ladder.web.self_signed import OWN, keep_certificate

    return Gate(OWN, OWN, proxy, fingerprint=keep_certificate(OWN))


@click.command(epilog="Example: ladder publish public")
@click.argument("folder", type=A_PATH)
@click.option("--export/--no-export", default=True, help="With the export of the ladder.")
@at_ladder
@printing()
def publish(*, folder: Path, export: bool, place: str) -> Shown:
    """Write the same pages as files, for any web server or a disk.

    A file that is there already is written only if it has changed.
    """
    from ladder.store.opening import open_reader
    from ladder.web import publish as site

    with open_reader(place) as store, working("writing"):
        published = site.publish(store, folder, export=export)
    said = (
        f"{plural(published.pages, 'page')} and {plural(published.records, 'record')} are in"
        f" {folder}: {published.written:,} files written, {published.removed:,} removed."
    )
    opening = f"Open {folder / 'index.html'}, or put the folder on any web server."
    return Shown(published, [said, opening], ["serve"])
