"""The replay page: one file that holds a match and the viewer, and asks for nothing else.

A browser opens it from the disk. A Content-Security-Policy names its style, its program and what
starts them by their digests, and forbids all else. Viewer and match are data in it, compressed. The
match is an outline, and then every game by itself, so that a browser unpacks only the game that is
looked at.
"""

import base64
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

from arena.errors import UserError
from arena.foreign_text import show
from arena.match.replay import Replay, describe_forfeit
from arena.review.review import GameReview, ReviewedDecision
from arena.review.turning import TurningPoint
from arena.v1 import record_pb2 as rec
from arena.viewer.frames import Tables, describe_frames
from arena.viewer.printed import Printed, merge_logs, printed_in

# A page of more could not be opened.
MOST_GAMES: Final = 1000
# The worth of a move has this many places here: enough to be shown with one, rounded once.
_DIGITS: Final = 4

# The program's parts, each after those that it needs.
PARTS: Final = (
    "elements",
    "narration",
    "address",
    "scene",
    "frames",
    "motion",
    "curve",
    "closing",
    "watching",
    "player",
)
_OPEN: Final = """
const [place, match] = ["replay", "match"].map((id) => document.getElementById(id));
openReplay(place, JSON.parse(match.textContent)).catch((error) => {
  place.textContent = `This needs a browser of 2023 or later (${error.message}).`;
});
"""
# The policy allows what comes of this by its digests.
_START: Final = """
const [place, packed] = ["replay", "viewer"].map((id) => document.getElementById(id));
try {
  const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  for (const [kind, text] of JSON.parse(await new Response(stream).text())) {
    const part = document.createElement(kind);
    if (kind === "script") part.type = "module";
    part.textContent = text;
    document.head.append(part);
  }
} catch (error) {
  place.textContent = `This needs a browser of 2023 or later (${error.message}).`;
}
"""
# Types, explanations and indents are for who reads the sources. No text of them is of two lines.
_COMMENT: Final = re.compile(
    r"^ */\*.*?\*/\n|/\*\*.*?\*/ |^ *//[^\n]*\n|^ +|^\n", re.MULTILINE | re.DOTALL
)
# The spaces that a style has for its readers alone.
_SPACE: Final = re.compile(r";\s*(?=})|\s*([{};,])\s*|(?<=:) ")
_IMPORT: Final = re.compile(r'^import [^;]*? from "\./[a-z_]+\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
# The names of a library are short, so they stay inside of it.
_LIBRARY_EXPORTS: Final = re.compile(r"export\{.*?(\w+) as h,.*?(\w+) as render,.*?\};", re.DOTALL)
_LIBRARY: Final = "const {{ h, render }} = (() => {{\n{}}})();\n"


def replay_page(
    record: rec.Record,
    replays: Sequence[Replay],
    reviews: Sequence[GameReview] = (),
    logs: Sequence[str] = (),
    turning: Sequence[TurningPoint | None] = (),
) -> str:
    """Return the page of some games of a match as HTML, with what reviews of them have found.

    The output of bots stands beside their turns, as far as there are `logs` of them.

    UserError if there is none, if there are over 1,000, or if one did not go as recorded.
    """
    _check_number(len(replays))
    program, style = _program(), _SPACE.sub(r"\1", _COMMENT.sub("", _read("viewer.css")))
    return Template(_read("replay.html")).substitute(
        title=escape(f"{replays[0].game.title} - a match replayed"),
        policy=_policy((_START, program), style),
        result="".join(f"&#{ord(letter)};" for letter in " ".join(map(_tell_result, replays))),
        # Base64 has no sign that means anything in HTML.
        match=json.dumps(match_data(record, replays, reviews, logs, turning)),
        viewer=_pack([["style", style], ["script", program]]),
        start=_START,
    )


def _tell_result(replay: Replay) -> str:
    """Return who came where in a game, as a sentence for a browser without scripts."""
    recorded = replay.recorded
    seats = sorted(zip(recorded.ranks, replay.names, recorded.scores, strict=True))
    places = ", ".join(f"{rank}. {show(name)} {score}" for rank, name, score in seats)
    return f"Game {replay.number + 1}: {places}."


def write_html(file: Path, page: str) -> int:
    """Write a replay page, and return its size in bytes."""
    content = page.encode()
    try:
        file.write_bytes(content)
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}.") from error
    return len(content)


