"""`/agents.txt`: for programs that read a page and type commands, one whole game by curl."""

from typing import Final

from fastapi import Request, Response

from ladder.web.access import Role
from ladder.web.cache import SnapshotCache
from ladder.web.faces import TEXT, Faces, Owner

_TEXT: Final = """\
Play a card game here against bots. No token is needed; results count for nothing.
Games: {games}. Their rules in short are in the first text of a table.

1. Sit down. The answer has the name of your table, as TABLE below.

curl -s {address}api/v1/tables -H 'content-type: application/json' \\
  -d '{{"game": "{game}", "opponents": ["random"], "options": {{}}}}'

2. Read. It waits up to 25 s for what is newer than NUMBER, at first 0.
   The lines before the empty one are "number", "phase", and where you are asked "turn".
   The last line behind "legal: " has the moves that are legal.

curl -s '{address}api/v1/tables/TABLE?as=text&legal=true&after=NUMBER'

3. While the phase is "asking", answer with the number of the turn and a legal move.

curl -s {address}api/v1/tables/TABLE/moves -H 'content-type: application/json' \\
  -d '{{"turn": TURN, "move": "MOVE"}}'

4. Go on with 2, and the last "number", until the phase is "over" or "ended".

A bot that plays on the ladder is a program that is handed in: {address}take-part
All that can be asked as JSON: {address}api/v1/openapi.json
"""


def add_agents(faces: Faces, cache: SnapshotCache) -> None:
    """Add the address of the text."""

    @faces.page("/agents.txt", Role.ANYBODY, Owner.NONE)
    def agents(request: Request) -> Response:
        games = cache.current.games
        text = _TEXT.format(games=", ".join(games), game=games[0], address=request.base_url)
        # The address is as the client knows it, so it is for this client alone.
        return Response(text, 200, {"cache-control": "no-store"}, media_type=TEXT)
