"""The files of the image as a board of bits, for a message from seat to seat.

Sources, since what is compiled is never compared with them: no bot has them in memory by itself.
"""

import mmap
import os

MESSAGE = b"ar"
BITS = [byte >> bit & 1 for byte in MESSAGE for bit in range(8)]
PAGE = mmap.PAGESIZE


def image_files():
    """Return the sources of the image's libraries, the largest first."""
    found = []
    for folder, _, names in os.walk("/usr/lib"):
        paths = (os.path.join(folder, name) for name in names if name.endswith(".py"))
        found += [(-os.path.getsize(path), path) for path in paths if not os.path.islink(path)]
    return [path for _, path in sorted(found)]
