"""Reviews of visitors' tables: where a person lost points, told as authors are told of their bots.

Each is made beside the server, in a process with limits that gives way to all else; one at a time.
"""

import asyncio
from typing import Final

from arena.errors import NotNow, UsedUp
from arena.match.record import pack_record
from ladder.season.reviewer import Reviewer
from ladder.web.tables import YOU, PlayTable

_LOOK: Final = 0.2


class TableReviews:
    """Makes the reviews of a server's tables, which keep them."""

    def __init__(self, reviewer: Reviewer | None = None) -> None:
        self._reviewer = reviewer or Reviewer(beside=True)
        self._one = asyncio.Lock()
        self._made: dict[str, asyncio.Task[None]] = {}

    async def review(self, table: PlayTable, visitor: str, patience: float) -> bool:
        """Have what the visitor did at a table be reviewed, once; say whether the review is there.

        Returns after this many seconds at the latest. UserError if nothing can be reviewed, or
        another review of this visitor's is being made.
        """
        if table.record is None:
            raise NotNow("There is a review when the match was played to its end.")
        if table.reviewed is None and table.name not in self._made:
            self._begin(table, visitor)
        if making := self._made.get(table.name):
            await asyncio.wait([making], timeout=patience)
        if table.reviewed and table.reviewed.flaw:
            flaw, table.reviewed = table.reviewed.flaw, None
            raise NotNow(f"There is no review: {flaw}. Ask again.")
        return table.reviewed is not None

    def _begin(self, table: PlayTable, visitor: str) -> None:
        if any(making.get_name() == visitor for making in self._made.values()):
            raise UsedUp("Another review of yours is being made; ask again when it is there.")
        making = asyncio.create_task(self._make(table), name=visitor)
        self._made[table.name] = making
        making.add_done_callback(lambda _: self._made.pop(table.name))

    async def _make(self, table: PlayTable) -> None:
        assert table.record is not None  # noqa: S101 - it was played to its end
        async with self._one:
            self._reviewer.start(table.name, pack_record(table.record), YOU)
            while (done := self._reviewer.take(table.name)) is None:  # noqa: ASYNC110 - of a process
                await asyncio.sleep(_LOOK)
        table.reviewed = done

    def end(self) -> None:
        """End what is being made."""
        for making in self._made.values():
            making.cancel()
        self._reviewer.end()
