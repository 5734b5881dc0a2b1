"""The replay page as a file: what is in it, how large it is, and that it asks for nothing."""

import base64
import json
import re
import subprocess
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

from arena.errors import UserError
from arena.games import State, game_names
from arena.match.events import tell_outcome, tell_refused
from arena.match.record import write_record
from arena.match.replay import Replay, open_replays
from arena.v1 import record_pb2 as rec
from arena.viewer.address import position_address
from arena.viewer.page import MOST_GAMES, replay_page
from tests.programs import Run
from tests.viewer.matches import LOG, NAMES, erring, hostile, page_of, recorded

HERE: Final = Path(__file__).parent
# Of `dist/preact.module.js` in release 10.29.0 of the package, as npm has it.
PREACT: Final = "63cba6cf00a6cf32d83986aeae64f305cbe93140ceb4c4c63cdd822df98c25b6"
MOST_USUAL: Final = 300_000
MOST: Final = 3_000_000


def match_in(page: str) -> Any:
    (data,) = re.findall(r'<script type="application/json" id="match">(.*?)</script>', page)
    return json.loads(data)


def viewer_in(page: str) -> dict[str, str]:
    """Return the style and the program (`script`) of a page."""
    (packed,) = re.findall(r'<script type="text/plain" id="viewer">(.*?)</script>', page)
    return dict(json.loads(zlib.decompress(base64.b64decode(packed))))


# --- what is in it ---


