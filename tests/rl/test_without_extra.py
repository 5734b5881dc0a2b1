"""What is said where the extra `rl` is not installed."""

import builtins
import importlib
import sys
from typing import Any

import pytest


def test_without_its_extra_it_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("arena.rl")]:
        monkeypatch.delitem(sys.modules, name)
    find = builtins.__import__

    def without_numpy(name: str, *others: Any) -> Any:
        if name == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
        return find(name, *others)

    monkeypatch.setattr(builtins, "__import__", without_numpy)
    with pytest.raises(ImportError, match=r"^arena\.rl needs numpy; type: .* install .*\[rl\]"):
        importlib.import_module("arena.rl")
