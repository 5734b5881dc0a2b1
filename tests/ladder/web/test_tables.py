"""Tables as a program plays at them over HTTP: what it is told, what it may do, how they end."""

import asyncio
import json
import os
import re
import signal
import urllib.request
import zlib
from base64 import b64decode
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx2
import pytest
from starlette.testclient import TestClient

from arena.boxes.host.leftovers import MATCH_LABEL
from arena.containers.engine import Engine
from arena.containers.image import Image
from arena.errors import NotNow, UsedUp, UserError
from arena.games import find_game, game_names
from arena.games.options import describe_options
from arena.games.scene import as_plain
from arena.human.rules_page import read_minute
from arena.match.record import unpack_record
from arena.match.replay import Replay, open_replays
from arena.runner.host import Host
from arena.v1 import record_pb2 as rec
from ladder.matches import read_division
from ladder.season.reviewer import Reviewed, Reviewer
from ladder.shares import TABLE_IDLE, TABLE_LONGEST
from ladder.store.opening import open_reader
from ladder.web.guard import Guard
from ladder.web.refused import RefusedError
from ladder.web.table_reviews import TableReviews
from ladder.web.tables import AWAY, PlayTable, PlayTables, TableWish, plays_samples
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import make_ladder
from tests.ladder.servers import wait_for_address
from tests.ladder.web.sites import Markup, making_app, visiting
from tests.waiting import wait_until

ROOT: Final = "/api/v1/tables"
ROUND: Final = TableWish("six_nimmt", ("random", "random"), {"rounds": "1"})
# Against a bot of the ladder, which plays in a box.
BOXED: Final = replace(ROUND, opponents=("one@1", "one@1"))
Wish = dict[str, Any]


@pytest.fixture
def place(programs: None, tmp_path: Path, matches_folder: Path) -> Path:
    divisions = tuple(map(read_division, game_names()))
    make_ladder(tmp_path / "ladder.db", "one", divisions=divisions).close()
    return tmp_path / "ladder.db"


@contextmanager
def serving(place: Path, box: str = "process", **given: Any) -> Iterator[TestClient]:
    """Open a site at whose tables bots play, in plain processes unless another box is named."""
    with open_reader(str(place)) as reader:
        tables = PlayTables(reader, Host(box), **given)
        with visiting(place, tables=tables) as client:
            yield client


class Visitor:
    """A program that plays by chance, and keeps what it was told."""

    def __init__(self, client: TestClient, **wish: Any) -> None:
        self.client = client
        laid = client.post(ROOT, json={"options": {}, **wish})
        assert laid.status_code == 200, laid.text
        self.path = f"{ROOT}/{laid.json()['table']}"
        self.heard: list[str] = []
        self.number = 0

    def hear(self) -> Any:
        """Return what is new, as soon as something is."""
        answer = self.client.get(self.path, params={"after": self.number})
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        self.heard.append(answer.text)
        self.number = answer.json()["number"]
        return answer.json()

    def wait_for(self, *phases: str) -> Any:
        while (state := self.hear())["phase"] not in phases:
            pass
        return state

    def move(self, turn: int, move: str) -> Any:
        return self.client.post(f"{self.path}/moves", json={"turn": turn, "move": move})

    def play_on(self) -> Any:
        """Play by chance until the match is over."""
        draw = Random(1)
        while (state := self.wait_for("asking", "over", "ended"))["phase"] == "asking":
            move = draw.choice(state["scene"]["decision"]["moves"])["text"]
            assert self.move(state["turn"], move).status_code == 200
        return state


# --- where a person lost points ---


def test_a_match_that_is_over_is_reviewed_for_its_visitor_alone(place: Path) -> None:
    with serving(place) as client:
        wish = {"options": {"rounds": "1"}, "opponents": ["random"] * 2, "game": "six_nimmt"}
        visitor = Visitor(client, **wish)
        early = client.post(f"{visitor.path}/review")
        assert (early.status_code, early.json()["error"]) == (
            409,
            "There is a review when the match was played to its end.",
        )
        assert visitor.play_on()["phase"] == "over"
        before = read_reviewed(client, visitor)
        while not (told := client.post(f"{visitor.path}/review")).json()["done"]:
            assert told.status_code == 200
        (seat,) = {one["seat"] for one in read_reviewed(client, visitor)}
        assert not before
        assert visitor.hear()["results"][0]["names"][seat] == "you"
        # What is kept is there at once.
        assert client.post(f"{visitor.path}/review").json() == {"done": True}


