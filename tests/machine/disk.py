"""Makes the machine's disk: packages of a Debian release, this project's environments, two users.

It is made by root on a Debian host, of what the host's own apt and pip can reach. It is kept, and
made again when what it is made of changes.
"""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.errors import UserError

ROOT: Final = Path(__file__).parents[2]
# Where this project lies in the machine. Not in a home: the units see none.
PROJECT: Final = "/srv/arena"
# A member of the group docker; and one who has engines without root, and is not in that group.
USER: Final = "user"
ROOTLESS: Final = "rootless"

_TOOLS: Final = {
    "mmdebstrap": "mmdebstrap",
    "qemu-system-x86_64": "qemu-system-x86",
    "ssh": "openssh-client",
    "mke2fs": "e2fsprogs",
}
_PACKAGES: Final = (
    # The system.
    "systemd systemd-sysv systemd-resolved udev dbus dbus-user-session libpam-systemd kmod apparmor"
    " linux-image-cloud-amd64 util-linux e2fsprogs procps iproute2 iptables sudo openssh-server"
    " ca-certificates apt gpgv"
    # The project.
    " python3-venv python3-dev g++ make git postgresql"
    # The engines.
    " docker.io runsc podman crun uidmap slirp4netns fuse-overlayfs rootlesskit"
)
# What a release has apart from the packages above.
_MORE: Final = {"trixie": " docker-cli"}
_SIZE: Final = "24G"
# By which the units' environment is made of the sources without an index.
_BUILDERS: Final = "hatchling hatch-protobuf mypy-protobuf grpcio-tools"

_SET_UP: Final = f"""
useradd --create-home --shell /bin/bash --groups docker {USER}
useradd --create-home --shell /bin/bash {ROOTLESS}
echo machine >/etc/hostname
echo '127.0.0.1 localhost machine' >/etc/hosts
echo '/dev/vda / ext4 rw,discard 0 1' >/etc/fstab
printf '[Match]\\nName=e*\\n[Network]\\nDHCP=yes\\n' >/etc/systemd/network/80-dhcp.network
systemctl enable --quiet systemd-networkd systemd-resolved ssh docker
systemctl disable --quiet apt-daily.timer apt-daily-upgrade.timer man-db.timer 2>/dev/null || true
mkdir -p {PROJECT}
chown {USER}: {PROJECT}
for home in /root /home/{USER} /home/{ROOTLESS}; do
    install -D --mode 600 /tmp/key.pub $home/.ssh/authorized_keys
    chown -R --reference $home $home/.ssh
done
"""
_INSTALL: Final = f"""
chown -R {USER}: {PROJECT}
cd {PROJECT}
setpriv --reuid={USER} --regid={USER} --init-groups env HOME=/home/{USER} make setup
python3 -m venv /opt/card-arena
/opt/card-arena/bin/pip install --quiet --constraint constraints.txt '.[web,workers]' {_BUILDERS}
"""


@dataclass(frozen=True, slots=True)
class Disk:
    """What a machine is started from."""

    image: Path
    kernel: Path
    initrd: Path
    key: Path
    """That of ssh, by which all users of the machine can be reached."""


def require_disk(release: str, folder: Path) -> Disk:
    """Return the disk in `folder`, made now if there is none of today's."""
    _require_host()
    disk = Disk(*(folder / name for name in ("disk.img", "vmlinuz", "initrd", "key")))
    made, digest = folder / "made", _digest(release)
    if not made.exists() or made.read_text() != digest:
        made.unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        print(f"Making a machine of Debian's {release}, once; it takes minutes ...", flush=True)
        _make(release, disk, folder / "tree")
        made.write_text(digest)
    return disk


def _require_host() -> None:
    if missing := [package for tool, package in _TOOLS.items() if not shutil.which(tool)]:
        raise UserError(
            f"What makes the machine is missing. Type: sudo apt-get install {' '.join(missing)}"
        )
    if os.geteuid():
        raise UserError("Only root can make the machine's disk. Type: sudo make machine")


def _digest(release: str) -> str:
    """Return a digest of what the disk depends on."""
    files = (Path(__file__), ROOT / "pyproject.toml", ROOT / "constraints.txt")
    return sha256(b"".join([release.encode(), *(file.read_bytes() for file in files)])).hexdigest()


