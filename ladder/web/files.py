"""The site's own files: styles, scripts and the icon, at addresses that say what is in them.

So a browser asks for each once, and for another one after an upgrade. They lie in memory, are for
everybody, and nobody is asked who they are.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@cache
def site_files() -> Mapping[str, bytes]:
    """Return the content of each by its name; those of the viewer are in a folder `viewer`."""
    folders = {"": files("ladder.web") / "static", "viewer/": files("arena.viewer")}
    return {
        f"{place}{path.name}": path.read_bytes()
        for place, folder in folders.items()
        for path in sorted(Path(str(folder)).iterdir())
        if path.suffix in _TYPES
    }


def name_folder(contents: Mapping[str, bytes]) -> str:
    """Return the folder of these files on a server: another one if any of them is another."""
    digest = sha256()
    for name, content in contents.items():
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return f"static/{digest.hexdigest()[:16]}"


@cache
def site_folder() -> str:
    """Return the folder that they have."""
    return name_folder(site_files())


def type_of(name: str) -> str:
    """Return as what one of them is sent."""
    return _TYPES[Path(name).suffix]