def read_reviewed(client: TestClient, visitor: Visitor) -> Any:
    """Return what the replay of a table has of reviews."""
    outline = client.get(f"{visitor.path}/replay").json()["outline"]
    return json.loads(zlib.decompress(b64decode(outline)))["games"][0]["reviewed"]


class Stuck(Reviewer):
    """Comes to no end, or to what is said."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[str] = []
        self.done: dict[str, Reviewed] = {}

    def start(self, job: str, content: bytes, player: str) -> None:
        self.started.append(job)

    def take(self, job: str) -> Reviewed | None:
        return self.done.get(job)


def test_one_review_is_made_at_a_time_and_each_visitor_waits_for_one(place: Path) -> None:
    stuck = Stuck()

    async def act(tables: PlayTables) -> None:
        reviews = TableReviews(stuck)
        first, second, third = [await tables.open(ROUND, name) for name in ("ann", "bob", "eve")]
        for table in (first, second, third):
            table.record = rec.Record()
        assert not await reviews.review(first, "ann", 0.0)
        assert not await reviews.review(first, "ann", 0.0)
        with pytest.raises(UsedUp, match="Another review of yours is being made"):
            await reviews.review(third, "ann", 0.0)
        assert not await reviews.review(second, "bob", 0.3)
        assert stuck.started == [first.name]
        stuck.done[first.name] = Reviewed("it took too long")
        with pytest.raises(NotNow, match="There is no review: it took too long"):
            await reviews.review(first, "ann", 60.0)
        stuck.done |= {table.name: Reviewed("", b"found") for table in (second, third)}
        assert await reviews.review(second, "bob", 60.0)
        assert await reviews.review(third, "ann", 60.0)
        reviews.end()

    with_tables(place, act, most=6)


# --- what a seat is told ---


@pytest.mark.parametrize("name", game_names())
def test_all_that_is_sent_follows_from_what_the_seat_may_know(name: str, place: Path) -> None:
    """Each scene is that of a table dealt again from the seat's view, and no answer says more."""
    options = find_game(name).short
    with serving(place) as client:
        visitor = Visitor(
            client, game=name, opponents=["all_rounder", "random"], options=options, games=2
        )
        assert visitor.play_on()["phase"] == "over"
        record = unpack_record(client.get(f"{visitor.path}/record").content, "it")
        assert client.get(f"{visitor.path}/replay").json()["outline"]
    answers = [json.loads(text) for text in visitor.heard]
    asked = {state["turn"]: state["scene"] for state in answers if state["phase"] == "asking"}
    expected = [scenes for replay in open_replays(record) for scenes in _imagined(replay)]
    assert len(asked) == len(expected) > 4
    for scene, twins in zip(asked.values(), expected, strict=True):
        assert [scene, scene] == twins
    for state in answers:
        assert state["scene"] is None or state["scene"] in asked.values()
        names = sorted(state.pop("names"))
        assert names == ["all_rounder", "random", "you"] or state["phase"] != "asking"
        if not state["results"]:
            # Who sits where is told, and nothing else of the others before a game is over.
            assert "all_rounder" not in json.dumps(state)
    assert len(answers[-1]["results"]) == 2
    assert answers[-1]["end"]["scene"] == _scene_at_end(open_replays(record)[-1])
    assert answers[-1]["end"]["news"]
    told = "".join(visitor.heard)
    for secret in (record.plan.seed.hex(), "seed", "record", "scores_of"):
        assert secret not in told


def _scene_at_end(replay: Replay) -> Any:
    *_, last = replay.steps()
    return as_plain(replay.game.scene(last.state, replay.names.index("you")))


def _imagined(replay: Replay) -> Iterator[list[Any]]:
    """Yield for each question of the person the scenes of two tables that may be theirs."""
    (seat,) = (at for at, name in enumerate(replay.names) if name == "you")
    state = replay.start().copy()
    for step in replay.steps():
        if any(entry.seat == seat for entry in step.entries):
            view, game = replay.game.view(state, seat), replay.game
            twins = [game.scene(game.imagine(view, Random(luck)), seat) for luck in (1, 2)]
            yield list(map(as_plain, twins))
        state = step.state.copy()


