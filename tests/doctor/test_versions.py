"""What is said of the versions that hold bots: by their numbers, and by the day of the list."""

from datetime import timedelta

import pytest

from arena.doctor.versions import HOLES, LISTED, Version, judge

AGED = LISTED + timedelta(days=366)


def holes(part: str, said: str) -> list[str]:
    return [hole.name for hole in Version(part, said).holes()]


@pytest.mark.parametrize(
    ("part", "said", "names"),
    [
        ("runc", "1.1.11", ["CVE-2024-21626", "CVE-2025-31133"]),
        ("runc", "1.1.12", ["CVE-2025-31133"]),
        ("runc", "1.2.8", []),
        ("runc", "1.3.2", ["CVE-2025-31133"]),
        ("runc", "1.4.0", []),
        ("runc", "1.10.0", []),
        ("kernel", "5.4.1", []),
        ("kernel", "5.10.101", ["CVE-2022-0847"]),
        ("kernel", "5.10.102-1", []),
        ("kernel", "6.1.0-28-amd64", []),
        ("gVisor", "0.0~20221219.0", []),
        ("engine", "what nobody can read", []),
    ],
)
def test_a_version_has_the_holes_of_its_line(part: str, said: str, names: list[str]) -> None:
    assert holes(part, said) == names


def test_a_release_with_a_hole_is_open_and_its_package_is_to_be_renewed() -> None:
    ok, text, renew = judge([Version("runc", "1.1.11", "containerd.io")], LISTED)
    assert (ok, renew) == (False, ["containerd.io"])
    assert text.startswith("runc 1.1.11 has CVE-2024-21626, CVE-2025-31133; nothing else was known")


def test_what_a_distribution_has_built_is_judged_by_its_changelog() -> None:
    version = Version("runc", "1.1.5+ds1", "runc", "1.1.5+ds1-1+deb12u1")
    ok, text, renew = judge([version], LISTED)
    assert (ok, renew) == (True, ["runc"])
    assert text.startswith("runc 1.1.5+ds1-1+deb12u1, whose changelog tells whether it has CVE-")


def test_what_is_known_of_nothing_is_unknown_after_a_year_and_what_is_open_stays_so() -> None:
    whole, broken = Version("runc", "1.4.0"), Version("runc", "1.0.0")
    assert judge([whole], LISTED)[1].endswith(f"nothing else was known of them on {LISTED}")
    ok, text, _ = judge([whole, broken], AGED)
    assert not ok
    assert "runc 1.0.0 has CVE-2024-21626" in text
    assert text.endswith(f"is unknown, since what is known of them is of {LISTED}")


def test_the_lines_of_a_hole_are_in_order() -> None:
    for hole in HOLES:
        assert list(hole.mended) == sorted(hole.mended)
