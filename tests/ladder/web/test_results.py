"""The result of a season: whole in one file, and what it says can be checked as it says."""

import html
import json
import re
from pathlib import Path

from ladder.log.entries import SeasonBegun
from ladder.store.opening import open_reader
from ladder.web.publish import publish
from tests.ladder.ladders import SHORT, make_ladder, play_on
from tests.ladder.uploading import GOATS
from tests.programs import Run


def test_a_result_says_who_came_where_and_its_commands_check_it(
    ladder: Run, tmp_path: Path
) -> None:
    two = (SHORT, GOATS)
    with make_ladder(tmp_path / "ladder.db", *"abcd", divisions=two, games_a_match=9) as store:
        play_on(store, 4)
    ladder("exclude", "--bot=d", "--reason=<script>alert(1)</script>")
    said = json.loads(ladder("publish", "site", "--json").stdout)
    page = (tmp_path / "site" / "results" / "1.html").read_text()
    (tmp_path / "site" / "ladder.zip").rename(tmp_path / "ladder.zip")
    assert said["digest"] in page
    # It asks for nothing, and a stranger's text is text.
    assert re.findall(r"(?:src|href|action)=", page) == []
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    (commands,) = re.findall(r'<pre [^>]*tabindex="0"[^>]*>(.*?)</pre>', page, re.DOTALL)
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


def test_each_season_has_a_result_and_one_that_is_over_stays(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "a", "b") as store:
        play_on(store, 2)
        store.begin_season(SeasonBegun(2, "endless", ()), "so", freeze=False)
    site = tmp_path / "site"
    with open_reader(str(tmp_path / "ladder.db")) as reader:
        publish(reader, site, export=False)
    assert "a@1" in (site / "results" / "1.html").read_text()
    assert "No rated matches." in (site / "results" / "2.html").read_text()
    assert '<a href="results/1.html">1</a>' in (site / "season.html").read_text()


def test_a_result_names_the_winner_of_a_season_with_ranks(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "ladder.db", "a", "b", games_a_match=31) as store:
        play_on(store, 4, erring=["b"])
    with open_reader(str(tmp_path / "ladder.db")) as reader:
        publish(reader, tmp_path / "site", export=False)
    page = (tmp_path / "site" / "results" / "1.html").read_text()
    said = re.search(r"Winner: .*?a@1<.*? by .*?b@1.*?certainty of (\d+)%", page)
    assert said is not None
    assert int(said[1]) > 95
    assert re.search(r"Match \d decided most: .*?<bdi>b@1</bdi> in (\d+) of \1 games\.", page)