def test_history_and_news_tell_all_that_has_happened_to_the_end(place: Path) -> None:
    with serving(place) as client:
        visitor = Visitor(client, **asdict(ROUND))
        visitor.play_on()
    asked = [state for text in visitor.heard if (state := json.loads(text))["phase"] == "asking"]
    told = asked[-1]["history"]
    assert any(one.startswith("You laid ") for one in told)
    assert any(one.startswith("Seat ") for one in told)
    for before, now in pairwise(asked):
        assert now["history"] == [*before["history"], *now["news"]]
    last = json.loads(visitor.heard[-1])
    assert last["history"] == [*told, *last["news"]]
    assert last["news"][-1] == "The round is over."


def test_sample_bots_play_in_one_process_and_a_hint_is_made_beside_it(place: Path) -> None:
    with serving(place) as client:
        visitor = Visitor(client, **{**asdict(ROUND), "opponents": ["searcher", "random", "first"]})
        state = visitor.wait_for("asking")
        # With the one that minds what is left of processes that ended; the server is none of them.
        children = _descendants(os.getpid())
        assert len(children) <= 3
        # It gives way to all others, and to this server.
        assert min(19, os.nice(0) + 10) in {
            os.getpriority(os.PRIO_PROCESS, one) for one in children
        }
        moves = [move["text"] for move in state["scene"]["decision"]["moves"]]
        assert len(state["notes"]) == len(moves)
        assert state["rule"].startswith("A card goes behind")
        asked = client.get(f"{visitor.path}/hint", params={"turn": state["turn"]})
        assert asked.json()["move"] in moves
        assert asked.json()["why"].startswith("In simulated games")
        assert asked.json() == client.get(f"{visitor.path}/hint", params={"turn": 1}).json()
        late = client.get(f"{visitor.path}/hint", params={"turn": 7})
        assert (late.status_code, "has not asked question 7" in late.text) == (409, True)


def _descendants(pid: int) -> list[int]:
    # Of every thread: the server is in one of its own.
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for one in threads for child in one.read_text(encoding="ascii").split()]
    return [one for child in map(int, children) for one in (child, *_descendants(child))]


def test_where_a_bot_of_the_ladder_plays_there_are_no_hints() -> None:
    assert not plays_samples(replace(ROUND, opponents=("random", "random@1")))
    assert plays_samples(ROUND)


# --- what cannot be done ---


def test_a_move_that_is_wrong_is_a_sentence_and_nothing_is_lost(place: Path) -> None:
    with serving(place) as client:
        visitor = Visitor(client, **asdict(ROUND))
        state = visitor.wait_for("asking")
        turn, moves = state["turn"], [one["text"] for one in state["scene"]["decision"]["moves"]]
        wrong = [
            (visitor.move(turn, "105"), 422, "no move that is possible"),
            (visitor.move(turn, "\x1b[31m" * 9), 422, "no move that is possible"),
            (visitor.move(turn + 1, moves[0]), 409, "has not asked question"),
            (
                client.post(f"{ROOT}/{'x' * 22}/moves", json={"turn": 1, "move": "1"}),
                404,
                "no such",
            ),
            (client.post(f"{visitor.path}/moves", content=b"{"), 415, "application/json"),
            (
                client.post(f"{visitor.path}/moves", json={"turn": "1"}),
                422,
                "at `$.turn`",
            ),
            (client.post(f"{visitor.path}/moves", json={"move": "1" * 70_000}), 413, "too large"),
        ]
        for answer, status, words in wrong:
            assert answer.status_code == status, answer.text
            assert words in answer.json()["error"]
        assert client.get(visitor.path).json() == state
        assert visitor.move(turn, moves[0]).status_code == 200
        again = visitor.move(turn, moves[1])
        assert again.status_code == 409
        assert "answered already" in again.json()["error"]
        end = visitor.play_on()
        assert end["phase"] == "over"
        assert state["names"] == end["results"][0]["names"]
        late = visitor.move(turn, moves[0])
        assert (late.status_code, "is over" in late.text) == (409, True)


