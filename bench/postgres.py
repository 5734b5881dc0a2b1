"""A PostgreSQL server of one's own, in a folder, over a socket in it: to be killed and started."""

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

USER = "postgres"


def find_programs() -> Path | None:
    """Return the folder of the server's programs; None if there is no server here."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return versions[-1].parent if versions else None


class Server:
    """A server with one empty database `ladder`. `folder` has to have a short name, for a socket.

    To be used as a context. It does not run as root, so then it runs as the user postgres.
    """

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._data = folder / "data"
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": USER, "group": USER, "extra_groups": []}
        self.url = f"postgresql://{USER}@/ladder?host={folder}"

    def __enter__(self) -> Self:
        if self._as:
            shutil.chown(self._folder, USER, USER)
        self._call("initdb", "-D", self._data, "-U", USER, "-A", "trust", "--no-sync")
        self.start()
        self._call("createdb", "-h", self._folder, "-U", USER, "ladder")
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, again if need be, and wait until it answers."""
        while True:
            self._begin()
            while self._process.poll() is None:
                if self._answers():
                    return
                time.sleep(0.05)
            # Those that served a killed one may not have ended yet.
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill it as a power cut would."""
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _begin(self) -> None:
        options: list[str | Path] = [
            "-D",
            self._data,
            "-k",
            self._folder,
            "-c",
            "listen_addresses=",
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", *options],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                start_new_session=True,
                **self._as,
            )

    def _answers(self) -> bool:
        asked: list[str | Path] = [
            self._programs / "pg_isready",
            "-q",
            "-h",
            self._folder,
            "-U",
            USER,
        ]
        return subprocess.run(asked, check=False).returncode == 0

    def _call(self, name: str, *words: str | Path) -> None:
        subprocess.run(
            [self._programs / name, *words],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            check=True,
            **self._as,
        )
