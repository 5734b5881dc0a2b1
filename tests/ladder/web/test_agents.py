"""`/agents.txt`: its commands are those of the API, and are enough for a whole game."""

import json
import shlex
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.runner.host import Host
from ladder.store.opening import open_reader
from ladder.web.tables import PlayTables
from tests.ladder.ladders import SHORT, make_ladder
from tests.ladder.web.sites import addresses, visiting


def send(site: TestClient, command: str, **values: str) -> str:
    """Do what a command of the page does, with these in the places of its words."""
    for word, value in values.items():
        command = command.replace(word, value)
    words = shlex.split(command)
    address = next(word for word in words if word.startswith("http://testserver/"))
    if "-d" not in words:
        return str(site.get(address).text)
    answer = site.post(address, json=json.loads(words[words.index("-d") + 1]))
    assert answer.status_code == 200, answer.text
    return str(answer.text)


@pytest.mark.usefixtures("processes")
def test_one_whole_game_is_played_by_the_commands_of_the_page(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one", divisions=(SHORT,)).close()
    with (
        open_reader(str(place)) as reader,
        visiting(place, tables=PlayTables(reader, Host("process"))) as site,
    ):
        said = site.get("/agents.txt")
        assert said.headers["content-type"].startswith("text/plain")
        parts = said.text.replace("\\\n", " ").splitlines()
        lay, look, move = (line for line in parts if line.startswith("curl "))
        laid = send(site, lay.replace('"options": {}', '"options": {"rounds": "1"}'))
        table, number, phase = json.loads(laid)["table"], "0", "starting"
        while phase not in {"over", "ended"}:
            text = send(site, look, TABLE=table, NUMBER=number)
            told = dict(line.split(": ") for line in text.partition("\n\n")[0].splitlines())
            number, phase = told["number"], told["phase"]
            if phase == "asking":
                legal = text.rstrip().rpartition("legal: ")[2].split(", ")
                send(site, move, TABLE=table, TURN=told["turn"], MOVE=legal[0])
        assert phase == "over"
        assert "rank by seat: " in text


def test_what_the_page_names_is_there(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one", divisions=(SHORT,)).close()
    with visiting(place) as site:
        assert "/agents.txt" in addresses("/api", site.get("/api").text)
        for word in site.get("/agents.txt").text.split():
            if word.startswith("http://testserver/") and "tables" not in word:
                assert site.get(word.rstrip(".")).status_code == 200, word
