"""The build box: where a bot of a compiled language is made of its sources.

A container as a bot's is, without a network, but with more memory, processes and room, out of the
image that has the compiler; or a process with the author's own compiler. `builder.py` runs in it
and sends back what was made. One CPU and a limit of wall time bound the CPU time. The product is
read as strictly as an upload is: who builds is a stranger.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Final

from arena.bots.archive import MAX_ARCHIVE_BYTES
from arena.bots.folder import copy_files
from arena.boxes import builder
from arena.boxes.cgroup import Cgroup, find_cgroup
from arena.boxes.container import BOT_ENVIRONMENT, container_settings, host_settings
from arena.boxes.supervised import peer_of
from arena.containers.engine import Engine
from arena.containers.masked import MASKED
from arena.containers.recipe import BUILDER
from arena.containers.runtime import Runtime
from arena.errors import HostFailure, UserError
from arena.languages import Language

_MB: Final = 1024**2
BUILD_SECONDS: Final = 120.0
"""What a build may take, of wall time; in a container it has one CPU."""
BUILD_MEMORY: Final = 1024 * _MB
"""What a build may take in a container, its files included."""
BUILD_PROCESSES: Final = 64
BUILD_FILES: Final = 256 * _MB
"""The room for the sources and all that is made of them."""
BUILD_FILE: Final = 64 * _MB
"""The most for one file while it is built; what is left at the end keeps to a bot's limits."""
_OPEN_FILES: Final = 1024
_TMP: Final = f"rw,noexec,nosuid,nodev,size={BUILD_FILES},nr_inodes=16384,mode=1777"
_SOCKET: Final = "build.sock"
# How long a box may take to begin, and its processes to end, in seconds.
_BEGIN: Final = 30.0
_CLEAR: Final = 5.0
_CHUNK: Final = 1 << 16
# An answer is JSON, in which a letter may be an escape of six.
_ANSWER_BYTES: Final = 8 * builder.OUTPUT_BYTES
_LINE_LETTERS: Final = 300
_WRONG_ANSWER: Final = "Its build has spoken in the builder's place."


class BuildError(UserError):
    """A bot could not be built of its sources. Its text is one sentence."""

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.output = output
        """What the compiler said, its beginning."""


class BuildBox(ABC):
    """Builds one bot. HostFailure if the box cannot be had, BuildError if the bot is at fault."""

    def __init__(self, language: Language, seat: Path, limit: float = BUILD_SECONDS) -> None:
        self._language = language
        self._seat = seat
        self._limit = limit

    def build(self, source: Path, product: Path) -> None:
        """Write the bot's folder, as the build has left it, to a tar."""
        with self._listening() as server:
            try:
                self._launch(source)
                with self._accept(server) as port:
                    self._give_order(port, source)
                    self._receive(port, product)
            finally:
                self._end()

    def _accept(self, server: socket.socket) -> socket.socket:
        server.settimeout(_BEGIN)
        try:
            return server.accept()[0]
        except TimeoutError as error:
            raise HostFailure("a build box did not begin") from error

    def _give_order(self, port: socket.socket, source: Path) -> None:
        """Tell the builder what to build; until then it has met nothing of a stranger's."""
        self._met(peer_of(port))
        port.settimeout(_BEGIN)
        try:
            port.sendall(json.dumps(self._order(source)).encode() + b"\n")
        except (TimeoutError, ConnectionError) as error:
            raise HostFailure("a builder has ended before its order") from error

    @contextmanager
    def _listening(self) -> Iterator[socket.socket]:
        self._seat.mkdir(parents=True, exist_ok=True)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self._seat / _SOCKET))
            (self._seat / _SOCKET).chmod(0o666)
            self._seat.chmod(0o755)
            server.listen(1)
            yield server

    def _receive(self, port: socket.socket, product: Path) -> None:
        try:
            came = self._arriving(port)
            rest = self._judge_answer(came)
            with product.open("wb") as file:
                for data in chain([rest], came):
                    if file.tell() > MAX_ARCHIVE_BYTES:
                        raise BuildError(
                            f"Its build makes over {MAX_ARCHIVE_BYTES // _MB} MB of files; that is"
                            " the most."
                        )
                    file.write(data)
        except TimeoutError as error:
            raise BuildError(
                f"Its build has not ended within {self._limit:g} s, which is the most."
            ) from error
        except ConnectionError as error:
            raise BuildError(self._explain_silence()) from error

    def _arriving(self, port: socket.socket) -> Iterator[bytes]:
        """Yield what the builder sends; TimeoutError when the time of the build is over."""
        end = time.monotonic() + self._limit
        while (left := end - time.monotonic()) > 0:
            port.settimeout(left)
            data = port.recv(_CHUNK)
            if not data:
                return
            yield data
        raise TimeoutError

    def _judge_answer(self, came: Iterator[bytes]) -> bytes:
        """BuildError unless the command has ended well; return what came behind the answer."""
        begun = bytearray()
        for data in came:
            begun += data
            if b"\n" in data or len(begun) > _ANSWER_BYTES:
                break
        line, end, rest = bytes(begun).partition(b"\n")
        if not end:
            raise BuildError(self._explain_silence())
        code, said = _read_answer(line)
        if code != 0:
            raise BuildError(f"Its build failed: {self._reason(code, said)}", said)
        return rest

    def _reason(self, code: int, said: str) -> str:
        lines = [line for line in said.splitlines() if line.strip()]
        first = next((line for line in lines if "error" in line.lower()), "".join(lines[:1]))
        reason = first.strip() or f"{self._language.build[0]} ended with {code}"
        return reason[:_LINE_LETTERS]

    @abstractmethod
    def _launch(self, source: Path) -> None:
        """Start the builder."""

    @abstractmethod
    def _order(self, source: Path) -> dict[str, Any]:
        """Return what it is to do."""

    @abstractmethod
    def _end(self) -> None:
        """End all that runs in the box."""

    @abstractmethod
    def _met(self, pid: int) -> None:
        """Take note of the builder, by the number that this host sees."""

    def _explain_silence(self) -> str:
        """Return why the builder is gone without an answer."""
        return "Its build ended the builder."


