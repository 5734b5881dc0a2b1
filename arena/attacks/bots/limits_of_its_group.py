"""A bot that looks for CPU, memory, swap or processes that its control group may have without
end.
"""

import glob

from hostile.doors import through


def tries():
    names = "cpu.max memory.max memory.swap.max pids.max cpu.cfs_quota_us memory.limit_in_bytes"
    for name in f"{names} memory.memsw.limit_in_bytes".split():
        for path in glob.glob(f"/sys/fs/cgroup/{name}") + glob.glob(f"/sys/fs/cgroup/*/{name}"):
            with open(path) as file:
                said = file.read().split()[0]
            if said in ("max", "-1") or int(said) > 2**60:
                through.append(f"{path} says {said}")
