"""What is said of the versions that hold bots: by their numbers, and by the day of the list."""

from datetime import timedelta

import pytest

from arena.cli import doctor
from arena.doctor.examine import Ability
from arena.doctor.versions import HOLES, LISTED, Version, judge

AGED = LISTED + timedelta(days=366)


def holes(part: str, said: str) -> list[str]:
    return [hole.partition(",")[0] for hole in Version(part, said).holes()]


@pytest.mark.parametrize(
    ("part", "said", "names"),
    [
        ("runc", "1.1.11", ["CVE-2024-21626", "CVE-2025-31133"]),
        ("runc", "1.1.12", ["CVE-2025-31133"]),
        ("runc", "1.2.8", []),
        ("runc", "1.3.2", ["CVE-2025-31133"]),
        ("runc", "1.4.0", []),
        ("runc", "1.10.0", []),
        ("kernel", "5.4.1", ["CVE-2026-43499"]),
        ("kernel", "5.10.101", ["CVE-2022-0847", "CVE-2026-43499"]),
        ("kernel", "5.10.261", []),
        ("kernel", "6.12.95", ["CVE-2026-80521"]),
        ("kernel", "6.18.53-1", []),
        ("kernel", "6.19.14", ["CVE-2026-43499", "CVE-2026-46242", "CVE-2026-80521"]),
        ("kernel", "7.2.0", []),
        ("gVisor", "0.0~20221219.0", []),
        ("engine", "what nobody can read", []),
    ],
)
def test_a_version_has_the_holes_of_its_line(part: str, said: str, names: list[str]) -> None:
    assert holes(part, said) == names


def test_a_release_with_a_hole_is_open_and_told_what_mends_it() -> None:
    ok, text, remedy = judge([Version("runc", "1.1.11")], LISTED)
    assert ok is False
    assert remedy.endswith("apt-get dist-upgrade")
    assert text.startswith(
        "runc 1.1.11 has CVE-2024-21626, mended in 1.1.12, and CVE-2025-31133, mended in 1.2.8; "
    )


def test_what_a_distribution_has_built_is_judged_by_its_changelog() -> None:
    version = Version("runc", "1.1.5+ds1", "1.1.5+ds1-1+deb12u1")
    ok, text, remedy = judge([version], LISTED)
    assert ok is None
    assert remedy
    assert text.startswith("runc 1.1.5+ds1-1+deb12u1, whose changelog tells whether it has CVE-")


def test_a_kernel_of_a_distribution_has_the_number_of_its_package() -> None:
    old, new = (Version("kernel", "6.1.0-28-amd64", f"6.1.{patch}-1") for patch in (119, 178))
    assert judge([old], LISTED)[2].endswith("&& sudo reboot")
    assert judge([new], LISTED) == (True, f"kernel 6.1.178-1; the list of holes is of {LISTED}", "")


def test_what_is_known_of_nothing_is_unknown_after_a_year_and_what_is_open_stays_so() -> None:
    whole, broken = Version("runc", "1.4.0"), Version("runc", "1.0.0")
    assert judge([whole], LISTED)[1].endswith(f"the list of holes is of {LISTED}")
    assert judge([whole], LISTED)[0] is True
    assert judge([whole], AGED)[0] is None
    ok, text, _ = judge([whole, broken], AGED)
    assert ok is False
    assert "runc 1.0.0 has CVE-2024-21626" in text
    assert text.endswith(f"is unknown, since the list of holes is of {LISTED}")


@pytest.mark.parametrize(
    "version",
    [Version("engine", "20.10.24"), Version("gVisor", "20221219.0"), Version("runc", "?")],
)
def test_a_part_of_which_the_list_has_nothing_is_unknown(version: Version) -> None:
    ok, text, _ = judge([Version("runc", "1.4.0"), version], LISTED)
    assert ok is None
    assert f"{version.describe()}, of which the list has nothing" in text


def test_the_doctor_says_unknown_where_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Ability("versions", ok, "told", needed=False) for ok in (True, False, None)]
    monkeypatch.setattr(doctor, "examine", lambda: found)
    doctor.show_findings(as_json=False)
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[:3]] == [
        "yes",
        "no",
        "unknown",
    ]


def test_the_lines_of_a_hole_are_in_order() -> None:
    assert HOLES
    for hole in HOLES:
        assert list(hole.mended) == sorted(hole.mended)
