from pathlib import Path

import pytest

from arena.boxes.supervision.bot_log import CUT, BotLog, file_names, read_log, write_logs


def printed(text: str) -> str:
    """Return a log in which this was printed in the first turn."""
    log = BotLog()
    log.start()
    log.joined()
    log.begin_game(1, 0)
    log.ask()
    log.write(text)
    log.answered()
    log.end()
    return str(log)


def test_what_is_printed_between_two_answers_stands_at_the_second() -> None:
    log = BotLog()
    log.start()
    log.write("loaded\n")
    log.joined()
    for game in (1, 2):
        log.begin_game(game, 3)
        for turn in ("one\n", "", "three\n"):
            log.ask()
            log.write(turn)
            log.answered()
    log.write("bye")
    log.end()
    games = [
        f"--- game {game}, seat 3 ---\n--- turn 1 ---\none\n--- turn 3 ---\nthree\n"
        for game in (1, 2)
    ]
    assert str(log) == f"--- start 1 ---\nloaded\n{''.join(games)}--- end ---\nbye\n"


def test_who_prints_nothing_has_an_empty_log() -> None:
    assert printed("") == ""


def test_an_end_in_a_turn_stands_at_that_turn_and_one_before_the_join_at_the_start() -> None:
    log = BotLog()
    log.start()
    log.joined()
    log.begin_game(1, 0)
    log.ask()
    log.write("oh")
    log.end()
    log.end()
    log.start()
    log.write("no")
    log.end()
    assert str(log) == "--- game 1, seat 0 ---\n--- turn 1 ---\noh\n--- start 2 ---\nno\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x07", r"\x1b[2J\x07"),
        ("back\rover", r"back\rover"),
        ("\u202egnp.", r"\u202egnp."),
        ("\x9b31m\u2028", r"\x9b31m\u2028"),
        ("tab\there", "tab     here"),
        ("é 牛 🐐", "é 牛 🐐"),
        ("--- turn 9 ---", "\\--- turn 9 ---"),
    ],
)
def test_what_a_stranger_prints_is_no_heading_and_steers_no_terminal(text: str, shown: str) -> None:
    assert printed(text) == f"--- game 1, seat 0 ---\n--- turn 1 ---\n{shown}\n"


def test_what_was_printed_is_read_by_game_seat_and_turn_whatever_it_says() -> None:
    log = BotLog()
    log.start()
    log.write("before")
    log.joined()
    for game in (1, 2):
        log.begin_game(game, 3)
        for turn in (1, 2):
            log.ask()
            log.write(f"of {game}, {turn}\n\n--- turn 9 ---\n" if turn == 2 else "")
            log.answered()
    log.write("after")
    log.end()
    told = "\n\n\\--- turn 9 ---"
    assert read_log(str(log)) == {(1, 3, 2): f"of 1, 2{told}", (2, 3, 2): f"of 2, 2{told}"}


def test_what_a_cut_has_parted_from_its_game_belongs_to_none() -> None:
    game = "--- game {}, seat 0 ---\n--- turn 1 ---\n{}\n"
    text = f"{game.format(1, 'a')}{CUT}\nb\n--- turn 7 ---\nc\n{game.format(2, 'd')}"
    assert read_log(text) == {(1, 0, 1): "a", (2, 0, 1): "d"}
    assert read_log("") == {}


def test_every_bot_has_a_file_of_its_own_in_the_folder_whatever_it_is_called(
    tmp_path: Path,
) -> None:
    names = ["..", "../a", "../b", "a/b", "a:b", "A:B", "", "\0", "🐐" * 90, "x" * 300, "owl@1"]
    names += ["C", "c", "Größe", "牛" * 60, "random#2", ".hidden"]
    folder = tmp_path / "logs"
    write_logs(folder, names, list(map(str, range(len(names)))))
    assert [path.name for path in tmp_path.iterdir()] == ["logs"]
    files = [folder / file for file in file_names(names)]
    assert {*files} == {*folder.iterdir()}
    assert [file.read_text() for file in files] == list(map(str, range(len(names))))
    assert len({file.name.casefold() for file in files}) == len(names)
    assert not any(file.name.startswith(".") for file in files)
    assert {"owl@1.log", "Größe.log", "random#2.log", "hidden.log"} <= {path.name for path in files}
