"""Records what today's program answers: `python -m tests.frozen [KIND...]`."""

import sys

from tests.frozen.oracle import FAST, REAL, record
from tests.seeds import draw_from

for kind in sys.argv[1:] or (*FAST, *REAL):
    draw_from("frozen")
    record(kind)
    print(f"Recorded {kind}. Next: git diff --stat tests/frozen/kept/{kind}")
