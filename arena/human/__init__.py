"""A person's seat of a match, from the person's side: what a terminal and a web server ask with.

`seat.py` is the client of a seat and alone speaks gRPC, `events.py` is what it tells, `news.py`
says what has happened since the seat was last asked, and `choosing.py` puts a move together.
"""

import os

# gRPC tells on stderr of every stream that ends, and a referee's does.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