SENSELESS: Final[list[tuple[Wish, int, str]]] = [
    ({"game": "chess"}, 404, "Played here are"),
    ({"opponents": []}, 422, "2 to 10 seats, one of them yours; here are 0 opponents"),
    ({"opponents": ["random"] * 900}, 422, "here are 900 opponents"),
    ({"opponents": ["nobody"]}, 404, "There is no bot 'nobody'"),
    ({"opponents": ["../attacks/bots/fork_bomb"]}, 404, "There is no bot"),
    ({"opponents": ["angler"]}, 422, "plays only big_fish"),
    ({"options": {"rounds": "many"}}, 422, "Option rounds cannot be 'many'"),
    ({"options": {"colour": "red"}}, 422, "colour"),
    ({"games": 11}, 422, "1 to 10 games"),
    ({"games": 0}, 422, "1 to 10 games"),
    ({"clock": "soon"}, 422, "soon"),
]


def test_a_wish_that_makes_no_sense_is_a_sentence_and_takes_no_place(place: Path) -> None:
    with serving(place, most=1) as client:
        for wish, status, sentence in SENSELESS:
            answer = client.post(ROOT, json={**asdict(ROUND), **wish})
            assert (wish, answer.status_code) == (wish, status)
            (told,) = answer.json()["error"].splitlines()
            assert sentence in told
        Visitor(client, **asdict(ROUND))


def test_who_chooses_a_game_is_told_each_in_one_minute(place: Path) -> None:
    with serving(place, most=1) as client:
        text = Markup(client.get("/play").text).read
    for name in game_names():
        # Two hundred words are read in a minute.
        assert 30 < len(read_minute(name).split()) < 200
        assert read_minute(name) in text


def test_an_option_whose_values_can_be_listed_is_chosen_from_them(place: Path) -> None:
    with serving(place, most=1) as client:
        for name in game_names():
            page = client.get("/play", params={"game": name}).text
            for option in describe_options(find_game(name)):
                select = page.partition(f'<select name="option.{option.name}">')[2]
                values = re.findall(
                    r"<option( selected)?>([^<]+)</option>", select.split("</sel")[0]
                )
                assert tuple(value for _, value in values) == option.listed
                if option.listed:
                    assert [value for mark, value in values if mark] == [option.default]
                else:
                    assert f'name="option.{option.name}" value="{option.default}"' in page


def test_a_form_of_another_site_lays_no_table(place: Path) -> None:
    form = {"game": "six_nimmt", "opponent": "random"}
    with serving(place, most=1) as client:
        for origin in ({}, {"origin": "https://elsewhere.example"}):
            assert client.post("/play", data=form, headers=origin).status_code == 403
        own = {"origin": "http://testserver"}
        laid = client.post("/play", data=form, headers=own, follow_redirects=False)
        assert laid.status_code == 303
        assert re.fullmatch(r"play/[\w-]{22}", laid.headers["location"])
        assert client.get(laid.headers["location"]).headers["cache-control"] == "no-store"


