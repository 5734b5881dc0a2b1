"""A bot that makes devices and links to what it may not see."""

import os
import stat

from hostile.doors import refused


def tries():
    for kind, *numbers in ((stat.S_IFCHR, 1, 1), (stat.S_IFCHR, 1, 3), (stat.S_IFBLK, 254, 0)):
        refused(f"mknod {numbers}", os.mknod, "/tmp/device", kind | 0o666, os.makedev(*numbers))
    targets = "/etc/shadow /proc/1/root/etc/shadow ../run/seat/../../../etc/shadow"
    targets += " /proc/self/cwd/../../etc/shadow /proc/1/cwd/etc/passwd /proc/1/fd/3 /proc/1/mem"
    for target in targets.split():
        os.symlink(target, "/tmp/link")
        refused(f"read by a link {target}", lambda: open("/tmp/link", "rb").read(64))
        os.unlink("/tmp/link")
    refused("hard link", os.link, "/etc/passwd", "/tmp/hard")
