"""Clean-up: containers, folders and frozen boxes of a referee that was killed, removed by the next.

Every box has a runtime folder, and its match holds a lock on a file in it for as long as it lives.
The kernel lets go of it with the process, so a folder whose lock is free belongs to nobody any
more: it is removed, and so are the containers that carry its path as their label. A living match is
never touched. A bot can read the folder's name, so that is drawn, and tells no match and no seat.

All folders of a user lie in one place, with the locks that their matches share. It follows from the
user alone: what differs between a login, `sudo`, cron and a unit, as `XDG_RUNTIME_DIR` does, would
give each of them CPUs and memory that another one has.
"""

import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.boxes.host.cgroup import inspect_cgroup
from arena.errors import Unavailable
from arena.system import LONGEST_SOCKET, lock, lock_shared, try_lock

if TYPE_CHECKING:
    # Which takes a tenth of a second to load.
    from arena.containers.engine import Engine

# The match of a container, as the path of its box's runtime folder.
MATCH_LABEL: Final = "arena.match"
# The memory limit of a container, in bytes.
MEMORY_LABEL: Final = "arena.memory"
# The place of a user's runtime folder, unless the environment names another one.
_PLACE: Final = "/tmp/arena-{user}"  # noqa: S108 - refused unless it is this user's own
_NAMED_BY: Final = "ARENA_RUNTIME_DIR"
# As we name the folder of a match; another folder may be named as the place, and have others.
_FOLDER: Final = re.compile(r"arena-[0-9a-f]{16}")
LOCK: Final = "lock"
# A pipe would have us wait for who writes to it.
_LOOK_ONLY: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
_REMEDY: Final = f"set {_NAMED_BY} to a folder of your own"
# The longest name of a socket in a folder.
_SOCKET: Final = "seat/supervisor.sock"


def runtime_parent() -> Path:
    """Return where the folders of this user's matches lie, and make it.

    Unavailable if others might put something there, or if sockets in it would have longer paths
    than the kernel takes.
    """
    user = os.geteuid()
    parent = Path(os.environ.get(_NAMED_BY) or _PLACE.format(user=user)).absolute()
    if len(os.fsencode(parent / draw_name() / _SOCKET)) > LONGEST_SOCKET:
        raise Unavailable(f"{parent} is too long a path for Unix sockets; {_REMEDY}")
    try:
        parent.mkdir(mode=0o700, exist_ok=True)
        found = parent.lstat()
    except OSError as error:
        raise Unavailable(f"{parent} cannot be made: {error.strerror}; {_REMEDY}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != user or found.st_mode & 0o022:
        raise Unavailable(f"{parent} is no folder that this user alone may write; {_REMEDY}")
    return parent


def draw_name() -> str:
    """Return a name for a folder of a match, by which a sweep knows it."""
    return f"arena-{os.urandom(8).hex()}"


def runtime_folders() -> list[Path]:
    """Return the folders of all matches, the dead included."""
    return [path for path in runtime_parent().iterdir() if _FOLDER.fullmatch(path.name)]


@contextmanager
def runtime_folder() -> Iterator[Path]:
    """Make a folder, private and with a path short enough for Unix sockets."""
    folder = runtime_parent() / draw_name()
    with ExitStack() as held:
        with _nobody_sweeps():
            try:
                folder.mkdir(mode=0o700)
                file = held.enter_context((folder / LOCK).open("w"))
            except OSError as error:
                raise Unavailable(
                    f"{folder} cannot be made: {error.strerror}; {_REMEDY}"
                ) from error
            # Shared, so that others who use the folder can hold one, too.
            hold(file.fileno())
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def hold(file: int) -> None:
    """Have a folder count as alive for as long as this descriptor is open anywhere."""
    lock_shared(file)


def sweep_folders() -> int:
    """Remove the runtime folders of dead matches; return how many there were."""
    with _nobody_sweeps():
        folders = runtime_folders()
        dead = [folder for folder in folders if not folder.is_symlink() and is_dead(folder)]
        for folder in dead:
            shutil.rmtree(folder, ignore_errors=True)
    return len(dead)


def sweep_containers(engine: "Engine") -> int:
    """Remove the containers of dead matches; return how many there were."""
    removed = 0
    for container in engine.list_containers(MATCH_LABEL):
        folder = Path(container["Labels"][MATCH_LABEL])
        if not is_dead(folder) or _is_elsewhere(folder):
            continue
        # Its referee may have left it frozen: frozen processes cannot be ended everywhere.
        with closing(inspect_cgroup(engine, container["Id"])) as cgroup:
            cgroup.thaw()
        # A folder that we do not see may be there for others, in another file system. But where no
        # match lives no supervisor does, if it is not frozen: the next sweep removes what has
        # ended.
        if container["State"] != "running" or folder.exists():
            engine.remove_container(container["Id"])
            removed += 1
    return removed


def _is_elsewhere(folder: Path) -> bool:
    """Say whether a folder is of an installation that uses another place, which we do not see.

    Its matches may live: one engine may serve this machine and a season in a container.
    """
    return folder.parent != runtime_parent() and not folder.exists()


def is_dead(folder: Path) -> bool:
    """Say whether no living process holds a folder; another user's is not for us to say."""
    try:
        file = os.open(folder / LOCK, _LOOK_ONLY)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        return try_lock(file)
    except OSError:
        return False
    finally:
        os.close(file)


@contextmanager
def _nobody_sweeps() -> Iterator[None]:
    """Keep out a sweep while a folder is made, and while another sweep is under way."""
    file = open_lock("sweep")
    try:
        lock(file)
        yield
    finally:
        os.close(file)


def open_lock(purpose: str) -> int:
    """Open a file to lock, one for each purpose and user. Unavailable if it cannot be had."""
    path = lock_path(purpose)
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        # So that nothing that tidies up takes it for forgotten, and gives others another one.
        os.utime(file)
    except OSError as error:
        raise Unavailable(f"{path} cannot be opened: {error.strerror}; {_REMEDY}") from error
    return file


def lock_path(purpose: str) -> Path:
    """Return where a lock lies that all matches of this user share."""
    return runtime_parent() / f"{purpose}.lock"
