#!/usr/bin/env python3
"""Starts an event from the bundle that this file lies in, on a machine without a network.

    ./start.py FOLDER [OPTIONS OF ladder init]

It needs nothing but Python's own library (Debian's package python3), and docker.io for containers.
It checks the bundle against its list of files, makes FOLDER with everything installed in it, gives
the container engine the images, and makes a ladder on which the sample bots play. Run again it does
what is missing: after it was killed, or once there is an engine.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

BUNDLE = Path(__file__).resolve().parent
MANIFEST = "bundle.json"
READY = "ready"
# What the machine needs beside what is installed: for the ladder and its records, in bytes.
SPARE = 500 * 1000**2
MB = 1000**2
WITHOUT_CONTAINERS = """\
Without the image for containers bots play in plain processes, which have no walls: so for code that
is your own alone.
"""


class CannotBegin(Exception):  # noqa: N818 - it says no
    """Why nothing can be started, in a sentence."""


def main() -> None:
    """Start an event, or say in a sentence why not."""
    if len(sys.argv) < 2 or sys.argv[1] in {"-h", "--help"}:
        tell((__doc__ or "").strip())
        sys.exit(0 if len(sys.argv) > 1 else 2)
    try:
        start(Path(sys.argv[1]).absolute(), sys.argv[2:])
    except CannotBegin as refusal:
        sys.exit(str(refusal))
    except OSError as error:
        sys.exit(f"{error.filename or sys.argv[1]} cannot be used: {error.strerror}.")
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on from here.")


def start(folder: Path, options: list[str]) -> None:
    """Make what is missing of an event in a folder."""
    manifest = read_manifest()
    require_platform(manifest)
    check_files(manifest["files"])
    take_folder(folder, manifest)
    install(folder, manifest)
    engine = load_images(folder, manifest["images"])
    make_ladder(folder, options)
    tell(next_steps(folder, images=bool(manifest["images"]), engine=engine))


def read_manifest() -> dict[str, Any]:
    """Return what the bundle says of itself."""
    try:
        said: dict[str, Any] = json.loads((BUNDLE / MANIFEST).read_text(encoding="utf-8"))
        is_whole = said.pop("seal") == seal(said)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        is_whole = False
    if not is_whole:
        raise CannotBegin(damage(MANIFEST, "is missing or was changed"))
    return said


def seal(manifest: dict[str, Any]) -> str:
    """Return the SHA-256 of what a bundle says of itself: against accidents, and no signature."""
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()


def require_platform(manifest: dict[str, Any]) -> None:
    """Refuse a machine that cannot run what is in the bundle."""
    wanted, here = manifest["platform"], describe_platform()
    if wanted != here:
        raise CannotBegin(
            f"This bundle is for {wanted}, and here is {here}; expected a bundle that ladder bundle"
            " has made with such a Python on such a machine."
        )


def describe_platform() -> str:
    """Return what wheels have to fit: the interpreter, its version, the processor, the system."""
    version = ".".join(platform.python_version_tuple()[:2])
    library = platform.libc_ver()[0] or "another C library than glibc"
    where = f"{platform.system()} on {platform.machine()} with {library}"
    return f"{platform.python_implementation()} {version} under {where}"


def check_files(files: dict[str, Any]) -> None:
    """Refuse a bundle of which anything is missing, cut off or changed."""
    tell(f"Checking {len(files)} files ...")
    for name, said in files.items():
        path = BUNDLE / name
        if not path.is_file():
            raise CannotBegin(damage(name, "is missing"))
        size = path.stat().st_size
        if size != said["size"]:
            raise CannotBegin(damage(name, f"has {size:,} bytes and should have {said['size']:,}"))
        if digest_of(path) != said["sha256"]:
            raise CannotBegin(damage(name, "was changed: its SHA-256 is another one"))


def damage(name: str, what: str) -> str:
    return f"{BUNDLE / name} {what}; unpack the archive once more, or copy it once more."


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as content:
        for part in iter(lambda: content.read(2**20), b""):
            digest.update(part)
    return digest.hexdigest()


def take_folder(folder: Path, manifest: dict[str, Any]) -> None:
    """Make the folder of the event. Refuse one that has something else in it, and a full disk."""
    mark, written = folder / MANIFEST, folder / f"{MANIFEST}.new"
    if mark.is_file():
        if json.loads(mark.read_text(encoding="utf-8")) != manifest:
            raise CannotBegin(f"{folder} is an event of another bundle; name another folder.")
    elif folder.exists() and (not folder.is_dir() or {*folder.iterdir()} - {written}):
        raise CannotBegin(f"{folder} is there already and is no event; name another folder.")
    if not (folder / ".venv" / READY).exists():
        require_room(folder, manifest["installed"] + SPARE)
    folder.mkdir(parents=True, exist_ok=True)
    written.write_text(json.dumps(manifest), encoding="utf-8")
    written.replace(mark)


def require_room(folder: Path, needed: int) -> None:
    there = next(path for path in [folder, *folder.parents] if path.exists())
    free = shutil.disk_usage(there).free
    if free < needed:
        raise CannotBegin(
            f"An event needs {needed // MB:,} MB of disk and {there} has {free // MB:,} MB free;"
            " make room, or name a folder on another disk."
        )


def install(folder: Path, manifest: dict[str, Any]) -> None:
    """Install everything into an environment of its own, whole or not at all."""
    environment = folder / ".venv"
    if (environment / READY).exists():
        return
    tell(f"Installing card-arena {manifest['version']} ...")
    shutil.rmtree(environment, ignore_errors=True)
    venv.create(environment, symlinks=True)
    wheels = BUNDLE / "wheels"
    (pip,) = wheels.glob("pip-*.whl")
    words = [environment / "bin" / "python", pip / "pip", "--isolated", "install", "--no-index"]
    # Half of the time is for what nobody imports; Python compiles what somebody does.
    words += ["--quiet", "--no-compile", "--disable-pip-version-check", "--find-links", wheels]
    run([*words, "pip", manifest["install"]], "could not be installed")
    (environment / READY).touch()


def load_images(folder: Path, images: list[str]) -> bool:
    """Give the engine the images; say whether bots can play in containers."""
    if not images:
        return False
    tell("Giving the container engine the bots' images ...")
    files = [word for name in images for word in ("--load", BUNDLE / name)]
    words = [program(folder, "arena"), "image", *files]
    return subprocess.run(words, env=without_settings(), check=False).returncode == 0


def make_ladder(folder: Path, options: list[str]) -> None:
    """Make a ladder with the sample bots on it, whole or not at all."""
    ladder, making = folder / "ladder.db", folder / "making"
    if ladder.exists():
        tell(f"The ladder {ladder} is there already, and stays as it is.")
        return
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir()
    place = f"--ladder={making / ladder.name}"
    tell("Making the ladder ...")
    run([program(folder, "ladder"), "init", *options, place, "--json"], "could not be made")
    run([program(folder, "ladder"), "submit", "--samples", place], "got no sample bots")
    (making / ladder.name).replace(ladder)
    shutil.rmtree(making)


def program(folder: Path, name: str) -> Path:
    return folder / ".venv" / "bin" / name


def run(words: list[Any], what: str) -> None:
    """Run a program; refuse with its last words if it fails."""
    done = subprocess.run(
        list(map(str, words)),
        env=without_settings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = done.stdout.strip().splitlines()[-1:]
        raise CannotBegin(f"The event {what}: {' '.join(last)}")


def without_settings() -> dict[str, str]:
    """Return the environment without what would have Python look for other packages."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def next_steps(folder: Path, *, images: bool, engine: bool) -> str:
    """Return what the organiser types from here on."""
    missing = "" if engine else WITHOUT_CONTAINERS
    if images and not engine:
        missing += f"With an engine (Debian's package docker.io) type again:\n{again(folder)}\n"
    return f"""\
The event is in {folder}. In each terminal, first:
    cd {shlex.quote(str(folder))} && . .venv/bin/activate && export LADDER=ladder.db
{missing}Then:
    arena doctor                    # what this machine can do
    ladder author add anna          # an author, and what she logs in with:
    ladder author token anna
    ladder serve --host 0.0.0.0 --tls self  # the pages, where authors hand in
    ladder run{"" if engine else " --trust":<22}# the season, which also checks what is handed in
    ladder table
The documents are in {BUNDLE}; begin with README.md and docs/events.md."""


def again(folder: Path) -> str:
    return f"    {shlex.quote(str(BUNDLE / 'start.py'))} {shlex.quote(str(folder))}"


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
