"""Reviews of matches as a ladder keeps them: where a bot lost points, as `arena review` says it.

The same record, bot and policy have the same review, so it is kept by the digest of these.
"""

import zlib
from hashlib import sha256

import msgspec

from arena.match.record import unpack_record
from arena.match.replay import open_replays
from arena.review.policy import PLAYOUTS, digest_of_policy
from arena.review.review import GameReview, list_seats, review_seat
from ladder.matches import Player


def digest_of_review(record: str, player: Player, game: str) -> str:
    """Return the digest of what a bot's review follows from; `record` is that of the record."""
    return sha256(f"{record} {player} {digest_of_policy(game)}".encode()).hexdigest()


def review_record(content: bytes, player: Player) -> bytes:
    """Review all games of a bot in a packed record; return the reviews, packed. It takes minutes.

    UserError if the record cannot be played again.
    """
    replays = open_replays(unpack_record(content, "The record"))
    by_number = {replay.number: replay for replay in replays}
    found = [
        review_seat(by_number[number], seat, PLAYOUTS)
        for number, seat in list_seats(replays, player)
    ]
    return zlib.compress(msgspec.json.encode(found))


def unpack_reviews(content: bytes) -> list[GameReview]:
    """Return the reviews of a bot's games, one for each."""
    return msgspec.json.decode(zlib.decompress(content), type=list[GameReview])
