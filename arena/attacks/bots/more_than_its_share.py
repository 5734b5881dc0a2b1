"""A bot that asks for real time, and raises its limits."""

import os
import resource

from hostile.doors import calls, refused, through


def tries():
    calls(ioprio_set=251, sched_setattr=314, sched_setparam=142, sched_setscheduler=144)
    for policy in (os.SCHED_FIFO, os.SCHED_RR):
        refused("real time", os.sched_setscheduler, 0, policy, os.sched_param(1))
    for name in filter(lambda name: name.startswith("RLIMIT_"), dir(resource)):
        hard = resource.getrlimit(getattr(resource, name))[1]
        if hard != resource.RLIM_INFINITY:
            refused(name, resource.setrlimit, getattr(resource, name), (hard, hard + 1))
    for name in "NOFILE CORE FSIZE MSGQUEUE SIGPENDING MEMLOCK NICE RTPRIO".split():
        if resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1] == resource.RLIM_INFINITY:
            through.append(f"there is no limit {name}")
