"""A bot that reaches for the parts of the kernel in which holes are found."""

from hostile.doors import call, calls


def tries():
    calls(io_uring_setup=425, io_uring_enter=426, io_uring_register=427, bpf=321, userfaultfd=323)
    calls(perf_event_open=298, add_key=248, request_key=249, keyctl=250, inotify_init=253)
    calls(inotify_init1=294, io_setup=206, splice=275, tee=276, vmsplice=278, modify_ldt=154)
    calls(remap_file_pages=216, mbind=237, set_mempolicy=238, migrate_pages=256, move_pages=279)
    calls(memfd_secret=447, kcmp=312, lookup_dcookie=212, map_shadow_stack=453, cachestat=451)
    calls(shmget=29, semget=64, msgget=68, mq_open=240, setxattr=188, uselib=134, sysctl=156)
    call("io_uring_setup", 425, 1, bytes(120))
    call("keyctl", 250, 0, -3, 0)
    call("bpf map", 321, 0, bytes(72), 72)
    # Filters of its own, merged memory, cores for its own threads, and what else a process may ask.
    for option in {*range(5, 80), 0x53564D41, 0x59616D61} - {15, 16, 21, 23, 36, 38, 39}:
        call("prctl", 157, option, 0, 0, 0, 0)
