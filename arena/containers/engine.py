"""The container engine. The only module that speaks to Docker.

Importing it costs a tenth of a second, so anyone who may do without containers imports it late. A
call that the engine does not answer in time has failed: one hung container can hang a whole engine.
An engine that has answered before may be away for a while, as when it is restarted: anyone who has
the patience asks again until it answers.
"""

import io
import json
import os
import re
import shutil
import socket
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any, Final, TypeVar

import requests
from docker import APIClient
from docker.constants import DEFAULT_UNIX_SOCKET
from docker.errors import APIError, DockerException, NotFound
from docker.utils import kwargs_from_env
from urllib3.exceptions import HTTPError

from arena.errors import HostFailure, Unavailable

CALL_LIMIT: Final = 15.0
# The limit of calls that may download or store an image: on the time without a sign of life, not on
# all.
PATIENT_LIMIT: Final = 60.0
# How long an engine may be away that a match needs, in seconds, and how often it is asked then.
PATIENCE: Final = 90.0
_POLL: Final = 0.5
# The longest part of an engine's error that is shown: some repeat all that they were asked.
_MOST_LETTERS: Final = 300
# How lines of a build begin that are not of the programs in it.
_OF_BUILDER: Final = ("Step ", "--->", "Removing intermediate container")
_COLOURS: Final = re.compile(r"\x1b\[\d+m")
# The engine's word for a missing name.
_NO_NAME: Final = "<none>:<none>"
# How an engine fails that is about to end, or whose own engine is away.
_ENDING: Final = ("containerd", "ttrpc", "context canceled", "shutting down", "grpc: ")
_CONFLICT: Final = 409

# How a call fails that is not answered in time.
_SLOW: Final = (requests.Timeout, TimeoutError)
# The command that shows the engine's own account of a failure.
LOOK: Final = "sudo journalctl --unit docker --since -10min"
# The folders of the engine's own programs, which a user's PATH may lack.
PROGRAMS: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/snap/bin"
_GROUPS: Final = "/sys/fs/cgroup"
# The label of a container that is no box, and how many seconds old it may be if its process lives.
PASSING: Final = "arena.passing"
_LONGEST: Final = 3600.0
# A program for a container: it makes files a user's own.
_GIVE: Final = "import os, sys\nfor path in sys.argv[2:]: os.chown(path, int(sys.argv[1]), -1)"

ResultT = TypeVar("ResultT")


class _Client(APIClient):
    """The client of the `docker` package, but none of its calls may last for ever."""

    def send(self, request: requests.PreparedRequest, **kwargs: Any) -> requests.Response:
        kwargs["timeout"] = kwargs.get("timeout") or self.timeout
        return super().send(request, **kwargs)


