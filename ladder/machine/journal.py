"""The journal: structured logs (structlog), for anyone who runs a ladder. One event is one line.

It goes to stderr: what a command answers goes to stdout, and what counts goes into the ladder's
log, so nothing follows from a journal. A line is an object of JSON, or a line for people on a
terminal; `event` says in a word what happened, `match` of which match. Libraries' own messages
come in the same form, since they go through Python's logging.

A program calls `keep_journal` once, and from then on `journal.info("event", match=7)`.
"""

import json
import logging
import sys
from collections.abc import MutableMapping
from enum import StrEnum
from typing import Any, Final

import structlog
from structlog.stdlib import ProcessorFormatter

from arena.foreign_text import show

_NAME: Final = "ladder"
journal: Final[structlog.stdlib.BoundLogger] = structlog.stdlib.get_logger(_NAME)


class JournalForm(StrEnum):
    """Form of a line of the journal."""

    TEXT = "text"
    """For people."""
    JSON = "json"
    """For programs."""


def find_form(asked: str | None) -> JournalForm:
    """Return the form that was asked for; else text on a terminal, and JSON elsewhere."""
    if asked is not None:
        return JournalForm(asked)
    return JournalForm.TEXT if sys.stderr.isatty() else JournalForm.JSON


def keep_journal(form: JournalForm) -> None:
    """Have all that this process notes go to stderr in this form, and its libraries' warnings."""
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_is_no_interruption)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[ProcessorFormatter.remove_processors_meta, *_renderers(form)],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(_NAME).setLevel(logging.INFO)


def _is_no_interruption(line: logging.LogRecord) -> bool:
    """Leave out what a library says of a signal: it lets the signal through all the same."""
    return not (line.exc_info and isinstance(line.exc_info[1], KeyboardInterrupt))


def _renderers(form: JournalForm) -> list[structlog.types.Processor]:
    if form is JournalForm.JSON:
        return [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_write_json),
        ]
    plain = structlog.dev.plain_traceback
    console = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=plain, timestamp_key="time"
    )
    return [_make_readable, console]


def _write_json(line: dict[str, Any], **settings: Any) -> str:
    first = {name: line.pop(name) for name in ("time", "level", "event") if name in line}
    # The one control character that JSON leaves as it is.
    return json.dumps(first | line, **settings).replace("\x7f", "\\u007f")


def _make_readable(
    _logger: object, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Have what strangers wrote be read on a terminal, and not obeyed."""
    for name, value in line.items():
        if isinstance(value, str):
            line[name] = show(value)
    return line