def _check_number(games: int) -> None:
    if not games:
        raise UserError("The record has no games that a page could show.")
    if games > MOST_GAMES:
        raise UserError(
            f"A page holds at most {MOST_GAMES:,} games, not {games:,}; choose one with --game."
        )


# --- the match ---


def match_data(
    record: rec.Record,
    replays: Sequence[Replay],
    reviews: Sequence[GameReview] = (),
    logs: Sequence[str] = (),
    turning: Sequence[TurningPoint | None] = (),
) -> dict[str, Any]:
    """Return some games of a match as plain data for `openReplay` of `player.js`.

    With the turning point of each game, as far as they are given.

    Difference if one did not go as recorded.
    """
    tables = Tables()
    games = [_pack(describe_frames(replay, tables)) for replay in replays]
    outline = {**_outline(record, replays, reviews, merge_logs(logs)), **tables.describe()}
    for game, point in zip(outline["games"], turning, strict=False):
        game["turning"] = point and asdict(point)
    return {"outline": _pack(outline), "games": games}


def pick_game(match: Mapping[str, Any], index: int) -> dict[str, Any]:
    """Return one game of what `match_data` has made."""
    outline = json.loads(zlib.decompress(base64.b64decode(match["outline"])))
    outline["games"] = [outline["games"][index]]
    return {"outline": _pack(outline), "games": [match["games"][index]]}


def _outline(
    record: rec.Record, replays: Sequence[Replay], reviews: Sequence[GameReview], printed: Printed
) -> dict[str, Any]:
    """Return what is known of a match without its frames."""
    plan = record.plan
    return {
        "title": replays[0].game.title,
        "unit": replays[0].game.unit,
        "version": record.arena_version,
        "options": dict(sorted(plan.options.items())),
        "clock": {"bank_ms": plan.clock.bank_ms, "increment_ms": plan.clock.increment_ms},
        "box": plan.box,
        "planned": plan.games,
        "games": [_outline_game(replay, reviews, printed) for replay in replays],
    }


def _outline_game(
    replay: Replay, reviews: Sequence[GameReview], printed: Printed
) -> dict[str, Any]:
    recorded = replay.recorded
    return {
        "number": replay.number + 1,
        "attempt": replay.scheduled.attempt,
        "names": replay.names,
        "scores": list(recorded.scores),
        "ranks": list(recorded.ranks),
        "forfeits": [describe_forfeit(forfeit) for forfeit in recorded.forfeits],
        "reviewed": [
            _outline_decision(review.seat, decision)
            for review in reviews
            if review.game == replay.number + 1
            for decision in review.decisions
        ],
        "printed": [
            {"seat": seat, "step": step, "text": text}
            for (seat, step), text in printed_in(replay, printed).items()
        ],
    }


def _outline_decision(seat: int, decision: ReviewedDecision) -> dict[str, Any]:
    worths = {
        one.move: [round(one.lead, _DIGITS), round(one.error, _DIGITS)] for one in decision.worths
    }
    return {
        "seat": seat,
        "step": decision.step,
        "move": decision.move,
        "better": decision.better,
        "cost": round(decision.cost, _DIGITS),
        "error": round(decision.error, _DIGITS),
        "worths": worths,
    }


def _pack(value: object) -> str:
    data = json.dumps(value, separators=(",", ":")).encode()
    return base64.b64encode(zlib.compress(data, 9)).decode()


# --- the page around it ---


def _read(name: str) -> str:
    return (files("arena.viewer") / name).read_text(encoding="utf-8")


def _program() -> str:
    """Return the viewer's modules as one: inline modules cannot import each other."""
    library = _LIBRARY_EXPORTS.sub(r"return { h: \1, render: \2 };", _read("preact.js"))
    whole = _LIBRARY.format(library) + "".join(_read(f"{name}.js") for name in PARTS)
    for left_out in (_COMMENT, _IMPORT, _EXPORT):
        whole = left_out.sub("", whole)
    return whole + _OPEN


def _policy(programs: Sequence[str], style: str) -> str:
    allowed = " ".join(f"'{_digest(program)}'" for program in programs)
    return (
        f"default-src 'none'; script-src {allowed}; style-src '{_digest(style)}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
