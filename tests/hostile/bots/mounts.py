"""A bot that mounts, unmounts and changes its root."""

import os

from hostile.doors import call, calls, refused


def tries():
    calls(mount=165, umount2=166, pivot_root=155, chroot=161, open_tree=428, move_mount=429)
    calls(fsopen=430, fsconfig=431, fsmount=432, fspick=433, mount_setattr=442, open_tree_attr=467)
    calls(statmount=457, listmount=458, quotactl=179, quotactl_fd=443, name_to_handle_at=303)
    calls(open_by_handle_at=304, fanotify_init=300)
    call("mount tmpfs", 165, b"none", b"/tmp", b"tmpfs", 0, None)
    call("remount", 165, b"none", b"/bot", None, 0x1020, None)
    call("umount2 of a mask", 166, b"/proc/keys", 2)
    call("fsopen proc", 430, b"proc", 0)
    refused("chroot", os.chroot, "/tmp")
