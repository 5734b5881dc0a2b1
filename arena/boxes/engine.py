"""The container engine. The only module that speaks to Docker.

Importing it costs a tenth of a second, so whoever may do without containers imports it late. A call
that the engine does not answer in time has failed: one hung container can hang a whole engine.
"""

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

import requests
from docker import APIClient
from docker.constants import DEFAULT_UNIX_SOCKET
from docker.errors import APIError, DockerException, NotFound
from docker.utils import kwargs_from_env
from urllib3.exceptions import HTTPError

from arena.match.verdict import HostFailure, Unavailable

CALL_LIMIT: Final = 15.0
# For what may download or store an image. Of the time without a sign of life, not of all.
PATIENT_LIMIT: Final = 60.0
# What the engine says where a name was.
_NO_NAME: Final = "<none>:<none>"


class _Client(APIClient):
    """The client of the `docker` package, but none of its calls may last for ever."""

    def send(self, request: requests.PreparedRequest, **kwargs: Any) -> requests.Response:
        kwargs["timeout"] = kwargs.get("timeout") or self.timeout
        return super().send(request, **kwargs)


class Engine:
    """The engine that `DOCKER_HOST` names, or the local one. Whatever fails is a HostFailure.

    May be shared by threads, but not by processes.
    """

    def __init__(self, limit: float = CALL_LIMIT) -> None:
        self._limit = limit
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
        with self._calling("tell its version") as client:
            version: dict[str, Any] = client.version()
        return version

    def info(self) -> dict[str, Any]:
        with self._calling("describe itself") as client:
            info: dict[str, Any] = client.info()
        return info

    # --- images ---

    def find_images(self, label: str) -> list[str]:
        """Return the names of the images that carry `label`, the newest first.

        One that has lost its name to a newer one, and is still in use, has none.
        """
        with self._calling("list its images") as client:
            images = client.images(filters={"label": label})
        images.sort(key=lambda image: -image["Created"])
        names = [name for image in images for name in image["RepoTags"] or ()]
        return [name for name in names if name != _NO_NAME]

    def inspect_image(self, name: str) -> dict[str, Any] | None:
        """Return what the engine knows of an image, or None if it has none of this name."""
        with self._calling(f"look at the image {name}") as client, suppress(NotFound):
            image: dict[str, Any] = client.inspect_image(name)  # type: ignore[no-untyped-call]
            return image
        return None

    def pull_image(self, name: str) -> None:
        with self._calling(f"pull {name}") as client:
            events = [*client.pull(name, stream=True, decode=True)]
            for event in events:
                if "error" in event:
                    raise DockerException(event["error"])

    def import_image(self, archive: Path, name: str, changes: Sequence[str]) -> None:
        """Make an image of a tar file; `changes` are lines of a Dockerfile."""
        repository, _, tag = name.partition(":")
        with self._calling(f"import {name}") as client:
            client.import_image_from_file(str(archive), repository, tag, changes=list(changes))

    def remove_image(self, name: str) -> None:
        with self._calling(f"remove the image {name}") as client, suppress(NotFound):
            client.remove_image(name, force=True)

    def export_image(self, name: str, archive: Path) -> None:
        """Write the files of an image to a tar file."""
        with self._calling(f"export {name}") as client:
            container = client.create_container(name, command=["true"])["Id"]
            try:
                with archive.open("wb") as file:
                    file.writelines(client.export(container))
            finally:
                client.remove_container(container, force=True)

    def try_image(
        self, name: str, command: Sequence[str], labels: Mapping[str, str] | None = None
    ) -> str:
        """Run a program in a container of an image; return what it says if it fails, else ''."""
        with self._calling(f"try {name}") as client:
            container = client.create_container(
                name, command=[*command], labels=dict(labels or {}), network_disabled=True
            )
            try:
                client.start(container)
                code = client.wait(container)["StatusCode"]
                log: bytes = client.logs(container)
            finally:
                client.remove_container(container, force=True)
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
        """
        with self._calling("make a container") as client:
            config = client.create_host_config(**host)
            if masked:
                # The package has no word for it.
                config["MaskedPaths"] = list(masked)
            made: dict[str, str] = client.create_container(
                image, name=name, host_config=config, **settings
            )
        return made["Id"]

    def start_container(self, name: str) -> None:
        with self._calling("start a container") as client:
            client.start(name)

    def inspect_container(self, name: str) -> dict[str, Any] | None:
        """Return what the engine knows of a container, or None if there is none of this name."""
        with self._calling("look at a container") as client, suppress(NotFound):
            container: dict[str, Any] = client.inspect_container(name)
            return container
        return None

    def read_log(self, name: str) -> str:
        with self._calling("read a container's log") as client:
            log: bytes = client.logs(name, tail=20)
        return log.decode(errors="replace")

    def remove_container(self, name: str) -> None:
        """Kill and remove a container, if there is one of this name."""
        with self._calling("remove a container") as client:
            try:
                _remove(client, name)
            except APIError as error:
                # It has ended by itself while the engine was about to kill it.
                if "is not running" not in str(error):
                    raise
                _remove(client, name)

    def list_containers(self, label: str) -> list[dict[str, Any]]:
        """Return all containers that carry `label`, whether they run or not."""
        with self._calling("list its containers") as client:
            containers: list[dict[str, Any]] = client.containers(all=True, filters={"label": label})
        return containers

    @contextmanager
    def _calling(self, what: str) -> Iterator[_Client]:
        """Say in one sentence what the engine could not do."""
        try:
            yield self._client()
        except (DockerException, HTTPError, OSError) as error:
            raise HostFailure(
                f"the container engine could not {what}: {_explain(error)}"
            ) from error

    def _client(self) -> _Client:
        with self._connecting:
            if self._connected is None:
                self._connected = _connect(self._limit)
            return self._connected


def _remove(client: _Client, name: str) -> None:
    try:
        client.remove_container(name, force=True)
    except APIError as error:
        # It is gone, or somebody else is removing it.
        if error.status_code not in {404, 409}:
            raise


def _connect(limit: float) -> _Client:
    settings = kwargs_from_env()
    _, _, path = settings.get("base_url", DEFAULT_UNIX_SOCKET).partition("unix://")
    try:
        if path:
            # First by ourselves: the package does not close a socket that it could not connect.
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(limit)
                probe.connect(path)
        client = _Client(timeout=round(limit), **settings)
        client.ping()
    except PermissionError as error:
        raise Unavailable(
            "the container engine does not admit this user; type: sudo usermod -aG docker $USER"
        ) from error
    except (DockerException, HTTPError, OSError) as error:
        raise Unavailable("no container engine answers; arena doctor says what to type") from error
    return client


def _explain(error: Exception) -> str:
    explanation = getattr(error, "explanation", None) or str(error)
    return " ".join(str(explanation).split()).removesuffix(".")