def _make(release: str, disk: Disk, tree: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    names = (_PACKAGES + _MORE.get(release, "")).replace(" ", ",")
    how = ["--mode=root", "--variant=minbase", f"--include={names}"]
    _run("mmdebstrap", "--quiet", *how, release, str(tree), *_sources(release))
    if not disk.key.exists():
        _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(disk.key))
    shutil.copy(disk.key.with_suffix(".pub"), tree / "tmp")
    _run("chroot", str(tree), "sh", "-euc", _SET_UP)
    send_sources("tar", "-x", "-C", f"{tree}{PROJECT}")
    _install(tree)
    for name, target in (("vmlinuz-*", disk.kernel), ("initrd.img-*", disk.initrd)):
        shutil.copy(max(tree.glob(f"boot/{name}")), target)
    disk.image.unlink(missing_ok=True)
    _run("mke2fs", "-q", "-t", "ext4", "-d", str(tree), str(disk.image), _SIZE)
    shutil.rmtree(tree)


def _sources(release: str) -> Iterator[str]:
    """Give the lines of apt's that lead to a release, from where the host has its own."""
    asked = ["$(REPO_URI)", "$(RELEASE)", "$(CODENAME)", "$(ORIGIN)"]
    told = ["apt-get", "indextargets", "--format", " ".join(asked), "Created-By: Packages"]
    here = subprocess.run(told, check=True, capture_output=True, text=True).stdout
    for line in sorted(set(here.splitlines())):
        uri, suite, name, origin = (*line.split(), "", "")[:4]
        if origin == "Debian":
            yield f"deb {uri} {suite.replace(name.partition('-')[0], release)} main"


def send_sources(*command: str) -> None:
    """Give a program, as a tar file, the sources as they are here, stubs of the wire included."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout.split(b"\0")
    stubs = [bytes(stub.relative_to(ROOT)) for stub in ROOT.glob("arena/v1/*_pb2*")]
    there = [name for name in [*listed, *stubs] if name and (ROOT / os.fsdecode(name)).exists()]
    packing = ["tar", "-c", "--null", "--files-from=-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as reader:
        assert reader.stdin is not None
        subprocess.run(packing, cwd=ROOT, check=True, input=b"\0".join(there), stdout=reader.stdin)
        reader.stdin.close()
    if reader.returncode:
        sys.exit(f"{shlex.join(command)} could not read the sources.")


def _install(tree: Path) -> None:
    """Install the project in the tree, by the host's network and its configuration of pip."""
    settings = _pip_settings()
    environ = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **settings}
    environ |= {name: text for name, text in os.environ.items() if name.lower().endswith("_proxy")}
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", tree / "etc/ssl/certs")
    resolver = tree / "etc/resolv.conf"
    resolver.unlink(missing_ok=True)
    shutil.copy("/etc/resolv.conf", resolver)
    mounts = "".join(_mount(path, tree) for path in _named(settings))
    # Python's processes meet there; without it nothing is compiled.
    mounts += f"mount -t tmpfs shared {shlex.quote(str(tree / 'dev/shm'))}\n"
    # What is mounted goes with the program that has mounted it.
    script = (
        f"set -eu\n{mounts}exec chroot {shlex.quote(str(tree))} sh -euc {shlex.quote(_INSTALL)}"
    )
    _run("unshare", "--mount", "sh", "-c", script, env=environ)
    resolver.unlink()
    resolver.symlink_to("../run/systemd/resolve/stub-resolv.conf")


def _pip_settings() -> dict[str, str]:
    """Return how the host's pip is configured, as the environment of another pip."""
    asking = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(asking, check=True, capture_output=True, text=True).stdout
    settings = {}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        settings[f"PIP_{name.rpartition('.')[2].upper().replace('-', '_')}"] = ast.literal_eval(
            value
        )
    return settings


def _named(settings: dict[str, str]) -> set[Path]:
    """Return the files and folders of the host's that pip is to read."""
    words = " ".join(settings.values()).split()
    paths = {Path(word.removeprefix("file://")) for word in words if re.match(r"(file://)?/", word)}
    # The pages of an index lead out of their own folder.
    whole = {path.parent if path.name == "simple" else path for path in paths}
    return {path for path in whole if path.exists()}


def _mount(path: Path, tree: Path) -> str:
    inside = tree / path.relative_to("/")
    if path.is_dir():
        inside.mkdir(parents=True, exist_ok=True)
    else:
        inside.parent.mkdir(parents=True, exist_ok=True)
        inside.touch()
    return f"mount --bind {shlex.quote(str(path))} {shlex.quote(str(inside))}\n"


def _run(*command: str, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{shlex.join(command)[:200]} has failed:\n{done.stdout}{done.stderr}")