class Engine:
    """The engine that `DOCKER_HOST` names, or the local one. A failure of any kind is a
    HostFailure.

    One that is away, and was there before, is waited for this many seconds of `patience`; so is one
    of which it is said that it has `answered`. May be shared by threads, but not by processes.
    """

    def __init__(
        self, limit: float = CALL_LIMIT, patience: float = 0.0, *, answered: bool = False
    ) -> None:
        self._limit = limit
        self._patience = patience
        self._answered = answered
        self._said = False
        self._connecting = Lock()
        self._connected: _Client | None = None

    @contextmanager
    def patient(self, limit: float = PATIENT_LIMIT) -> Iterator["Engine"]:
        """Give the same engine for calls that may take longer."""
        engine = Engine(limit)
        try:
            yield engine
        finally:
            engine.close()

    def close(self) -> None:
        if self._connected is not None:
            self._connected.close()

    # --- the engine itself ---

    def version(self) -> dict[str, Any]:
        return self._call("tell its version", lambda client: client.version())

    def info(self) -> dict[str, Any]:
        return self._call("describe itself", lambda client: client.info())

    def require_docker(self) -> dict[str, Any]:
        """Return Docker's own description, as `info` does; Unavailable, with the line to type,
        unless it is Docker with root's rights.

        Other engines with Docker's interface do not hold all that Docker does.
        """
        parts = {part["Name"]: part["Version"] for part in self.version().get("Components") or ()}
        if podman := parts.get("Podman Engine"):
            what = f"Podman {podman} answers in place of Docker, and does not hold bots as Docker"
            raise Unavailable(f"{what} does; type: {_line_to_docker()}")
        info = self.info()
        if any("name=rootless" in option for option in info.get("SecurityOptions") or ()):
            what = "the Docker that answers has not root's rights, so bots get no CPU and no user"
            raise Unavailable(f"{what} of their own; type: {_line_to_docker()}")
        return info

    # --- images ---

    def find_images(self, label: str) -> dict[str, Mapping[str, str]]:
        """Return all labels of the images that carry `label`, by name, the newest first.

        One that has lost its name to a newer one, and is still in use, has none.
        """
        images: list[dict[str, Any]] = self._call(
            "list its images", lambda client: client.images(filters={"label": label})
        )
        images.sort(key=lambda image: -image["Created"])
        named = ((name, image) for image in images for name in image["RepoTags"] or ())
        return {name: image["Labels"] for name, image in named if name != _NO_NAME}

    def inspect_image(self, name: str) -> dict[str, Any] | None:
        """Return what the engine knows of an image, or None if it has none of this name."""
        return self._call(
            f"look at the image {name}",
            lambda client: _or_none(lambda: client.inspect_image(name)),  # type: ignore[no-untyped-call]
        )

    def pull_image(self, name: str) -> None:
        def pull(client: _Client) -> None:
            for event in [*client.pull(name, stream=True, decode=True)]:
                if "error" in event:
                    raise DockerException(event["error"])

        self._call(f"pull {name}", pull)

    def import_image(self, archive: Path, changes: Sequence[str]) -> str:
        """Make an image of a tar file and return its id; `changes` are lines of a Dockerfile."""

        def make(client: _Client) -> str:
            said: str = client.import_image_from_file(str(archive), changes=list(changes))
            image: str = json.loads(said.strip().splitlines()[-1])["status"]
            return image

        return self._call("import an image", make)

    def build_image(self, context: Path, network: str) -> str:
        """Build an image of a tar with a Dockerfile, all of it new, and return its id.

        Its programs have the network `none`, or the `host`'s, with the host's reach.
        """

        def build(client: _Client) -> str:
            image, said = "", ""
            with context.open("rb") as file:
                for event in client.build(
                    fileobj=file,
                    custom_context=True,
                    network_mode=network,
                    nocache=True,
                    rm=True,
                    forcerm=True,
                    decode=True,
                ):
                    if "error" in event:
                        # A program that fails has said why before.
                        raise DockerException(said or event["error"])
                    image = event.get("aux", {}).get("ID", image)
                    line = _COLOURS.sub("", event.get("stream", "")).strip().rpartition("\n")[2]
                    said = said if line.startswith(_OF_BUILDER) else line or said
            return image

        return self._call("build an image", build)

    def tag_image(self, image: str, name: str) -> None:
        repository, _, tag = name.rpartition(":")
        self._call(f"name the image {name}", lambda client: client.tag(image, repository, tag))

    def read_image_file(self, image: str, path: PurePosixPath) -> bytes:
        """Return a file of an image, of which nothing is run."""

        def read(client: _Client) -> bytes:
            container = client.create_container(image, command=["none"], labels=[PASSING])["Id"]
            try:
                chunks, _ = client.get_archive(container, str(path))
                with tarfile.open(fileobj=io.BytesIO(b"".join(chunks))) as tar:
                    file = tar.extractfile(path.name)
                    return file.read() if file else b""
            finally:
                client.remove_container(container, force=True)

        return self._call(f"read {path} of an image", read)

    def remove_nameless_images(self, label: str) -> None:
        """Remove the images that carry `label` and have no name."""

        def remove(client: _Client) -> None:
            filters = {"label": label, "dangling": True}
            for image in client.images(filters=filters, quiet=True):
                # One that another one is made of goes with that.
                with suppress(NotFound):
                    client.remove_image(image, force=True)

        self._call("remove images", remove)

    def remove_image(self, name: str) -> None:
        self._call(
            f"remove the image {name}",
            lambda client: _or_none(lambda: client.remove_image(name, force=True)),
        )

    def give_files(self, image: str, files: Sequence[Path]) -> None:
        """Make files of control groups this user's own, by a container; HostFailure if it fails."""
        command = ["python3", "-I", "-S", "-c", _GIVE, str(os.geteuid()), *map(str, files)]
        if complaint := self.try_image(image, command, writable=[_GROUPS]):
            raise HostFailure(f"control groups could not be given: {complaint.splitlines()[-1]}")

    def try_image(self, name: str, command: Sequence[str], writable: Sequence[str] = ()) -> str:
        """Run a program in a container of an image; return what it says if it fails, else ''.

        It is root there, and may write to these folders of the host.
        """

        def run(client: _Client) -> tuple[int, bytes]:
            container = client.create_container(
                name,
                command=[*command],
                labels={PASSING: ""},
                network_disabled=True,
                user="0:0",
                host_config=client.create_host_config(binds=[f"{one}:{one}" for one in writable]),
            )["Id"]
            try:
                client.start(container)
                code = client.wait(container, timeout=round(PATIENT_LIMIT))["StatusCode"]
                return code, client.logs(container) if code else b""
            finally:
                client.remove_container(container, force=True)

        code, log = self._call(f"try {name}", run)
        return "" if code == 0 else log.decode(errors="replace").strip() or f"exit code {code}"

    # --- containers ---

    def create_container(
        self,
        name: str,
        image: str,
        settings: Mapping[str, Any],
        host: Mapping[str, Any],
        masked: Sequence[str] = (),
    ) -> str:
        """Make a container and return its id; the settings are those of the `docker` package.

        `masked` are the paths that are empty in it; without any, those of the engine's own list.
        The name has to be new. One that is taken was made by an engine that could not say so.
        """

        def create(client: _Client) -> str:
            config = client.create_host_config(**host)
            if masked:
                # The package has no word for it.
                config["MaskedPaths"] = list(masked)
            made: dict[str, str] = client.create_container(
                image, name=name, host_config=config, **settings
            )
            return made["Id"]

        def insist(client: _Client) -> str:
            try:
                return create(client)
            except APIError as error:
                if error.status_code != _CONFLICT:
                    raise
                _remove(client, name)
                return create(client)

        return self._call("make a container", insist)

    def start_container(self, name: str) -> None:
        self._call("start a container", lambda client: client.start(name))

    def inspect_container(self, name: str) -> dict[str, Any] | None:
        """Return what the engine knows of a container, or None if there is none of this name."""
        return self._call(
            "look at a container", lambda client: _or_none(lambda: client.inspect_container(name))
        )

    def read_log(self, name: str) -> str:
        log: bytes = self._call("read a container's log", lambda client: client.logs(name, tail=20))
        return log.decode(errors="replace")

    def remove_container(self, name: str) -> None:
        """Kill and remove a container, if there is one of this name."""

        def remove(client: _Client) -> None:
            try:
                _remove(client, name)
            except APIError as error:
                # It has ended by itself while the engine was about to kill it.
                if "is not running" not in str(error):
                    raise
                _remove(client, name)

        self._call("remove a container", remove)

    def list_containers(self, label: str) -> list[dict[str, Any]]:
        """Return all containers that carry `label`, whether they run or not."""
        return self._call(
            "list its containers",
            lambda client: client.containers(all=True, filters={"label": label}),
        )

    def remove_left(self) -> None:
        """Remove the containers that are no boxes, of processes that were killed."""
        for container in self.list_containers(PASSING):
            if time.time() - container["Created"] > _LONGEST:
                self.remove_container(container["Id"])

    # --- calls ---

    def _call(self, what: str, act: Callable[[_Client], ResultT]) -> ResultT:
        """Call the engine; retry while it is away. A failure is a HostFailure with one sentence.

        So a call has to be idempotent.
        """
        began = time.monotonic()
        while True:
            try:
                done = act(self._client())
            except (DockerException, HTTPError, OSError, Unavailable) as error:
                if not self._waits(error, time.monotonic() - began):
                    raise _failure(what, error) from error
            else:
                self._take_note()
                return done
            time.sleep(_POLL)

    def _waits(self, error: Exception, since: float) -> bool:
        """Say whether to ask again, and say so once to anyone who watches."""
        if not self._answered or since > self._patience or not _is_away(error):
            return False
        if not self._said:
            self._said = True
            _say(
                "The container engine does not answer; waiting for it for up to"
                f" {self._patience:g} s."
            )
        return True

    def _take_note(self) -> None:
        self._answered = True
        if self._said:
            self._said = False
            _say("The container engine answers again.")

    def _client(self) -> _Client:
        with self._connecting:
            if self._connected is None:
                self._connected = _connect(self._limit)
            return self._connected


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


