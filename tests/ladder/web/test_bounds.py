"""How often, how much and how slowly: what `docs/web.md` promises holds where nobody says."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.bots.archive import MAX_ARCHIVE_BYTES
from ladder.store.sessions import LASTS
from ladder.web.access import NOBODY, Role, Visitor
from ladder.web.bounds import (
    LARGEST_BODY,
    LARGEST_UPLOAD,
    LONGEST_PATH,
    LONGEST_QUERY,
    Rates,
    Throttle,
    name_network,
    refuse_size,
)
from ladder.web.connections import USUAL
from ladder.web.guard import POLICY
from tests.ladder.web.sites import fill, visiting

PAGE = " ".join((Path(__file__).parents[3] / "docs" / "web.md").read_text().split())
AUTHOR = Visitor("ada", Role.AUTHOR, token=1)
OTHER = Visitor("bob", Role.AUTHOR, token=2)


def request(method: str, path: str, address: str = "192.0.2.1", **more: object) -> dict[str, Any]:
    scope = {"method": method, "path": path, "client": (address, 1), "query_string": b""}
    return scope | {"headers": []} | more


def count_answered(
    throttle: Throttle, asked: Sequence[dict[str, Any]], visitor: Visitor = NOBODY
) -> int:
    return sum(throttle.refuse(scope, visitor) is None for scope in asked)


@pytest.mark.parametrize(
    ("method", "path", "most", "window", "said"),
    [
        ("GET", "/bots", 3000, "a minute", "may ask for 3,000 pages a minute"),
        ("GET", "/static/none.css", 3000, "a minute", "may ask for 3,000 pages a minute"),
        ("GET", "/docs/", 3000, "a minute", "may ask for 3,000 pages a minute"),
        ("POST", "/api/v1/acts/choose", 120, "a minute", "change 120 things a minute"),
        ("POST", "/submit", 30, "an hour", "hand in 30 times an hour"),
        ("POST", "/api/v1/uploads", 30, "an hour", "hand in 30 times an hour"),
    ],
)
def test_everybody_may_do_as_much_as_the_page_says_and_no_more(
    method: str, path: str, most: int, window: str, said: str
) -> None:
    assert said in PAGE
    throttle, scope = Throttle(Rates()), request(method, path)
    assert count_answered(throttle, [scope] * (most + 2)) == most
    refusal = throttle.refuse(scope, NOBODY)
    assert refusal is not None
    assert f"at most {most:,} times {window}" in refusal.detail


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/login", "An address may send 10 wrong tokens a minute"),
        ("/join", "a minute, and 10 wrong codes to join by"),
    ],
)
def test_an_address_may_send_as_many_wrong_tokens_and_codes_as_the_page_says_and_no_more(
    path: str, said: str
) -> None:
    assert said in PAGE
    throttle, scope = Throttle(Rates()), request("POST", path)
    refused = [
        throttle.refuse_code(scope) if path == "/join" else throttle.refuse_login(scope, NOBODY)
        for _ in range(11)
    ]
    assert [one is None for one in refused] == [*[True] * 10, False]
    assert refused[10] is not None
    assert "at most 10 times a minute" in refused[10].detail


def test_the_page_has_the_sizes_and_the_times_that_hold() -> None:
    rates, upload = Rates(), (LARGEST_UPLOAD - LARGEST_BODY) // 1024**2
    assert upload == MAX_ARCHIVE_BYTES // 1024**2
    assert (
        f"a path of {LONGEST_PATH} characters, a query of {LONGEST_QUERY:,} bytes, and a body of"
        f" {LARGEST_BODY // 1024} KB (an upload {upload} MB more). It has to come within"
        f" {rates.body:g} s (an upload within {rates.upload_body / 60:g} min)"
    ) in PAGE


def test_the_page_has_the_patience_with_connections_that_the_server_has() -> None:
    assert f"its head within {USUAL.head:g} s, and an answer be taken within" in PAGE
    assert f"taken within {USUAL.reading:g} s. {USUAL.most} connections may be open" in PAGE


def test_a_session_lasts_as_long_as_the_page_says() -> None:
    assert f"lasts {LASTS // (24 * 3600)} days" in PAGE


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"path": "x" * LONGEST_PATH}, None),
        ({"path": "x" * (LONGEST_PATH + 1)}, 414),
        ({"query_string": b"x" * LONGEST_QUERY}, None),
        ({"query_string": b"x" * (LONGEST_QUERY + 1)}, 414),
        ({"headers": [(b"content-length", str(LARGEST_BODY).encode())]}, None),
        ({"headers": [(b"content-length", str(LARGEST_BODY + 1).encode())]}, 413),
    ],
)
def test_what_is_larger_is_not_looked_at(asked: dict[str, object], status: int | None) -> None:
    refusal = refuse_size(request("POST", "/bots") | asked)
    assert (refusal and refusal.status_code) == status


def test_a_network_of_ipv6_is_one_address_and_the_next_network_another() -> None:
    throttle = Throttle(Rates())
    machine = [request("POST", "/submit", f"2001:db8:1:2::{number:x}") for number in range(31)]
    assert count_answered(throttle, machine) == 30
    assert count_answered(throttle, [request("POST", "/submit", "2001:db8:1:2:ffff::1")]) == 0
    assert count_answered(throttle, [request("POST", "/submit", "2001:db8:1:3::1")]) == 1


def test_addresses_of_ipv4_are_counted_one_by_one_and_tokens_wherever_they_are() -> None:
    throttle = Throttle(Rates())
    neighbours = [request("POST", "/submit", f"192.0.2.{number}") for number in range(31)]
    assert count_answered(throttle, neighbours) == 31
    classroom = request("POST", "/submit")
    assert count_answered(throttle, [classroom] * 31, AUTHOR) == 30
    assert count_answered(throttle, [classroom], OTHER) == 1
    assert count_answered(throttle, [request("POST", "/submit", "192.0.2.9")], AUTHOR) == 0


def test_every_answer_forbids_what_the_page_says(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    fill(place, matches=0).close()
    with visiting(place) as site:
        for path in ("/", "/api/v1/bots", "/nowhere"):
            headers = site.get(path).headers
            assert headers["content-security-policy"] == POLICY
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "same-origin"
    assert "unsafe" not in POLICY
    assert "frame-ancestors 'none'" in POLICY


def test_an_address_of_ipv4_counts_as_it_is_where_the_server_listens_by_ipv6_too() -> None:
    assert name_network("::ffff:192.0.2.1") == name_network("192.0.2.1")
    assert name_network("::ffff:192.0.2.1") != name_network("::ffff:192.0.2.2")


def test_what_is_no_address_is_one_visitor_however_it_is_called() -> None:
    assert (
        len({name_network(host) for host in ("", "unknown", "_hidden", "999.1.1.1", "x" * 999)})
        == 1
    )
