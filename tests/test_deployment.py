"""`deploy/`: every command in it is one of ours, and every query asks for what there is."""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import pytest
import yaml
from prometheus_client import CollectorRegistry

from arena.errors import HostFailure
from ladder.cli.app import app
from ladder.season.metrics import SeasonMetrics
from ladder.web.traffic import count_requests
from tests.conftest import required
from tests.programs import commands_of

DEPLOY = Path(__file__).parent.parent / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
INSTALLED = "/opt/card-arena/bin/ladder"
METRICS = "/run/card-arena/season.prom"


def take(words: list[str]) -> dict[str, Any]:
    """Return the parameters that our program reads in these words; it fails if it takes none."""
    name, *rest = words
    return commands_of(app)[name].make_context(name, rest).params


def read_unit(unit: Path) -> RawConfigParser:
    parser = RawConfigParser(strict=False, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names have capitals
    parser.read(unit)
    return parser


def words_of(unit: Path) -> list[str]:
    command = read_unit(unit)["Service"]["ExecStart"]
    return shlex.split(command.partition(f"{INSTALLED} ")[2])


def metrics_places() -> Iterator[tuple[str, str]]:
    """Yield on which port or in which file which program has its metrics, as all files have it."""
    commands = [(unit.stem.removeprefix("card-arena-"), words_of(unit)) for unit in SERVICES]
    composed = COMPOSE["services"].items()
    commands += [(name, service.get("command", ["show"])) for name, service in composed]
    for name, words in commands:
        if "metrics" in (params := take(words)):
            yield name, str(params["metrics"]).rpartition(":")[2]
    for job in yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]:
        (target,) = job["static_configs"][0]["targets"]
        yield job["job_name"], target.rpartition(":")[2]


def test_a_server_of_metrics_looks_where_the_programs_have_them() -> None:
    places = [("node", "9100")] + [("season", METRICS)] * 2 + [("web", "9102")] * 3
    assert sorted(metrics_places()) == places
    folder = str(Path(METRICS).parent)
    assert f"directory={folder}\n" in (DEPLOY / "prometheus.yml").read_text()
    assert f"{folder}:{folder}" in COMPOSE["services"]["season"]["volumes"]
    season = read_unit(DEPLOY / "systemd/card-arena-season.service")
    assert season["Service"]["RuntimeDirectory"] == Path(METRICS).parent.name


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_a_unit_runs_a_command_of_ours(unit: Path) -> None:
    assert take(words_of(unit))
    with pytest.raises(click.NoSuchOption):
        take([*words_of(unit), "--no-such-option"])


def test_all_meet_at_the_same_scheduler() -> None:
    services = COMPOSE["services"]
    place = take(services["scheduler"]["command"])
    worker, season = take(services["worker"]["command"]), take(services["season"]["command"])
    assert {worker["url"], season["url"]} == {f"tls://scheduler:{urlsplit(place['url']).port}"}
    assert {place["tls"], worker["tls"], season["tls"]} == {Path("/tls")}
    for name in ("scheduler", "worker", "season"):
        assert "${LADDER_TLS:-./tls}:/tls:ro" in services[name]["volumes"]


@pytest.mark.usefixtures("processes")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    with required():
        if not shutil.which("systemd-analyze"):
            raise HostFailure("there is no systemd-analyze here; apt-get install systemd brings it")
    for unit in UNITS:
        # It looks whether the program is there.
        text = unit.read_text().replace(INSTALLED, "/bin/true")
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
    )
    told = [line for line in done.stderr.splitlines() if "card-arena" in line]
    assert (done.returncode, told) == (0, [])


def test_every_timer_starts_a_service() -> None:
    timers = [unit for unit in UNITS if unit.suffix == ".timer"]
    assert timers
    for timer in timers:
        assert timer.with_suffix(".service") in SERVICES


def test_what_compose_is_made_of_is_there() -> None:
    build = COMPOSE["services"]["web"]["build"]
    root = (DEPLOY / build["context"]).resolve()
    assert (root / build["dockerfile"]).is_file()
    assert root == DEPLOY.parent
    # The base is one content for everybody; the operator may name another one.
    dockerfile = (root / build["dockerfile"]).read_text()
    assert re.search(r"(?m)^ARG LADDER_BASE=\S+@sha256:[0-9a-f]{64}$", dockerfile)
    assert {*re.findall(r"(?m)^FROM (\S+)", dockerfile)} == {"${LADDER_BASE}"}
    assert build["args"] == ["LADDER_BASE"]
    # An image is made of what .dockerignore lets in, and of nothing else.
    let_in = {
        line[1:] for line in (root / ".dockerignore").read_text().splitlines() if line[0] == "!"
    }
    assert {*filter(None, (name for name in let_in if not [*root.glob(name)]))} == set()
    there = {path for name in let_in for path in root.glob(name)}
    wheel = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
        "targets"
    ]
    for name in wheel["wheel"]["force-include"]:
        assert {root / name, *(root / name).parents} & there, name
    # What plays has the folder of the host's root, which is called the same inside.
    for name in ("season", "worker"):
        assert "/tmp/arena-0:/tmp/arena-0" in COMPOSE["services"][name]["volumes"]


def test_units_that_play_meet_where_all_matches_of_their_user_do() -> None:
    """An own `/tmp` would have the engine mount another folder, and its matches see no others."""
    for name in ("season", "worker"):
        unit = (DEPLOY / f"systemd/card-arena-{name}.service").read_text().splitlines()
        assert "ReadWritePaths=/tmp" in unit
        assert not [line for line in unit if line.startswith(("PrivateTmp", "Environment=ARENA"))]


def names_of(registry: CollectorRegistry) -> set[str]:
    return {one.name for family in registry.collect() for one in family.samples}


def test_every_query_of_the_dashboard_asks_for_a_metric_that_there_is() -> None:
    season, web = SeasonMetrics(), count_requests()
    season.begin(["tonton"], "container")
    web.requests.labels("GET", "200")
    there = names_of(season.registry) | names_of(web.registry) | {"up"}
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    asked = {name for query in queries for name in re.findall(r"\b(?:ladder|process)_\w+", query)}
    assert asked - there == set()
    # And it leaves out nothing.
    ours = {re.sub("_(bucket|sum|count)$", "", name) for name in there if "ladder_" in name}
    shown = {re.sub("_(bucket|sum|count)$", "", name) for name in asked}
    assert ours - shown == set()
