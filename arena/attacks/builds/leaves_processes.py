"""A build that leaves a process, in a session of its own, that holds the pipe of its output."""

import os

if os.fork() == 0:
    os.setsid()
    while True:
        pass
