"""A bot that loads modules, starts another kernel, reboots, reads the kernel's log."""

from hostile.doors import call, calls


def tries():
    calls(init_module=175, finit_module=313, delete_module=176, kexec_load=246, kexec_file_load=320)
    calls(reboot=169, swapon=167, swapoff=168, acct=163, syslog=103, iopl=172, ioperm=173)
    calls(vhangup=153, nfsservctl=180)
    call("syslog size", 103, 10, 0, 0)
    call("syslog read", 103, 3, bytes(256), 256)
    call("init_module", 175, bytes(64), 64, b"")
