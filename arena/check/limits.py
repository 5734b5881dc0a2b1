"""The sentences of `arena check` on a bot's limits. All of them stand in `docs/limits.md`."""

from typing import Final

from arena.boxes.kinds import KINDS
from arena.boxes.kinds.container import CPUS
from arena.containers.recipe import DISTRIBUTIONS, host_minor
from arena.containers.runtime import GVISOR

_MB: Final = 1024**2
LIBRARIES: Final = f"the SDK, the rules of all games, {', '.join(DISTRIBUTIONS)}"


def say_limits(box: str) -> str:
    """Return what such a box holds a bot to, in a sentence or two; nothing if it has no walls."""
    runtime = KINDS[box].runtime
    if runtime is None:
        return ""
    with_kernel = " Memory and threads of gVisor's kernel count, too." if runtime is GVISOR else ""
    return (
        f"A bot has {runtime.memory // _MB} MB of memory, {CPUS} CPU, {runtime.processes} processes"
        f" and threads, {runtime.open_files} open files and no network. It can write"
        f" {runtime.tmp_bytes // _MB} MB in /tmp and nothing elsewhere.{with_kernel}"
    )


def say_programs(box: str) -> str:
    """Return what a bot's command may name."""
    others = 'language = "java" or another one in bot.toml has a container with what that needs'
    within = f"Python {host_minor()} with {LIBRARIES}, and no shell"
    if not KINDS[box].isolates:
        return (
            "A program that is installed on this machine, or './' and one of the bot's files. A"
            f" container has {within}; there, {others}."
        )
    return f"python3, or './' and one of the bot's files. A container has {within}; {others}."
