"""The container host: the engine of this process's containers, and the images that they run from.

What it is asked is asked once a process.
"""

import os
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, TypeVar

from arena.boxes.leftovers import sweep_containers
from arena.containers.engine import PATIENCE, Engine
from arena.containers.image import require_image
from arena.containers.protections import missing_protections, require
from arena.containers.runtime import Runtime

ResultT = TypeVar("ResultT")

_answers: Final[dict[Hashable, Any]] = {}


def open_engine(
    runtime: Runtime, allow_missing: frozenset[str], *, engine_answered: bool = False
) -> Engine:
    """Return an engine for containers of a runtime, with those of dead processes removed.

    HostFailure if it cannot give such containers. One that has answered is waited for.
    """
    engine = Engine(patience=PATIENCE, answered=engine_answered)
    info = engine.require_docker()
    runtime.require(info)
    require(missing_protections(info), allow_missing)
    sweep_containers(engine)
    engine.remove_left()
    return engine


def find_engine(
    runtime: Runtime, allow_missing: Iterable[str] = (), *, engine_answered: bool = False
) -> Engine:
    """Return the engine of this process's containers; HostFailure if it cannot give such."""
    allowed = frozenset(allow_missing)
    return _ask_once(
        (runtime, allowed, engine_answered),
        lambda: open_engine(runtime, allowed, engine_answered=engine_answered),
    )


def find_name(engine: Engine, language: str, *, to_build: bool = False) -> str:
    """Return the name of a language's image; HostFailure if there is none."""
    return _ask_once(
        (engine, language, to_build),
        lambda: require_image(engine, language, to_build=to_build).name,
    )


def forget_host() -> None:
    """Ask again from now on."""
    _answers.clear()


def _ask_once(question: Hashable, ask: Callable[[], ResultT]) -> ResultT:
    """Ask, or return what was answered. A failure is asked about again."""
    # A process that was forked may not speak by its parent's sockets.
    question = (os.getpid(), os.environ.get("DOCKER_HOST"), question)
    if question not in _answers:
        _answers[question] = ask()
    result: ResultT = _answers[question]
    return result
