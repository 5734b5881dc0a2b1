"""A bot as a program: `run` at the end of its script; `load` for anyone who wants the bot
itself."""

import gc
import os
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from shlex import quote
from types import ModuleType
from typing import Any, TypeAlias

from arena.v1 import arena_pb2 as pb
from arena_sdk.bot import Bot
from arena_sdk.errors import print_error
from arena_sdk.session import Session, WrongMoveError
from arena_sdk.stream import SOCKET_VARIABLE, Stream, StreamEndedError

MakeBot: TypeAlias = Callable[[], Bot[Any, Any, Any]]

# Set while `load` executes a script: what `run` was called with goes there.
_loading: ContextVar[list[MakeBot] | None] = ContextVar("loading", default=None)


def run(bot: MakeBot | Bot[Any, Any, Any]) -> None:
    """Play the match whose referee started this program; return when it is over.

    It takes a bot's class, whatever else makes a bot, or one that is made already. To be called at
    the end of the bot's script, under `if __name__ == "__main__":`, so that a test can import the
    script.
    """
    make_bot: MakeBot = (lambda: bot) if isinstance(bot, Bot) else bot
    loading = _loading.get()
    if loading is not None:
        loading.append(make_bot)
        return
    address = os.environ.get(SOCKET_VARIABLE)
    if address is None:
        sys.exit(_how_to_start(bot))
    try:
        session = Session(make_bot())
        with Stream(address) as stream:
            # Objects loaded by now stay. A program that ends looks for garbage among all its
            # objects, which takes a fifth of the time of its start.
            gc.freeze()
            _converse(stream, session)
    except (WrongMoveError, StreamEndedError) as reason:
        # The sentence alone: where it was found out is no place of the author's.
        sys.exit(str(reason))
    except Exception as error:  # noqa: BLE001 - an author may raise anything
        print_error(error)
        sys.exit(1)


def load(script: Path) -> Bot[Any, Any, Any]:
    """Execute a bot's script in this process and return the bot that it would run.

    The modules of its folder are its own: another bot, or the same one loaded again, gets others.
    """
    return Script(script).load()


class Script:
    """A bot's script in a process that it shares with others, each with modules of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder = str(path.resolve().parent)
        self._modules: dict[str, ModuleType] = {}

    def load(self) -> Bot[Any, Any, Any]:
        """Execute it and return the bot that it would run."""
        made: list[MakeBot] = []
        token = _loading.set(made)
        try:
            with self.imports():
                runpy.run_path(str(self._path), run_name="__main__")
                if not made:
                    raise RuntimeError(
                        f"{self._path.name} does not call run(); it has to end with"
                        ' if __name__ == "__main__": run(MyBot)'
                    )
                return made[0]()
        finally:
            _loading.reset(token)

    @contextmanager
    def imports(self) -> Iterator[None]:
        """Have `import` find the modules of this bot's folder, and no other bot's."""
        sys.path.insert(0, self._folder)
        sys.modules.update(self._modules)
        known = len(sys.modules)
        try:
            yield
        finally:
            sys.path.remove(self._folder)
            if len(sys.modules) != known:
                found = {name: module for name, module in sys.modules.items() if self._owns(module)}
                self._modules.update(found)
            for name in self._modules:
                sys.modules.pop(name, None)

    def _owns(self, module: ModuleType) -> bool:
        file = getattr(module, "__file__", None)
        # A folder of modules without an __init__.py has only a path.
        places = [file] if file else [*getattr(module, "__path__", ())]
        return any(place.startswith(f"{self._folder}{os.sep}") for place in places)


def _converse(stream: Stream, session: Session) -> None:
    """Pass messages between the stream and the session until the referee ends the stream."""
    stream.write(session.join().SerializeToString())
    while (message := stream.read()) is not None:
        answer = session.receive(pb.RefereeMessage.FromString(message))
        if answer is not None:
            stream.write(answer.SerializeToString())


def _how_to_start(bot: MakeBot | Bot[Any, Any, Any]) -> str:
    """Say to somebody who has run or imported a bot what to do instead."""
    module = sys.modules.get(bot.__module__)
    folder = Path(getattr(module, "__file__", None) or sys.argv[0]).resolve().parent
    said = f"A referee has to start this bot. Try: arena play six_nimmt {quote(str(folder))} random"
    if bot.__module__ != "__main__":
        said += '\nTo import it, have it call run() only under: if __name__ == "__main__":'
    return said
