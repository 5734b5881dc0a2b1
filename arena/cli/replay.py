"""`arena replay`: a record step by step, as data, as a page, or run again."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rich.text import Text

from arena.bots.parameters import tell_parameters
from arena.drawing import draw_scene
from arena.errors import UserError
from arena.foreign_text import show_lines
from arena.games.messages import read_events
from arena.games.text import tell_beginning, tell_question, tell_result
from arena.match.events import tell_events, tell_last
from arena.match.index import (
    PastQuestion,
    SeatOutcome,
    describe_question,
    read_index,
    read_questions,
    require_bot,
)
from arena.match.plan import read_kind
from arena.match.record import SUFFIX
from arena.match.replay import Replay, Step, choose_replays, describe, open_replays, verify
from arena.match.rerun import require_seat
from arena.match.unfinished import SUFFIX as UNFINISHED
from arena.match.unfinished import read_match
from arena.match.verdict import read_verdict
from arena.review.turning import find_turning_point
from arena.terminal.console import PlainConsole
from arena.terminal.shown import Shown, make_table, wants_json
from arena.v1 import record_pb2 as rec
from arena.viewer.page import replay_page, write_html
from arena.viewer.printed import merge_logs, printed_in, read_log_files
from arena.whole_file import oldest_first


def show_replay(
    path: Path,
    *,
    verify: bool,
    game: int | None,
    html: Path | None,
    listed: bool,
    question: int | None,
    bot: str | None,
    seat: int | None,
    tables: bool,
    logs: Path | None,
    text: bool,
    lost: bool,
) -> Shown:
    """Do what was asked for with a record. UserError if that makes no sense."""
    if game is None and (seat is not None or tables):
        raise UserError("--seat and --tables are about one game; --game N says which.")
    if text and (game is None or (seat is None and bot is None)):
        raise UserError("--text is of a seat: --game N with --seat N or --bot NAME says which.")
    if bot is not None and seat is not None:
        raise UserError("--bot and --seat both say whose eyes to look through; choose one.")
    if sum((verify, html is not None, listed, question is not None)) > 1:
        raise UserError("--verify, --html, --list and --view are each a thing to do; choose one.")
    if logs is not None and not (html or (game is not None and tables)):
        raise UserError("--logs stand beside turns: with --html, or with --game and --tables.")
    path = find_record(path)
    record = read_match(path)
    if verify:
        return _verify(record)
    chosen = choose_replays(record, game)
    if html:
        return _write_page(record, html, chosen, logs)
    if question is not None:
        return _show_question(chosen, question, bot, seat)
    if listed or (game is None and not wants_json()):
        return _list_games(path, chosen, bot, lost=lost)
    if wants_json() and not text:
        return Shown(_describe(record, _order_games(chosen, bot, lost=lost)))
    eyes = _find_eyes(chosen[0], bot, seat)
    return _show_game(path, chosen[0], eyes, text=text, tables=tables, logs=logs)


def _verify(record: rec.Record) -> Shown:
    """Run a record again and say "verified"; UserError with the first difference."""
    moves = verify(record)
    games, planned = len(record.games), record.plan.games
    unjudged = sum(replay.unjudged() for replay in open_replays(record))
    lines = [f"verified: {games} games, {moves} moves, each as recorded."]
    if games < planned:
        missing = planned - games
        lines.append(f"The match was planned for {planned} games; {missing} are not recorded.")
    if unjudged:
        lines.append(
            f"Not judged, as it does not say what was spent: forfeits on time ({unjudged})."
        )
    found = {"verified": True, "games": games, "planned": planned, "moves": moves}
    return Shown(found | {"not_judged": unjudged}, lines)


def _show_game(
    path: Path, replay: Replay, eyes: int | None, *, text: bool, tables: bool, logs: Path | None
) -> Shown:
    """Tell a game, a line an event or with every table, to all or as a seat saw it; or as `text`.

    With logs, tables have the bots' output.
    """
    if text:
        lines = [*tell_text(replay, eyes or 0)]
        return Shown(lines, lines)
    told: Iterator[str | Text] = narrate_events(replay, eyes)
    if tables:
        found = {} if logs is None else printed_in(replay, merge_logs(read_log_files(logs)))
        told = narrate(replay, PlainConsole().width, eyes, found)
    seen = () if eyes is None else ("--seat", eyes)
    return Shown(None, told, ["replay", path, "--game", replay.number + 1, *seen, "--view", 1])


def _find_eyes(replay: Replay, bot: str | None, seat: int | None) -> int | None:
    """Return whose eyes to look through, of a bot its first seat; None for anybody's.

    UserError for a bot or a seat that did not play.
    """
    if bot is not None:
        require_bot([replay], bot)
    eyes = replay.names.index(bot) if bot is not None else seat
    if eyes is not None:
        require_seat(replay, eyes)
    return eyes


def _order_games(replays: list[Replay], bot: str | None, *, lost: bool) -> list[Replay]:
    """Return games as they were played; of a bot its worst first."""
    if bot is None and not lost:
        return replays
    by_number = {replay.number + 1: replay for replay in replays}
    return [by_number[one.game] for one in read_index(replays, bot, lost=lost)]


def _list_games(path: Path, replays: list[Replay], bot: str | None, *, lost: bool) -> Shown:
    """List games, a line each; of a bot its worst first."""
    found = read_index(replays, bot, lost=lost)
    rows = ((one.game, one.moves, ", ".join(map(_tell_seat, one.seats))) for one in found)
    advice: list[object] = []
    if found:
        advice = ["replay", path, "--game", found[0].game, *(("--bot", bot) if bot else ())]
    return Shown(found, [make_table(["#game", "#moves", "rank and score"], rows)], advice)


def _tell_seat(seat: SeatOutcome) -> str:
    forfeited = f", {seat.forfeit}" if seat.forfeit else ""
    return f"{seat.rank}. {seat.bot} ({seat.score}{forfeited})"


def _show_question(replays: list[Replay], number: int, bot: str | None, seat: int | None) -> Shown:
    """Show one question as a seat was sent it: as a table, or as JSON for a test."""
    if bot is not None:
        require_bot(replays, bot)
    if seat is not None:
        require_seat(replays[0], seat)
    questions = (one for replay in replays for one in read_questions(replay, bot))
    found = next(islice((q for q in questions if seat in {None, q.seat}), number - 1, None), None)
    if found is None:
        raise UserError(f"There is no question {number}; there are fewer of them there.")
    return Shown(describe_question(found), tell_answered(found))


def tell_answered(question: PastQuestion) -> Iterator[str | Text]:
    """Tell a question as its seat saw the table, with its legal moves and what it answered."""
    replay, seat = question.replay, question.seat
    asked = f"seat {seat} ({replay.names[seat]})"
    yield f"Game {replay.number + 1}, question {question.number}: {asked}"
    yield from tell_table(question)
    yield f"> {_narrate_entry(replay, question.answer)}"


def tell_table(question: PastQuestion) -> Iterator[str | Text]:
    """Tell the table of a question as its seat saw it, and its legal moves."""
    yield from draw_scene(question.scene, PlainConsole().width)
    yield "legal: " + ", ".join(question.legal)


def _write_page(record: rec.Record, file: Path, chosen: list[Replay], logs: Path | None) -> Shown:
    """Write the page of a match, or of one of its games, for a browser to open from the disk."""
    turning = [*map(find_turning_point, chosen)]
    printed = () if logs is None else read_log_files(logs)
    size = write_html(file, replay_page(record, chosen, logs=printed, turning=turning))
    games = "1 game" if len(chosen) == 1 else f"{len(chosen)} games"
    said = f"{file}: {games} in {size / 1000:,.0f} kB. Any browser opens it."
    return Shown({"file": file, "games": len(chosen), "bytes": size}, [said])


def find_record(path: Path) -> Path:
    """Return the path itself, or the newest record of a folder, which need not be there yet."""
    if not path.is_dir() and (path.exists() or path.suffix):
        return path
    found = [*path.glob(f"*{SUFFIX}"), *path.glob(f"*{UNFINISHED}")]
    records = oldest_first(found)
    if not records:
        raise UserError(f"There is no record in {path}; arena play writes one.")
    return records[-1]


def narrate(
    replay: Replay,
    width: int = 80,
    eyes: int | None = None,
    printed: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> Iterator[str | Text]:
    """Tell a game with the table after every decision; the tables are at most so wide.

    With a seat they are from its perspective. Output `printed` before a step, by seat and step,
    stands behind a line.
    """
    yield from _introduce(replay)
    yield from draw_scene(replay.game.scene(replay.start(), eyes), width)
    for number, step in enumerate(replay.steps()):
        for seat in dict.fromkeys(entry.seat for entry in step.entries):
            if eyes in {None, seat}:
                told = show_lines(printed.get((seat, number), ""))
                yield from (f"  seat {seat} | {line}" for line in told)
        yield from _narrate_step(replay, step, width, eyes)
    yield from _tell_end(replay)


def narrate_events(replay: Replay, eyes: int | None = None) -> Iterator[str]:
    """Tell a game in a line an event, behind the number of the question that it followed."""
    yield from _introduce(replay)
    moment = ""
    for event in tell_events(replay, eyes):
        number: int | str = event.question or "-"
        when = "" if event.moment == moment else event.moment
        moment = event.moment
        for sentence in event.told:
            yield f"{number:>5}  {when:18}  {sentence}"
            number = when = ""
    yield from _tell_end(replay)


def tell_text(replay: Replay, seat: int) -> Iterator[str]:
    """Tell a game as the text of a seat: its beginning, every question with the answer, the end."""
    game, plan = replay.game, replay.plan
    yield from tell_beginning(game, len(replay.names), seat, plan.option_texts)
    for question in read_questions(replay):
        if question.seat == seat:
            news = game.tell(read_events(question.turn.events), seat)
            yield ""
            yield from tell_question(question.scene, news, legal=True)
            yield f"> {replay.text(question.answer) or 'an answer that cannot be read'}"
    yield ""
    yield from tell_last(replay, seat)
    yield from tell_result(replay.recorded.scores, replay.recorded.ranks, game.unit)


def _introduce(replay: Replay) -> Iterator[str]:
    plan = replay.plan
    yield f"Game {replay.number + 1}: {replay.game.title}"
    options = sorted(plan.option_texts.items())
    yield "options: " + ", ".join(f"{key}={value}" for key, value in options)
    for seat, name in enumerate(replay.names):
        told = tell_parameters(plan.bots[replay.scheduled.seating[seat]].parameters)
        yield f"  seat {seat}: {name}{told and f' ({told})'}"


def _tell_end(replay: Replay) -> Iterator[str]:
    for seat, name in enumerate(replay.names):
        recorded = replay.recorded
        yield f"rank {recorded.ranks[seat]}: {name} (seat {seat}), score {recorded.scores[seat]}"
    yield from tell_forfeits(replay.recorded)
    yield ""


def tell_forfeits(game: rec.GameRecord) -> Iterator[str]:
    """Tell who has forfeited a game, and by what."""
    for forfeit in game.forfeits:
        verdict = read_verdict(forfeit.verdict)
        yield f"forfeit of seat {forfeit.seat}: {verdict}: {forfeit.detail}"


def _narrate_step(replay: Replay, step: Step, width: int, eyes: int | None) -> Iterator[str | Text]:
    yield ""
    for entry in step.entries:
        yield f"> seat {entry.seat} ({replay.names[entry.seat]}): {_narrate_entry(replay, entry)}"
    yield from replay.game.tell(step.events, eyes)
    yield from draw_scene(replay.game.scene(step.state, eyes), width)


def _narrate_entry(replay: Replay, entry: rec.Entry) -> str:
    move = replay.text(entry) or "an answer that cannot be read"
    if entry.fallback:
        return f"{move}  (played by the referee: {read_verdict(entry.verdict)})"
    refused = "" if entry.verdict == rec.VERDICT_OK else f", refused: {read_verdict(entry.verdict)}"
    return f"{move}  ({entry.wall_us / 1000:.2f} ms{refused})"


def _describe(record: rec.Record, replays: list[Replay]) -> dict[str, Any]:
    plan = record.plan
    return {
        "arena_version": record.arena_version,
        "box": plan.box,
        "seed": plan.seed.hex(),
        "planned": plan.games,
        "clock": {
            "bank_ms": plan.clock.bank_ms,
            "increment_ms": plan.clock.increment_ms,
            "start_ms": plan.clock.start_ms,
        },
        "bots": [_describe_bot(bot) for bot in plan.bots],
        "games": [describe(replay) for replay in replays],
    }


def _describe_bot(bot: rec.Bot) -> dict[str, Any]:
    if not (kind := read_kind(bot)).is_bot:
        key = "human" if kind.may_leave else kind
        return {"name": bot.name, key: True}
    described: dict[str, Any] = {"name": bot.name, "digest": bot.digest}
    if bot.parameters:
        described["parameters"] = dict(sorted(bot.parameters.items()))
    return described
