"""A bot that writes to its image, its own folder and its seat's."""

import os
import stat
import sys

from hostile.doors import refused, through


def tries():
    for top, folders, files in os.walk("/"):
        if top == "/":
            folders[:] = set(folders) - {"proc", "sys", "tmp"}
        try:
            os.close(os.open(f"{top}/new", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            through.append(f"made {top}/new")
        except OSError:
            pass
        for path in (f"{top}/{name}" for name in files):
            if os.access(path, os.W_OK) and stat.S_ISREG(os.stat(path).st_mode):
                through.append(f"{path} can be written")
    for start in ("", "/proc/self/root", "/proc/thread-self/root"):
        path = start + "/bot/bot.py"
        refused("open", os.open, path, os.O_WRONLY)
        refused("chmod", os.chmod, path, 0o777)
        refused("unlink", os.unlink, path)
        refused("rename", os.rename, path, path + "2")
        refused("utime", os.utime, path)
        refused("truncate", os.truncate, path, 0)
        refused("symlink", os.symlink, "/etc", start + "/run/seat/new")
        refused("mkdir", os.mkdir, start + "/run/seat/new")
        refused("link", os.link, path, start + "/tmp/new")
    for path in ("/proc/self/exe", "/proc/1/exe", "/opt/arena/supervisor.py", sys.executable):
        refused(f"open {path}", os.open, path, os.O_WRONLY)
