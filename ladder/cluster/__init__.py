"""A season's matches on many machines, by Dask distributed.

A season sends tasks to Dask's scheduler, which has workers play them. Dask queues tasks, watches
workers, and repeats the tasks of a lost one.
"""

import logging
from typing import Final

import dask
import distributed  # noqa: F401 - it sets how it logs as it is imported

# How long a peer may take to answer, in seconds.
PATIENCE: Final = 30.0

# As little as possible beside the matches: no profiler, no dashboard, no memory manager, and few
# of the events kept, since each is a game.
dask.config.set(
    {
        "distributed.worker.profile.enabled": False,
        "distributed.worker.memory.pause": False,
        "distributed.worker.memory.spill": False,
        "distributed.worker.memory.target": False,
        "distributed.worker.memory.terminate": False,
        "distributed.admin.low-level-log-length": 100,
        "distributed.scheduler.active-memory-manager.start": False,
        # Dask answers HTTP without TLS all the same: nothing, and to this machine alone.
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        # A worker that says nothing for so long is lost, as one that is cut off is.
        "distributed.scheduler.worker-ttl": f"{PATIENCE} s",
    }
)
# Events are told in our words.
for _name in ("distributed", "distributed.client", "distributed.gc"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)
