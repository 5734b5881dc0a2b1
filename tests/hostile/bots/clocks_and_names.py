"""A bot that sets the clock and the name of the machine."""

import os

from hostile.doors import call, calls, put, refused, through


def tries():
    calls(settimeofday=164, clock_settime=227, clock_adjtime=305, adjtimex=159)
    calls(sethostname=170, setdomainname=171)
    call("settimeofday of nothing", 164, 0, 0)
    call("sethostname", 170, b"host", 4)
    refused("write hostname", put, "/proc/sys/kernel/hostname", b"host")
    if os.uname().nodename != "bot":
        through.append(f"the machine is called {os.uname().nodename}")
