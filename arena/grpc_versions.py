"""The versions of gRPC that the tests were run with, and what is chosen for those alone.

gRPC has two ways to wait for sockets. Since version 1.80 it has threads of its own for that (the
EventEngine); in the older way anyone who wants a message waits for it, which costs less. The older
one has to be asked for by names that a later version need not have, and which it would complain of.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

TESTED: Final = ("1.85",)
"""Minor versions, of which any patch release is meant."""

_OLDER_POLLER: Final = {"GRPC_EXPERIMENTS": "-event_engine_client,-event_engine_listener"}


def is_tested() -> bool:
    """Say whether the gRPC that is installed here is of such a version, without importing it."""
    spec = find_spec("grpc")
    if spec is None or spec.origin is None:
        return False
    packages = Path(spec.origin).parent.parent
    return any(next(packages.glob(f"grpcio-{minor}.*.dist-info"), None) for minor in TESTED)


def poller_variables() -> Mapping[str, str]:
    """Return the variables by which gRPC, when it is imported, takes the older way to wait."""
    return _OLDER_POLLER if is_tested() else {}