def test_without_an_engine_the_visitor_is_told_in_a_sentence(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    with serving(place, box="container") as client:
        visitor = Visitor(client, **asdict(BOXED))
        state = visitor.wait_for("ended")
        assert "The bots cannot play here at the moment" in state["sentence"]
        assert "nowhere" not in "".join(visitor.heard)


def test_without_tables_nobody_plays(place: Path) -> None:
    with serving(place, most=0) as client:
        answer = client.post(ROOT, json=asdict(ROUND))
        assert answer.status_code == 503
        assert "Nobody can play here" in answer.json()["error"]
        assert "Nobody can play here" in client.get("/play").text


# --- how many, and for how long ---


def with_tables(place: Path, act: Callable[[PlayTables], Awaitable[None]], **given: Any) -> None:
    async def run() -> None:
        with open_reader(str(place)) as reader:
            tables = PlayTables(reader, Host("process"), **given)
            watching = asyncio.create_task(tables.watch())
            try:
                await act(tables)
            finally:
                await tables.close()
                watching.cancel()

    asyncio.run(run())


async def _until(table: PlayTable, *phases: str) -> None:
    number = 0
    while table.state.phase not in phases:
        number = (await table.after(number, 20)).number


def test_no_more_than_so_many_and_half_of_them_for_one_visitor(place: Path) -> None:
    async def act(tables: PlayTables) -> None:
        first = await tables.open(ROUND, "here")
        with pytest.raises(UsedUp, match="You play at 1 of the 2 tables"):
            await tables.open(ROUND, "here")
        await tables.open(ROUND, "there")
        with pytest.raises(RefusedError, match="All 2 tables are taken"):
            await tables.open(ROUND, "elsewhere")
        await _until(first, "asking")
        await tables.leave(first)
        assert first.state.phase == "ended"
        again = await tables.open(ROUND, "here")
        await _until(again, "asking")

    with_tables(place, act, most=2)


def test_who_sits_at_no_table_is_forgotten(place: Path) -> None:
    async def act(tables: PlayTables) -> None:
        with pytest.raises(UserError, match="There is no game 'chess'"):
            await tables.open(replace(ROUND, game="chess"), "here")
        left = await tables.open(ROUND, "there")
        kept = await tables.open(ROUND, "elsewhere")
        await _until(left, "asking")
        await tables.leave(left)
        await _until(kept, "asking")
        # As a Counter it is equal to one with zeros.
        assert dict(vars(tables)["_visitors"]) == {"elsewhere": 1}

    with_tables(place, act)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_does_not_move_gives_way_and_first_who_has_most(place: Path) -> None:
    clock = Clock()

    async def act(tables: PlayTables) -> None:
        laid = {}
        for visitor, after in (("one", 0), ("most", 5), ("most", 9)):
            clock.now = after
            laid[visitor, after] = await tables.open(ROUND, visitor)
            await _until(laid[visitor, after], "asking")
        await tables.open(ROUND, "new")
        for _ in range(2):
            clock.now = TABLE_IDLE
            with pytest.raises(RefusedError, match="has not moved for 10 minutes"):
                await tables.open(ROUND, "another")
        clock.now = TABLE_IDLE + 10
        # Not for who has their share already.
        with pytest.raises(UsedUp, match="You play at 2 of the 4 tables"):
            await tables.open(ROUND, "most")
        assert not any(table.is_over for table in laid.values())
        await tables.open(ROUND, "another")
        assert [table.state.phase for table in laid.values()] == ["asking", "ended", "asking"]
        assert laid["most", 5].state.sentence.startswith("You had not moved for ten minutes")

    with_tables(place, act, most=4, now=clock, away=10 * TABLE_IDLE)


def test_nobody_has_a_table_for_more_than_an_hour(place: Path) -> None:
    clock = Clock()

    async def act(tables: PlayTables) -> None:
        table = await tables.open(ROUND, "here")
        await _until(table, "asking")
        clock.now += TABLE_LONGEST + 1
        await _until(table, "ended")
        assert table.state.sentence == "A table is for an hour at most."

    with_tables(place, act, now=clock, away=10 * TABLE_LONGEST)


def test_a_network_of_ipv6_has_one_share(place: Path) -> None:
    async def run() -> list[int]:
        with open_reader(str(place)) as reader:
            tables = PlayTables(reader, Host("process"), most=4)

            async def lay(app: Guard, address: str) -> int:
                transport = httpx2.ASGITransport(app=app, client=(address, 1))
                base = "http://testserver"
                async with httpx2.AsyncClient(transport=transport, base_url=base) as client:
                    return (await client.post(ROOT, json=asdict(ROUND))).status_code

            ends = ("1::1", "1::2", "1::3", "2::1")
            with making_app(place, tables=tables) as app:
                try:
                    return [await lay(app, f"2001:db8:{end}") for end in ends]
                finally:
                    await tables.close()

    assert asyncio.run(run()) == [200, 200, 429, 200]


def test_a_table_that_is_left_before_its_match_begins_holds_nothing(
    place: Path, matches_folder: Path
) -> None:
    async def act(tables: PlayTables) -> None:
        table = await tables.open(BOXED, "here")
        await tables.leave(table)
        assert table.state.phase == "ended"
        assert dict(vars(tables)["_visitors"]) == {}
        assert not [*matches_folder.glob("arena-*")]  # noqa: ASYNC240 - nothing else runs here

    with_tables(place, act)


def test_a_table_ends_that_nobody_sits_at(place: Path) -> None:
    clock = Clock()

    async def act(tables: PlayTables) -> None:
        kept = await tables.open(ROUND, "there")
        # Somebody waits here for what comes next.
        waiting = asyncio.create_task(kept.after(99, 60))
        left = await tables.open(ROUND, "here")
        await _until(left, "asking")
        await _until(kept, "asking")
        clock.now += AWAY + 1
        # Anyone who waited for it would look at it.
        while left.state.phase != "ended":  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        assert left.state.sentence == "The table was left."
        assert kept.state.phase == "asking"
        waiting.cancel()

    with_tables(place, act, now=clock)


def test_a_friendly_clock_runs_out_in_one_game_and_the_next_is_played(place: Path) -> None:
    async def act(tables: PlayTables) -> None:
        table = await tables.open(replace(ROUND, games=2, clock="2+0"), "here")
        while table.state.playing < 2:
            assert not table.is_over
            await table.after(table.state.number, 20)
        result, *_ = table.state.results
        assert result.ranks[result.seat] == len(result.ranks)

    with_tables(place, act)


def test_a_visitor_is_told_what_is_left_of_their_time(place: Path) -> None:
    clock = Clock()

    async def act(tables: PlayTables) -> None:
        table = await tables.open(replace(ROUND, clock="3000+0"), "here")
        await _until(table, "asking")
        assert (await table.after(0, 1)).time_left == pytest.approx(3000)
        clock.now += 1000
        assert (await table.after(0, 1)).time_left == pytest.approx(2000)
        clock.now += 9000
        assert (await table.after(0, 1)).time_left == 0

    with_tables(place, act, now=clock)


# --- a server that ends ---


def _lay(address: str, wanted: TableWish = BOXED) -> str:
    """Lay a table on a server of its own, wait until it asks, and return its address."""
    body = json.dumps(asdict(wanted)).encode()
    wish = urllib.request.Request(  # noqa: S310 - our own
        f"{address}{ROOT[1:]}", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(wish) as answer:  # noqa: S310 - the same
        table = f"{address}{ROOT[1:]}/{json.load(answer)['table']}"
    number = 0
    while True:
        with urllib.request.urlopen(f"{table}?after={number}") as answer:  # noqa: S310 - the same
            state = json.load(answer)
        if state["phase"] != "starting" and state["turn"] is not None:
            return table
        assert state["phase"] != "ended", state
        number = state["number"]


def test_who_waits_at_a_table_is_told_that_the_server_stops(
    place: Path, start_ladder: StartLadder
) -> None:
    process = start_ladder("serve", "--port", "0", "--trust")
    table = _lay(wait_for_address(process), ROUND)
    _, _, host, path = table.split("/", 3)
    with closing(HTTPConnection(host)) as waiting:
        waiting.request("GET", f"/{path}?after=99")
        # The server has heard of it when it has answered who came later.
        urllib.request.urlopen(table).close()  # noqa: S310 - our own
        os.kill(process.pid, signal.SIGTERM)
        told = json.load(waiting.getresponse())
    assert (told["phase"], told["sentence"]) == ("ended", "The server was stopped.")
    said, _ = process.communicate()
    assert '"error"' not in said


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_server(
    how: signal.Signals, place: Path, start_ladder: StartLadder
) -> None:
    """That none is left is seen at the end, by the folder that their boxes were given."""
    process = start_ladder("serve", "--port", "0", "--trust")
    _lay(wait_for_address(process))
    assert any(place.parent.iterdir())
    os.kill(process.pid, how)
    process.wait()


def test_bots_play_in_containers_and_none_outlives_the_server(
    place: Path, start_ladder: StartLadder, image: Image, engine: Engine, matches_folder: Path
) -> None:
    process = start_ladder("serve", "--port", "0")

    def ours() -> list[str]:
        labels = [one["Labels"][MATCH_LABEL] for one in engine.list_containers(MATCH_LABEL)]
        return [label for label in labels if label.startswith(str(matches_folder))]

    _lay(wait_for_address(process))
    assert len(ours()) == 2
    os.kill(process.pid, signal.SIGKILL)
    wait_until(lambda: ours() == [])
