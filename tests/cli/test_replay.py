import json
import re
from pathlib import Path

import pytest
from arena_sdk.testing import read_turn

from arena.match.record import write_record
from arena.match.replay import open_replays
from arena.v1 import record_pb2 as rec
from tests.match.records import RECORD, edited, forfeited
from tests.programs import Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return write_record(RECORD, tmp_path)


def test_a_match_is_the_list_of_its_games(arena: Run, record: Path) -> None:
    assert arena("replay", record).stdout == arena("replay", record, "--list").stdout


def test_a_game_is_told_in_a_line_an_event(arena: Run, record: Path) -> None:
    shown = arena("replay", record, "--game=2").stdout
    (replay,) = (one for one in open_replays(RECORD) if one.number == 1)
    told = [line for step in replay.steps() for line in replay.game.tell(step.events)]
    lines = shown.splitlines()
    ends = [lines.index(line) for line in lines if re.match(" +1  round|rank ", line)]
    first, end = ends[:2]
    assert [line[27:] for line in lines[first:end]] == told
    heads = [int(one) for line in told for one in re.findall(r": (\d+) head", line)]
    assert sum(heads) == -sum(replay.recorded.scores)


def test_the_number_of_an_event_is_that_of_its_first_question(arena: Run, record: Path) -> None:
    for words, you in ((["--game=2"], ""), (["--game=2", "--seat=1"], "You")):
        shown = arena("replay", record, *words).stdout
        blocks = re.findall(r"^ +(\d+)  (.*(?:\n {10}.*)*)", shown, re.MULTILINE)
        number, told = next(block for block in reversed(blocks) if " laid " in block[1])
        asked = json.loads(arena("replay", record, *words, f"--view={number}", "--json").stdout)
        who = you or f"Seat {asked['seat']}"
        assert f"{who} laid {asked['answer']}" in told
        assert "events" in asked["turn"]


def test_a_game_is_shown_with_every_table(arena: Run, record: Path) -> None:
    shown = arena("replay", record, "--game=2", "--tables").stdout
    assert shown.startswith("Game 2: 6 nimmt!\n")
    assert "> seat 0 (bot2): " in shown
    assert "Row 1" in shown
    assert "rank 1: " in shown
    assert shown.rstrip().endswith("--view 1")


def test_a_game_is_told_as_the_text_of_a_seat(arena: Run, record: Path) -> None:
    shown = arena("replay", record, "--game=2", "--seat=1", "--text").stdout
    replay = open_replays(RECORD)[1]
    assert shown.startswith("6 nimmt!: you are seat 1 of 3.\noptions: ")
    blocks = [block for block in shown.split("\n\n") if "\n> " in block]
    asked = [one for one in replay.recorded.entries if one.seat == 1 and not one.fallback]
    assert [block.rpartition("\n> ")[2].strip() for block in blocks] == [*map(replay.text, asked)]
    for block in blocks:
        question, _, answer = block.partition("\nlegal: ")
        assert "; you: " in question
        assert answer.rpartition("\n> ")[2].strip() in re.split(r", |\n", answer)
    assert shown.rstrip().splitlines()[-2].startswith("score by seat: ")


def test_a_folder_stands_for_its_newest_record(arena: Run, record: Path) -> None:
    # As one that another command removes after it was listed.
    (record.parent / f"gone{record.suffix}").symlink_to("nowhere")
    assert arena("replay", record.parent, "--verify").stdout.startswith("verified: 3 games,")
    record.unlink()
    assert "no record in" in arena("replay", record.parent, check=2).stderr


def test_what_an_older_record_lacks_is_said_to_be_not_judged(arena: Run, tmp_path: Path) -> None:
    older = write_record(forfeited(rec.VERDICT_TIMEOUT), tmp_path)
    shown = arena("replay", older, "--verify").stdout
    assert "Not judged, as it does not say what was spent: forfeits on time (1)." in shown
    assert json.loads(arena("replay", older, "--verify", "--json").stdout)["not_judged"] == 1


def test_a_record_is_verified(arena: Run, record: Path) -> None:
    assert arena("replay", record, "--verify").stdout.startswith("verified: 3 games,")
    assert json.loads(arena("replay", record, "--verify", "--json").stdout)["verified"] is True


def test_an_edited_record_names_the_first_difference(arena: Run, tmp_path: Path) -> None:
    record = edited()
    record.games[1].entries[3].move.six_nimmt.card = 99
    errors = arena("replay", write_record(record, tmp_path), "--verify", check=2).stderr
    assert errors.startswith(
        f"game 2, entry 4, seat {RECORD.games[1].entries[3].seat}: 99 is not possible"
    )


def test_a_difference_is_named_even_without_verify(arena: Run, tmp_path: Path) -> None:
    record = edited()
    record.games[0].entries[0].move.six_nimmt.card = 99
    path = write_record(record, tmp_path)
    assert "Traceback" not in arena("replay", path, "--json", check=2).stderr


