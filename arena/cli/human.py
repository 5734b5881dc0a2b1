"""`arena play` with people: shows their seats at the terminal and asks them what they play.

All that is shown during a game comes from their seats, so they may know it. The output is plain
lines, in the order of the events: a screen reader reads the same game.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from typing import IO, TYPE_CHECKING, Final

from rich.markdown import Markdown
from rich.text import Text

from arena.boxes.event_loop import wait_readable
from arena.cli.menu import find_chosen, list_entries, name_parts
from arena.drawing import draw_scene, flow
from arena.errors import UserError
from arena.games.scene import Touch
from arena.human.events import GameBegun, Question
from arena.human.rules_page import read_rules_page
from arena.match.events import tell_last
from arena.match.plan import scheduled_games
from arena.match.referee import do_all
from arena.match.replay import choose_replays
from arena.match.seat import Guest
from arena.match.unfinished import UnfinishedMatch
from arena.match.verdict import read_verdict
from arena.review.hint import Hint, find_hint_beside
from arena.review.worth import AskedDecision
from arena.runner.beside import play_beside
from arena.runner.host import Host
from arena.runner.referee_process import GamePlayed, MatchVoid
from arena.runner.task import Task
from arena.terminal.console import PlainConsole
from arena.v1 import record_pb2 as rec

if TYPE_CHECKING:
    from arena.human.seat import TakenSeat

_HELP: Final = "? rules, h history, hint, u undo, q quit"


class EndError(Exception):
    """The match is over: it was played, or a person has `left`."""

    def __init__(self, *, left: bool) -> None:
        super().__init__()
        self.left = left


def play_with_people(host: Host, task: Task, match: UnfinishedMatch, console: PlainConsole) -> bool:
    """Play the match with the people at this terminal, and keep every game.

    Return whether somebody left before its end.
    """
    with open(0, "rb", buffering=0, closefd=False) as lines:
        return asyncio.run(Terminal(host, task, match, console, lines).play())


class Terminal:
    """A match at one terminal. Several people share it one after the other."""

    def __init__(
        self,
        host: Host,
        task: Task,
        match: UnfinishedMatch,
        console: PlainConsole,
        lines: IO[bytes],
        *,
        find_hint: Callable[[AskedDecision], Awaitable[Hint]] = find_hint_beside,
    ) -> None:
        self._host = host
        self._task = task
        self._match = match
        self._console = console
        # Without a buffer, so that what is typed ahead stays where it is waited for.
        self._lines = lines
        self._find_hint = find_hint
        self._people = {
            index: person for index, person in enumerate(task.bots) if isinstance(person, Guest)
        }
        self._floor = asyncio.Lock()
        # By number of a game: set when its end has been told.
        self._told: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)

    async def play(self) -> bool:
        """Play the match; return whether somebody left before its end."""
        left = False
        try:
            await do_all([self._watch(), *map(self.sit, self._people)])
        except EndError as end:
            left = end.left
        return left

    # --- the match ---

    async def _watch(self) -> None:
        """Keep the games as they are played, and tell how each has ended."""
        async with aclosing(play_beside(self._host, self._task)) as events:
            async for event in events:
                match event:
                    case GamePlayed(game):
                        self._match.add(game)
                        self._tell_end(game)
                        self._told[game.number + 1].set()
                    case MatchVoid() as void:
                        self._match.redeal()
                        self._say(str(void))
                        for told in self._told.values():
                            told.set()
        raise EndError(left=False)

    def _tell_end(self, game: rec.GameRecord) -> None:
        """Tell what the last moves did, and who has won."""
        (replay,) = choose_replays(self._match.record, game.number + 1)
        *_, last = replay.steps()
        own = [seat for seat, index in enumerate(game.seating) if index in self._people]
        # Several people look at the table as anybody does.
        seat = own[0] if len(own) == 1 else None
        scene = replay.game.scene(last.state, seat)
        if seat is not None:
            self._tell(tell_last(replay, seat))
        self._draw(draw_scene(scene, self._console.width))
        for forfeit in game.forfeits:
            verdict = read_verdict(forfeit.verdict)
            self._say(f"{replay.names[forfeit.seat]} forfeits: {verdict}: {forfeit.detail}")
        by_rank = sorted(zip(game.ranks, range(len(game.ranks)), game.scores, strict=True))
        for rank, other, score in by_rank:
            whose = f"{replay.names[other]} (seat {other})"
            self._say(f"Rank {rank}: {whose}, score {score}{_mark_own(other, own)}")

    # --- a person ---

    async def sit(self, index: int) -> None:
        """TakenSeat a person in every game, until EndError: they want to leave."""
        # Here, since it loads gRPC.
        from arena.human.seat import take_seat

        person = self._people[index]
        while True:
            async with take_seat(person.door) as seat:
                await self._converse(index, seat)

    async def _converse(self, index: int, seat: "TakenSeat") -> None:
        """Tell and ask a person what the referee tells and asks, until it ends the stream."""
        hearing = asyncio.create_task(seat.hear())
        begun = 0
        try:
            while (event := await hearing) is not None:
                hearing = asyncio.create_task(seat.hear())
                match event:
                    case GameBegun():
                        if begun:
                            await self._told[begun].wait()
                        begun = event.number
                        await self._begin(index, event)
                    case Question():
                        answer = await self._ask(index, event, hearing)
                        if answer is not None:
                            await seat.answer(answer)
        finally:
            hearing.cancel()

    async def _begin(self, index: int, event: GameBegun) -> None:
        """Say which game begins, and who sits where."""
        plan = self._task.plan
        names = [plan.bots[at].name for at in scheduled_games(plan)[event.number - 1].seating]
        async with self._floor:
            self._say("")
            self._say(f"Game {event.number} of {plan.games}: {event.game.title}")
            for other, name in enumerate(names):
                self._say(f"  seat {other}: {name}{_mark_own(other, [event.seat])}")
            if event.number == 1 and index == min(self._people):
                self._say(f"At any question: {_HELP}.")

    async def _ask(
        self, index: int, question: Question, hearing: "asyncio.Task[object]"
    ) -> int | None:
        """Have a person choose a move; None if nobody waits for it any more."""
        async with self._floor:
            choosing = asyncio.create_task(self._choose(index, question))
            try:
                await asyncio.wait([choosing, hearing], return_when=asyncio.FIRST_COMPLETED)
                if choosing.done():
                    return choosing.result()
            finally:
                choosing.cancel()
                await asyncio.wait([choosing])
            self._say("")
            self._say("Nobody waits for this answer any more.")
            return None

    async def _choose(self, index: int, question: Question) -> int:
        """Show a question and read lines until they are a legal move; return its index."""
        await self._hand_over(index)
        self._tell(question.opening)
        self._tell(question.news)
        self._draw(draw_scene(question.scene, self._console.width))
        if question.time_left is not None:
            self._say(f"You have {question.time_left:.0f} s for this.")
        self._say(question.guide.rule)
        chosen: int | tuple[Touch, ...] = ()
        while not isinstance(chosen, int):
            chosen = await self._choose_part(question, chosen)
        return chosen

    async def _choose_part(
        self, question: Question, chosen: tuple[Touch, ...]
    ) -> int | tuple[Touch, ...]:
        """Show the menu and read lines until one is of it: the index of a move, or its parts."""
        if chosen:
            self._say(f"So far: {name_parts(question.scene, chosen)}.")
        entries = list_entries(question, chosen)
        self._draw(flow("", (Text(f"{entry} ") for entry in entries), self._console.width))
        while True:
            text = await self._read()
            match text.casefold():
                case "?":
                    self._console.print(Markdown(read_rules_page(question.game.name)))
                case "h":
                    self._draw(map(Text, question.history or ("Nothing has happened yet.",)))
                case "hint":
                    await self._tell_hint(question)
                case "u":
                    return chosen[:-1]
                case _:
                    try:
                        found = find_chosen(question, entries, text, empty="0" if chosen else "")
                    except UserError as mistake:
                        self._say(mistake)
                        continue
                    return found if isinstance(found, int) else (*chosen, found)
            return chosen

    async def _tell_hint(self, question: Question) -> None:
        self._say("The moves are weighed.")
        try:
            hint = await self._find_hint(question.asked)
        except UserError as mistake:
            self._say(mistake)
            return
        self._say(f"Hint: {hint.move}.")
        self._say(hint.why)

    async def _hand_over(self, index: int) -> None:
        """If people share the terminal, wait until only this person looks."""
        if len(self._people) > 1:
            name = self._people[index].name
            self._say(f"{name}, it is your turn: press Enter when you alone look.")
            await self._read()

    # --- the terminal ---

    async def _read(self) -> str:
        """Wait for a line. EndError if it is `q`, or there will be none."""
        # A sentence would lose the space at its end.
        self._console.print(Text("> "), end="")
        self._console.file.flush()
        # A file is always there to be read.
        with suppress(PermissionError):
            await wait_readable(self._lines)
        line = self._lines.readline()
        text = line.decode(errors="replace").strip()
        if not line or text == "q":
            raise EndError(left=True)
        return text

    def _tell(self, sentences: Sequence[str]) -> None:
        if sentences:
            self._say("")
            self._draw(map(Text, sentences))

    def _draw(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self._console.print(line)

    def _say(self, sentence: object) -> None:
        self._console.print(str(sentence))


def _mark_own(seat: int, own: Iterable[int]) -> str:
    return " (you)" if [*own] == [seat] else ""
