"""What a bot sends is never written to the referee's own output."""

import gc
from pathlib import Path

import pytest

from arena.attacks.catalogue import ATTACKS
from arena.attacks.trial import try_attack

pytestmark = pytest.mark.usefixtures("processes")

PATHS = [name for name in ATTACKS if name.startswith("path_of_invalid_utf8")]


@pytest.mark.parametrize("name", PATHS)
def test_a_path_in_no_utf8_is_evidence_and_no_traceback(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    trial = try_attack(ATTACKS[name], tmp_path / "attacker", "six_nimmt", 1, "process")
    gc.collect()  # A task's exception that nobody has fetched is reported when the task is gone.
    assert trial.complaints() == []
    assert capfd.readouterr().err == ""
    assert not [record for record in caplog.records if record.name == "asyncio"]