def test_the_modules_pass_their_own_tests(node: str) -> None:
    tests = sorted(map(str, HERE.glob("*.test.js")))
    assert len(tests) >= 3
    done = subprocess.run([node, "--test", *tests], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "# fail 0" in done.stdout
    assert "# pass 0" not in done.stdout


def test_the_modules_have_no_name_in_common_so_that_one_program_has_them_all(
    node: str, tmp_path: Path
) -> None:
    program = tmp_path / "viewer.mjs"
    program.write_text(viewer_in(page_of(recorded("tonton", 3, 1)))["script"])
    done = subprocess.run([node, "--check", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "openReplay" in program.read_text()


@pytest.mark.parametrize("name", game_names())
def test_the_viewer_sees_every_scene_as_the_game_describes_it(name: str, node: str) -> None:
    record = erring(name)
    read = subprocess.run(
        [node, HERE / "read_scenes.js"],
        input=json.dumps(match_in(page_of(record))),
        capture_output=True,
        text=True,
        check=True,
    )
    shown = json.loads(read.stdout)
    assert len(shown["games"]) == len(record.games)
    for replay, frames in zip(open_replays(record), shown["games"], strict=True):
        expected = list(_moments(replay))
        assert len(frames) == len(expected)
        for frame, moment in zip(frames, expected, strict=True):
            assert frame == moment


def _moments(replay: Replay) -> Iterator[Any]:
    start = replay.start()
    begun: dict[str, Any] = {"made": [], "told": [], "refused": []}
    yield {**begun, "scores": list(start.scores()), "scenes": _scenes(replay, start)}
    for step in replay.steps():
        yield {
            "made": [_answer(replay, entry) for entry in step.entries],
            "told": [*tell_outcome(replay, step)],
            "refused": [list(one) for one in tell_refused(replay, step)],
            "scores": list(step.state.scores()),
            "scenes": _scenes(replay, step.state),
        }


def _scenes(replay: Replay, state: State[Any]) -> Any:
    seats = range(len(replay.names))
    scenes = [asdict(replay.game.scene(state, viewer)) for viewer in (None, *seats)]
    return json.loads(json.dumps(scenes))


def _answer(replay: Replay, entry: rec.Entry) -> Any:
    return {
        "seat": entry.seat,
        "move": replay.text(entry),
        "wall": entry.wall_us,
        "cpu": entry.cpu_us if entry.HasField("cpu_us") else None,
        "waited": entry.waited_us,
        "verdict": rec.Verdict.Name(entry.verdict).removeprefix("VERDICT_").lower(),
        "fallback": entry.fallback,
    }


def test_the_outline_has_the_result_and_the_evidence(node: str) -> None:
    record = hostile()
    read = subprocess.run(
        [node, HERE / "read_scenes.js"],
        input=json.dumps(match_in(page_of(record))),
        capture_output=True,
        text=True,
        check=True,
    )
    games = json.loads(read.stdout)["outline"]["games"]
    for game, played in zip(games, record.games, strict=True):
        assert game["ranks"] == list(played.ranks)
        assert game["scores"] == list(played.scores)
        assert sorted(game["names"]) == sorted(NAMES)
    forfeits = [forfeit for game in games for forfeit in game["forfeits"]]
    assert {forfeit["log_tail"] for forfeit in forfeits} == {LOG}
    assert {forfeit["detail"] for forfeit in forfeits} == {NAMES[0] + NAMES[1]}


# --- what is not in it ---


def test_an_address_is_the_same_from_a_server_and_in_a_browser(node: str) -> None:
    names = ("", "careful@1", "random#2", "it's (100 %) ~*!.eyes=", "\u00e4 \U0001f410", *NAMES)
    positions = [position_address(3, 17, name) for name in names]
    positions += [position_address(1), position_address(2, "forfeit", "careful@1")]
    assert {"#g3.s17.eyes=careful@1", "#g1.s0", "#g2.forfeit.eyes=careful@1"} < {*positions}
    read = subprocess.run(
        [node, HERE / "read_addresses.js"],
        input=json.dumps(positions),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(read.stdout) == positions


def test_it_asks_for_nothing() -> None:
    page = page_of(erring("six_nimmt"))
    page += "".join(viewer_in(page).values())
    # The addresses are the names of kinds of elements.
    assert {*re.findall(r"[a-z]+://[^\"'\s]+", page)} == {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1998/Math/MathML",
        "http://www.w3.org/1999/xhtml",
    }
    assert re.findall(r"\b(?:src|href|action|srcset)=\"([^\"]*)\"", page) == ["data:,"]
    for asking in ("url(", "@import", "import ", "import(", "fetch(", "XMLHttp", "WebSocket"):
        assert asking not in page


def test_what_it_forbids_itself() -> None:
    page = page_of(erring("six_nimmt"))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "*" not in policy
    assert re.findall(r"<[^>]* (?:on[a-z]+|style)=", page) == []


def test_no_stranger_writes_html() -> None:
    page, ours = page_of(hostile()), page_of(erring("six_nimmt"))
    for text in ("alert(", "onerror", "\x1b", "\u202e", "<img", "<!--"):
        assert text not in page
    for tag in ("<script", "</script", "<style", "</style", "<title", "<meta"):
        assert page.count(tag) == ours.count(tag)


def test_no_program_of_ours_makes_elements_of_text() -> None:
    for folder in (files("arena.viewer"), files("ladder.web") / "static"):
        for file in Path(str(folder)).glob("*.js"):
            if file.name != "preact.js":
                raw = re.findall(
                    r"(?:inner|outer)HTML ?=[^=]|insertAdjacentHTML|InnerHTML", file.read_text()
                )
                assert raw == [], file


def test_preact_is_the_file_of_its_release_with_its_licence() -> None:
    here = files("arena.viewer")
    assert sha256((here / "preact.js").read_bytes()).hexdigest() == PREACT
    assert "The MIT License" in (here / "preact.LICENSE").read_text()


# --- how large it is ---


def test_program_and_style_take_32_kilobytes() -> None:
    (packed,) = re.findall(
        r'<script type="text/plain" id="viewer">(.*?)</script>', page_of(erring("six_nimmt"))
    )
    assert len(packed) <= 32_000


@pytest.mark.parametrize("name", game_names())
def test_a_usual_match_is_small(name: str) -> None:
    """Every game is packed by itself, so that five tell of twenty."""
    page = page_of(recorded(name, 4, 5))
    games = sum(map(len, match_in(page)["games"]))
    assert 50_000 < len(page.encode()) + 3 * games < MOST_USUAL


def test_a_hundred_games_of_ten_seats_are_not_large() -> None:
    """Every game is packed by itself, so that the largest of a few tells of a hundred."""
    page = page_of(recorded("six_nimmt", 10, 6, erring=0.002))
    largest = max(map(len, match_in(page)["games"]))
    assert len(page.encode()) + 94 * largest < MOST


def test_more_games_than_a_browser_can_open_are_refused() -> None:
    record = recorded("goat_n_goat", 2, 1)
    replays = open_replays(record) * (MOST_GAMES + 1)
    with pytest.raises(UserError, match=r"at most 1,000 games, not 1,001; choose one with --game"):
        replay_page(record, replays)
    with pytest.raises(UserError, match="no games"):
        replay_page(record, [])


# --- the command ---


@pytest.fixture
def match(tmp_path: Path) -> Path:
    return write_record(erring("tonton"), tmp_path)


def test_the_command_writes_the_page(arena: Run, match: Path, tmp_path: Path) -> None:
    said = arena("replay", match, "--html", "page.html").stdout
    assert re.fullmatch(r"page\.html: 2 games in \d+ kB\. Any browser opens it\.\n", said)
    page = (tmp_path / "page.html").read_text()
    assert len(match_in(page)["games"]) == 2
    told = json.loads(arena("replay", match, "--html", "page.html", "--game=2", "--json").stdout)
    assert told == {
        "file": "page.html",
        "games": 1,
        "bytes": (tmp_path / "page.html").stat().st_size,
    }


def test_what_cannot_become_a_page_is_one_sentence(arena: Run, match: Path, tmp_path: Path) -> None:
    for words, sentence in (
        ([match, "--html", "nowhere/page.html"], "cannot be written"),
        ([match, "--html", "."], "cannot be written"),
        ([match, "--html", "page.html", "--game=9"], "no game 9"),
        ([match, "--html", "page.html", "--verify"], "choose one"),
        (["nowhere", "--html", "page.html"], "There is no record in nowhere"),
    ):
        errors = arena("replay", *words, check=2).stderr
        assert sentence in errors
        assert len(errors.splitlines()) == 1
    assert not (tmp_path / "page.html").exists()


def test_a_match_that_did_not_go_so_is_no_page(arena: Run, tmp_path: Path) -> None:
    wrong, short = erring("six_nimmt"), erring("six_nimmt")
    wrong.games[1].scores[0] += 1
    del short.games[1].entries[1:]
    for record, sentence in (
        (wrong, "the scores are"),
        (short, "after 1 entries: the game is not over"),
    ):
        file = write_record(record, tmp_path)
        errors = arena("replay", file, "--html", "page.html", check=2).stderr
        assert sentence in errors
        assert len(errors.splitlines()) == 1
        assert not (tmp_path / "page.html").exists()