def _failure(what: str, error: Exception) -> HostFailure:
    if isinstance(error, HostFailure):
        return error
    return HostFailure(f"the container engine could not {what}: {_explain(error)}")


def _is_away(error: Exception) -> bool:
    """Say whether the engine did not answer at all, or only that it is ending."""
    if isinstance(error, APIError):
        return bool(error.is_server_error()) and any(word in str(error) for word in _ENDING)
    return isinstance(error, Unavailable) or not isinstance(error, DockerException)


def _or_none(act: Callable[[], ResultT]) -> ResultT | None:
    """Return None of what the engine does not have."""
    try:
        return act()
    except NotFound:
        return None


def _remove(client: _Client, name: str) -> None:
    try:
        client.remove_container(name, force=True)
    except APIError as error:
        # It is gone, or somebody else is removing it.
        if error.status_code not in {404, 409}:
            raise


def _connect(limit: float) -> _Client:
    """Return a client of an engine that answers; Unavailable with the line to type if none does."""
    settings = kwargs_from_env()
    _, _, path = settings.get("base_url", DEFAULT_UNIX_SOCKET).partition("unix://")
    try:
        if path:
            # First by ourselves: the package does not close a socket that it could not connect.
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(limit)
                probe.connect(path)
        # This asks the engine for its version.
        return _Client(timeout=round(limit), **settings)
    except PermissionError as error:
        raise Unavailable(
            "the container engine does not admit this user; type: sudo usermod -aG docker $USER &&"
            " newgrp docker"
        ) from error
    except (DockerException, HTTPError, OSError) as error:
        # The package wraps what came of its first question.
        slow = any(isinstance(one, _SLOW) for one in (error, error.__cause__))
        raise Unavailable(_say_slow(limit) if slow else _say_none()) from error


def _say_slow(limit: float) -> str:
    what = f"the container engine has not answered within {limit:g} s; it is busy or hangs"
    return f"{what}; type: {LOOK}"


def _say_none() -> str:
    """Say that no engine answers, and what to type: it is away, is another one, or is not here."""
    if host := os.environ.get("DOCKER_HOST"):
        what = f"no container engine answers at {host}, which DOCKER_HOST names"
    elif shutil.which("dockerd", path=PROGRAMS) is not None:
        what = "the container engine is installed and does not answer"
    else:
        what = "no container engine answers"
    return f"{what}; type: {_line_to_docker()}"


def _line_to_docker() -> str:
    """Return what to type where Docker with root's rights is to answer, and does not."""
    if os.environ.get("DOCKER_HOST"):
        return "unset DOCKER_HOST"
    if shutil.which("dockerd", path=PROGRAMS) is not None:
        return "sudo systemctl restart docker"
    return "sudo apt-get install docker.io && sudo systemctl start docker"


def _explain(error: Exception) -> str:
    if isinstance(error, _SLOW):
        return "it did not answer in time"
    explanation = getattr(error, "explanation", None) or str(error)
    return " ".join(str(explanation).split()).removesuffix(".")[:_MOST_LETTERS]
