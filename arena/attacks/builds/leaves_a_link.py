"""A build that leaves a link to a file of the host, to be copied with the product."""

import os

os.symlink("/etc/passwd", "passwd")
