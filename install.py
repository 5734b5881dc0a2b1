"""Makes `.venv` and installs this project there, or says in its first line what to type instead.

    python3 install.py .venv/play [GOAL]    what playing and a ladder need
    python3 install.py .venv/ready [GOAL]       what the tests and `make lint` need as well

The file that it is called with is touched at the end. GOAL is what was asked of `make`. Pythons
that are too old for all else here read this too, to say so: nothing is newer than Python 2.7.
"""

import glob
import os
import re
import signal
import subprocess
import sys
import time

OLDEST = (3, 11)
EXTRAS = {"play": "web", "ready": "dev"}
STOPS = (signal.SIGINT, signal.SIGTERM)
BIN = os.path.join(".venv", "bin")
PYTHON = os.path.join(BIN, "python")
# What pip and uv say without a network, and where a package has to be compiled.
NO_NETWORK = (
    "NewConnectionError",
    "NameResolutionError",
    "ProxyError",
    "ConnectTimeoutError",
    "Failed to fetch",
)
NO_COMPILER = ("command 'gcc' failed", "command 'cc' failed", "Python.h", "gcc: not found")


def main():
    stamp = sys.argv[1]
    goal = "make " + (" ".join(sys.argv[2:]) or "setup")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if not has_environment(goal):
            require_python(goal)
            require_venv(goal)
            run([sys.executable, "-m", "venv", ".venv"], goal)
        begun = time.time()
        print("Installing what '%s' needs in .venv ..." % goal)
        sys.stdout.flush()
        install(EXTRAS[os.path.basename(stamp)], goal)
        print("It is there after %.0f s." % (time.time() - begun))
    except KeyboardInterrupt:
        sys.exit("Stopped. Type: %s" % goal)
    with open(stamp, "w"):
        pass


def has_environment(goal):
    """Say whether `.venv` can be used; end where it is of a Python that cannot be."""
    if not os.path.lexists(PYTHON):
        return False
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        said = subprocess.check_output([PYTHON, "-c", asked]).decode().strip()
    except (OSError, subprocess.CalledProcessError):
        sys.exit("The Python of .venv is gone. Type: rm -r .venv && %s" % goal)
    if tuple(map(int, said.split("."))) < OLDEST:
        end = "card-arena needs Python %d.%d. Type: rm -r .venv && %s"
        sys.exit(("The Python of .venv is %s; " % said) + end % (OLDEST[0], OLDEST[1], goal))
    # Anyone who was stopped may have left one without pip.
    return bool(glob.glob(os.path.join(".venv", "lib", "python*", "site-packages", "pip")))


def require_python(goal):
    if sys.version_info[:2] >= OLDEST:
        return
    newer = ["python3.%d" % minor for minor in range(20, OLDEST[1] - 1, -1)]
    folders = os.environ.get("PATH", "").split(os.pathsep)
    here = [name for name in newer if any(runs(os.path.join(one, name)) for one in folders)]
    first = "" if here else "sudo apt-get install %s-venv && " % newer[-1]
    sys.exit(
        "card-arena needs Python %d.%d or newer, and this one is %d.%d. Type: %s%s PYTHON=%s"
        % (OLDEST + sys.version_info[:2] + (first, goal, (here or newer[-1:])[0]))
    )


def runs(path):
    """Say whether a program can be started; a shim of pyenv may be there and lead nowhere."""
    try:
        with open(os.devnull, "w") as nowhere:
            return subprocess.call([path, "-c", ""], stdout=nowhere, stderr=nowhere) == 0
    except OSError:
        return False


def require_venv(goal):
    try:
        __import__("ensurepip")
        __import__("venv")
    except ImportError:
        package = "python%d.%d-venv" % sys.version_info[:2]
        sys.exit(
            "This Python makes no environments. Type: sudo apt-get install %s && %s"
            % (package, goal)
        )


def install(extra, goal):
    # A build starts the programs of its tools.
    os.environ["PATH"] = os.path.abspath(BIN) + os.pathsep + os.environ["PATH"]
    pip, where = [PYTHON, "-m", "pip"], ["--python", PYTHON]
    # By uv, which takes a sixth of pip's CPU time.
    uv = [os.path.join(BIN, "uv"), "pip"]
    run(pip + hashed("uv"), goal)
    heed(subprocess.check_output([PYTHON, "-m", "pip", "config", "list"]).decode())
    # First what others have made, as it was when `make constraints` saw it, the tools of a build as
    # well. A folder has no hash, so this project is installed by itself.
    own = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", "."]
    for what in (hashed(extra), own):
        run(uv + what + where, goal)
    # A quarter of it is ever loaded, and is compiled then: most of that now, as some images of
    # Python forbid programs to keep what they have compiled.
    run([PYTHON, "-c", "import arena.cli.play, ladder.web.server, scipy.stats"], goal)


def hashed(name):
    """Return the words that install what has hashes in a file, and nothing else."""
    return ["install", "--quiet", "--require-hashes", "--requirement", "hashes/%s.txt" % name]


def heed(settings):
    """Have uv ask the index that pip asks, and trust whom it trusts."""
    for name, variable in (("index-url", "UV_DEFAULT_INDEX"), ("cert", "SSL_CERT_FILE")):
        for value in re.findall(r"^\S+\.%s='(.*)'$" % name, settings, re.MULTILINE):
            os.environ.setdefault(variable, value)


def lead():
    """Be a process that leads a session of its own, and can be stopped."""
    os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def run(command, goal):
    """Run a program that is heard only where it fails, behind a line that says what to do."""
    # Anyone who stops us meanwhile is heard when there is something to end.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=lead
    )
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        said = started.communicate()[0].decode(errors="replace")
    except KeyboardInterrupt:
        # With all that it has started, and in the way in which pip removes what it has unpacked.
        os.killpg(started.pid, signal.SIGINT)
        started.wait()
        raise
    if started.returncode == 0:
        return
    if any(word in said for word in NO_NETWORK):
        why = "No package could be downloaded: there is no network. Type, when there is: %s"
    elif any(word in said for word in NO_COMPILER):
        why = "A package has to be compiled. Type: sudo apt-get install gcc python3-dev && %s"
    else:
        why = "This has failed; when what it says is mended, type: %s"
    sys.exit(why % goal + "\n" + said.strip())


if __name__ == "__main__":
    main()