class ContainerBuildBox(BuildBox):
    """Builds in a container, with the compiler of an image."""

    def __init__(
        self,
        language: Language,
        seat: Path,
        image: str,
        engine: Engine,
        runtime: Runtime,
        *,
        limit: float = BUILD_SECONDS,
    ) -> None:
        super().__init__(language, seat, limit)
        self._image = image
        self._engine = engine
        self._runtime = replace(
            runtime,
            memory=max(BUILD_MEMORY, runtime.memory),
            processes=max(BUILD_PROCESSES, runtime.processes),
        )
        self._name = f"{seat.parent.name}-build"
        self._files = seat.with_name("files")
        self._id = ""
        self._cgroup: Cgroup | None = None

    def _launch(self, source: Path) -> None:
        try:
            copy_files(source, self._files)
        except OSError as error:
            raise HostFailure(f"the files of a bot could not be copied: {error}") from error
        settings = container_settings(self._seat, self._runtime)
        settings["command"] = ["python3", "-I", "-S", f"/{BUILDER}", f"/run/seat/{_SOCKET}"]
        host = host_settings(self._seat, self._files, self._runtime)
        host["tmpfs"] = {"/tmp": _TMP}  # noqa: S108 - the container's
        larger = {"nofile": _OPEN_FILES, "fsize": BUILD_FILE}
        for limit in host["ulimits"]:
            limit["soft"] = limit["hard"] = larger.get(limit["name"], limit["hard"])
        self._id = self._engine.create_container(self._name, self._image, settings, host, MASKED)
        self._engine.start_container(self._name)

    def _order(self, source: Path) -> dict[str, Any]:  # noqa: ARG002 - it is mounted
        return {
            "source": "/bot",
            "work": "/tmp/bot",  # noqa: S108 - the container's
            "command": self._language.build,
            "environment": BOT_ENVIRONMENT,
            "file_bytes": BUILD_FILE,
        }

    def _met(self, pid: int) -> None:
        self._cgroup = find_cgroup(pid, self._id)

    def _explain_silence(self) -> str:
        container = self._engine.inspect_container(self._name)
        if container is not None and container["State"].get("OOMKilled"):
            return f"Its build needs over {BUILD_MEMORY // _MB:,} MB of memory, which is the most."
        return super()._explain_silence()

    def _end(self) -> None:
        if self._cgroup is not None:
            self._cgroup.kill()
        if self._id:
            self._engine.remove_container(self._name)
        if self._cgroup is not None:
            if not self._cgroup.clear(_CLEAR):
                raise HostFailure(f"processes of the build box {self._name} still run")
            self._cgroup.close()
        shutil.rmtree(self._files, ignore_errors=True)


class ProcessBuildBox(BuildBox):
    """Builds in a process, with the compiler of this machine. It has no walls."""

    def __init__(self, language: Language, seat: Path, limit: float = BUILD_SECONDS) -> None:
        super().__init__(language, seat, limit)
        self._process: subprocess.Popen[bytes] | None = None

    def _launch(self, source: Path) -> None:  # noqa: ARG002 - it is named in the order
        require_compiler(self._language)
        address = str(self._seat / _SOCKET)
        command = [sys.executable, "-IS", builder.__file__, address]
        self._process = subprocess.Popen(command)  # noqa: S603 - our own program

    def _order(self, source: Path) -> dict[str, Any]:
        return {
            "source": str(source.resolve()),
            "work": str(self._seat.with_name("work")),
            "command": self._language.build,
            "environment": {**os.environ, "LC_ALL": "C.UTF-8"},
            "file_bytes": BUILD_FILE,
        }

    def _met(self, pid: int) -> None:
        """It is our own child, and known."""

    def _end(self) -> None:
        if self._process is not None:
            self._end_compiler(self._process.pid)
            self._process.kill()
            self._process.wait()

    @staticmethod
    def _end_compiler(pid: int) -> None:
        """Kill the group of what the builder has started, which is a session of its own."""
        children = Path(f"/proc/{pid}/task/{pid}/children")
        if children.exists():
            for child in children.read_text().split():
                with suppress(ProcessLookupError):
                    os.killpg(int(child), 9)


def _read_answer(line: bytes) -> tuple[int, str]:
    """Return code and output of an answer; BuildError for whatever else a builder may say.

    It was itself until it had its order; what it says then may be a stranger's words.
    """
    try:
        answer = json.loads(line)
        if type(answer) is dict and answer.keys() == {"code", "said"}:
            code, said = answer["code"], answer["said"]
            if type(code) is int and type(said) is str:
                said.encode()  # No half of a letter, which no record can hold.
                return code, said
    except (ValueError, RecursionError) as error:
        raise BuildError(_WRONG_ANSWER) from error
    raise BuildError(_WRONG_ANSWER)


def require_compiler(language: Language) -> Path:
    """Return this machine's compiler; BuildError with what to install if there is none."""
    found = shutil.which(language.build[0])
    if found is None:
        raise BuildError(
            f"{language.build[0]} is not on this machine, which builds bots in {language.title};"
            f" Debian has it in {language.tools[0]}, and --box container does without it."
        )
    return Path(found)
