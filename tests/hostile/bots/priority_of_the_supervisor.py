"""A bot that slows the supervisor down."""

import os

from hostile.doors import refused, try_doors


def tries():
    refused("renicing the supervisor", os.setpriority, os.PRIO_PROCESS, 1, 10)
    refused(
        "moving the supervisor to one CPU", os.sched_setaffinity, 1, {min(os.sched_getaffinity(1))}
    )
    refused("renicing its user, the supervisor included", os.setpriority, os.PRIO_USER, 0, 11)


try_doors(tries)
