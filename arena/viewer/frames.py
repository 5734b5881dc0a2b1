"""A recorded game as frames: what everybody sees before every decision, as small differences.

Every game is played again. Before each decision, and at the end, the scenes of an onlooker and of
all seats are taken apart into pieces: each zone, each counter, the decision, the title. Most of a
table looks the same to everybody, so a piece is kept once for each way that it looks. A frame is
plain data for JSON, and what is written down is how it differs from the frame before.

A piece, by its name, is

    {"is": {first viewer to have it: look, ...}, "who": [by viewer, the first that has its look]}

where viewer 0 is the onlooker and viewer s + 1 is seat s; a look of null says that the piece is not
there. A piece that nobody sees now stays where it was: it often comes back nearly the same.

A difference is a list of paths and one of as many changes. A change is one of

    [value]                 this value is there instead
    [at, count, values]     in a list: remove this many from there on, and put these in their place
    []                      the key is gone

Paths, cards, the texts of moves, what they touch, the names of cards that move and the zones
between which they do are numbers of tables that all games of a match share (`Tables`).

`frames.js` reads it.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from arena.games import AnyGame, State
from arena.games.events import Event
from arena.games.scene import Counter, Decision, LegalMove, Scene, Zone, as_plain
from arena.match.events import tell_outcome, tell_refused
from arena.match.replay import Replay
from arena.match.verdict import read_verdict
from arena.v1 import record_pb2 as rec

# All that json.dumps takes.
Plain: TypeAlias = Any

Key: TypeAlias = str | int
# A piece of a scene; a tuple has the legal moves.
_Piece: TypeAlias = str | list[str] | Decision | tuple[LegalMove, ...] | Zone | Counter | None
# The place of a value: the keys of objects, from the outermost on.
Path: TypeAlias = tuple[Key, ...]


class Tables:
    """The values that frames of all games of a match name by numbers: each once, from 0 on."""

    def __init__(self) -> None:
        names = ("paths", "cards", "texts", "touches", "names", "ways")
        self._tables: dict[str, dict[Hashable, int]] = {name: {} for name in names}

    def numbers(self, name: str, values: Iterable[Hashable]) -> list[int]:
        """Return the numbers of some values of a table."""
        table = self._tables[name]
        return [table.setdefault(value, len(table)) for value in values]

    def describe(self) -> Plain:
        """Return the tables themselves."""
        return {name: [as_plain(one) for one in table] for name, table in self._tables.items()}


def describe_frames(replay: Replay, tables: Tables) -> list[Plain]:
    """Play a game again and return its frames. Difference if it did not go as recorded.

    A frame is [paths, changes, the answers that led to it, what happened in words for all, words
    about refused answers, each with its seat, which cards moved in which order]; the first differs
    from {"pieces": {}}.
    """
    frames: list[Plain] = []
    before: Plain = {"pieces": {}}
    seen: dict[str, list[_Piece]] = {}
    for *led, state in _moments(replay, tables):
        looks = _take_apart(replay.game, state)
        pieces = {
            name: known
            if (known := before["pieces"].get(name)) and seen.get(name) == look
            else _look_at(look, known, tables)
            for name, look in looks.items()
        }
        now = {"scores": list(state.scores()), "pieces": pieces}
        seen = looks
        changes = list(differ(before, now))
        paths = tables.numbers("paths", (path for path, _ in changes))
        frames.append([paths, [change for _, change in changes], *led])
        before = now
    return frames


def _moments(
    replay: Replay, tables: Tables
) -> Iterator[tuple[list[Plain], list[str], list[Plain], list[Plain], State[Any]]]:
    yield [], [], [], [], replay.start()
    for step in replay.steps():
        made = [_describe_entry(replay, entry) for entry in step.entries]
        refused = [list(one) for one in tell_refused(replay, step)]
        moved = [_describe_motion(replay, event, tables) for event in step.events if event.moves]
        yield made, [*tell_outcome(replay, step)], refused, moved, step.state


def _describe_entry(replay: Replay, entry: rec.Entry) -> Plain:
    """Return [seat, move, µs on the wall, µs of CPU, and where these say something: µs that it
    waited for a CPU, verdict, whether the referee played]."""
    cpu = entry.cpu_us if entry.HasField("cpu_us") else None
    told = [entry.seat, replay.text(entry), entry.wall_us, cpu]
    verdict = read_verdict(entry.verdict)
    if entry.waited_us or entry.fallback or entry.verdict != rec.VERDICT_OK:
        told += [entry.waited_us, str(verdict), entry.fallback]
    return told


def _describe_motion(replay: Replay, event: Event, tables: Tables) -> list[int]:
    """Return between which zones cards moved, and which; with whose eyes if not with all."""
    only = (event.seat,) if event.secret else ()
    way = tables.numbers("ways", [(event.source, event.target, *only)])
    return way + tables.numbers("names", map(replay.game.card_name, event.cards))


# --- a moment taken apart ---


def _take_apart(game: AnyGame, state: State[Any]) -> dict[str, list[_Piece]]:
    """Return every piece of a moment as each viewer sees it."""
    viewers = (None, *range(len(state.scores())))
    scenes = [dict(_pieces(game.scene(state, viewer))) for viewer in viewers]
    names = dict.fromkeys(name for scene in scenes for name in scene)
    return {name: [scene.get(name) for scene in scenes] for name in names}


def _look_at(seen: Sequence[_Piece], before: Plain, tables: Tables) -> Plain:
    """Return a piece, given as every viewer sees it, and as it was before, or None."""
    who = [seen.index(look) for look in seen]
    looks = dict(before["is"]) if before else {}
    return {"is": looks | {at: _describe(seen[at], tables) for at in {*who}}, "who": who}


def _pieces(scene: Scene) -> Iterator[tuple[str, _Piece]]:
    yield "title", scene.title
    yield "zones", [zone.name for zone in scene.zones]
    yield "counters", [counter.name for counter in scene.counters]
    if scene.decision:
        yield "decision", Decision(scene.decision.seats, scene.decision.question)
        yield "legal", scene.decision.moves or None
    for zone in scene.zones:
        yield f"zone {zone.name}", zone
    for counter in scene.counters:
        yield f"counter {counter.name}", counter


def _describe(piece: _Piece, tables: Tables) -> Plain:
    match piece:
        case Zone():
            cards = {"cards": tables.numbers("cards", piece.cards)} if piece.cards else {}
            return as_plain(piece, "cards") | cards
        case Counter() | Decision():
            return as_plain(piece)
        case tuple():
            texts = tables.numbers("texts", (move.text for move in piece))
            touches = tables.numbers("touches", (move.touches for move in piece))
            return {"texts": texts, "touches": touches}
    return piece


# --- differences ---


def differ(before: Plain, now: Plain, path: Path = ()) -> Iterator[tuple[Path, Plain]]:
    """Yield the changes that make `now` out of `before`, each with where it is."""
    if before == now:
        return
    if isinstance(before, dict) and isinstance(now, dict):
        yield from _differ_in_keys(before, now, path)
    elif isinstance(before, list) and isinstance(now, list):
        yield path, _splice(before, now)
    else:
        yield path, [now]


def _differ_in_keys(
    before: Mapping[Key, Plain], now: Mapping[Key, Plain], path: Path
) -> Iterator[tuple[Path, Plain]]:
    for key in before:
        if key not in now:
            yield (*path, key), []
    for key, value in now.items():
        if key in before:
            yield from differ(before[key], value, (*path, key))
        else:
            yield (*path, key), [value]


def _splice(before: Sequence[Plain], now: Sequence[Plain]) -> Plain:
    most = min(len(before), len(now))
    front = next((at for at in range(most) if before[at] != now[at]), most)
    most -= front
    back = next((at for at in range(most) if before[-1 - at] != now[-1 - at]), most)
    return [front, len(before) - front - back, list(now[front : len(now) - back])]
