"""The table of `docs/shares.md`, made of what holds."""

from arena.boxes.host.cpus import BEHIND
from arena.check.check import SLEEP
from ladder.log.admission import USUAL_LIMITS
from ladder.shares import (
    BESIDE,
    CHANGES_A_MINUTE,
    COMPARISON_PAIRS,
    CONNECTIONS,
    DECISIONS_A_DAY,
    EQUAL_SHARES,
    FILE_SECONDS,
    FIT_SECONDS,
    HEAD_SECONDS,
    LEAST_SECONDS,
    LISTENERS,
    PAGES_A_MINUTE,
    PAGES_SHARE,
    PIECE_BYTES,
    PIECES,
    READING_SECONDS,
    RECORDS_OF_REQUESTS,
    REQUESTS_WAITING,
    REVIEW_SECONDS,
    SELECTIONS_WAITING,
    TABLE_IDLE,
    TABLE_LONGEST,
    TURNS,
    TURNS_EACH,
    UPLOADS_AN_HOUR,
    UPLOADS_WAITING,
    WRITERS,
    WRONG_CODES_A_MINUTE,
    WRONG_TOKENS_A_MINUTE,
)
from ladder.web.tables import USUAL_TABLES

_GIVES_UP = "who has most gives up the oldest"
_TOO_OFTEN = "429, with the seconds to wait"
_LATER = "a sentence with the time from which on"
_PIECES = f"{PIECES:,}, and one for each {PIECE_BYTES} bytes"


def write_shares() -> str:
    """Return the table."""
    limits = USUAL_LIMITS
    visitor, author, everybody = "a visitor", "an author", "all together"
    rows = (
        ("connections", everybody, f"{CONNECTIONS}", f"{_GIVES_UP}, first an idle one"),
        ("the head of a request", "a connection", f"{HEAD_SECONDS:g} s", "it is closed"),
        ("an answer that nobody takes", "a connection", f"{READING_SECONDS:g} s", "it is closed"),
        ("pieces of a body", "a request", _PIECES, "400, and it is closed"),
        ("listeners to events", everybody, f"{LISTENERS}", _GIVES_UP),
        ("pages that are not kept", visitor, f"{PAGES_A_MINUTE:,} a minute", _TOO_OFTEN),
        (
            "answers that are not kept, at once",
            everybody,
            f"{TURNS}, {TURNS_EACH} of them a visitor's",
            "they wait, and who had fewest seconds of a CPU is next",
        ),
        ("changes", visitor, f"{CHANGES_A_MINUTE} a minute", _TOO_OFTEN),
        ("archives sent", visitor, f"{UPLOADS_AN_HOUR} an hour", _TOO_OFTEN),
        ("wrong tokens", visitor, f"{WRONG_TOKENS_A_MINUTE} a minute", _TOO_OFTEN),
        ("wrong codes to join by", visitor, f"{WRONG_CODES_A_MINUTE} a minute", _TOO_OFTEN),
        ("writers that wait", everybody, f"{WRITERS}", "503, and nothing is changed"),
        ("looks for changes", everybody, f"{PAGES_SHARE:.0%} of a CPU", "pages are older"),
        (
            "boards of the season",
            everybody,
            f"{PAGES_SHARE:.0%} of a CPU, {FIT_SECONDS / 60:g} min",
            "boards are older, and say as of which entry they are",
        ),
        (
            "boards of one's own",
            everybody,
            f"one, {SELECTIONS_WAITING} that wait, {PAGES_SHARE:.0%} of a CPU",
            "who had fewest is next; who has most gives up the last",
        ),
        (
            "files of the organiser's",
            everybody,
            f"one at once, {FILE_SECONDS / 3600:g} h",
            "503; it ends, and the desk says so",
        ),
        (
            "tables to play at",
            everybody,
            f"{USUAL_TABLES} (`--tables`), half of them a visitor's",
            f"who has not moved for {TABLE_IDLE / 60:g} min gives way",
        ),
        ("a table", visitor, f"{TABLE_LONGEST / 3600:g} h", "it ends"),
        (
            "CPUs for a table's sample bots",
            "a table",
            "one for an answer, at low priority",
            f"who comes up to {BEHIND / 1e9:g} s later is before it",
        ),
        ("choosing and withdrawing", author, f"{DECISIONS_A_DAY} in 24 hours", _LATER),
        ("uploads that wait", author, f"{UPLOADS_WAITING}", "a sentence"),
        (
            "checks",
            author,
            "one at a time",
            "who had fewest seconds is next",
        ),
        ("a check of a bot that sleeps", "an upload", f"{SLEEP:g} s", "it is refused"),
        ("requests that wait", author, f"{REQUESTS_WAITING}", "a sentence"),
        ("records and reviews of requests", author, f"{RECORDS_OF_REQUESTS}", "the oldest go"),
        ("a comparison", "a request", f"{COMPARISON_PAIRS} pairs of games", "it ends open"),
        (
            "a review",
            "a request",
            f"one at once, {REVIEW_SECONDS / 60:g} min of a CPU",
            "it waits; it ends",
        ),
        (
            "a review of a table",
            visitor,
            f"one at once, {REVIEW_SECONDS / 60:g} min of a CPU",
            "a sentence; it ends",
        ),
        (
            "requests and trials",
            everybody,
            f"{BESIDE:.0%} of the seconds beside matches, never the last of several places",
            "the kind of work that had least is next",
        ),
        (
            "seconds that rated matches wait for bots",
            author,
            f"{EQUAL_SHARES:g} equal shares, and {LEAST_SECONDS:g} s, in 24 hours",
            "its bots wait while others can be played",
        ),
        ("bots that play", author, f"{limits.bots} (`--bots`)", "a sentence"),
        (
            "submissions that come in",
            author,
            f"{limits.submissions_a_day} in 24 hours (`--submissions-a-day`)",
            _LATER,
        ),
        (
            "requests for matches and reviews",
            author,
            f"{limits.requests_a_day} in 24 hours (`--requests-a-day`)",
            _LATER,
        ),
        (
            "old versions with files",
            "a bot",
            f"{limits.old_versions} (`--old-versions`)",
            "the files of the oldest go",
        ),
        (
            "files that are kept, packed",
            author,
            f"{limits.megabytes} MB (`--megabytes`)",
            "a sentence",
        ),
    )
    lines = (f"| {' | '.join(row)} |" for row in rows)
    head = ["| what | whose | how much | where there is no more |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *lines, ""])
