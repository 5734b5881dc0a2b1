"""Where a bot runs: in this process, in a process, or in a container.

In a process and in a container the bot's program is the child of a supervisor (`supervisor.py`), a small
trusted program that starts it, passes on its log, reports its end, and ends everything when the
referee is gone. `container.py` and `image.py` are the only modules that speak to Docker.
"""
