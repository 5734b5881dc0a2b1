"""A build that leaves a disk of the host, and else a pipe to wait at, in place of a file."""

import os
import stat

try:
    os.mknod("disk", stat.S_IFBLK | 0o666, os.makedev(8, 0))
except OSError:
    os.mkfifo("pipe")
