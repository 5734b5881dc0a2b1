"""A real match is played, and a program reads all that the server sends meanwhile.

The bots wait in the middle of a game until they are told to go on. While a game is being played not
a byte of any answer changes, whatever is played in it; and what the answers hold of the games that
are over is what follows from those games alone.
"""

import base64
import json
import re
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from arena.bots.manifest import open_bot
from arena.match.record import unpack_record
from arena.match.replay import open_replays
from arena.v1 import record_pb2 as rec
from arena.viewer.page import match_data
from ladder.log.entries import ORGANISER, Entered
from ladder.store.live_games import LiveGames
from ladder.store.opening import open_reader
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import make_ladder
from tests.ladder.web.sites import Looks, serving
from tests.waiting import wait_until

GAMES = 4
# Once in five seconds a season says how busy its machine is, which tells nothing of a game.
LOAD = re.compile(rb'"load":[0-9.]+|load was [0-9.]+')
HOLDER = """
import time
from pathlib import Path
from arena_sdk import Bot, run

PLACE = Path({place!r})

class Holder(Bot):
    asked = 0

    def start(self, start):
        # From 1000 on in the first game, from 2000 on in the second.
        self.asked += 1000 - self.asked % 1000

    def choose(self, turn):
        self.asked += 1
        (PLACE / ("asked-" + str(self.asked))).touch()
        while int((PLACE / "allowed").read_text()) < self.asked:
            time.sleep(0.02)
        return turn.legal[0]

run(Holder)
"""


class Match:
    """A match of two bots that answer as many turns as they are allowed to."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder = folder
        self.allow(0)
        for name in ("left", "right"):
            bot = folder / name
            bot.mkdir()
            (bot / "bot.toml").write_text(f'name = "{name}"\n')
            (bot / "bot.py").write_text(HOLDER.format(place=str(folder)))
            entered = Entered(f"{name}@1", ORGANISER, open_bot(bot).digest, ())
            store.enter(entered, pack_folder(bot))

    def allow(self, turns: int) -> None:
        partial = self._folder / "allowed.partial"
        partial.write_text(str(turns))
        partial.replace(self._folder / "allowed")

    def wait_for_turn(self, turn: int) -> None:
        wait_until((self._folder / f"asked-{turn}").exists)


def fetch(address: str) -> bytes:
    try:
        with urlopen(address) as response:  # noqa: S310 - our own server
            return bytes(response.read())
    except HTTPError as refused:
        return refused.read()


class Server:
    """Reads all that a server sends."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.heard = b""
        self.everything = b""

    def pages(self) -> dict[str, bytes]:
        """Return what it says of a match that is being played, wherever it might."""
        parts = ["live", "live/1", "api/v1/live", "api/v1/live/1/replay", "season", "api/v1/season"]
        parts += ["matches/1", "api/v1/matches/1/replay", "matches/1.record", "api/v1/matches/1"]
        parts += ["matches", "bots/left", "api/v1/bots/left/details", "log", "api/v1/log", ""]
        found = {part: fetch(self._address + part) for part in parts}
        self.everything += b"".join(found.values())
        return {part: LOAD.sub(b"", page) for part, page in found.items()}

    def over(self) -> int:
        matches = json.loads(fetch(f"{self._address}api/v1/live"))["matches"]
        return len(matches[0]["games"]) if matches else 0

    def wait_for(self, games: int) -> None:
        wait_until(lambda: self.over() == games)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Read the events beside."""
        stream = urlopen(f"{self._address}api/v1/events")  # noqa: S310 - our own server
        reading = threading.Thread(target=self._hear, args=[stream], daemon=True)
        reading.start()
        yield

    def _hear(self, stream: Any) -> None:
        while line := stream.readline():
            # However long it takes, a comment that keeps a connection tells nothing.
            self.heard += b"" if line.startswith(b":") else line


def test_nothing_of_a_game_is_sent_before_its_end(
    tmp_path: Path, start_ladder: StartLadder
) -> None:
    with make_ladder(tmp_path / "ladder.db", games_a_match=GAMES) as store:
        match = Match(tmp_path, store)
    looks = Looks()
    with serving(tmp_path / "ladder.db", now=looks, pause=0.05) as address:
        watch_match(Server(address), looks, match, start_ladder, tmp_path)


def watch_match(
    server: Server, looks: Looks, match: Match, start_ladder: StartLadder, folder: Path
) -> None:
    season = start_ladder("run", "--trust", "--matches", "1", "--json")
    with server.listening():
        for over in range(GAMES):
            game = 1000 * (over + 1)
            match.wait_for_turn(game + 1)
            server.wait_for(over)
            looks.wait()
            before, heard = server.pages(), server.heard
            for turn in (4, 9):
                match.allow(game + turn - 1)
                match.wait_for_turn(game + turn)
                looks.wait()
                assert server.pages() == before
                assert server.heard == heard
            record = read_so_far(folder / "ladder.db", over)
            check_replay(before["api/v1/live/1/replay"], record)
            match.allow(game + 999)
        season.wait()
    check_seeds(server.everything + server.heard, folder / "ladder.db")
    assert server.heard.count(b"event: live") >= GAMES


def read_so_far(place: Path, over: int) -> rec.Record:
    """Return the record of the games that are over, of the plan that waits in the queue."""
    with open_reader(str(place)) as store:
        (queued,) = store.queue()
        (live,) = LiveGames(store.connections).read(datetime.now(UTC))
    assert len(live.games) == over
    return rec.Record(plan=queued.plan, games=live.games)


def check_replay(sent: bytes, record: rec.Record) -> None:
    """See that what was sent for the viewer is what follows from these games alone."""
    if not record.games:
        assert json.loads(sent) == {"error": "No game of this match is over yet."}
        return
    expected = match_data(record, open_replays(record))
    assert json.loads(sent) == expected
    texts = [expected["outline"], *expected["games"]]
    unpacked = b"".join(zlib.decompress(base64.b64decode(text)) for text in texts)
    for form in forms(record.plan.seed):
        assert form not in unpacked


def check_seeds(sent: bytes, place: Path) -> None:
    """See that the secret of the match was never sent, as it is or written in any usual way."""
    with open_reader(str(place)) as store:
        record = unpack_record(store.record(1) or b"", "the record")
    assert len(record.games) == GAMES
    assert len(sent) > 10_000
    for form in forms(record.plan.seed):
        assert form not in sent


def forms(seed: bytes) -> list[bytes]:
    assert len(seed) == 16
    number = int.from_bytes(seed, "big"), int.from_bytes(seed, "little")
    written = [seed.hex().encode(), base64.b64encode(seed)[:20], *(b"%d" % one for one in number)]
    return [seed, *written, seed.hex().upper().encode()]
