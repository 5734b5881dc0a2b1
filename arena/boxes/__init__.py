"""Boxes, in which bots run: the referee's process, a process, or a container (`kinds`).

`box.py` has the contract of a box. The rooms are the `connection` to a bot, the `supervision` of
its program, and the resources of the `host`. In a process and in a container the program is the
child of a supervisor (`supervision/supervisor.py`), a small trusted program that starts it, passes
on its log, reports its end, and ends everything when the referee is gone. Only
`connection/grpc_connection.py` speaks gRPC on the referee's side.
"""

import os

from arena.grpc_versions import poller_variables

# Here, since gRPC reads them when it is imported.
for _name, _value in poller_variables().items():
    os.environ.setdefault(_name, _value)
