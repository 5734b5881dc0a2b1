"""The certificate of a result: whole in one file, and what it says can be checked as it says."""

import html
import json
import re
from pathlib import Path

import pytest

from arena.errors import UserError
from ladder.log import SeasonBegun
from ladder.store.opening import open_reader
from ladder.web.certificate import write_certificate
from tests.ladder.bad_input.mistakes import refused
from tests.ladder.ladders import SHORT, make_ladder, play_on
from tests.ladder.uploading import GOATS
from tests.programs import Run


def test_a_certificate_says_who_came_where_and_its_commands_check_it(
    ladder: Run, tmp_path: Path
) -> None:
    two = (SHORT, GOATS)
    with make_ladder(tmp_path / "ladder.db", *"abcd", divisions=two, games_a_match=70) as store:
        play_on(store, 8)
    ladder("exclude", "--bot=d", "--reason=<script>alert(1)</script>")
    ladder("export", "ladder.zip")
    said = json.loads(ladder("certificate", "result.html", "--json").stdout)
    page = (tmp_path / "result.html").read_text()
    assert said["digest"] in page
    # It asks for nothing, and a stranger's text is text.
    assert re.findall(r"(?:src|href|action)=", page) == []
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    (commands,) = re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)
    verify, rate = (html.unescape(line).split()[1:] for line in commands.splitlines())
    assert said["digest"] in ladder(*verify).stdout
    boards = json.loads(ladder(*rate).stdout)
    tables = re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL)
    assert len(tables) == 3
    games = [boards["games"][division.game] for division in two]
    for table, rows in zip(tables, [boards["overall"], *games], strict=True):
        shown = re.findall(r'<th scope="row"><bdi>(.*?)</bdi>', table)
        assert shown == [row["player"] for row in rows if row["games"]]
        assert "d@1" not in shown
    row = boards["games"]["goat_n_goat"][0]
    assert f"{row['strength']['value']:+.2f} ± " in tables[2]


def test_where_there_is_no_result_there_is_no_certificate(ladder: Run, tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "a", "b"):
        pass
    for words, sentence in (
        (["result.html"], "No match of season 1 was played that counts"),
        (["result.html", "--season=2"], "There is no season 2"),
        (["."], ". is a folder"),
    ):
        assert sentence in refused(ladder("certificate", *words, check=2))
    assert not (tmp_path / "result.html").exists()


def test_the_result_of_a_season_that_is_over_stays(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "a", "b") as store:
        play_on(store, 2)
        store.begin_season(SeasonBegun(2, "endless", ()), "so", freeze=False)
    with open_reader(str(tmp_path / "ladder.db")) as reader:
        assert write_certificate(reader, tmp_path / "first.html", 1).season == 1
        assert "a@1" in (tmp_path / "first.html").read_text()
        with pytest.raises(UserError, match="No match of season 2"):
            write_certificate(reader, tmp_path / "second.html", None)
        with pytest.raises(UserError, match="cannot be written: No such file"):
            write_certificate(reader, tmp_path / "missing" / "x.html", 1)