def test_what_is_no_whole_record_is_refused(arena: Run, record: Path, tmp_path: Path) -> None:
    whole = record.read_bytes()
    for data, sentence in (
        (whole[:-20], "not whole"),
        (whole[:30], "not whole"),
        (b"something else", "is no record"),
        (whole[:200] + b"x" + whole[201:], ""),
    ):
        (tmp_path / "broken").write_bytes(data)
        errors = arena("replay", "broken", check=2).stderr
        assert sentence in errors
        assert len(errors.splitlines()) == 1
    assert "cannot be read" in arena("replay", "nowhere.arena", check=2).stderr
    assert "There is no record in nowhere" in arena("replay", "nowhere", check=2).stderr
    assert "no game 9" in arena("replay", record, "--game=9", check=2).stderr


# --- the games of a match, and the questions in them ---


def test_the_games_are_listed_with_their_results(arena: Run, record: Path) -> None:
    shown = arena("replay", record, "--list").stdout.splitlines()
    assert [line.split()[0] for line in shown[:4]] == ["game", "1", "2", "3"]
    assert "1. bot" in shown[1]
    found = json.loads(arena("replay", record, "--list", "--json").stdout)
    for one, game in zip(found, RECORD.games, strict=True):
        assert one["game"] == game.number + 1
        assert {seat["seat"]: seat["rank"] for seat in one["seats"]} == dict(enumerate(game.ranks))
        assert {seat["seat"]: seat["score"] for seat in one["seats"]} == dict(
            enumerate(game.scores)
        )
    (second,) = json.loads(arena("replay", record, "--list", "--game=2", "--json").stdout)
    assert second == found[1]


def test_of_a_bot_they_are_listed_from_its_worst_on(arena: Run, record: Path) -> None:
    def ranks(*words: str) -> list[int]:
        shown = arena("replay", record, "--list", "--json", "--bot", "bot1", *words).stdout
        games = json.loads(shown)
        return [seat["rank"] for one in games for seat in one["seats"] if seat["bot"] == "bot1"]

    found = ranks()
    assert len(found) == 3
    assert found == sorted(found, reverse=True)
    assert ranks("--lost") == [rank for rank in found if rank > 1]


def test_a_lost_game_is_shown_as_the_bot_saw_it(arena: Run, record: Path) -> None:
    every_card = arena("replay", record, "--game=2", "--tables").stdout
    own_cards = arena("replay", record, "--game=2", "--tables", "--bot=bot1").stdout
    seat = open_replays(RECORD)[1].names.index("bot1")
    by_seat = arena("replay", record, "--game=2", "--tables", f"--seat={seat}").stdout
    assert by_seat == own_cards
    assert own_cards.startswith("Game 2: ")
    assert own_cards != every_card
    assert own_cards.count("> seat") == every_card.count("> seat")


def test_a_question_is_shown_as_its_seat_was_sent_it(arena: Run, record: Path) -> None:
    words = ("replay", record, "--game=2", "--bot=bot1", "--view=3")
    shown = json.loads(arena(*words, "--json").stdout)
    turn = read_turn(json.dumps(shown))
    replay = open_replays(RECORD)[1]
    answers = [
        entry
        for entry in replay.recorded.entries
        if replay.names[entry.seat] == "bot1" and not entry.fallback
    ]
    assert shown["seat"] == turn.view.seat == answers[2].seat
    assert shown["answer"] == replay.text(answers[2])
    assert [*map(str, turn.legal)] == shown["legal"]
    assert turn.time_left == 10
    told = arena(*words).stdout
    assert "legal: " in told
    assert f"> {shown['answer']}" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--list", "--bot=nobody"], "No bot 'nobody' has played here; those that have: bot0,"),
        (["--list", "--lost"], "--lost goes with --bot"),
        (["--view=100000"], "There is no question 100000"),
        (["--list", "--verify"], "choose one"),
        (["--seat=0"], "--seat and --tables are about one game; --game N says which."),
        (["--tables"], "--game N says which"),
        (["--text", "--game=1"], "--text is of a seat: --game N with --seat N or --bot NAME"),
        (["--text", "--bot=bot0"], "--text is of a seat"),
        (["--text", "--game=1", "--seat=3"], "Game 1 has the seats 0 to 2, not 3."),
        (["--game=1", "--seat=0", "--bot=bot0"], "choose one"),
        (["--game=1", "--seat=3"], "Game 1 has the seats 0 to 2, not 3."),
        (["--game=1", "--seat=3", "--view=1"], "Game 1 has the seats 0 to 2, not 3."),
    ],
)
def test_what_is_not_there_is_said(
    arena: Run, record: Path, words: list[str], sentence: str
) -> None:
    assert sentence in arena("replay", record, *words, check=2).stderr


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": "six_nimmt", "turn": {"legal": 3}}'])
def test_what_is_no_question_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - JSON's own errors are among them
        read_turn(text)
