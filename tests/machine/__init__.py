"""A virtual machine of Debian's packages, for what one's own cannot show.

There are control groups of version 2 under systemd, a distribution's Docker and its kernel, four
CPUs, and a user in the group docker beside root. `python -m tests.machine` makes it and runs in it
what has to hold on such a machine.
"""
