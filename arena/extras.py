"""Extras: what only some need beside the base, and what to type to have it."""

import json
import shlex
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

PROJECT: Final = "card-arena"


def install_line(extra: str) -> str:
    """Return the line to type that adds an extra to this installation, from where it came."""
    pip = [sys.executable, "-m", "pip", "install"]
    return shlex.join([*pip, *_source(extra)])


def find_checkout(found: Distribution) -> Path | None:
    """Return the checkout that is used in place of an installation, if one is (PEP 610)."""
    said = json.loads(found.read_text("direct_url.json") or "{}")
    if not said.get("dir_info", {}).get("editable"):
        return None
    return Path(unquote(urlsplit(said["url"]).path))


def _source(extra: str) -> list[str]:
    try:
        found = distribution(PROJECT)
    except PackageNotFoundError:
        return [f"{PROJECT}[{extra}]"]
    if checkout := find_checkout(found):
        return ["--editable", f"{checkout}[{extra}]"]
    said = json.loads(found.read_text("direct_url.json") or "{}")
    if not said:
        return [f"{PROJECT}[{extra}]"]
    kind = f"{said['vcs_info']['vcs']}+" if "vcs_info" in said else ""
    return [f"{PROJECT}[{extra}] @ {kind}{said['url']}"]
