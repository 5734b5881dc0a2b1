"""A bot that maps parts of the image's files, and reads which are mapped by somebody else as
well.
"""

import ctypes
import os
import struct
import time

from hostile import escaped
from hostile.image_files import BITS, PAGE, image_files

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p


def mapped(path):
    file = os.open(path, os.O_RDONLY)
    return libc.mmap(None, ctypes.c_size_t(PAGE * len(BITS)), 1, 2, file, ctypes.c_long(0))


def is_shared(page):
    # Bit 56 of what the kernel says of a page is set where nobody else has mapped it.
    with open("/proc/self/pagemap", "rb", buffering=0) as pages:
        pages.seek(page // PAGE * 8)
        return 1 - (struct.unpack("Q", pages.read(8))[0] >> 56 & 1)


def attack(turn):
    time.sleep(0.3 * turn.view.seat)
    path = image_files()[0]
    start = mapped(path)
    pages = [start + PAGE * number for number in range(len(BITS))]
    for page in pages:
        ctypes.string_at(page, 1)
    try:
        if [is_shared(page) for page in pages] == BITS:
            escaped("which pages another seat has mapped")
    except OSError:
        pass
    for page, wanted in zip(pages, BITS):
        if not wanted:
            libc.munmap(ctypes.c_void_p(page), ctypes.c_size_t(PAGE))
