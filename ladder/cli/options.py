"""Options that several commands of `ladder` have, each declared once."""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any, Final

import click
import msgspec
from click.core import ParameterSource

from arena.boxes.kinds import ISOLATING
from arena.terminal.advice import repeat_in_advice
from arena.terminal.options import A_PATH, FROM_ONE, all_of, allowing_missing
from ladder.log.entries import MOST_LIMIT, SaidLimit
from ladder.settings.limits import LIMITS

# --- which ladder ---


def _note_place(context: click.Context, parameter: click.Parameter, place: str) -> str:
    """Have what is advised next name the ladder, too, if it was typed and is not set for good."""
    if context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE:
        repeat_in_advice("ladder", partial(_repeat_place, context.find_root(), place))
    return place


def _repeat_place(root: click.Context, place: str, words: Sequence[str]) -> Sequence[str]:
    """Return the option that names the ladder, for a command that has it and does not name one.

    A URL may have a password, so it is not shown.
    """
    command = (
        root.command.get_command(root, words[0]) if isinstance(root.command, click.Group) else None
    )
    members = command.commands.values() if isinstance(command, click.Group) else [command]
    takes = all(one and any(each.name == "place" for each in one.params) for one in members)
    named = any(word.startswith("--ladder") for word in words)
    return () if named or not takes or "://" in place else ("--ladder", place)


_naming_ladder: Final = partial(
    click.option,
    "--ladder",
    envvar="LADDER",
    default="ladder.db",
    show_envvar=True,
    metavar="PLACE",
    callback=_note_place,
    help="A file, or postgresql://user@host/name.",
)
at_ladder: Final = _naming_ladder("place")
# A command that needs a ladder in one of its forms only has this: advice does not name it.
at_times_at_ladder: Final = _naming_ladder("maybe_place")


# --- what is shown ---

newest: Final = click.option(
    "--last", type=FROM_ONE, default=20, metavar="N", help="This many of the newest."
)
as_csv: Final = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, for a spreadsheet.")
in_season: Final = click.option(
    "--season", type=FROM_ONE, help="A season by its number. [default: the last]"
)
selection: Final = all_of(
    in_season,
    click.option("--seats", type=FROM_ONE, help="Only matches of this many bots."),
    click.option(
        "--as-of",
        type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]),
        help="Only what was in the log by then, in UTC.",
    ),
    click.option(
        "--without", multiple=True, metavar="BOT", help="As if this bot had never played."
    ),
    click.option("--versions", is_flag=True, help="Show replaced versions, too."),
)
putting_record: Final = click.option(
    "--record", type=A_PATH, help="Folder to put its record in, to replay it."
)


# --- what is decided ---


def _read_limit(_: click.Context, __: click.Parameter, text: str | None) -> SaidLimit | None:
    try:
        return None if text is None else msgspec.convert(text, SaidLimit, strict=False)
    # The other is of letters that are none, which no sentence of msgspec can repeat.
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        expected = f"expected a number from 1 to {MOST_LIMIT:,}, or none"
        raise click.BadParameter(f"{text!r} is no limit; {expected}.") from error


def _limit(name: str, counted: str) -> Callable[[Any], Any]:
    said = f"An author's limit on {counted}, or none."
    return click.option(f"--{name.replace('_', '-')}", metavar="N", callback=_read_limit, help=said)


limiting: Final = all_of(*(_limit(name, several) for name, (_, several) in LIMITS.items()))
speaking: Final = click.option(
    "--author",
    metavar="NAME",
    help="The one who decides; for its own bots only. [default: the organiser]",
)
for_a_reason: Final = click.option(
    "--reason", required=True, help="For the log, and so for everybody."
)
ruling: Final = all_of(
    click.option("--bot", metavar="NAME", help="All versions of a bot, also those yet to come."),
    click.option("--version", metavar="NAME@N", help="One version; the one before it plays again."),
    click.option("--author", metavar="NAME", help="All bots of an author, also those yet to come."),
    click.option("--match", type=FROM_ONE, metavar="N", help="One match, by its number."),
    for_a_reason,
)


# --- how it is played ---

_choosing_boxes: Final = all_of(
    click.option("--box", type=click.Choice(ISOLATING), default="container", show_default=True),
    click.option("--trust", is_flag=True, help="Play in plain processes: all code is your own."),
    allowing_missing,
)


def in_boxes(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where bots run; the command is given a host that is yet to open."""

    @wraps(command)
    def with_host(*, box: str, trust: bool, allow_missing: tuple[str, ...], **asked: Any) -> Any:
        from arena.runner.host import Host

        return command(boxes=Host("process" if trust else box, allow_missing), trust=trust, **asked)

    return _choosing_boxes(with_host)


with_tls: Final = click.option(
    "--tls",
    envvar="LADDER_TLS",
    type=A_PATH,
    help="Folder with ca.pem, certificate.pem and key.pem, for tls://.",
)
journaled: Final = click.option(
    "--log-format",
    "journal_form",
    envvar="LADDER_LOG_FORMAT",
    type=click.Choice(["text", "json"]),
    help="Form of the journal on stderr. [default: text on a terminal, else json]",
)
