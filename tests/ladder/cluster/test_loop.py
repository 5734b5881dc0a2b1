"""A worker ends though something that Dask has begun does not."""

import asyncio
from contextlib import suppress

from ladder.cluster.loop import run_to_end


def test_what_takes_no_note_of_being_cancelled_is_left_alone() -> None:
    ended = []

    async def obeys() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("obeys")

    async def goes_on() -> None:
        while True:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    async def main() -> str:
        tasks = [asyncio.create_task(obeys()), asyncio.create_task(goes_on())]
        await asyncio.sleep(0)
        return f"{len(tasks)} left"

    assert run_to_end(main(), 0.01) == "2 left"
    assert ended == ["obeys"]
