"""The commitment to a match's luck: what the log says of a plan before it is played.

The plan has the secret seed of all deals, so the log has only a digest of it. The record of the
match has the plan itself: so everybody can see that the match which was played is the one that was
planned, and that nobody has played it until its result pleased.
"""

from hashlib import sha256

from arena.v1 import record_pb2 as rec


def commit_to(plan: rec.Plan) -> str:
    """Return the digest of a plan, without what only says in which boxes it is played."""
    said = rec.Plan()
    said.CopyFrom(plan)
    for field in ("box", "allow_missing", "image"):
        said.ClearField(field)
    return sha256(said.SerializeToString(deterministic=True)).hexdigest()
