"""A person's seat of a match, from the person's side: what a terminal and a web server ask with.

`seat.py` is the client of a seat and alone speaks gRPC, and `events.py` is what it tells.
"""

import os

# gRPC tells on stderr of every stream that ends, and a referee's does.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
