"""Where a bot runs: in the referee's process, in a process, or in a container (`kinds.py`).

In a process and in a container the bot's program is the child of a supervisor (`supervisor.py`), a
small trusted program that starts it, passes on its log, reports its end, and ends everything when
the referee is gone. Only `grpc_connection.py` speaks gRPC on the referee's side.
"""

import os

# Here, since gRPC reads it when it is imported. It is what `arena_sdk.stream` chooses for bots; to
# ask that would load the SDK and the rules for every command.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
